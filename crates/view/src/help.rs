//! The command palette, every command with its keys, searchable and executable; and the keys that can follow a prefix.

use super::{
    ClickTarget, Look, centred, clear_overlay, draw_line, frame,
    measure::{self, wrap},
};
use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Layout, Rect},
    style::Style,
    text::{Line, Span},
    widgets::{Block, Widget},
};
use unicode_width::UnicodeWidthStr;
use wardiary_base::text::sanitize;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HelpLine {
    Heading(String),
    Item(HelpItem),
    Note(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HelpSection {
    pub heading: String,
    pub items: Vec<HelpItem>,
}

/// Keys, words or a sign, and their explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HelpItem {
    /// The keys, words or sign.
    pub term: String,
    /// The style of a sign; `None` for keys and words.
    pub style: Option<Style>,
    pub description: String,
    /// Why the command is unavailable now; `None` if it is available or if this is no command.
    pub unavailable_reason: Option<String>,
}

impl HelpItem {
    /// Keys or words, and what they do.
    pub fn plain(what: &str, about: &str) -> Self {
        Self { term: what.into(), style: None, description: about.into(), unavailable_reason: None }
    }

    pub fn sign(sign: impl Into<String>, style: Style, about: String) -> Self {
        Self { term: sign.into(), style: Some(style), description: about, unavailable_reason: None }
    }
}

pub struct HelpPane<'a> {
    pub look: Look<'a>,
    /// All lines, already filtered by the search.
    pub lines: &'a [HelpLine],
    pub search: &'a str,
    /// Why the last chosen command did nothing.
    pub reason: Option<&'a str>,
    pub selected: usize,
    /// The first visible row of the last frame.
    pub first_visible: usize,
}

/// A screen row and the index of its line.
type Row = (Line<'static>, usize);

impl HelpPane<'_> {
    /// The lines wrapped to the width.
    fn rows(&self, columns: usize) -> Vec<Row> {
        let styles = &self.look.theme.help;
        let mut rows = Vec::new();
        let mut beside = 0;
        for (at, line) in self.lines.iter().enumerate() {
            match line {
                HelpLine::Note(text) => {
                    rows.extend(wrap(text, columns).into_iter().map(|row| (Line::styled(row, styles.muted), at)));
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

    /// The rows of an item. An unavailable command is dimmed and followed by its reason.
    fn item(&self, item: &HelpItem, at: usize, beside: usize, columns: usize) -> impl Iterator<Item = Line<'static>> {
        let styles = &self.look.theme.help;
        let HelpItem { term: keys, style, description: about, unavailable_reason: why_not } = item;
        let here = at == self.selected;
        let text = if why_not.is_some() { styles.muted } else { styles.text };
        let style =
            if here { styles.selected } else { style.unwrap_or(if why_not.is_some() { text } else { styles.key }) };
        let about = why_not.as_ref().map_or_else(|| about.clone(), |why| format!("{about} ({why})"));
        let room = columns.saturating_sub(beside + 4);
        let mut about_lines = wrap(&about, room.max(10)).into_iter();
        let cursor = format!("{} ", if here { self.look.glyphs.cursor } else { ' ' });
        let mut left = Line::from(vec![Span::styled(cursor, styles.matched), Span::styled(keys.clone(), style)]);
        // Keys too long for their column take a row of their own.
        if keys.width() <= beside {
            left.push_span(Span::raw(" ".repeat(beside - keys.width() + 2)));
            left.extend(self.highlight_matches(&about_lines.next().unwrap_or_default(), text));
        }
        let indent = " ".repeat(beside + 4);
        let more: Vec<Line> = about_lines
            .map(|row| [Span::raw(indent.clone())].into_iter().chain(self.highlight_matches(&row, text)).collect())
            .collect();
        [left].into_iter().chain(more)
    }

    /// Text with the matches of the search highlighted.
    fn highlight_matches(&self, text: &str, style: Style) -> Vec<Span<'static>> {
        let (found, whole) = (self.search.to_lowercase(), text.to_lowercase());
        // Nothing is highlighted if lower-casing changes the length of the text.
        if found.is_empty() || whole.len() != text.len() {
            return vec![Span::styled(text.to_string(), style)];
        }
        let mut spans = Vec::new();
        let mut from = 0;
        for (at, part) in whole.match_indices(&found) {
            if let (Some(before), Some(part)) = (text.get(from..at), text.get(at..at + part.len())) {
                spans.push(Span::styled(before.to_string(), style));
                spans.push(Span::styled(part.to_string(), self.look.theme.help.matched));
                from = at + part.len();
            }
        }
        spans.push(Span::styled(text.get(from..).unwrap_or_default().to_string(), style));
        spans
    }

    /// The layout of the palette: the search field, the list, all rows, and the first visible one.
    fn lay_out(&self, middle: Rect) -> (Rect, Rect, Vec<Row>, usize) {
        let inner = Block::bordered().inner(middle);
        let [search, list] = Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(inner);
        let rows = self.rows(usize::from(inner.width));
        // Keeps the selected line's rows and its heading visible, and scrolls no further than needed.
        let tall = usize::from(list.height);
        let top = rows.iter().position(|(_, at)| *at + 1 >= self.selected).unwrap_or(0);
        let bottom = rows.iter().rposition(|(_, at)| *at == self.selected).unwrap_or(0);
        let first =
            self.first_visible.min(top).max((bottom + 1).saturating_sub(tall)).min(rows.len().saturating_sub(1));
        (search, list, rows, first)
    }

    /// The first visible row in an area.
    pub fn first_in(&self, area: Rect) -> usize {
        self.lay_out(centred(area)).3
    }
}

impl HelpLine {
    fn keys(&self) -> Option<&str> {
        match self {
            Self::Item(item) => Some(&item.term),
            Self::Heading(_) | Self::Note(_) => None,
        }
    }
}

impl Widget for &HelpPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let middle = centred(area);
        clear_overlay(self.look, middle, buf);
        let styles = &self.look.theme.help;
        let (search, list, rows, first) = self.lay_out(middle);
        let tall = usize::from(list.height);
        let more = rows.len().saturating_sub(first + tall);
        let below = if more > 0 { format!(" {} {more} more ", self.look.glyphs.below) } else { String::new() };
        let block =
            frame(self.look, Line::from("Help"), true).title_bottom(Line::styled(below, styles.muted).right_aligned());
        let reason = self.reason.map(|reason| Line::styled(format!(" {reason} "), self.look.theme.dialog.error));
        reason.into_iter().fold(block, Block::title_bottom).render(middle, buf);
        let prompt = if self.search.is_empty() { "type to search".to_string() } else { sanitize(self.search) };
        let style = if self.search.is_empty() { styles.muted } else { styles.matched };
        let line = Line::from(vec![Span::styled("/ ", styles.muted), Span::styled(prompt, style)]);
        buf.set_line(search.x, search.y, &line, if search.height > 0 { search.width } else { 0 });
        let chosen = rows[first..].iter().position(|(_, at)| *at == self.selected);
        if let Some(y) = chosen.and_then(|y| u16::try_from(y).ok()).filter(|y| *y < list.height) {
            self.look.set_selection((list.x, list.y + y));
        }
        for (y, (row, item)) in (list.y..list.bottom()).zip(&rows[first..]) {
            buf.set_line(list.x, y, row, list.width);
            if self.lines.get(*item).is_some_and(|line| line.keys().is_some()) {
                self.look.add_target(ClickTarget::Row(*item), Rect { y, height: 1, ..list });
            }
        }
    }
}

