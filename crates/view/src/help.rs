//! The palette: every command with its keys, to be found and done.

use super::{Look, Thing, frame, measure::wrap, middle_of, overlay};
use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Layout, Rect},
    style::Style,
    text::{Line, Span},
    widgets::{Block, Widget},
};
use unicode_width::UnicodeWidthStr;
use wardiary_base::text::sanitize;

/// A line of the help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HelpLine {
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
    /// Why it can't be done now; none where it can, or where there is nothing to be done.
    pub why_not: Option<String>,
}

impl HelpItem {
    /// Keys or words, and what they do.
    #[must_use]
    pub fn plain(what: &str, about: &str) -> Self {
        Self { what: what.into(), style: None, about: about.into(), why_not: None }
    }

    /// A sign in its style, and what it means.
    #[must_use]
    pub fn sign(sign: impl Into<String>, style: Style, about: String) -> Self {
        Self { what: sign.into(), style: Some(style), about, why_not: None }
    }
}

/// The palette.
pub struct HelpPane<'a> {
    /// How it looks.
    pub look: Look<'a>,
    /// All lines, with what is searched for already taken out of the rest.
    pub lines: &'a [HelpLine],
    /// What is searched for.
    pub search: &'a str,
    /// Why what was chosen last does nothing.
    pub said: Option<&'a str>,
    /// The line of the cursor.
    pub selected: usize,
    /// The first row that was seen before.
    pub first: usize,
}

/// How the palette was drawn last.
#[derive(Clone, Debug, Default)]
pub struct Drawn {
    /// Where its rows lie.
    pub list: Rect,
    /// The first row that is seen.
    pub first: usize,
    /// The line that each row that is seen belongs to.
    pub lines: Vec<usize>,
}

