//! Compares two branches of a diary, or two diaries: their entries side by side from the fork on, and the differences
//! between their end states.

use crate::{ClickTarget, Look, clear_overlay, draw_frame, draw_line, list_frame, measure};
use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Layout, Position, Rect, Spacing},
    style::Style,
    text::{Line, Span},
    widgets::Widget,
};
use std::ops::Range;
use wardiary_base::text;
use wardiary_diary::diary::{Account, compare::PathComparison};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComparedPane {
    /// The entries of the first branch, or of the second.
    Branch(usize),
    /// The differences between the end states.
    EndStates,
}

#[derive(Clone, Copy, Debug)]
pub struct DifferencesPane<'a> {
    pub look: Look<'a>,
    pub compared: &'a PathComparison,
    /// The selected entry of each branch, by index.
    pub selected: [usize; 2],
    pub scroll: usize,
    pub focus: ComparedPane,
}

/// The remarks on an entry, as listed below it.
fn remarks(account: &Account, width: usize) -> Vec<String> {
    /// The indent of a remark.
    const INDENT: usize = 4;
    let wrapped = |line: String| measure::wrap(&line, width.saturating_sub(INDENT).max(1));
    account.remark_lines().into_iter().flat_map(wrapped).map(|line| format!("{}{line}", " ".repeat(INDENT))).collect()
}

struct Areas {
    branches: [Rect; 2],
    end_states: Rect,
}

