//! How a battle stood at a place of the way: who led, and what the entry moved.

use wardiary_base::id::SideId;
use wardiary_report::swing::{Measure, Moment, Swing, WayGone};
use wardiary_view::review::Lead;

/// How it stood at a place of the way.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stood {
    /// Who led, and by how much.
    pub lead: Lead,
    /// Whose lead that is.
    pub side: SideId,
    /// The same lead in what can be said of it: nobody is farther on the way than at its end.
    pub gap: f64,
    /// By how much the entry moved that.
    pub moved: f64,
    /// Whether all the others are at the end of the way.
    pub others_there: bool,
    /// How many sides there are.
    pub sides: usize,
    /// What it is measured by.
    pub measure: Measure,
}

impl Stood {
    /// How it stood at a moment of a battle, and what that moved.
    pub fn of(swing: &Swing, moment: &Moment, before: Option<&Moment>) -> Option<Self> {
        let leads = moment.leads();
        // The first of equals.
        let (side, by) = leads.iter().copied().enumerate().rev().max_by(|(_, one), (_, other)| one.total_cmp(other))?;
        let gap = gap(moment, side);
        let moved = before.map_or(0.0, |before| gap - self::gap(before, side));
        let mut others = moment.sides.iter().enumerate().filter(|(other, _)| *other != side);
        Some(Self {
            lead: Lead { side, by },
            side: *swing.sides.get(side)?,
            gap,
            moved,
            others_there: others.all(|(_, way)| way.share() >= 1.0),
            sides: moment.sides.len(),
            measure: swing.measure,
        })
    }
}

/// By how much of the way the others are on the mean ahead of a side, each at its end at the most.
fn gap(moment: &Moment, side: usize) -> f64 {
    let share = |way: &WayGone| way.share().min(1.0);
    let own = moment.sides.get(side).map_or(0.0, share);
    let others = moment.sides.iter().enumerate().filter(|(other, _)| *other != side);
    let (sum, many) = others.fold((0.0, 0.0f64), |(sum, many), (_, way)| (sum + share(way), many + 1.0));
    sum / many.max(1.0) - own
}
