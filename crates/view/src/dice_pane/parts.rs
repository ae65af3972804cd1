//! The parts of a pane with rolls, laid out with the largest dice that fit.

use crate::{
    Glyphs,
    die::{Die, DieSize},
    draw_line, measure,
};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

/// The dice of a roll, with text before and after them.
#[derive(Clone, Debug, Default)]
pub(super) struct DrawnRoll {
    /// The owner of the dice; `None` if each die names its owner.
    pub head: Option<Span<'static>>,
    pub dice: Vec<Die>,
    pub tail: Vec<Span<'static>>,
}

#[derive(Clone, Debug)]
pub(super) enum DicePart {
    Row(Vec<DrawnRoll>),
    /// Rolls below each other, in as many columns as they need to fit.
    List(Vec<DrawnRoll>),
    Text(Line<'static>),
}

/// The layout of the parts: the size of the dice, their columns inside the frame, and the columns of lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct DiceLayout {
    size: DieSize,
    inner: usize,
    columns: usize,
}

/// Longer names do not widen a die.
const LONGEST_NAME: usize = 17;

/// The columns between two rolls side by side.
const GAP: usize = 2;

/// The rows that the parts need with the largest dice at this width.
pub(super) fn height(parts: &[DicePart], width: u16) -> u16 {
    let width = usize::from(width.saturating_sub(1));
    u16::try_from(DiceLayout::fitting(parts, width, usize::MAX).rows(parts, width)).unwrap_or(u16::MAX)
}

/// Draws as many rows as fit, and says how many are left out.
pub(super) fn draw(
    parts: &[DicePart],
    (area, buf): (Rect, &mut Buffer),
    glyphs: &Glyphs,
    quiet: ratatui::style::Style,
) {
    let (width, height) = (usize::from(area.width.saturating_sub(1)), usize::from(area.height));
    let plan = DiceLayout::fitting(parts, width, height);
    let all = plan.rows(parts, width);
    let room = if all > height { height.saturating_sub(1) } else { all };
    let inside = Rect { height: u16::try_from(room).unwrap_or(area.height), ..area };
    let mut row = 0;
    for part in parts {
        let rows = plan.rows_of(part, width);
        // A die is never cut.
        if row + rows > room && !matches!(part, DicePart::List(_)) {
            break;
        }
        plan.draw(part, (inside, buf), row, glyphs);
        row += rows;
    }
    if all > height {
        let rest = Line::styled(format!("+{} more", all - room), quiet);
        draw_line(buf, area, (1, inside.height), &rest);
    }
}

fn throws_of(part: &DicePart) -> &[DrawnRoll] {
    match part {
        DicePart::Row(throws) | DicePart::List(throws) => throws,
        DicePart::Text(_) => &[],
    }
}

impl DiceLayout {
    /// The layout with the largest dice that fit, and with lists in as few columns as possible.
    fn fitting(parts: &[DicePart], width: usize, height: usize) -> Self {
        let dice = || parts.iter().flat_map(throws_of).flat_map(|throw| &throw.dice);
        let value = dice().map(|die| measure::width(&die.value)).max().unwrap_or(1);
        let name = dice().map(|die| measure::width(&die.owner)).max().unwrap_or(0).min(LONGEST_NAME);
        let most =
            parts.iter().filter_map(|part| if let DicePart::List(throws) = part { Some(throws.len()) } else { None });
        let most = most.max().unwrap_or(1).max(1);
        for size in DieSize::fitting(width) {
            let inner = size.inner(value).max(if *size == DieSize::Large { name } else { 0 });
            for columns in 1..=most {
                let plan = Self { size: *size, inner, columns };
                if !parts.iter().all(|part| plan.is_whole(part, width)) {
                    break;
                }
                if plan.rows(parts, width) <= height {
                    return plan;
                }
            }
        }
        let word = Self { size: DieSize::Word, inner: value, columns: 1 };
        let fits = |columns: &usize| parts.iter().all(|part| Self { columns: *columns, ..word }.is_whole(part, width));
        Self { columns: (1..=most).rev().find(fits).unwrap_or(1), ..word }
    }

