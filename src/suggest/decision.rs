//! What is to be decided before anything else, and handing the turn on. Source: RULES 2.3, 4.3, 8.

use super::{Proposal, words};
use crate::{
    book::{Mechanism, TurnPhase},
    id::SideId,
    order::Order,
    rules,
    state::{Awaiting, Battle, Contingent, State, Unit},
};

/// The points of what has to be done before anything else.
const FIRST_OF_ALL: i64 = 1000;

/// The side whose decision a battle awaits.
pub(super) fn decider(battle: &Battle) -> Option<SideId> {
    match battle.awaiting()? {
        Awaiting::First(side) | Awaiting::Rerolls(side, _) => Some(side),
    }
}

/// The decision that a battle awaits, or the initiative, where nothing goes on without it.
pub(super) fn awaited(state: &State, battle: &Battle, side: Option<SideId>) -> Option<Vec<Proposal>> {
    let all = |order: Order, reason: String| Proposal { order, who: None, reason, score: FIRST_OF_ALL };
    let is_asked = |decider: SideId| side.is_none_or(|side| side == decider);
    let proposals = match battle.awaiting() {
        Some(Awaiting::First(decider)) => {
            let reason = "Whoever goes first attacks before he is attacked".into();
            let others = battle.contingents.iter().map(|c| c.side).filter(|side| *side != decider);
            let other = |side: SideId| Proposal {
                order: Order::First { battle: battle.id, side },
                who: None,
                reason: "Whoever goes last has seen what the others did".into(),
                score: 0,
            };
            let own = all(Order::First { battle: battle.id, side: decider }, reason);
            is_asked(decider).then(|| std::iter::once(own).chain(others.map(other)).collect())
        }
        Some(Awaiting::Rerolls(decider, _)) => {
            let order = Order::Reroll { battle: battle.id, side: decider, dice: Vec::new() };
            let reason = format!("The dice of {} stand as they fell", state.name(decider));
            is_asked(decider).then(|| vec![all(order, reason)])
        }
        None if state.book().uses(Mechanism::Turns)
            && battle.initiative.is_none()
            && matches!(battle.phase_of(state), TurnPhase::Initiative) =>
        {
            let reason = format!("Turn {} of {} begins with it", battle.turn, battle.name);
            Some(vec![all(Order::Initiative { battle: battle.id }, reason)])
        }
        None => return None,
    };
    Some(proposals.unwrap_or_default())
}

/// The order that hands the turn on, where the side that is asked for may: worth nothing, and always possible.
pub(super) fn handing_on(
    state: &State,
    battle: &Battle,
    side: Option<SideId>,
    others: &[Proposal],
) -> Option<Proposal> {
    if side.is_some_and(|side| battle.acting.is_some_and(|acting| acting != side)) {
        return None;
    }
    let pass = Order::Pass { battle: battle.id };
    let end = Order::EndTurn { battle: battle.id };
    let order = [pass, end].into_iter().find(|order| rules::resolve(state, order, &[]).is_ok())?;
    let reason = if others.iter().any(|proposal| proposal.score > 0) {
        "when nothing of this is wanted any more".into()
    } else {
        nothing_more(state, battle, side.or(battle.acting))
    };
    Some(Proposal { order, who: None, reason: words::sentence(reason), score: 0 })
}

fn nothing_more(state: &State, battle: &Battle, side: Option<SideId>) -> String {
    let Some(side) = side else { return "nothing else is worth an order".into() };
    let units = battle.contingent(side).into_iter().flat_map(Contingent::units);
    let living = units.filter(|id| state.unit(*id).is_some_and(Unit::is_alive)).count();
    match living {
        0 => format!("nobody of {} is left", state.name(side)),
        _ => format!("nothing else is worth an order to {}", state.name(side)),
    }
}
