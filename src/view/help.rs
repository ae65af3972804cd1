//! The help: every command with its keys, searchable.

use super::{Look, frame, measure::wrap, overlay};
use crate::text::sanitize;
use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Layout, Rect},
    style::Style,
    text::{Line, Span},
    widgets::Widget,
};
use unicode_width::UnicodeWidthStr;

/// A line of the help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum HelpLine {
    /// What follows.
    Heading(String),
    /// Something, and what there is to say of it.
    Item(HelpItem),
    /// Something to be known before.
    Note(String),
}

/// Items under a heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HelpSection {
    /// The heading.
    pub heading: String,
    /// The items.
    pub items: Vec<HelpItem>,
}

/// Keys, words or a sign, and what there is to say of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HelpItem {
    /// The keys, the words or the sign.
    pub what: String,
    /// How a sign is drawn; of keys and words nothing.
    pub style: Option<Style>,
    /// What they do, or what it means.
    pub about: String,
}

impl HelpItem {
    /// Keys or words, and what they do.
    #[must_use]
    pub fn plain(what: &str, about: &str) -> Self {
        Self { what: what.into(), style: None, about: about.into() }
    }

    /// A sign in its style, and what it means.
    #[must_use]
    pub fn sign(sign: impl Into<String>, style: Style, about: String) -> Self {
        Self { what: sign.into(), style: Some(style), about }
    }
}

/// The help.
pub(crate) struct HelpPane<'a> {
    /// How it looks.
    pub look: Look<'a>,
    /// All lines, with what is searched for already taken out of the rest.
    pub lines: &'a [HelpLine],
    /// What is searched for.
    pub(crate) search: &'a str,
    /// The first line that is seen.
    pub scroll: usize,
}

impl HelpPane<'_> {
    /// The lines as they fit into so many columns. Keys have a column of their own, as wide as those of their group need,
    /// and what they do is wrapped beside it.
    fn rows(&self, columns: usize) -> Vec<Line<'_>> {
        let styles = &self.look.theme.help;
        let mut rows = Vec::new();
        let mut beside = 0;
        for (at, line) in self.lines.iter().enumerate() {
            match line {
                HelpLine::Note(text) => {
                    rows.extend(wrap(text, columns).into_iter().map(|row| Line::styled(row, styles.quiet)));
                }
                HelpLine::Heading(text) => {
                    let group = self.lines[at + 1..].iter().map_while(HelpLine::keys);
                    beside = group.map(UnicodeWidthStr::width).max().unwrap_or(0).min(columns / 3).min(34);
                    rows.push(Line::styled(text.as_str(), styles.heading));
                }
                HelpLine::Item(HelpItem { what: keys, style, about: text }) => {
                    let style = style.unwrap_or(styles.key);
                    let room = columns.saturating_sub(beside + 4);
                    let mut told = wrap(text, room.max(10)).into_iter();
                    let mut left = Line::from(vec![Span::raw("  "), Span::styled(keys.as_str(), style)]);
                    // A form that is too long for its column has a row of its own.
                    if keys.width() <= beside {
                        let pad = " ".repeat(beside - keys.width() + 2);
                        left.extend([Span::raw(pad), Span::styled(told.next().unwrap_or_default(), styles.text)]);
                    }
                    rows.push(left);
                    let indent = " ".repeat(beside + 4);
                    rows.extend(
                        told.map(|row| Line::from(vec![Span::raw(indent.clone()), Span::styled(row, styles.text)])),
                    );
                }
            }
        }
        rows
    }
}

impl HelpLine {
    fn keys(&self) -> Option<&str> {
        match self {
            Self::Item(item) => Some(&item.what),
            Self::Heading(_) | Self::Note(_) => None,
        }
    }
}

impl Widget for &HelpPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let middle = overlay(self.look, area, buf);
        let styles = &self.look.theme.help;
        let rows = self.rows(usize::from(middle.width.saturating_sub(2)));
        let tall = usize::from(middle.height.saturating_sub(3));
        let scroll = self.scroll.min(rows.len().saturating_sub(tall));
        let more = rows.len().saturating_sub(scroll + tall);
        let below = if more > 0 { format!(" {} {more} more ", self.look.glyphs.below) } else { String::new() };
        let block =
            frame(self.look, Line::from("Help"), true).title_bottom(Line::styled(below, styles.quiet).right_aligned());
        let inner = block.inner(middle);
        block.render(middle, buf);
        let [search, list] = Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(inner);
        let prompt = if self.search.is_empty() { "type to search".to_string() } else { sanitize(self.search) };
        let style = if self.search.is_empty() { styles.quiet } else { styles.found };
        let line = Line::from(vec![Span::styled("/ ", styles.quiet), Span::styled(prompt, style)]);
        buf.set_line(search.x, search.y, &line, if search.height > 0 { search.width } else { 0 });
        for (y, row) in (list.y..list.bottom()).zip(&rows[scroll..]) {
            buf.set_line(list.x, y, row, list.width);
        }
    }
}
