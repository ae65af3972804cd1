//! How a battle swung, for a chapter.

use super::story::{SwingPoint, SwingShown};
use crate::{
    diary::Diary,
    id::BattleId,
    swing::{Measure, TurningPoint, swing},
};

/// So many turning points are told of a battle.
const POINTS: usize = 3;

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
