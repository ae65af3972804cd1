//! The timeline of a battle: each side's losses towards its Exhaustion Point, entry by entry, and the turning points.
//! Exact and independent of any policy: it shows what was lost, not what might have been. Derived from the diary, never
//! stored.
//!
//! A side's *share* is the Strength Points it has lost as a share of its Exhaustion Point, or of all points it brought
//! if the rulebook has no exhaustion. Its *lead* is the mean share of the others less its own. A turning point is an
//! entry that changes leads by much.
//!
//! What may still come is simulated: [`PlayoutCache`] plays a battle out from the end of a turn, many times, by the policy
//! of its rulebook.
//!
//! [`battle_timeline`] reads a whole battle at once. A [`TimelineReader`] reads a few entries at a time, on any branch,
//! and caches them.

mod playout_cache;
mod reader;
mod words;

pub use playout_cache::PlayoutCache;
pub use reader::{TimelineReader, battle_timeline};

use wardiary_base::id::{BattleId, SideId};
use wardiary_diary::diary::EntryNo;

/// The course of a battle.
#[derive(Clone, Debug, PartialEq)]
pub struct BattleTimeline {
    pub battle: BattleId,
    pub sides: Vec<SideId>,
    pub measure: Measure,
    /// At the start of the battle, and after each entry on the path to the head until it was over.
    pub moments: Vec<SwingMoment>,
}

/// What losses are a share of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    ExhaustionPoint,
    /// All Strength Points brought, if the rulebook has no exhaustion.
    AllStrength,
}

/// The losses of a battle after an entry.
#[derive(Clone, Debug, PartialEq)]
pub struct SwingMoment {
    /// The entry; 0 is the muster.
    pub no: EntryNo,
    /// The turn in which the entry happened.
    pub turn: u32,
    /// The turn that the battle was in after the entry.
    pub turn_after: u32,
    /// Whether the entry ended a turn of the battle.
    pub ends_turn: bool,
    /// The gravest event of the entry in the battle.
    pub gravest: Option<Gravest>,
    /// In the battle's order of sides.
    pub sides: Vec<LossShare>,
    /// The Strength Points that each side brought.
    pub brought: Vec<u32>,
}

/// An event of a battle, the least grave first. Sides are indices in the campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gravest {
    /// A phase of a combat was fought.
    Fought,
    /// A unit of this side was demoted.
    Demoted(usize),
    /// A unit of this side was eliminated.
    Eliminated(usize),
    Exhausted(usize),
}

/// A side's losses so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LossShare {
    pub lost: u32,
    /// The Strength Points that make a share of 1.
    pub of: u32,
}

/// An entry that changed leads.
#[derive(Clone, Debug, PartialEq)]
pub struct TurningPoint {
    pub no: EntryNo,
    pub turn: u32,
    /// The change of each side's lead.
    pub lead_changes: Vec<f64>,
    /// Each side's losses before and after the entry.
    pub losses: Vec<(LossShare, LossShare)>,
}

impl LossShare {
    /// Losses as a share; above 1 past the Exhaustion Point.
    pub fn share(&self) -> f64 {
        f64::from(self.lost) / f64::from(self.of.max(1))
    }
}

impl SwingMoment {
    pub fn leads(&self) -> Vec<f64> {
        let all: f64 = self.sides.iter().map(LossShare::share).sum();
        let others = f64::from(u32::try_from(self.sides.len()).unwrap_or(u32::MAX).saturating_sub(1).max(1));
        self.sides.iter().map(|side| (all - side.share()) / others - side.share()).collect()
    }
}

impl BattleTimeline {
    /// The first moment, and those with new losses.
    pub fn changes(&self) -> impl Iterator<Item = &SwingMoment> {
        let changed = |at: &usize| *at == 0 || self.moments[*at].sides != self.moments[*at - 1].sides;
        (0..self.moments.len()).filter(changed).map(|at| &self.moments[at])
    }

    /// At most `most` entries with the largest changes of leads, the largest first.
    pub fn turning_points(&self, most: usize) -> Vec<TurningPoint> {
        let point = |pair: &[SwingMoment]| {
            let moved = pair[0].leads().iter().zip(pair[1].leads()).map(|(before, after)| after - before).collect();
            let ways = pair[0].sides.iter().copied().zip(pair[1].sides.iter().copied()).collect();
            TurningPoint { no: pair[1].no, turn: pair[1].turn, lead_changes: moved, losses: ways }
        };
        let mut points: Vec<TurningPoint> = self.moments.windows(2).map(point).collect();
        points.retain(|point| point.largest_change() > 1e-9);
        points.sort_by(|a, b| b.largest_change().total_cmp(&a.largest_change()).then(a.no.cmp(&b.no)));
        points.truncate(most);
        points
    }
}

impl TurningPoint {
    /// Index of the side whose lead rose most, and by how much.
    pub fn gained(&self) -> (usize, f64) {
        let best = (0..self.lead_changes.len())
            .max_by(|a, b| self.lead_changes[*a].total_cmp(&self.lead_changes[*b]))
            .unwrap_or(0);
        (best, self.lead_changes.get(best).copied().unwrap_or(0.0))
    }

    /// The largest change of any side's lead.
    fn largest_change(&self) -> f64 {
        self.lead_changes.iter().map(|moved| moved.abs()).fold(0.0, f64::max)
    }
}
