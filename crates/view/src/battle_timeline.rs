//! The timeline of a battle: each side’s strength over its entries, with its Exhaustion Point.

use super::{
    Look, draw_frame, draw_line, frame, measure,
    review::{StripEvent, StripMark, StripPane, position_in},
};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
    widgets::Widget,
};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TimelineSide {
    /// The side's index in the campaign, which decides its colour.
    pub colour: usize,
    pub name: String,
    /// The highest strength that it ever had.
    pub max_strength: u32,
    /// One for each column of the chart.
    pub columns: Vec<TimelineColumn>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimelineColumn {
    pub strength: u32,
    /// The strength at which the side is exhausted; `None` under rules without exhaustion.
    pub exhaustion_point: Option<u32>,
}

#[derive(Clone, Copy, Debug)]
pub struct TimelinePane<'a> {
    pub look: Look<'a>,
    pub sides: &'a [TimelineSide],
    pub notches: &'a [StripMark],
    /// Events, ordered by their index.
    pub events: &'a [(usize, StripEvent)],
    pub entries: usize,
    pub at: usize,
}

const LABEL: u16 = 15;

/// The rows of the timeline: turns, bar and signs.
const TIMELINE: u16 = 3;

/// The rows needed for this many sides, border included.
pub fn height(sides: usize) -> u16 {
    let each = if sides > 2 { 2 } else { 3 };
    u16::try_from(sides * each).unwrap_or(u16::MAX).saturating_add(TIMELINE + 2)
}

pub fn columns(pane: Rect) -> u16 {
    pane.width.saturating_sub(LABEL + 3)
}

/// The index on the timeline at a screen column.
pub fn index_at(pane: Rect, x: u16, entries: usize) -> usize {
    position_in(entries, x.saturating_sub(pane.x + 1 + LABEL), columns(pane))
}

impl TimelinePane<'_> {
    fn strip(&self) -> StripPane<'_> {
        let Self { look, notches, events: signals, entries, at, .. } = *self;
        StripPane { look, entries, at, notches, events: signals, leads: &[] }
    }

    fn draw_side(&self, side: &TimelineSide, area: Rect, buf: &mut Buffer) {
        let (style, glyphs) = (self.look.theme.gauges, self.look.glyphs);
        let rows = u32::from(area.height);
        let eighths = |strength: u32| {
            let all = u64::from(side.max_strength.max(1));
            // A side with any strength left shows at least one eighth.
            u32::try_from((u64::from(strength) * u64::from(rows) * 8).div_ceil(all)).unwrap_or(u32::MAX)
        };
        let rising = glyphs.bar_heights();
        let ink = style.left.patch(self.look.theme.side_sign(side.colour));
        for row in 0..area.height {
            // How many eighths this row lies above the base line.
            let ground = (rows - 1 - u32::from(row)) * 8;
            let cell = |column: &TimelineColumn| {
                let point = column.exhaustion_point.map(eighths);
                match eighths(column.strength).saturating_sub(ground) {
                    0 if point.is_some_and(|point| point.saturating_sub(1) / 8 * 8 == ground) => {
                        Span::styled(glyphs.dash.to_string(), style.muted)
                    }
                    0 => Span::raw(" "),
                    level => {
                        let level = usize::try_from(level.min(8)).unwrap_or(8);
                        Span::styled(rising[level - 1].to_string(), ink)
                    }
                }
            };
            let cells: Vec<Span> = side.columns.iter().map(cell).collect();
            draw_line(buf, area, (LABEL, row), &Line::from(cells));
        }
        let last = side.columns.last().copied().unwrap_or_default();
        let room = usize::from(LABEL - 1);
        let mut spans = vec![
            Span::styled(measure::cut_name(&side.name, room, glyphs), style.name),
            Span::styled(format!("{} of {} SP", last.strength, side.max_strength), style.text),
        ];
        // Exhaustion is counted in losses.
        let spent = last.exhaustion_point.map(|point| match last.strength.checked_sub(point) {
            None | Some(0) => Span::styled("exhausted", style.warning),
            Some(more) => Span::styled(format!("exhausts in {more}"), style.muted),
        });
        spans.extend(spent);
        if area.height == 1 {
            spans.truncate(1);
        }
        for (row, span) in (0..area.height).zip(spans) {
            draw_line(buf, area, (0, row), &Line::from(span));
        }
    }

    /// The legend of the timeline's signs, a text for each row.
    fn legend(&self) -> [String; TIMELINE as usize] {
        let glyphs = self.look.glyphs;
        [
            format!("{} leader fell", glyphs.eliminated),
            format!("{} stack {} place", glyphs.times, glyphs.objective),
            format!("{} exhausted", glyphs.ineffective),
        ]
    }
}

impl Widget for &TimelinePane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let block = frame(self.look, Line::raw("Strength over time"), false);
        let inner = draw_frame(block, area, buf);
        let sides = u16::try_from(self.sides.len()).unwrap_or(u16::MAX).max(1);
        let each = inner.height.saturating_sub(TIMELINE) / sides;
        if each == 0 || inner.width <= LABEL + 2 {
            return;
        }
        for (side, y) in self.sides.iter().zip((inner.y..).step_by(usize::from(each))) {
            let place = Rect { y, height: each, ..inner }.intersection(inner);
            self.draw_side(side, place, buf);
        }
        for (row, text) in (each * sides..).zip(self.legend()) {
            draw_line(buf, inner, (0, row), &Line::styled(text, self.look.theme.gauges.muted));
        }
        // The strip leaves a column free at either end.
        let strip =
            Rect { x: inner.x + LABEL - 1, width: columns(area) + 2, y: inner.y + each * sides, height: TIMELINE };
        (&self.strip()).render(strip.intersection(inner), buf);
    }
}
