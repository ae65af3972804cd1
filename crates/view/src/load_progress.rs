//! The screen shown while a large save loads.

use super::Look;
use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Layout, Rect},
    text::Line,
    widgets::{Paragraph, Widget},
};
use wardiary_diary::diary::watch::Progress;

/// The progress of loading a save.
pub struct LoadProgressPane<'a> {
    pub look: Look<'a>,
    pub progress: Progress,
}

impl Widget for &LoadProgressPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        buf.set_style(area, self.look.theme.base);
        let styles = &self.look.theme.dialog;
        let [_, lines, _] =
            Layout::vertical([Constraint::Fill(1), Constraint::Length(3), Constraint::Fill(1)]).areas(area);
        let message = vec![
            Line::styled("A long save is being read", styles.title),
            Line::styled(self.progress.to_string(), styles.text),
            Line::styled("Esc breaks it off; nothing is changed", styles.muted),
        ];
        Paragraph::new(message).centered().render(lines, buf);
    }
}
