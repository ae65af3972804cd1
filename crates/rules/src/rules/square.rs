//! The Square: how a stack stands, and in which order its units are lost. Source: RULES 5.1, 5.3, 5.5.

pub use crate::order::Edge;

use super::value::value;
use crate::{
    order::Posture,
    state::{Stack, State, Unit},
};
use wardiary_base::book::SquareOrder;

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

    /// How many units stand in the first rank that an Edge shows.
    #[must_use]
    pub fn first_rank(&self, edge: Edge) -> usize {
        match edge {
            _ if self.units == 0 => 0,
            Edge::Front => self.width.min(self.units),
            Edge::Back => self.units - (self.rows() - 1) * self.width,
            Edge::Left => self.rows(),
            Edge::Right => self.complete_rows,
        }
    }

    /// The place that a Warlord has by the posture of his stack; none where he stands by his Value. On the offensive it is
    /// the last; on the defensive the centre's, in an even Square on the side of it that is further back and to the right,
    /// or the nearest that is filled in that row. Source: RULES 5.5.
    #[must_use]
    pub fn warlords_place(&self, posture: Posture) -> Option<usize> {
        let last = self.units.checked_sub(1)?;
        match posture {
            Posture::Offensive => Some(last),
            // No row but the last one can want for units, and those it has stand from the left.
            Posture::Defensive => Some((self.rows() / 2 * self.width + self.width / 2).min(last)),
            Posture::Screening | Posture::Neutral => None,
        }
    }

    /// The places in the order in which they are lost from an Edge, where a Warlord on the offensive stands at
    /// `warlord`: after the others of the first rank if he is exposed, and otherwise last of all. Source: RULES 5.5.
    #[must_use]
    pub fn lost_around(&self, edge: Edge, warlord: usize, exposed: bool) -> Vec<usize> {
        let mut order = self.lost_from(edge);
        let rank = order.iter().take(self.first_rank(edge)).filter(|place| **place != warlord).count();
        order.retain(|place| *place != warlord);
        order.insert(if exposed { rank } else { order.len() }, warlord);
        order
    }
}

/// The units of a stack in the order of the Square's places, its Warlord where the posture puts him. Source: RULES 5.5.
#[must_use]
pub fn formed<'a>(state: &'a State, stack: &Stack) -> Vec<&'a Unit> {
    let mut units = arranged(state, state.units_standing(stack.id));
    let place = Shape::of(units.len()).warlords_place(stack.posture);
    let warlord = units.iter().position(|u| Some(u.id) == stack.leader);
    if let (Some(place), Some(at)) = (place, warlord) {
        let warlord = units.remove(at);
        units.insert(place, warlord);
    }
    units
}

/// Units in the order in which they fill the Square, least valuable first; equals keep their order on the roster.
#[must_use]
pub(crate) fn arranged<'a>(state: &State, units: impl IntoIterator<Item = &'a Unit>) -> Vec<&'a Unit> {
    let mut units: Vec<&Unit> = units.into_iter().collect();
    match state.book().square.order {
        SquareOrder::Strength => {
            units.sort_by_key(|u| (u.strength.now, std::cmp::Reverse(state.grade_used(u)), u.edna.now));
        }
        SquareOrder::Value => units.sort_by_key(|u| value(u)),
    }
    units
}