    /// Whether nothing of a part is cut at its right end.
    fn is_whole(self, part: &DicePart, width: usize) -> bool {
        match part {
            DicePart::Row(throws) => throws.iter().all(|throw| self.width(throw) <= width),
            DicePart::List(throws) => (self.columns * self.pitch(throws)).saturating_sub(GAP) <= width,
            DicePart::Text(_) => true,
        }
    }

    fn pitch(self, throws: &[DrawnRoll]) -> usize {
        throws.iter().map(|throw| self.width(throw)).max().unwrap_or(0) + GAP
    }

    /// The text before dice that do not name their owner themselves.
    fn head(self, throw: &DrawnRoll) -> Option<&Span<'static>> {
        let is_inside = |die: &Die| !die.owner.is_empty() && measure::width(&die.owner) <= self.inner;
        let text = self.size == DieSize::Large && !throw.dice.is_empty() && throw.dice.iter().all(is_inside);
        throw.head.as_ref().filter(|_| !text)
    }

    fn width(self, throw: &DrawnRoll) -> usize {
        let spans: usize = self.head(throw).into_iter().chain(&throw.tail).map(Span::width).sum();
        spans + throw.dice.len() * (self.inner + 2)
    }

    /// The rolls in each line of a part.
    fn lines(self, part: &DicePart, width: usize) -> Vec<Vec<&DrawnRoll>> {
        match part {
            DicePart::Text(_) => Vec::new(),
            DicePart::Row(throws) => {
                let mut lines: Vec<(usize, Vec<&DrawnRoll>)> = Vec::new();
                for throw in throws {
                    let wide = self.width(throw) + GAP;
                    match lines.last_mut() {
                        Some((used, line)) if *used + wide - GAP <= width => {
                            line.push(throw);
                            *used += wide;
                        }
                        _ => lines.push((wide, vec![throw])),
                    }
                }
                lines.into_iter().map(|(_, line)| line).collect()
            }
            DicePart::List(throws) => {
                // Lists are read down the columns.
                let rows = throws.len().div_ceil(self.columns);
                (0..rows).map(|row| throws.iter().skip(row).step_by(rows).collect()).collect()
            }
        }
    }

    fn rows_of(self, part: &DicePart, width: usize) -> usize {
        match part {
            DicePart::Text(_) => 1,
            DicePart::Row(_) => self.lines(part, width).len() * self.size.rows(),
            DicePart::List(throws) => {
                let tall = throws.iter().any(|throw| !throw.dice.is_empty());
                self.lines(part, width).len() * if tall { self.size.rows() } else { 1 }
            }
        }
    }

    fn rows(self, parts: &[DicePart], width: usize) -> usize {
        parts.iter().map(|part| self.rows_of(part, width)).sum()
    }

    fn draw(self, part: &DicePart, (area, buf): (Rect, &mut Buffer), row: usize, glyphs: &Glyphs) {
        let number = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
        // Text that does not fit is cut after a word, with an ellipsis.
        let say = |buf: &mut Buffer, x: &mut usize, row: u16, span: &Span<'static>| {
            let room = usize::from(area.width).saturating_sub(*x);
            let words = Span::styled(measure::cut(&span.content, room, glyphs), span.style);
            draw_line(buf, area, (number(*x), row), &Line::from(words));
            *x += span.width();
        };
        if let DicePart::Text(line) = part {
            let mut x = 1;
            return line.spans.iter().for_each(|span| say(buf, &mut x, number(row), span));
        }
        let width = usize::from(area.width.saturating_sub(1));
        let pitch = match part {
            DicePart::List(throws) => Some(self.pitch(throws)),
            _ => None,
        };
        let lines = self.lines(part, width);
        let tall = self.rows_of(part, width) / lines.len().max(1);
        for (at, line) in lines.iter().enumerate() {
            let top = row + at * tall;
            if top + tall > usize::from(area.height) {
                return;
            }
            let mut x = 1;
            for (nth, throw) in line.iter().enumerate() {
                x = pitch.map_or(x, |pitch| 1 + nth * pitch);
                let middle = number(top + tall / 2);
                self.head(throw).into_iter().for_each(|span| say(buf, &mut x, middle, span));
                for die in &throw.dice {
                    die.draw((area, buf), (number(x), number(top)), (self.size, self.inner), glyphs);
                    x += self.inner + 2;
                }
                throw.tail.iter().for_each(|span| say(buf, &mut x, middle, span));
                x += GAP;
            }
        }
    }
}
