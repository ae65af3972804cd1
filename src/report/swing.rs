//! How a battle swung, for a chapter.

use super::names;
use crate::{
    diary::{Diary, EntryNo},
    id::BattleId,
    swing::{Measure, TurningPoint, swing},
};

/// So many turning points are told of a battle.
const POINTS: usize = 3;

/// How a battle swung: each side's lead on the way to the enemy's exhaustion, after each entry.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SwingShown {
    /// The sides.
    pub sides: Vec<String>,
    /// What leads are a share of: `Exhaustion Point`, `strength`.
    pub measure: &'static str,
    /// After each entry, from the battle's beginning on: the lead of each side, of which 1 is the whole way.
    pub leads: Vec<(EntryNo, Vec<f64>)>,
    /// Where turns began: the place in the list above, and the turn.
    pub turns: Vec<(usize, u32)>,
    /// The entries that moved leads most, in their order.
    pub points: Vec<SwingPoint>,
}

/// A turning point.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SwingPoint {
    /// The entry.
    pub entry: EntryNo,
    /// Its turn.
    pub turn: u32,
    /// The side that it helped most.
    pub side: String,
    /// By how much its lead rose; 1 is the whole way.
    pub gained: f64,
}

impl SwingPoint {
    /// `turn 3: the Germans gained 25%`
    #[must_use]
    pub fn line(&self) -> String {
        format!("turn {}: {} gained {:.0}%", self.turn, names::the(&self.side), 100.0 * self.gained)
    }
}

impl SwingShown {
    /// What its turning points are called.
    #[must_use]
    pub fn points_word(&self) -> &'static str {
        if self.points.len() == 1 { "Turning point" } else { "Turning points" }
    }

    /// What it shows.
    #[must_use]
    pub fn caption(&self) -> String {
        format!("Who was ahead: how much more of its {} the enemy had lost", self.measure)
    }
}

/// How a battle swung; nothing where nobody lost anything.
pub(super) fn shown(diary: &Diary, battle: BattleId) -> Option<SwingShown> {
    let found = swing(diary, battle)?;
    let names: Vec<String> = found.sides.iter().map(|side| diary.state().name(*side)).collect();
    let mut turns: Vec<(usize, u32)> = Vec::new();
    for (at, moment) in found.moments.iter().enumerate() {
        if turns.last().is_none_or(|(_, turn)| *turn != moment.turn) {
            turns.push((at, moment.turn));
        }
    }
    let point = |TurningPoint { no, turn, moved }: TurningPoint| {
        let best = (0..moved.len()).max_by(|a, b| moved[*a].total_cmp(&moved[*b]))?;
        Some(SwingPoint { entry: no, turn, side: names[best].clone(), gained: moved[best] })
    };
    let mut points: Vec<SwingPoint> = found.turning_points(POINTS).into_iter().filter_map(point).collect();
    points.sort_by_key(|point| point.entry);
    let measure = match found.measure {
        Measure::ExhaustionPoint => "Exhaustion Point",
        Measure::AllStrength => "strength",
    };
    let leads = found.moments.iter().map(|moment| (moment.no, moment.leads())).collect();
    (!points.is_empty()).then_some(SwingShown { sides: names, measure, leads, turns, points })
}
