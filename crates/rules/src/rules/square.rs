//! The Square: a stack's units by value, and the order in which its units are lost. Source: RULES 5.1 to 5.3, 5.5.

pub use crate::order::Edge;

use crate::{
    order::{Posture, Rank, Stats},
    state::{Stack, State, Unit},
};
use wardiary_base::book::SquareOrder;

/// The shape of a stack: rows of equal width, filled from the Front; the Back row may be incomplete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub units: usize,
    /// The width of a row: ⌈√n⌉.
    pub width: usize,
    /// The number of full rows: ⌊n ÷ width⌋.
    pub complete_rows: usize,
    /// The number of perfect squares from 4 up that fit: ⌊√n⌋ − 1.
    pub complete_squares: usize,
}

impl Shape {
    pub fn new(units: usize) -> Self {
        let floor = units.isqrt();
        let width = if floor * floor == units { floor } else { floor + 1 };
        let complete_rows = units.checked_div(width).unwrap_or(0);
        Self { units, width, complete_rows, complete_squares: floor.saturating_sub(1) }
    }

    /// The number of rows, including an incomplete one.
    pub fn rows(&self) -> usize {
        if self.width == 0 { 0 } else { self.units.div_ceil(self.width) }
    }

    pub fn minor_multiplier(&self) -> usize {
        self.complete_squares.max(1)
    }

    /// The multiplier of a moderate penalty: ⌊√n⌋.
    pub fn moderate_multiplier(&self) -> usize {
        self.units.isqrt().max(1)
    }

    /// The multiplier of a major penalty: ⌊√n⌋².
    pub fn major_multiplier(&self) -> usize {
        self.moderate_multiplier().pow(2)
    }

    /// The places in the order in which units are lost from an Edge; place 0 is the least valuable. The Front's order
    /// is that of the places, and the Back's its reverse. For a Side the Square is turned until that Edge is at the
    /// bottom, and then read like the Front, skipping empty places.
    pub fn loss_order(&self, edge: Edge) -> Vec<usize> {
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

    /// The number of units in the first rank of an Edge.
    pub fn first_rank(&self, edge: Edge) -> usize {
        match edge {
            _ if self.units == 0 => 0,
            Edge::Front => self.width.min(self.units),
            Edge::Back => self.units - (self.rows() - 1) * self.width,
            Edge::Left => self.rows(),
            Edge::Right => self.complete_rows,
        }
    }

    /// The place of a Warlord by the posture of its stack; `None` if its Value decides. On the offensive it is the last
    /// place. On the defensive it is the centre, in an even Square the one further back and to the right, or the
    /// nearest filled place in that row. Source: RULES 5.5.
    pub fn warlord_place(&self, posture: Posture) -> Option<usize> {
        let last = self.units.checked_sub(1)?;
        match posture {
            Posture::Offensive => Some(last),
            // Only the last row can be incomplete, and it is filled from the left.
            Posture::Defensive => Some((self.rows() / 2 * self.width + self.width / 2).min(last)),
            Posture::Screening | Posture::Neutral => None,
        }
    }

    /// The places in the order in which they are lost from an Edge, if a Warlord on the offensive is at `warlord`: an
    /// exposed Warlord comes after the others of the first rank, otherwise last of all. Source: RULES 5.5.
    pub fn loss_order_with_warlord(&self, edge: Edge, warlord: usize, exposed: bool) -> Vec<usize> {
        let mut order = self.loss_order(edge);
        let rank = order.iter().take(self.first_rank(edge)).filter(|place| **place != warlord).count();
        order.retain(|place| *place != warlord);
        order.insert(if exposed { rank } else { order.len() }, warlord);
        order
    }
}

/// Units of a stack in the order of the Square's places, its Warlord as the posture has it. Source: RULES 5.5.
pub fn units_by_place<'a>(state: &'a State, stack: &Stack) -> Vec<&'a Unit> {
    let mut units = units_by_value(state, state.fighting_units(stack.id));
    let place = Shape::new(units.len()).warlord_place(stack.posture);
    let warlord = units.iter().position(|u| Some(u.id) == stack.leader);
    if let (Some(place), Some(at)) = (place, warlord) {
        let warlord = units.remove(at);
        units.insert(place, warlord);
    }
    units
}

/// Units in the order in which they fill the Square, least valuable first; equals keep their roster order.
pub(crate) fn units_by_value<'a>(state: &State, units: impl IntoIterator<Item = &'a Unit>) -> Vec<&'a Unit> {
    let mut units: Vec<&Unit> = units.into_iter().collect();
    match state.book().square.order {
        SquareOrder::Strength => {
            units.sort_by_key(|u| (u.strength.now, std::cmp::Reverse(state.grade_in_rules(u)), u.edna.now));
        }
        SquareOrder::Value => units.sort_by_key(|u| unit_value(u)),
    }
    units
}

/// A unit's worth; the greater stands further back. Later fields only break ties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Value {
    /// A Ruler above an Heir above the Attuned above all others.
    pub crown: u8,
    /// Upkeep, even if it is waived.
    pub upkeep: u16,
    /// Decrypted units rank above others of the same Upkeep.
    pub decrypted: bool,
    pub level: u16,
    /// Warlord 1, Royal 10, Noble 6, Caster 3 and a Caster's bonus.
    pub rank: u32,
    /// The initial Attack, Defense, Hits and Move, added up, times the number of Specials.
    pub base: u64,
    pub hits: u16,
}

pub fn unit_value(unit: &Unit) -> Value {
    let none = Stats::default();
    let stats = unit.stats.as_deref().unwrap_or(&none);
    value_of_stats(stats, unit.strength.full, unit.strength.now)
}

/// The worth of a unit with these numbers, its initial Hits and its current Hits.
pub fn value_of_stats(stats: &Stats, full: u16, now: u16) -> Value {
    let crown = match () {
        () if stats.has_rank(Rank::Ruler) => 3,
        () if stats.has_rank(Rank::Heir) => 2,
        () if stats.has_rank(Rank::Attuned) => 1,
        () => 0,
    };
    let points = |rank: Rank| match rank {
        Rank::Warlord => 1,
        Rank::Royal => 10,
        Rank::Noble => 6,
        Rank::Caster => 3 + u32::from(stats.bonus),
        Rank::Ruler | Rank::Heir | Rank::Attuned => 0,
    };
    let sum: u64 = [stats.attack, stats.defense, full, stats.movement].into_iter().map(u64::from).sum();
    Value {
        crown,
        upkeep: stats.upkeep,
        decrypted: stats.decrypted,
        level: stats.level,
        rank: stats.ranks.iter().map(|rank| points(*rank)).sum(),
        base: sum * u64::from(stats.specials),
        hits: now,
    }
}