/// A row of the screen, and the line that it belongs to.
type Row = (Line<'static>, usize);

impl HelpPane<'_> {
    /// The lines as they fit into so many columns. Keys have a column of their own, as wide as those of their group need,
    /// and what they do is wrapped beside it.
    fn rows(&self, columns: usize) -> Vec<Row> {
        let styles = &self.look.theme.help;
        let mut rows = Vec::new();
        let mut beside = 0;
        for (at, line) in self.lines.iter().enumerate() {
            match line {
                HelpLine::Note(text) => {
                    rows.extend(wrap(text, columns).into_iter().map(|row| (Line::styled(row, styles.quiet), at)));
                }
                HelpLine::Heading(text) => {
                    let group = self.lines[at + 1..].iter().map_while(HelpLine::keys);
                    beside = group.map(UnicodeWidthStr::width).max().unwrap_or(0).min(columns / 3).min(34);
                    rows.push((Line::styled(text.clone(), styles.heading), at));
                }
                HelpLine::Item(item) => rows.extend(self.item(item, at, beside, columns).map(|row| (row, at))),
            }
        }
        rows
    }

    /// The rows of an item. What can't be done now is quiet, with the reason behind it.
    fn item(&self, item: &HelpItem, at: usize, beside: usize, columns: usize) -> impl Iterator<Item = Line<'static>> {
        let styles = &self.look.theme.help;
        let HelpItem { what: keys, style, about, why_not } = item;
        let here = at == self.selected;
        let text = if why_not.is_some() { styles.quiet } else { styles.text };
        let style =
            if here { styles.selected } else { style.unwrap_or(if why_not.is_some() { text } else { styles.key }) };
        let about = why_not.as_ref().map_or_else(|| about.clone(), |why| format!("{about} ({why})"));
        let room = columns.saturating_sub(beside + 4);
        let mut told = wrap(&about, room.max(10)).into_iter();
        let cursor = format!("{} ", if here { self.look.glyphs.cursor } else { ' ' });
        let mut left = Line::from(vec![Span::styled(cursor, styles.found), Span::styled(keys.clone(), style)]);
        // A form that is too long for its column has a row of its own.
        if keys.width() <= beside {
            left.push_span(Span::raw(" ".repeat(beside - keys.width() + 2)));
            left.extend(self.found_in(&told.next().unwrap_or_default(), text));
        }
        let indent = " ".repeat(beside + 4);
        let more: Vec<Line> = told
            .map(|row| [Span::raw(indent.clone())].into_iter().chain(self.found_in(&row, text)).collect())
            .collect();
        [left].into_iter().chain(more)
    }

    /// A text, with what is searched for marked in it.
    fn found_in(&self, text: &str, style: Style) -> Vec<Span<'static>> {
        let (found, whole) = (self.search.to_lowercase(), text.to_lowercase());
        // Where letters change their length with their case, nothing is marked.
        if found.is_empty() || whole.len() != text.len() {
            return vec![Span::styled(text.to_string(), style)];
        }
        let mut spans = Vec::new();
        let mut from = 0;
        for (at, part) in whole.match_indices(&found) {
            if let (Some(before), Some(part)) = (text.get(from..at), text.get(at..at + part.len())) {
                spans.push(Span::styled(before.to_string(), style));
                spans.push(Span::styled(part.to_string(), self.look.theme.help.found));
                from = at + part.len();
            }
        }
        spans.push(Span::styled(text.get(from..).unwrap_or_default().to_string(), style));
        spans
    }

    /// How the pane lies in an area: where the search is, where the rows are, all rows, and the first that is seen.
    fn laid_out(&self, middle: Rect) -> (Rect, Rect, Vec<Row>, usize) {
        let inner = Block::bordered().inner(middle);
        let [search, list] = Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(inner);
        let rows = self.rows(usize::from(inner.width));
        // The rows of the line that is chosen are seen, with the heading over it, and nothing moves that need not.
        let tall = usize::from(list.height);
        let top = rows.iter().position(|(_, at)| *at + 1 >= self.selected).unwrap_or(0);
        let bottom = rows.iter().rposition(|(_, at)| *at == self.selected).unwrap_or(0);
        let first = self.first.min(top).max((bottom + 1).saturating_sub(tall)).min(rows.len().saturating_sub(1));
        (search, list, rows, first)
    }

    /// How it lies in an area.
    #[must_use]
    pub fn drawn(&self, area: Rect) -> Drawn {
        let (_, list, rows, first) = self.laid_out(middle_of(area));
        Drawn { list, first, lines: rows[first..].iter().map(|(_, line)| *line).collect() }
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
        let middle = middle_of(area);
        overlay(self.look, middle, buf);
        let styles = &self.look.theme.help;
        let (search, list, rows, first) = self.laid_out(middle);
        let tall = usize::from(list.height);
        let more = rows.len().saturating_sub(first + tall);
        let below = if more > 0 { format!(" {} {more} more ", self.look.glyphs.below) } else { String::new() };
        let block =
            frame(self.look, Line::from("Help"), true).title_bottom(Line::styled(below, styles.quiet).right_aligned());
        let said = self.said.map(|said| Line::styled(format!(" {said} "), self.look.theme.dialog.error));
        said.into_iter().fold(block, Block::title_bottom).render(middle, buf);
        let prompt = if self.search.is_empty() { "type to search".to_string() } else { sanitize(self.search) };
        let style = if self.search.is_empty() { styles.quiet } else { styles.found };
        let line = Line::from(vec![Span::styled("/ ", styles.quiet), Span::styled(prompt, style)]);
        buf.set_line(search.x, search.y, &line, if search.height > 0 { search.width } else { 0 });
        let chosen = rows[first..].iter().position(|(_, at)| *at == self.selected);
        if let Some(y) = chosen.and_then(|y| u16::try_from(y).ok()).filter(|y| *y < list.height) {
            self.look.select((list.x, list.y + y));
        }
        for (y, (row, item)) in (list.y..list.bottom()).zip(&rows[first..]) {
            buf.set_line(list.x, y, row, list.width);
            if self.lines.get(*item).is_some_and(|line| line.keys().is_some()) {
                self.look.shows(Thing::Row(*item), Rect { y, height: 1, ..list });
            }
        }
    }
}
