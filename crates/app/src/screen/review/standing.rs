//! The situation of a battle at a point of the path: who leads, and what the entry changed.

use wardiary_base::id::SideId;
use wardiary_report::battle_timeline::{BattleTimeline, LossShare, Measure, SwingMoment};
use wardiary_view::review::BattleLead;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct BattleStanding {
    pub lead: BattleLead,
    pub side: SideId,
    /// The same lead, clamped for display: no side counts as farther than at its exhaustion point.
    pub gap: f64,
    pub change: f64,
    /// Whether all other sides have reached their exhaustion point.
    pub others_exhausted: bool,
    pub sides: usize,
    pub measure: Measure,
}

impl BattleStanding {
    /// The situation at a moment of a battle, and its change since the moment before.
    pub fn of(swing: &BattleTimeline, moment: &SwingMoment, before: Option<&SwingMoment>) -> Option<Self> {
        let leads = moment.leads();
        // Of equal leads, the first.
        let (side, by) = leads.iter().copied().enumerate().rev().max_by(|(_, one), (_, other)| one.total_cmp(other))?;
        let gap = gap(moment, side);
        let moved = before.map_or(0.0, |before| gap - self::gap(before, side));
        let mut others = moment.sides.iter().enumerate().filter(|(other, _)| *other != side);
        Some(Self {
            lead: BattleLead { side, share: by },
            side: *swing.sides.get(side)?,
            gap,
            change: moved,
            others_exhausted: others.all(|(_, way)| way.share() >= 1.0),
            sides: moment.sides.len(),
            measure: swing.measure,
        })
    }
}

/// By how much of their way to exhaustion the others are on average ahead of a side, each clamped at its end.
fn gap(moment: &SwingMoment, side: usize) -> f64 {
    let share = |way: &LossShare| way.share().min(1.0);
    let own = moment.sides.get(side).map_or(0.0, share);
    let others = moment.sides.iter().enumerate().filter(|(other, _)| *other != side);
    let (sum, many) = others.fold((0.0, 0.0f64), |(sum, many), (_, way)| (sum + share(way), many + 1.0));
    sum / many.max(1.0) - own
}
