//! Decisions that must be made first, and ending the turn. Source: RULES 2.3, 4.3, 8.

use super::{SuggestedOrder, can_fight_on, holds_most_objectives, phrases};
use wardiary_base::{book::Mechanism, id::SideId, text};
use wardiary_rules::{
    order::{Award, Order},
    rules,
    state::{Battle, Contingent, PendingDecision, State, Unit},
};

/// The score of orders that must be given first.
const URGENT_SCORE: i64 = 1000;

pub(super) fn decider(battle: &Battle) -> Option<SideId> {
    match battle.pending_decision()? {
        PendingDecision::First(side) | PendingDecision::Rerolls(side, _) => Some(side),
    }
}

/// Proposals for the decision or the initiative that a battle awaits; `None` if it awaits nothing.
pub(super) fn decision_proposals(state: &State, battle: &Battle, side: Option<SideId>) -> Option<Vec<SuggestedOrder>> {
    let all = |order: Order, reason: String| SuggestedOrder { order, who: None, reason, score: URGENT_SCORE };
    let is_asked = |decider: SideId| side.is_none_or(|side| side == decider);
    let proposals = match battle.pending_decision() {
        Some(PendingDecision::First(decider)) => {
            let reason = "The side that goes first attacks before it is attacked".into();
            let others = battle.contingents.iter().map(|c| c.side).filter(|side| *side != decider);
            let other = |side: SideId| SuggestedOrder {
                order: Order::First { battle: battle.id, side },
                who: None,
                reason: "The side that goes last sees what the others do before it acts".into(),
                score: 0,
            };
            let own = all(Order::First { battle: battle.id, side: decider }, reason);
            is_asked(decider).then(|| std::iter::once(own).chain(others.map(other)).collect())
        }
        Some(PendingDecision::Rerolls(decider, _)) => {
            let order = Order::Reroll { battle: battle.id, side: decider, dice: Vec::new() };
            let reason = format!("The dice of {} are kept as rolled", state.name(decider));
            is_asked(decider).then(|| vec![all(order, reason)])
        }
        None if battle.awaits_initiative(state) => {
            let reason = format!("Turn {} of {} begins with the initiative", battle.turn, battle.name);
            Some(vec![all(Order::Initiative { battle: battle.id }, reason)])
        }
        None => return None,
    };
    Some(proposals.unwrap_or_default())
}

/// The order that ends the side's turn or phase, if the rules allow it. It is worth 0 points.
pub(super) fn end_turn_proposal(
    state: &State,
    battle: &Battle,
    side: Option<SideId>,
    others: &[SuggestedOrder],
) -> Option<SuggestedOrder> {
    if side.is_some_and(|side| battle.acting_side.is_some_and(|acting| acting != side)) {
        return None;
    }
    let pass = Order::Pass { battle: battle.id };
    let end = Order::EndTurn { battle: battle.id };
    let order = [pass, end].into_iter().find(|order| rules::resolve(state, order, &[]).is_ok())?;
    let acting = side.or(battle.acting_side);
    let reason = match (others.iter().any(|proposal| proposal.score > 0), acting) {
        (true, Some(side)) if battle.is_exhausted(side) => {
            format!("{} is exhausted: it may fire, but neither start a fight nor move closer", state.name(side))
        }
        (true, _) => "if you want none of these".into(),
        (false, acting) => no_order_reason(state, battle, acting),
    };
    Some(SuggestedOrder { order, who: None, reason: phrases::capitalized(reason), score: 0 })
}

/// Why no order is worth giving.
fn no_order_reason(state: &State, battle: &Battle, side: Option<SideId>) -> String {
    let Some(side) = side else { return "no other order is worth giving now".into() };
    let name = state.name(side);
    let own = living_units(state, battle, |other| other == side);
    let has_done_something =
        |unit: &&Unit| state.attack_this_turn(unit.id).is_some() || state.move_of(unit.id).is_some();
    let in_conflict = |unit: &&Unit| unit.stack.and_then(|stack| state.conflict_of(stack)).is_some();
    if own.is_empty() {
        format!("no units of {name} are left")
    } else if battle.is_exhausted(side) {
        format!("{name} is exhausted and may not start a fight or move closer, and no other order is worth giving")
    } else if own.iter().all(in_conflict) {
        format!("all units of {name} are in Conflicts, and no other order is worth giving")
    } else if !living_units(state, battle, |other| other != side)
        .iter()
        .any(|enemy| could_be_attacked(state, battle, enemy))
    {
        "there is no enemy left for this policy to attack".into()
    } else if holds_most_objectives(state, battle, side) {
        format!("no other side holds as many objectives as {name}, and no other order is worth giving")
    } else if own.iter().any(has_done_something) {
        "no other order is worth giving".into()
    } else {
        format!("nothing that {name} can do is likely to gain more than it costs")
    }
}

fn living_units<'s>(state: &'s State, battle: &Battle, of: impl Fn(SideId) -> bool) -> Vec<&'s Unit> {
    let contingents = battle.contingents.iter().filter(|contingent| of(contingent.side));
    let units = contingents.flat_map(Contingent::units).filter_map(|id| state.unit(id));
    units.filter(|unit| unit.is_alive()).collect()
}

/// Whether the policy ever attacks this unit, wherever it is.
fn could_be_attacked(state: &State, battle: &Battle, unit: &Unit) -> bool {
    let uses = |mechanism: Mechanism| state.book().uses(mechanism);
    let (scrud, stacks) = (uses(Mechanism::Scrud), uses(Mechanism::Stacks));
    let fires = uses(Mechanism::Volleys) && (battle.map.is_some() || !(scrud || stacks));
    let engages = stacks && unit.stack.is_some() && unit.stats.is_some();
    fires || engages || (scrud && state.rolls_in_combat(unit))
}

/// Proposes to end a battle in which at most one side can fight on, if the rules leave its end to the players.
pub(super) fn give_up_proposal(state: &State, battle: &Battle) -> Option<SuggestedOrder> {
    let standing = can_fight_on(state, battle);
    let spent: Vec<String> = standing.iter().filter(|(_, can)| !can).map(|(side, _)| state.name(*side)).collect();
    if spent.is_empty() || spent.len() + 1 < standing.len() || !state.book().policy.gives_up {
        return None;
    }
    let spent = text::list(&spent);
    let winner = standing.iter().find(|(_, can)| *can).map(|(side, _)| *side);
    let award = winner.map_or(Award::Drawn, |side| Award::Won { side, margin: None });
    let order = Order::EndBattle {
        battle: battle.id,
        award: Some(award),
        outcome: Some(format!("{spent} can’t fight on").into()),
    };
    let reason =
        format!("exhausted or without units that act, {spent} can’t fight on; the rules leave the end to the players");
    Some(SuggestedOrder { order, who: None, reason: phrases::capitalized(reason), score: 0 })
}
