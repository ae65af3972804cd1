//! How a battle stood at a place of the way: who led, and what the entry moved.

use crate::{
    id::SideId,
    swing::{Measure, Moment, Swing},
    view::review::Lead,
};

/// How it stood at a place of the way.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stood {
    /// Who led, and by how much.
    pub lead: Lead,
    /// Whose lead that is.
    pub side: SideId,
    /// By how much the entry moved it.
    pub moved: f64,
    /// What it is measured by.
    pub measure: Measure,
}

impl Stood {
    /// How it stood at a moment of a battle, and what that moved.
    pub fn of(swing: &Swing, moment: &Moment, before: Option<&Moment>) -> Option<Self> {
        let leads = moment.leads();
        // The first of equals.
        let (side, by) = leads.iter().copied().enumerate().rev().max_by(|(_, one), (_, other)| one.total_cmp(other))?;
        let then = before.map(Moment::leads).and_then(|leads| leads.get(side).copied());
        let moved = then.map_or(0.0, |then| by - then);
        Some(Self { lead: Lead { side, by }, side: *swing.sides.get(side)?, moved, measure: swing.measure })
    }
}
