//! The strip of a diary: the whole path from the muster to its end in one line, with its turns, battles and marks, and
//! the current position.

use crate::{Look, draw_line, measure, visible_part};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
    text::{Line, Span},
    widgets::Widget,
};
use wardiary_rules::notable::NotableKind;

/// The strip of a path through a diary. A position is the number of entries before it; 0 is the muster.
#[derive(Clone, Copy, Debug)]
pub struct StripPane<'a> {
    pub look: Look<'a>,
    pub entries: usize,
    pub at: usize,
    /// The starts of turns and battles, in order.
    pub notches: &'a [StripMark],
    /// The signs, ordered by position.
    pub events: &'a [(usize, StripEvent)],
    /// The leader at each position, from the muster on; empty if no row shows it.
    pub leads: &'a [Option<BattleLead>],
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BattleLead {
    /// The side's index in the battle. The first side's lead grows from below, any other's from above.
    pub side: usize,
    /// The lead, as a share of the way to the Exhaustion Point.
    pub share: f64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StripMark {
    /// The position right after it.
    pub position: usize,
    /// `T3`, or the battle's name.
    pub name: String,
    pub is_battle: bool,
}

/// A notable event on the strip, the least important first: a column shows the most important one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StripEvent {
    Fork,
    /// A turning point of a battle: for the first side (`true`), or against it.
    Turning(bool),
    Notable(NotableKind),
    Match,
    /// A remark without a mark.
    Remark,
    /// A remark with this mark.
    Mark(char),
    Bookmark,
}

/// Names are not cut below this many columns.
const MIN_NAME: usize = 4;

/// The column of a position on a strip of this many entries and columns.
pub fn column_of(entries: usize, place: usize, width: u16) -> u16 {
    let last = usize::from(width.saturating_sub(1));
    u16::try_from(place.min(entries) * last / entries.max(1)).unwrap_or(width)
}

/// The first position in a column of a strip, or the last one before it.
pub fn position_in(entries: usize, column: u16, width: u16) -> usize {
    let last = usize::from(width.saturating_sub(1)).max(1);
    let first = (usize::from(column.min(width.saturating_sub(1))) * entries).div_ceil(last);
    if column_of(entries, first, width) > column { first.saturating_sub(1) } else { first.min(entries) }
}

