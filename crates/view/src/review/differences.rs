//! Compares two branches of a diary, or two diaries: their entries side by side from the fork on, and the differences
//! between their end states.

use crate::{Look, Thing, draw_line, list_frame, measure, open_frame};
use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Layout, Position, Rect, Spacing},
    style::Style,
    text::{Line, Span},
    widgets::{Clear, Widget},
};
use std::ops::Range;
use wardiary_base::text;
use wardiary_diary::diary::{Account, compare::Compared};

/// A pane of the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComparedPane {
    /// The entries of the first branch, or of the second.
    Way(usize),
    /// The differences between the end states.
    Ends,
}

/// Two branches side by side.
#[derive(Clone, Copy, Debug)]
pub struct DifferencesPane<'a> {
    pub look: Look<'a>,
    pub compared: &'a Compared,
    /// The selected entry of each branch, by index.
    pub selected: [usize; 2],
    pub scroll: usize,
    pub focus: ComparedPane,
}

/// The remarks on an entry, as listed below it.
fn remarks(account: &Account, width: usize) -> Vec<String> {
    /// The indent of a remark.
    const IN: usize = 4;
    let wrapped = |line: String| measure::wrap(&text::sanitize(&line), width.saturating_sub(IN).max(1));
    account.remark_lines().into_iter().flat_map(wrapped).map(|line| format!("{}{line}", " ".repeat(IN))).collect()
}

struct Areas {
    ways: [Rect; 2],
    ends: Rect,
}

