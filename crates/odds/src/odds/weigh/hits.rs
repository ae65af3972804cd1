//! Weighs volleys and blows. Source: RULES 4.5, 5.8.

use super::{BookWeights, Counted, NotWeighed, RollKind, Tally, WeighedRoll, Weight, rank, rank_of_chance};
use crate::odds::{Effort, blow, fire};
use std::sync::Arc;
use wardiary_base::{
    book::HitBy,
    dice::Owner,
    id::{Id, StackId, UnitId},
};
use wardiary_rules::{
    event::{Event, StackEvent},
    order::Edge,
    rules::{
        Struck, stack,
        volley::{Fired, Judged, Mark},
    },
    state::State,
};

pub(super) fn volley(
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

/// Weighs blows, each with the powers at the time it was struck: earlier blows of a round may have changed who is
/// opposite. Source: RULES 5.8.
pub(super) fn blows(before: &State, events: &[Event], blows: &[Struck]) -> Vec<Weight> {
    let mut state = before.clone();
    let mut struck = blows.iter();
    let mut weights = Vec::new();
    for event in events {
        if matches!(event, Event::Stacks(StackEvent::Struck { .. })) {
            weights.extend(struck.next().map(|blow| one_blow(&state, blow)));
        }
        state.replay([event]);
    }
    weights
}

fn one_blow(state: &State, struck: &Struck) -> Weight {
    let rules = &state.book().stacks;
    let chance = blow::hit_chance(rules, struck.ap, struck.dp);
    let hits = Tally { actual: u32::from(struck.damage.is_some()), expected: chance };
    let target = state.side_of(struck.at.into()).ok_or(NotWeighed::NoValue)?;
    let [dmg, dr] = [state.numbers_used(struck.by).dmg, state.numbers_used(struck.at).dr];
    let cost = stack::damage(rules, dmg, dr).min(can_lose(state, struck.at, struck.edge));
    let lost = Tally { actual: cost * hits.actual, expected: f64::from(cost) * chance };
    Ok(WeighedRoll {
        kind: RollKind::Blow,
        side: struck.side,
        against: None,
        owners: vec![Owner::from(struck.by)],
        rank: rank_of_chance(chance, struck.damage.is_some())?,
        counts: vec![(struck.side, Counted::Hits, hits)],
        strength: Some(vec![(target, lost)]),
        by: vec![(Id::from(struck.by), Counted::Hits, hits)],
        strength_by: Vec::new(),
    })
}

/// The Strength Points that an Edge can lose, including those of units that screen it.
fn can_lose(state: &State, at: StackId, edge: Edge) -> u32 {
    let strength = |unit: UnitId| state.unit(unit).map_or(0, |unit| u32::from(unit.strength.now));
    let screeners = state.screeners_there(at, edge).into_iter();
    let screening = screeners.flat_map(|stack| state.order_of_loss(stack, Edge::Front, false));
    state.order_of_loss(at, edge, true).into_iter().chain(screening).map(strength).sum()
}