impl StripPane<'_> {
    pub fn column(&self, place: usize, width: u16) -> u16 {
        column_of(self.entries, place, width)
    }

    pub fn position_at(&self, column: u16, width: u16) -> usize {
        position_in(self.entries, column, width)
    }

    fn bar(&self, width: u16) -> Vec<(char, Style)> {
        let (style, glyphs) = (self.look.theme.gauges, self.look.glyphs);
        let here = self.column(self.at, width);
        let bar = |column| if column < here { (glyphs.strip_past, style.mark) } else { (glyphs.dash, style.lost) };
        let mut cells: Vec<(char, Style)> = (0..width).map(bar).collect();
        for notch in self.notches {
            if let Some(cell) = cells.get_mut(usize::from(self.column(notch.position, width))) {
                *cell = (glyphs.bar_mark, if notch.is_battle { style.mark } else { style.muted });
            }
        }
        if let Some(cell) = cells.get_mut(usize::from(here)) {
            *cell = (glyphs.focus, self.look.theme.header.warning);
        }
        cells
    }

    fn signs(&self, width: u16) -> Vec<Option<StripEvent>> {
        let mut cells: Vec<Option<StripEvent>> = vec![None; usize::from(width)];
        for (place, signal) in self.events {
            if let Some(cell) = cells.get_mut(usize::from(self.column(*place, width))) {
                *cell = (*cell).max(Some(*signal));
            }
        }
        cells
    }

    fn sign(&self, signal: StripEvent) -> (char, Style) {
        let (style, glyphs) = (self.look.theme.diary, self.look.glyphs);
        match signal {
            StripEvent::Fork => (glyphs.branch, style.branch),
            StripEvent::Turning(up) => (if up { glyphs.up } else { glyphs.down }, self.look.theme.header.warning),
            StripEvent::Notable(kind) => {
                let sign = match kind {
                    NotableKind::Leader => glyphs.eliminated,
                    NotableKind::Exhaustion => glyphs.ineffective,
                    NotableKind::Stack => glyphs.times,
                    NotableKind::Objective => glyphs.objective,
                    NotableKind::Charge => glyphs.pushed,
                    NotableKind::Roll => glyphs.changed,
                };
                (sign, self.look.theme.header.warning)
            }
            StripEvent::Match => (glyphs.picked, self.look.theme.picker.matched),
            StripEvent::Remark => (glyphs.bullet, style.remark),
            StripEvent::Mark(mark) => (mark, style.remark),
            StripEvent::Bookmark => (glyphs.bookmark, style.remark),
        }
    }

    /// The swing in a row; a whole way to exhaustion takes eight eighths.
    fn swing(&self, width: u16) -> Line<'static> {
        let rising = self.look.glyphs.bar_heights();
        let quiet = self.look.theme.gauges.lost;
        let cell = |column: u16| {
            let Some(lead) = self.leads.get(self.position_at(column, width)).copied().flatten() else {
                return Span::raw(" ");
            };
            let eighths = (0..8).rev().find(|level| lead.share > f64::from(*level) / 8.0).map_or(0, |level| level + 1);
            let ink = self.look.theme.side_sign(lead.side);
            match (lead.side, usize::try_from(eighths).unwrap_or(0)) {
                (_, 0) => Span::styled(self.look.glyphs.no_effect.to_string(), quiet),
                (0, eighths) => Span::styled(rising[eighths - 1].to_string(), ink),
                // A block hanging from above is a reversed lower block.
                (_, 8) => Span::styled(rising[7].to_string(), ink),
                (_, eighths) => Span::styled(rising[7 - eighths].to_string(), ink.add_modifier(Modifier::REVERSED)),
            }
        };
        Line::from((0..width).map(cell).collect::<Vec<_>>())
    }

    /// The names of turns and battles, each at its own column, cut before the next.
    fn names(&self, width: u16) -> Line<'static> {
        let glyphs = self.look.glyphs;
        let mut spans: Vec<Span<'static>> = Vec::new();
        let mut used = 0;
        for (at, notch) in self.notches.iter().enumerate() {
            let from = usize::from(self.column(notch.position, width));
            let next = self.notches[at + 1..].iter().map(|next| usize::from(self.column(next.position, width)));
            let end = next.filter(|next| *next > from).min().unwrap_or(usize::from(width));
            if from < used || end <= from + 1 {
                continue;
            }
            let name = measure::cut_name(&notch.name, end - from - 1, glyphs);
            // One or two letters of a name are useless.
            if name != notch.name && measure::width(&name) < MIN_NAME {
                continue;
            }
            let style = if notch.is_battle { self.look.theme.header.battle } else { self.look.theme.header.muted };
            spans.push(Span::raw(" ".repeat(from - used)));
            used = from + measure::width(&name);
            spans.push(Span::styled(name, style));
        }
        Line::from(spans)
    }
}

impl Widget for &StripPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let Some(area) = visible_part(area, buf) else { return };
        buf.set_style(area, self.look.theme.base);
        let inner = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
        let mut bar = self.bar(inner.width);
        let signs = self.signs(inner.width);
        // The swing is under the bar, the signs under the swing.
        let swings = u16::from(!self.leads.is_empty());
        let row_of_signs = (area.height > 2 + swings).then_some(2 + swings);
        for (column, signal) in signs.into_iter().enumerate() {
            let Some(signal) = signal else { continue };
            let (sign, style) = self.sign(signal);
            match row_of_signs {
                Some(row) => {
                    let x = u16::try_from(column).unwrap_or(u16::MAX);
                    draw_line(buf, inner, (x, row), &Line::styled(sign.to_string(), style));
                }
                // Without a row for them, signs replace the bar, except at the current position.
                None if column != usize::from(self.column(self.at, inner.width)) => bar[column] = (sign, style),
                None => {}
            }
        }
        let bar: Vec<Span> = bar.into_iter().map(|(c, style)| Span::styled(c.to_string(), style)).collect();
        let (names, line) = if area.height > 1 { (Some(0), 1) } else { (None, 0) };
        if let Some(row) = names {
            draw_line(buf, inner, (0, row), &self.names(inner.width));
        }
        draw_line(buf, inner, (0, line), &Line::from(bar));
        if swings > 0 && area.height > 2 {
            draw_line(buf, inner, (0, 2), &self.swing(inner.width));
        }
    }
}