impl DifferencesPane<'_> {
    fn areas(&self, area: Rect) -> Areas {
        let words = self.ends(usize::from(area.width.saturating_sub(2))).iter().map(Vec::len).sum::<usize>();
        let below = u16::try_from(words + 2).unwrap_or(u16::MAX).min(area.height / 2);
        // Neighbouring panes share a border.
        let rows = Layout::vertical([Constraint::Fill(1), Constraint::Length(below)]).spacing(Spacing::Overlap(1));
        let [above, ends] = rows.areas(area);
        let halves = Layout::horizontal([Constraint::Fill(1), Constraint::Fill(1)]).spacing(Spacing::Overlap(1));
        Areas { ways: halves.areas(above), ends }
    }

    /// The pane at a screen position and, in a branch, the index of the entry.
    pub fn at(&self, area: Rect, at: Position) -> Option<(ComparedPane, Option<usize>)> {
        let areas = self.areas(area);
        if areas.ends.contains(at) {
            return Some((ComparedPane::Ends, None));
        }
        let way = areas.ways.iter().position(|way| way.contains(at))?;
        let height = usize::from(areas.ways[way].height.saturating_sub(2));
        let width = usize::from(areas.ways[way].width.saturating_sub(2));
        let row = at.y.checked_sub(areas.ways[way].y + 1).map(usize::from).filter(|row| *row < height);
        let entry = row.and_then(|row| self.seen(way, height, width).into_iter().find(|(_, rows)| rows.contains(&row)));
        Some((ComparedPane::Way(way), entry.map(|(entry, _)| entry)))
    }

    /// The visible entries of a branch, each with its rows. Remarks are below their entry.
    fn seen(&self, way: usize, height: usize, width: usize) -> Vec<(usize, Range<usize>)> {
        let entries = &self.compared.ways[way].entries;
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
        let (style, glyphs) = (&self.look.theme.log, self.look.glyphs);
        let number = format!("{:>number$} ", account.no);
        let turn = account.turn.filter(|_| width > 40).map_or(String::new(), |turn| format!("T{turn} "));
        let room = width.saturating_sub(number.len() + turn.len());
        let headline = measure::cut(&text::sanitize(&account.headline), room, glyphs);
        let left = room - measure::width(&headline);
        let faces = if account.dice.is_empty() { String::new() } else { format!("  {}", account.faces()) };
        let faces = if left > 4 { measure::cut(&faces, left, glyphs) } else { String::new() };
        let ink = |own: Style| if selected { own.patch(style.selected) } else { own };
        let spans = [(number, style.number), (turn, style.turn), (headline, style.headline), (faces, style.dice)];
        Line::from(spans.map(|(words, own)| Span::styled(words, ink(own))).to_vec())
    }

    /// The differences between the end states, a list of lines each.
    fn ends(&self, width: usize) -> Vec<Vec<String>> {
        if self.compared.differences.is_empty() {
            return vec![vec!["Nothing: both ends are alike.".into()]];
        }
        let lines = |difference: &String| measure::wrap(&text::sanitize(difference), width.max(1));
        self.compared.differences.iter().map(lines).collect()
    }

    fn draw_way(&self, way: usize, area: Rect, buf: &mut Buffer) {
        let entries = &self.compared.ways[way].entries;
        let title = format!("{}: {}", self.compared.ways[way].title, text::count(entries.len(), "entry", "entries"));
        let focused = self.focus == ComparedPane::Way(way);
        let height = usize::from(area.height.saturating_sub(2));
        let seen = self.seen(way, height, usize::from(area.width.saturating_sub(2)));
        let first = seen.first().map_or(0, |(entry, _)| *entry);
        let below = entries.len() - seen.last().map_or(0, |(entry, _)| entry + 1);
        let inner =
            open_frame(list_frame(self.look, &text::sanitize(&title), focused, area.width, (first, below)), area, buf);
        let number = entries.iter().map(|account| account.no).max().unwrap_or(1).ilog10() as usize + 1;
        let width = usize::from(inner.width);
        for (at, rows) in seen {
            let selected = focused && at == self.selected[way];
            let remarks = remarks(&entries[at], width).into_iter();
            let remarks = remarks.map(|words| Line::styled(words, self.look.theme.log.remark));
            let lines = std::iter::once(self.entry(&entries[at], number, width, selected)).chain(remarks);
            if let Some(y) = u16::try_from(rows.start).ok().filter(|_| selected) {
                self.look.select((inner.x, inner.y + y));
            }
            let tall = u16::try_from(rows.len()).unwrap_or(u16::MAX);
            let y = inner.y.saturating_add(u16::try_from(rows.start).unwrap_or(u16::MAX));
            self.look.shows(Thing::Row(at), Rect { y, height: tall, ..inner }.intersection(inner));
            for (y, line) in rows.take_while(|y| *y < height).filter_map(|y| u16::try_from(y).ok()).zip(lines) {
                draw_line(buf, inner, (0, y), &line);
            }
        }
        if entries.is_empty() {
            let said = format!("it ends at {}", self.compared.parted());
            draw_line(buf, inner, (0, 0), &Line::styled(said, self.look.theme.log.number));
        }
    }

    fn draw_ends(&self, area: Rect, buf: &mut Buffer) {
        let title = format!("What differs at the end; they part after {}", self.compared.parted());
        let height = usize::from(area.height.saturating_sub(2));
        let ends = self.ends(usize::from(area.width.saturating_sub(2)));
        let all: usize = ends.iter().map(Vec::len).sum();
        let wanted: usize = ends.iter().take(self.scroll).map(Vec::len).sum();
        let first = wanted.min(all.saturating_sub(height));
        let focused = self.focus == ComparedPane::Ends;
        let below = all.saturating_sub(first + height);
        let inner = open_frame(list_frame(self.look, &title, focused, area.width, (first, below)), area, buf);
        if focused && !inner.is_empty() {
            self.look.select((inner.x, inner.y));
        }
        let lines = ends.into_iter().flatten().skip(first).take(height);
        for (y, words) in (0u16..).zip(lines) {
            draw_line(buf, inner, (0, y), &Line::styled(words, self.look.theme.log.sentence));
        }
    }
}

impl Widget for &DifferencesPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let area = area.intersection(buf.area);
        Clear.render(area, buf);
        buf.set_style(area, self.look.theme.base);
        let areas = self.areas(area);
        // Of two branches the focused one is drawn last, so that its border is visible. The differences come after both,
        // because their title is on the shared border.
        let first = usize::from(self.focus == ComparedPane::Way(0));
        for way in [first, 1 - first] {
            self.draw_way(way, areas.ways[way], buf);
        }
        self.draw_ends(areas.ends, buf);
    }
}
