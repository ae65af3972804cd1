//! The start screen.

use super::Look;
use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Layout, Rect},
    text::{Line, Span},
    widgets::{Paragraph, Widget, Wrap},
};

/// The start screen: what can be opened and begun.
pub(crate) struct MenuPane<'a> {
    /// How it looks.
    pub look: Look<'a>,
    /// What can be chosen.
    pub(crate) items: &'a [String],
    /// Which is chosen.
    pub selected: usize,
    /// What there is to say about it.
    pub about: &'a str,
    /// A notice, and whether it is an error.
    pub notice: Option<(&'a str, bool)>,
}

/// How many lines stand above the first item.
const ABOVE: u16 = 7;

impl MenuPane<'_> {
    /// The first item that is seen where that one is selected, and the area of the items.
    #[must_use]
    pub fn list(selected: usize, area: Rect) -> (usize, Rect) {
        let [_, column, _] =
            Layout::horizontal([Constraint::Fill(1), Constraint::Max(76), Constraint::Fill(1)]).areas(area);
        let above = ABOVE.min(area.height / 3);
        let height = column.height.saturating_sub(above + 5);
        let list = Rect { y: column.y + above, height, ..column };
        let first = (selected + 1).saturating_sub(usize::from(height));
        (first, list)
    }
}

impl Widget for &MenuPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        buf.set_style(area, self.look.theme.base);
        let styles = &self.look.theme.dialog;
        let (first, list) = MenuPane::list(self.selected, area);
        let line = |y: u16, line: &Line, buf: &mut Buffer| {
            if area.y <= y && y < area.bottom() {
                buf.set_line(list.x, y, line, list.width);
            }
        };
        let top = list.y.saturating_sub(4).max(area.y);
        let title = "w a r d i a r y";
        line(top, &Line::styled(title, styles.title), buf);
        line(top + 1, &Line::styled("the war diary of your campaign", styles.quiet), buf);
        let rule: String = std::iter::repeat_n(self.look.glyphs.dash, usize::from(list.width)).collect();
        line(top + 2, &Line::styled(rule, styles.quiet), buf);
        for (y, (at, item)) in (list.y..list.bottom()).zip(self.items.iter().enumerate().skip(first)) {
            let chosen = at == self.selected;
            let mark = if chosen { self.look.glyphs.cursor } else { ' ' };
            let style = if chosen { styles.selected } else { styles.text };
            let spans = vec![Span::styled(format!("{mark} "), styles.key), Span::styled(item.as_str(), style)];
            line(y, &Line::from(spans), buf);
        }
        let more = self.items.len().saturating_sub(first + usize::from(list.height));
        if more > 0 && list.height > 0 {
            let mark = format!("{} {more} more", self.look.glyphs.below);
            line(list.bottom(), &Line::styled(mark, styles.quiet), buf);
        }
        let shown = self.items.len().saturating_sub(first).min(usize::from(list.height));
        let under = list.y + u16::try_from(shown).unwrap_or(0) + 1;
        let below = Rect { y: under, height: area.bottom().saturating_sub(under + 1), ..list };
        let mut said = vec![Line::styled(self.about, styles.quiet)];
        if let Some((notice, bad)) = self.notice {
            said.push(Line::default());
            said.push(Line::styled(notice, if bad { styles.error } else { styles.text }));
        }
        Paragraph::new(said).wrap(Wrap { trim: true }).render(below.intersection(area), buf);
    }
}
