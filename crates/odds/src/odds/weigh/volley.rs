//! Weighs a volley. Source: RULES 4.5.

use super::{BookWeights, Counted, NotWeighed, RollKind, Tally, WeighedRoll, Weight, rank};
use crate::odds::{Effort, fire};
use std::sync::Arc;
use wardiary_base::{book::HitBy, id::UnitId};
use wardiary_rules::{
    rules::volley::{Fired, Judged, Mark},
    state::State,
};

pub(super) fn weigh(
    before: &State,
    unit: UnitId,
    marks: &[Mark],
    fired: &Fired,
    (known, effort): (&mut BookWeights, &Effort),
) -> Weight {
    let side = before.side_of(unit.into()).ok_or(NotWeighed::NoValue)?;
    let dice = u8::try_from(fired.dice.len()).map_err(|_| NotWeighed::TooLarge)?;
    if fire::steps(dice) > effort.exact {
        return Err(NotWeighed::TooLarge);
    }
    let judged: Vec<Judged> = marks.iter().map(Mark::judged).collect();
    let targets =
        judged.iter().map(|(class, cover)| format!(" {}{}", class.name, if *cover { " in cover" } else { "" }));
    let key = format!("{dice}{}", targets.collect::<String>());
    let hits =
        known.volleys.get_or_insert_with(key, || Arc::new(fire::volley(&before.book().volley, &judged, dice))).clone();
    let total = |hits: &[u16]| hits.iter().map(|n| i64::from(*n)).sum::<i64>();
    let tally = Tally {
        actual: fired.hits.iter().map(|n| u32::from(*n)).sum(),
        expected: hits.mean(|hits| hits.iter().map(|n| f64::from(*n)).sum()),
    };
    let rank = rank(&hits.map(|hits| total(hits)), total(&fired.hits))?;
    let cost = |hits: &[u16]| marks.iter().zip(hits).map(|(mark, hits)| cost(before, mark, *hits)).sum::<u32>();
    let lost = Tally { actual: cost(&fired.hits), expected: hits.mean(|hits| f64::from(cost(hits))) };
    let target = marks.first().and_then(|mark| before.side_of((*mark.units.first()?).into()));
    Ok(WeighedRoll {
        kind: RollKind::Volley,
        side,
        against: None,
        owners: vec![unit.into()],
        rank,
        counts: vec![(side, Counted::Hits, tally)],
        strength: Some(target.map(|side| (side, lost)).into_iter().collect()),
        by: vec![(unit.into(), Counted::Hits, tally)],
        strength_by: Vec::new(),
    })
}

/// The Strength Points that this many hits on a mark cost.
fn cost(before: &State, mark: &Mark, hits: u16) -> u32 {
    let strength = |unit: &UnitId| before.unit(*unit).map_or(0, |unit| u32::from(unit.strength.now));
    match mark.class.by {
        HitBy::Treble => mark.units.first().filter(|_| hits > 0).map_or(0, strength),
        HitBy::Double => u32::from(hits).min(mark.units.iter().map(strength).sum()),
    }
}
