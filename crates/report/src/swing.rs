//! The swing of a battle: each side's way to its Exhaustion Point, entry by entry, and the entries that moved it most.
//! Exact, and free of any policy: it says what was lost, not what might have been. Derived from the diary, never stored.
//!
//! A side's *share* is the Strength Points that it has lost of its Exhaustion Point; where the rulebook knows no exhaustion, of all
//! that it brought. Its *lead* is the mean share of the others, less its own. A turning point is an entry that moved leads far.
//!
//! What might come is another matter, and simulated: [`FoughtOut`] plays a battle out from the end of a turn, many times, by
//! the policy of its rulebook.
//!
//! [`swing`] reads a battle at once; a [`SwingReader`] a few entries at a time, on whatever branch, and keeps what it read.

mod fought_out;
mod reader;
mod words;

pub use fought_out::FoughtOut;
pub use reader::{SwingReader, swing};

use wardiary_base::id::{BattleId, SideId};
use wardiary_diary::diary::EntryNo;

/// How a battle went.
#[derive(Clone, Debug, PartialEq)]
pub struct Swing {
    /// The battle.
    pub battle: BattleId,
    /// Its sides, in their order.
    pub sides: Vec<SideId>,
    /// What is measured by.
    pub measure: Measure,
    /// How it stood when it began, and after each entry on the way to the head until it was over.
    pub moments: Vec<Moment>,
}

/// What losses are a share of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The Exhaustion Point.
    ExhaustionPoint,
    /// All Strength Points brought, where the rulebook knows no exhaustion.
    AllStrength,
}

/// How it stood after an entry.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// The entry; 0 for the muster.
    pub no: EntryNo,
    /// The turn that it happened in.
    pub turn: u32,
    /// Whether a turn of the battle ended with it.
    pub ends_turn: bool,
    /// How far each side was.
    pub sides: Vec<WayGone>,
}

/// How far a side is on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WayGone {
    /// Strength Points lost.
    pub lost: u32,
    /// How many make the whole way.
    pub of: u32,
}

/// An entry that moved leads.
#[derive(Clone, Debug, PartialEq)]
pub struct TurningPoint {
    /// The entry.
    pub no: EntryNo,
    /// The turn.
    pub turn: u32,
    /// By how much each side's lead rose, or fell.
    pub moved: Vec<f64>,
    /// How far each side was before it, and after it.
    pub ways: Vec<(WayGone, WayGone)>,
}

impl WayGone {
    /// The share of the way that is gone; above 1 beyond the point.
    #[must_use]
    pub fn share(&self) -> f64 {
        f64::from(self.lost) / f64::from(self.of.max(1))
    }
}

impl Moment {
    /// The lead of each side.
    #[must_use]
    pub fn leads(&self) -> Vec<f64> {
        let all: f64 = self.sides.iter().map(WayGone::share).sum();
        let others = f64::from(u32::try_from(self.sides.len()).unwrap_or(u32::MAX).saturating_sub(1).max(1));
        self.sides.iter().map(|side| (all - side.share()) / others - side.share()).collect()
    }
}

impl Swing {
    /// The moments at which a side had got further than before, and the first.
    pub fn changes(&self) -> impl Iterator<Item = &Moment> {
        let changed = |at: &usize| *at == 0 || self.moments[*at].sides != self.moments[*at - 1].sides;
        (0..self.moments.len()).filter(changed).map(|at| &self.moments[at])
    }

    /// The entries that moved leads most, so many at the most, the farthest first.
    #[must_use]
    pub fn turning_points(&self, most: usize) -> Vec<TurningPoint> {
        let point = |pair: &[Moment]| {
            let moved = pair[0].leads().iter().zip(pair[1].leads()).map(|(before, after)| after - before).collect();
            let ways = pair[0].sides.iter().copied().zip(pair[1].sides.iter().copied()).collect();
            TurningPoint { no: pair[1].no, turn: pair[1].turn, moved, ways }
        };
        let mut points: Vec<TurningPoint> = self.moments.windows(2).map(point).collect();
        points.retain(|point| point.distance() > 1e-9);
        points.sort_by(|a, b| b.distance().total_cmp(&a.distance()).then(a.no.cmp(&b.no)));
        points.truncate(most);
        points
    }
}

impl TurningPoint {
    /// The place of the side whose lead rose most, and by how much.
    #[must_use]
    pub fn gained(&self) -> (usize, f64) {
        let best = (0..self.moved.len()).max_by(|a, b| self.moved[*a].total_cmp(&self.moved[*b])).unwrap_or(0);
        (best, self.moved.get(best).copied().unwrap_or(0.0))
    }

    /// How far it moved the lead that it moved farthest.
    fn distance(&self) -> f64 {
        self.moved.iter().map(|moved| moved.abs()).fold(0.0, f64::max)
    }
}