pub struct WhichKeyPane<'a> {
    pub look: Look<'a>,
    pub pressed: &'a str,
    pub keys: &'a [FollowingKey],
}

pub struct FollowingKey {
    pub key: String,
    pub description: &'static str,
    pub unavailable_reason: Option<String>,
    pub command: usize,
}

impl WhichKeyPane<'_> {
    /// The area of the panel over the footer: as large as its content.
    fn panel_area(&self, frame: Rect) -> Rect {
        let line = |FollowingKey { key, description: does, unavailable_reason: why, .. }: &FollowingKey| {
            measure::width(key) + measure::width(does) + why.as_ref().map_or(0, |why| measure::width(why) + 3)
        };
        let widest = self.keys.iter().map(line).max().unwrap_or(0).max(measure::width(self.pressed) + 4);
        let width = u16::try_from(widest + 7).unwrap_or(u16::MAX).min(frame.width);
        let above = frame.height.saturating_sub(1);
        let height = u16::try_from(self.keys.len() + 2).unwrap_or(u16::MAX).min(above);
        Rect { x: frame.right() - width, y: frame.y + above - height, width, height }
    }
}

impl Widget for &WhichKeyPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let place = self.panel_area(area.intersection(buf.area));
        clear_overlay(self.look, place, buf);
        let styles = &self.look.theme.help;
        let block = frame(self.look, Line::from(format!("{} …", self.pressed)), true);
        let inner = block.inner(place);
        block.render(place, buf);
        let keys = self.keys.iter().map(|following| measure::width(&following.key)).max().unwrap_or(0);
        for (row, FollowingKey { key, description: does, unavailable_reason: why, command }) in
            (0..inner.height).zip(self.keys)
        {
            self.look.add_target(ClickTarget::Command(*command), Rect { y: inner.y + row, height: 1, ..inner });
            let style = if why.is_some() { (styles.muted, styles.muted) } else { (styles.key, styles.text) };
            let why = why.as_ref().map_or_else(String::new, |why| format!(" ({why})"));
            let line = Line::from(vec![
                Span::styled(measure::fit(key, keys, self.look.glyphs), style.0),
                Span::styled(format!("  {does}{why}"), style.1),
            ]);
            draw_line(buf, inner, (1, row), &line);
        }
    }
}
