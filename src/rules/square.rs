//! The Square: how a stack stands. Source: RULES 5.1, 5.3.

use crate::{
    book::SquareOrder,
    state::{State, Unit},
};

/// The shape of a stack of so many units: rows of one width, filled from the Front, the incomplete row at the Back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// How many units.
    pub units: usize,
    /// The width of a row: ⌈√n⌉.
    pub width: usize,
    /// Rows that are full: ⌊n ÷ width⌋.
    pub complete_rows: usize,
    /// Perfect squares from 4 up that fit: ⌊√n⌋ − 1.
    pub complete_squares: usize,
}

/// The side from which a stack is attacked. Left and Right are the page's, with the Front at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edge {
    /// The bottom: the least valuable stand there.
    Front,
    /// The page's left: the stack's own right hand.
    Left,
    /// The top: the most valuable stand there.
    Back,
    /// The page's right.
    Right,
}

impl Edge {
    /// All four, clockwise from above, beginning with the Front.
    pub const ALL: [Self; 4] = [Self::Front, Self::Left, Self::Back, Self::Right];
}

impl Shape {
    /// The shape of `units` units.
    #[must_use]
    pub fn of(units: usize) -> Self {
        let floor = units.isqrt();
        let width = if floor * floor == units { floor } else { floor + 1 };
        let complete_rows = units.checked_div(width).unwrap_or(0);
        Self { units, width, complete_rows, complete_squares: floor.saturating_sub(1) }
    }

    /// Rows, the incomplete one among them.
    #[must_use]
    pub fn rows(&self) -> usize {
        if self.width == 0 { 0 } else { self.units.div_ceil(self.width) }
    }

    /// What a minor penalty is multiplied by.
    #[must_use]
    pub fn minor(&self) -> usize {
        self.complete_squares.max(1)
    }

    /// What a moderate penalty is multiplied by: ⌊√n⌋.
    #[must_use]
    pub fn moderate(&self) -> usize {
        self.units.isqrt().max(1)
    }

    /// What a major penalty is multiplied by: ⌊√n⌋².
    #[must_use]
    pub fn major(&self) -> usize {
        self.moderate().pow(2)
    }

    /// The places, 0 the least valuable, in the order in which units are lost from an Edge. The Front's order is the
    /// places' own, and the Back's its reverse; for a Side the Square is turned until that Edge lies at the bottom and
    /// then read as the Front is, empty places skipped.
    #[must_use]
    pub fn lost_from(&self, edge: Edge) -> Vec<usize> {
        let (width, rows) = (self.width, self.rows());
        let column = |column: usize, upwards: bool| {
            let up = (0..rows).map(move |row| row * width + column);
            let places: Vec<usize> = if upwards { up.collect() } else { up.rev().collect() };
            places.into_iter().filter(|place| *place < self.units)
        };
        match edge {
            Edge::Front => (0..self.units).collect(),
            Edge::Back => (0..self.units).rev().collect(),
            Edge::Right => (0..width).rev().flat_map(|c| column(c, true)).collect(),
            Edge::Left => (0..width).flat_map(|c| column(c, false)).collect(),
        }
    }
}

/// Units in the order in which they fill the Square, least valuable first; equals keep their order on the roster.
#[must_use]
pub fn arranged<'a>(state: &State, units: impl IntoIterator<Item = &'a Unit>) -> Vec<&'a Unit> {
    let mut units: Vec<&Unit> = units.into_iter().collect();
    match state.book().square.order {
        SquareOrder::Strength => {
            units.sort_by_key(|u| (u.strength.now, std::cmp::Reverse(state.grade_used(u)), u.edna.now));
        }
        SquareOrder::Value => units.sort_by_key(|u| u.strength.now),
    }
    units
}