impl DifferencesPane<'_> {
    fn areas(&self, area: Rect) -> Areas {
        let words =
            self.difference_lines(usize::from(area.width.saturating_sub(2))).iter().map(Vec::len).sum::<usize>();
        let below = u16::try_from(words + 2).unwrap_or(u16::MAX).min(area.height / 2);
        // Neighbouring panes share a border.
        let rows = Layout::vertical([Constraint::Fill(1), Constraint::Length(below)]).spacing(Spacing::Overlap(1));
        let [above, ends] = rows.areas(area);
        let halves = Layout::horizontal([Constraint::Fill(1), Constraint::Fill(1)]).spacing(Spacing::Overlap(1));
        Areas { branches: halves.areas(above), end_states: ends }
    }

    /// The pane at a screen position and, in a branch, the index of the entry.
    pub fn at(&self, area: Rect, at: Position) -> Option<(ComparedPane, Option<usize>)> {
        let areas = self.areas(area);
        if areas.end_states.contains(at) {
            return Some((ComparedPane::EndStates, None));
        }
        let way = areas.branches.iter().position(|way| way.contains(at))?;
        let height = usize::from(areas.branches[way].height.saturating_sub(2));
        let width = usize::from(areas.branches[way].width.saturating_sub(2));
        let row = at.y.checked_sub(areas.branches[way].y + 1).map(usize::from).filter(|row| *row < height);
        let entry = row
            .and_then(|row| self.visible_entries(way, height, width).into_iter().find(|(_, rows)| rows.contains(&row)));
        Some((ComparedPane::Branch(way), entry.map(|(entry, _)| entry)))
    }

    /// The visible entries of a branch, each with its rows. Remarks are below their entry.
    fn visible_entries(&self, way: usize, height: usize, width: usize) -> Vec<(usize, Range<usize>)> {
        let entries = &self.compared.paths[way].entries;
        let rows = |entry: usize| 1 + remarks(&entries[entry], width).len();
        // The selected entry is in the middle, unless rows at the end would stay empty.
        let back = |from: usize, room: usize| {
            let mut used = 0;
            let fits = |entry: &usize| {
                used += rows(*entry);
                used <= room
            };
            from - (0..from).rev().take_while(fits).count()
        };
        let chosen = self.selected[way].min(entries.len());
        let first = back(chosen, height / 2).min(back(entries.len(), height));
        let next = |row: &mut usize, entry: usize| {
            let from = std::mem::replace(row, *row + rows(entry));
            Some((entry, from..*row))
        };
        (first..entries.len()).scan(0, next).take_while(|(_, rows)| rows.start < height).collect()
    }

    /// An entry's line: its number, turn, order and dice.
    fn entry(&self, account: &Account, number: usize, width: usize, selected: bool) -> Line<'static> {
        let (style, glyphs) = (&self.look.theme.diary, self.look.glyphs);
        let number = format!("{:>number$} ", account.no);
        let turn = account.turn.filter(|_| width > 40).map_or(String::new(), |turn| format!("T{turn} "));
        let room = width.saturating_sub(number.len() + turn.len());
        let headline = measure::cut(&account.headline, room, glyphs);
        let left = room - measure::width(&headline);
        let faces = if account.dice.is_empty() { String::new() } else { format!("  {}", account.faces()) };
        let faces = if left > 4 { measure::cut(&faces, left, glyphs) } else { String::new() };
        let ink = |own: Style| if selected { own.patch(style.selected) } else { own };
        let spans = [(number, style.number), (turn, style.turn), (headline, style.headline), (faces, style.dice)];
        Line::from(spans.map(|(words, own)| Span::styled(words, ink(own))).to_vec())
    }

    /// The differences between the end states, a list of lines each.
    fn difference_lines(&self, width: usize) -> Vec<Vec<String>> {
        if self.compared.differences.is_empty() {
            return vec![vec!["None: both ends are the same.".into()]];
        }
        let lines = |difference: &String| measure::wrap(difference, width.max(1));
        self.compared.differences.iter().map(lines).collect()
    }

    fn draw_branch(&self, way: usize, area: Rect, buf: &mut Buffer) {
        let entries = &self.compared.paths[way].entries;
        let title = format!("{}: {}", self.compared.paths[way].title, text::count(entries.len(), "entry", "entries"));
        let focused = self.focus == ComparedPane::Branch(way);
        let height = usize::from(area.height.saturating_sub(2));
        let seen = self.visible_entries(way, height, usize::from(area.width.saturating_sub(2)));
        let first = seen.first().map_or(0, |(entry, _)| *entry);
        let below = entries.len() - seen.last().map_or(0, |(entry, _)| entry + 1);
        let inner = draw_frame(list_frame(self.look, &title, focused, area.width, (first, below)), area, buf);
        let number = entries.iter().map(|account| account.no).max().unwrap_or(1).ilog10() as usize + 1;
        let width = usize::from(inner.width);
        for (at, rows) in seen {
            let selected = focused && at == self.selected[way];
            let remarks = remarks(&entries[at], width).into_iter();
            let remarks = remarks.map(|words| Line::styled(words, self.look.theme.diary.remark));
            let lines = std::iter::once(self.entry(&entries[at], number, width, selected)).chain(remarks);
            if let Some(y) = u16::try_from(rows.start).ok().filter(|_| selected) {
                self.look.set_selection((inner.x, inner.y + y));
            }
            let tall = u16::try_from(rows.len()).unwrap_or(u16::MAX);
            let y = inner.y.saturating_add(u16::try_from(rows.start).unwrap_or(u16::MAX));
            self.look.add_target(ClickTarget::Row(at), Rect { y, height: tall, ..inner }.intersection(inner));
            for (y, line) in rows.take_while(|y| *y < height).filter_map(|y| u16::try_from(y).ok()).zip(lines) {
                draw_line(buf, inner, (0, y), &line);
            }
        }
        if entries.is_empty() {
            let text = format!("the branch ends at {}", self.compared.fork_text());
            draw_line(buf, inner, (0, 0), &Line::styled(text, self.look.theme.diary.number));
        }
    }

    fn draw_end_states(&self, area: Rect, buf: &mut Buffer) {
        let title = format!("Differences at the end; fork after {}", self.compared.fork_text());
        let height = usize::from(area.height.saturating_sub(2));
        let ends = self.difference_lines(usize::from(area.width.saturating_sub(2)));
        let all: usize = ends.iter().map(Vec::len).sum();
        let wanted: usize = ends.iter().take(self.scroll).map(Vec::len).sum();
        let first = wanted.min(all.saturating_sub(height));
        let focused = self.focus == ComparedPane::EndStates;
        let below = all.saturating_sub(first + height);
        let inner = draw_frame(list_frame(self.look, &title, focused, area.width, (first, below)), area, buf);
        if focused && !inner.is_empty() {
            self.look.set_selection((inner.x, inner.y));
        }
        let lines = ends.into_iter().flatten().skip(first).take(height);
        for (y, words) in (0u16..).zip(lines) {
            draw_line(buf, inner, (0, y), &Line::styled(words, self.look.theme.diary.sentence));
        }
    }
}

impl Widget for &DifferencesPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let area = area.intersection(buf.area);
        clear_overlay(self.look, area, buf);
        let areas = self.areas(area);
        // Of two branches the focused one is drawn last, so that its border is visible. The differences come after both,
        // because their title is on the shared border.
        let first = usize::from(self.focus == ComparedPane::Branch(0));
        for way in [first, 1 - first] {
            self.draw_branch(way, areas.branches[way], buf);
        }
        self.draw_end_states(areas.end_states, buf);
    }
}
