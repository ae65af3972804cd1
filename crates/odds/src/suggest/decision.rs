//! What is to be decided before anything else, and handing the turn on. Source: RULES 2.3, 4.3, 8.

use super::{Proposal, can_fight_on, leads, words};
use wardiary_base::{book::Mechanism, id::SideId, text};
use wardiary_rules::{
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
        None if battle.awaits_initiative(state) => {
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
        "when none of these is wanted".into()
    } else {
        nothing_more(state, battle, side.or(battle.acting))
    };
    Some(Proposal { order, who: None, reason: words::sentence(reason), score: 0 })
}

/// Why nothing is worth an order: a side's own reason where there is one.
fn nothing_more(state: &State, battle: &Battle, side: Option<SideId>) -> String {
    let Some(side) = side else { return "nothing else is worth an order now".into() };
    let name = state.name(side);
    let own = living(state, battle, |other| other == side);
    let has_done_something = |unit: &&Unit| state.attack_of(unit.id).is_some() || state.move_of(unit.id).is_some();
    let in_conflict = |unit: &&Unit| unit.stack.and_then(|stack| state.conflict_of(stack)).is_some();
    if own.is_empty() {
        format!("nobody of {name} is left")
    } else if battle.is_exhausted(side) {
        format!("exhausted, {name} may open no fight and come no nearer, and nothing else is worth an order")
    } else if own.iter().all(in_conflict) {
        format!("all units of {name} are in Conflicts, and nothing else is worth an order")
    } else if !living(state, battle, |other| other != side).iter().any(|enemy| could_be_attacked(state, battle, enemy))
    {
        "there is no enemy left for this policy to attack".into()
    } else if leads(state, battle, side) {
        format!("more objectives are in the hands of {name} than of any other side, and nothing else is worth an order")
    } else if own.iter().any(has_done_something) {
        format!("nothing else is worth an order to {name}")
    } else {
        format!("no order to {name} is likely enough to bring more than it costs")
    }
}

fn living<'s>(state: &'s State, battle: &Battle, of: impl Fn(SideId) -> bool) -> Vec<&'s Unit> {
    let contingents = battle.contingents.iter().filter(|contingent| of(contingent.side));
    let units = contingents.flat_map(Contingent::units).filter_map(|id| state.unit(id));
    units.filter(|unit| unit.is_alive()).collect()
}

/// Whether a unit is one that this policy attacks, wherever it stands: without a map it fires only where nobody fights hand to hand.
fn could_be_attacked(state: &State, battle: &Battle, unit: &Unit) -> bool {
    let uses = |mechanism: Mechanism| state.book().uses(mechanism);
    let (scrud, stacks) = (uses(Mechanism::Scrud), uses(Mechanism::Stacks));
    let fires = uses(Mechanism::Volleys) && (battle.map.is_some() || !(scrud || stacks));
    let engages = stacks && unit.stack.is_some() && unit.stats.is_some();
    fires || engages || (scrud && state.rolls_in_combat(unit))
}

/// The end of a battle in which nothing is left to do since all sides but one, or all, can't fight on, and the rules leave the
/// end of it to the players.
pub(super) fn giving_up(state: &State, battle: &Battle) -> Option<Proposal> {
    let standing = can_fight_on(state, battle);
    let spent: Vec<String> = standing.iter().filter(|(_, can)| !can).map(|(side, _)| state.name(*side)).collect();
    if spent.is_empty() || spent.len() + 1 < standing.len() || !state.book().policy.gives_up {
        return None;
    }
    let spent = text::list(&spent);
    let order = Order::EndBattle { battle: battle.id, award: None, outcome: Some(format!("{spent} can’t fight on")) };
    let reason = format!(
        "exhausted or with nobody left who acts, {spent} can’t fight on; the rules leave the end to the players"
    );
    Some(Proposal { order, who: None, reason: words::sentence(reason), score: 0 })
}
