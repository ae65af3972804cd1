//! The diary as a list, the newest entry at the bottom. The pane draws the entries that it gets and does not know the
//! diary.

use super::{ClickTarget, Look, draw_frame, draw_line, frame, list_frame, mark_row, measure};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
    widgets::Widget,
};
use wardiary_diary::diary::{Account, EntryNo};

#[derive(Clone, Copy, Debug)]
pub struct DiaryPane<'a> {
    pub look: Look<'a>,
    /// The entries that can be visible, oldest first. As many as the pane has rows are enough.
    pub entries: &'a [Account],
    /// The number of entries above them.
    pub above: usize,
    /// The entry of the cursor. It stays visible if it is among `entries`.
    pub selected: Option<EntryNo>,
    pub focused: bool,
}

/// The columns of the turn and the number, the same for all visible entries.
#[derive(Clone, Copy)]
struct Margin {
    turn: usize,
    number: usize,
}

impl DiaryPane<'_> {
    fn margin(&self, width: usize) -> Margin {
        let digits = |n: u32| n.max(1).ilog10() as usize + 1;
        let bare = self.entries.iter().filter_map(|e| e.turn).map(|t| digits(t) + 2).max().unwrap_or(0);
        // A battle's name takes up to a quarter of the pane.
        let label = |entry: &Account| measure::width(&entry.turn_label()) + 1;
        let named = self.entries.iter().filter(|e| e.battle_name.is_some()).map(label).max().unwrap_or(0);
        let turn = bare.max(named.min(width / 4));
        let number = self.entries.last().map_or(1, |e| digits(e.no)) + 1;
        Margin { turn: if width < 24 { 0 } else { turn }, number: if width < 12 { 0 } else { number } }
    }

    /// An entry's lines, wrapped to the width.
    fn lines(&self, entry: &Account, margin: Margin, width: usize) -> Vec<Line<'static>> {
        let (style, glyphs) = (self.look.theme.diary, self.look.glyphs);
        let Margin { turn, number } = margin;
        let label = format!("{} ", measure::fit(&entry.turn_label(), turn.saturating_sub(1), glyphs));
        let branch = if entry.fork { format!("{} ", glyphs.branch) } else { String::new() };
        let indent = turn + number;
        let room = width.saturating_sub(indent).max(1);
        let headline = if entry.abandoned { style.abandoned } else { style.headline };
        let first = measure::wrap(&format!("{branch}{}", entry.headline), room);
        let mut lines: Vec<Line<'static>> = Vec::new();
        for words in first {
            let mut spans = if lines.is_empty() {
                let no = if number == 0 { String::new() } else { format!("{:>1$} ", entry.no, number - 1) };
                vec![Span::styled(measure::fit(&label, turn, glyphs), style.turn), Span::styled(no, style.number)]
            } else {
                vec![Span::raw(" ".repeat(indent))]
            };
            match words.strip_prefix(glyphs.branch).filter(|_| entry.fork && lines.is_empty()) {
                Some(rest) => spans.extend([
                    Span::styled(glyphs.branch.to_string(), style.branch),
                    Span::styled(rest.to_string(), headline),
                ]),
                None => spans.push(Span::styled(words, headline)),
            }
            lines.push(Line::from(spans));
        }
        // The result is indented further than the order.
        let further = if room > 24 { 2 } else { 0 };
        let mut push_text = |text: &str, style: Style| {
            for words in measure::wrap(text, room - further) {
                let lead = Span::raw(" ".repeat(indent + further));
                lines.push(Line::from(vec![lead, Span::styled(words, style)]));
            }
        };
        if !entry.dice.is_empty() {
            push_text(&entry.faces(), style.dice);
        }
        entry.details_below_headline().for_each(|detail| push_text(detail, style.sentence));
        entry.remark_lines().iter().for_each(|remark| push_text(remark, style.remark));
        lines
    }

    /// The visible entries with their lines, the first perhaps cut at its top.
    fn visible_entries(&self, inner: Rect) -> Vec<(usize, Vec<Line<'static>>)> {
        let (width, height) = (usize::from(inner.width), usize::from(inner.height));
        let margin = self.margin(width);
        let lines = |at: usize| (at, self.lines(&self.entries[at], margin, width));
        let mut seen = Vec::new();
        let mut used = 0;
        for at in (0..self.entries.len()).rev() {
            if used >= height {
                break;
            }
            let mut entry = lines(at);
            let over = (used + entry.1.len()).saturating_sub(height);
            // The selected entry is shown from its first line.
            if over > 0 && self.selected == Some(self.entries[at].no) {
                return self.entries_from(at, height, lines);
            }
            entry.1.drain(..over.min(entry.1.len()));
            used += entry.1.len();
            seen.push(entry);
        }
        let first = seen.last().map_or(0, |(at, _)| *at);
        let hidden = self.entries[..first].iter().rposition(|e| Some(e.no) == self.selected);
        if let Some(at) = hidden {
            return self.entries_from(at, height, lines);
        }
        seen.reverse();
        seen
    }

    fn entries_from(
        &self,
        at: usize,
        height: usize,
        lines: impl Fn(usize) -> (usize, Vec<Line<'static>>),
    ) -> Vec<(usize, Vec<Line<'static>>)> {
        let mut used = 0;
        (at..self.entries.len())
            .map(lines)
            .take_while(|(_, lines)| {
                let room = used < height;
                used += lines.len();
                room
            })
            .collect()
    }
}

impl Widget for &DiaryPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let style = self.look.theme.diary;
        let shown = frame(self.look, Line::default(), self.focused).inner(area.intersection(buf.area));
        let seen = self.visible_entries(shown);
        let above = self.above + seen.first().map_or(0, |(at, _)| *at);
        let below = seen.last().map_or(0, |(at, _)| self.entries.len() - 1 - at);
        let block = list_frame(self.look, "Diary", self.focused, area.width, (above, below));
        let inner = draw_frame(block, area, buf);
        if self.entries.is_empty() && self.above == 0 {
            let line = Line::styled("no entries yet", style.number);
            return draw_line(buf, inner, (1, 0), &line);
        }
        let mut y = 0u16;
        for (at, lines) in seen {
            let here = self.selected == Some(self.entries[at].no);
            if here && self.focused {
                self.look.set_selection((inner.x, inner.y + y));
            }
            let tall = u16::try_from(lines.len()).unwrap_or(u16::MAX);
            let place = Rect { y: inner.y + y, height: tall, ..inner }.intersection(inner);
            self.look.add_target(ClickTarget::Entry(self.entries[at].no), place);
            for line in lines.iter().take(usize::from(inner.height.saturating_sub(y))) {
                draw_line(buf, inner, (0, y), line);
                if here {
                    let row = Rect { y: inner.y + y, height: 1, ..inner };
                    buf.set_style(row, style.selected);
                    mark_row(self.look, (area, inner), y, buf);
                }
                y += 1;
            }
        }
    }
}
