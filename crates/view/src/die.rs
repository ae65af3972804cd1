//! A die as a drawing, shared by all mechanisms, in the largest size that fits.
//!
//! A die that counts has a frame, so that it shows without colours too: a die that passes, dice of a face that make a
//! double.

use super::{Glyphs, draw_line, measure};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
};

/// Panes at least this wide draw large dice, to be read from a distance.
pub(super) const LARGE_FROM: usize = 156;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DieSize {
    /// A word in brackets: `[6]`.
    Word,
    /// A box of three rows.
    Box,
    /// A box of five rows with the owner's name in it, for a projector.
    Large,
}

impl DieSize {
    /// The sizes allowed in a pane of this many columns, largest first.
    pub(crate) fn fitting(columns: usize) -> &'static [Self] {
        if columns >= LARGE_FROM { &[Self::Large, Self::Box, Self::Word] } else { &[Self::Box, Self::Word] }
    }

    pub const fn rows(self) -> usize {
        match self {
            Self::Word => 1,
            Self::Box => 3,
            Self::Large => 5,
        }
    }

    /// The fewest columns inside the frame for a value of this width.
    pub const fn inner(self, value: usize) -> usize {
        match self {
            Self::Word => value,
            Self::Box | Self::Large => value + 2,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Die {
    /// The owner's name; shown by large dice only.
    pub owner: String,
    /// The value on the die: its face, or its score and grade.
    pub value: String,
    /// The natural face, if the score differs from it.
    pub natural: String,
    /// Whether the die counts and so has a frame.
    pub counts: bool,
    pub style: Style,
}

impl Die {
    /// The rows of the die, with `inner` columns inside the frame.
    pub fn lines(&self, size: DieSize, inner: usize, glyphs: &Glyphs) -> Vec<String> {
        let middle = |text: &str| {
            let text = measure::cut(text, inner, glyphs);
            let spare = inner.saturating_sub(measure::width(&text));
            format!("{}{text}{}", " ".repeat(spare / 2), " ".repeat(spare - spare / 2))
        };
        if size == DieSize::Word {
            let [before, after] = if self.counts { ["[", "]"] } else { [" ", " "] };
            return vec![format!("{before}{}{after}", middle(&self.value))];
        }
        let set = glyphs.die();
        let sign = |sign: &'static str| if self.counts { sign } else { " " };
        let row = |text: &str| format!("{}{}{}", sign(set.vertical_left), middle(text), sign(set.vertical_right));
        let level = |[left, along, right]: [&'static str; 3], text: &str| {
            let dashes = inner.saturating_sub(measure::width(text));
            let along = |many: usize| sign(along).repeat(many);
            format!("{}{}{text}{}{}", sign(left), along(dashes / 2), along(dashes - dashes / 2), sign(right))
        };
        let top = level([set.top_left, set.horizontal_top, set.top_right], "");
        let bottom = [set.bottom_left, set.horizontal_bottom, set.bottom_right];
        if size == DieSize::Box {
            return vec![top, row(&self.value), level(bottom, &self.natural)];
        }
        let natural = if self.natural.is_empty() { String::new() } else { format!("({})", self.natural) };
        vec![top, row(&self.owner), row(&self.value), row(&natural), level(bottom, "")]
    }

    pub fn draw(
        &self,
        (area, buf): (Rect, &mut Buffer),
        (x, y): (u16, u16),
        (size, inner): (DieSize, usize),
        glyphs: &Glyphs,
    ) {
        for (row, line) in (y..).zip(self.lines(size, inner, glyphs)) {
            draw_line(buf, area, (x, row), &Line::from(Span::styled(line, self.style)));
        }
    }
}
