//! The help: every command with its keys, searchable.

use super::{Look, frame};
use crate::text::scrub;
use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Layout, Rect},
    text::{Line, Span},
    widgets::{Clear, Widget},
};
use unicode_width::UnicodeWidthStr;

/// A line of the help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HelpLine {
    /// What follows.
    Heading(String),
    /// Keys or words, and what they do.
    Item(String, String),
}

/// The help.
pub struct HelpPane<'a> {
    /// How it looks.
    pub look: Look<'a>,
    /// All lines, with what is searched for already taken out of the rest.
    pub lines: &'a [HelpLine],
    /// What is searched for.
    pub search: &'a str,
    /// The first line that is seen.
    pub scroll: usize,
}

impl Widget for &HelpPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let [_, middle, _] =
            Layout::horizontal([Constraint::Fill(1), Constraint::Max(96), Constraint::Fill(1)]).areas(area);
        Clear.render(middle, buf);
        buf.set_style(middle, self.look.theme.base);
        let styles = &self.look.theme.help;
        let more = self.lines.len().saturating_sub(self.scroll + usize::from(middle.height.saturating_sub(3)));
        let below = if more > 0 { format!(" {} {more} more ", self.look.glyphs.below) } else { String::new() };
        let block =
            frame(self.look, Line::from("Help"), true).title_bottom(Line::styled(below, styles.quiet).right_aligned());
        let inner = block.inner(middle);
        block.render(middle, buf);
        let [search, list] = Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(inner);
        let prompt = if self.search.is_empty() { "type to search".to_string() } else { scrub(self.search) };
        let style = if self.search.is_empty() { styles.quiet } else { styles.found };
        let line = Line::from(vec![Span::styled("/ ", styles.quiet), Span::styled(prompt, style)]);
        buf.set_line(search.x, search.y, &line, if search.height > 0 { search.width } else { 0 });
        let keys =
            self.lines.iter().filter_map(|l| if let HelpLine::Item(keys, _) = l { Some(keys.width()) } else { None });
        let column = keys.max().unwrap_or(0).min(34);
        let scroll = self.scroll.min(self.lines.len().saturating_sub(usize::from(list.height)));
        for (y, line) in (list.y..list.bottom()).zip(&self.lines[scroll..]) {
            let line = match line {
                HelpLine::Heading(text) => Line::styled(text.as_str(), styles.heading),
                HelpLine::Item(keys, text) => {
                    let pad = " ".repeat(column.saturating_sub(keys.width()) + 2);
                    Line::from(vec![
                        Span::raw("  "),
                        Span::styled(keys.as_str(), styles.key),
                        Span::raw(pad),
                        Span::styled(text.as_str(), styles.text),
                    ])
                }
            };
            buf.set_line(list.x, y, &line, list.width);
        }
    }
}
