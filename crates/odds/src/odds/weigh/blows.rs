//! Weighs blows, each with the powers at the time it was struck: earlier blows of a round may have changed who is
//! opposite. Source: RULES 5.8.

use super::{Counted, NotWeighed, RollKind, Tally, WeighedRoll, Weight, rank_of_chance};
use wardiary_base::{
    dice::{Die, Owner},
    id::{Id, StackId, UnitId},
};
use wardiary_rules::{
    event::{Event, StackEvent},
    order::Edge,
    rules::{Struck, stack},
    state::State,
};

pub(super) fn weigh(before: &State, events: &[Event], blows: &[Struck]) -> Vec<Weight> {
    let mut state = before.clone();
    let mut struck = blows.iter();
    let mut weights = Vec::new();
    for event in events {
        if matches!(event, Event::Stacks(StackEvent::Struck { .. })) {
            weights.extend(struck.next().map(|blow| one(&state, blow)));
        }
        state.apply(event);
    }
    weights
}

fn one(state: &State, blow: &Struck) -> Weight {
    let rules = &state.book().stacks;
    let sides = Die::D20.sides();
    let hitting = (1..=sides).filter(|face| stack::hits(rules, *face, blow.ap, blow.dp)).count();
    let chance = f64::from(u8::try_from(hitting).expect("as many as a die has at the most")) / f64::from(sides);
    let hits = Tally { actual: u32::from(blow.damage.is_some()), expected: chance };
    let target = state.side_of(blow.at.into()).ok_or(NotWeighed::NoValue)?;
    let [dmg, dr] = [state.numbers_used(blow.by).dmg, state.numbers_used(blow.at).dr];
    let cost = stack::damage(rules, dmg, dr).min(can_lose(state, blow.at, blow.edge));
    let lost = Tally { actual: cost * hits.actual, expected: f64::from(cost) * chance };
    Ok(WeighedRoll {
        kind: RollKind::Blow,
        side: blow.side,
        against: None,
        owners: vec![Owner::from(blow.by)],
        rank: rank_of_chance(chance, blow.damage.is_some())?,
        counts: vec![(blow.side, Counted::Hits, hits)],
        strength: Some(vec![(target, lost)]),
        by: vec![(Id::from(blow.by), Counted::Hits, hits)],
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
