//! Words for the remaining actions of a battle's turn, shared by screens, the order line, the diary and the command line.

use super::{combat_name, names::FORCES, reference_text, refusal::describe_decision};
use crate::{
    order::Verb,
    rules::{Attack, NextStep, Outstanding},
    state::{Battle, CombatLine, EntityKind, PendingDecision, State},
};
use wardiary_base::{
    book::{Mechanism, TurnPhase},
    id::{BattleId, Id, StackId, UnitId},
    sides::CombatSide,
    text,
};

/// The maximum number of units named; the rest are counted.
const MAX_NAMED: usize = 3;

/// A phrase for each remaining action of a turn: combats, rounds, units.
pub fn outstanding_phrases(state: &State, battle: BattleId, left: &Outstanding) -> Vec<String> {
    phrases(state, battle, left, "; it continues in the next turn")
}

/// Like [`outstanding_phrases`], for a battle that ends without another turn.
pub fn outstanding_at_battle_end(state: &State, battle: BattleId, left: &Outstanding) -> Vec<String> {
    phrases(state, battle, left, "")
}

fn phrases(state: &State, battle: BattleId, left: &Outstanding, goes_on: &str) -> Vec<String> {
    let combats = left.combats.iter().filter_map(|at| combat_phrase(state, battle, *at));
    let rounds =
        left.due_rounds.iter().map(|at| format!("a round of the Conflict of {}", conflict_stacks(state, battle, *at)));
    let under_way = left
        .open_rounds
        .iter()
        .map(|at| format!("the rest of the round in the Conflict of {}{goes_on}", conflict_stacks(state, battle, *at)));
    let contacts = left.contacts.iter().map(|(stack, beside)| {
        let beside: Vec<String> = beside.iter().map(|other| state.name(*other)).collect();
        format!("a Conflict of {} v {}, which are in contact", state.name(*stack), text::list(&beside))
    });
    combats.chain(rounds).chain(under_way).chain(contacts).chain(units_phrase(state, &left.units)).collect()
}

/// `the combat of Germans v Russians, 1 of 3 phases fought`
fn combat_phrase(state: &State, battle: BattleId, at: usize) -> Option<String> {
    let battle = state.battle(battle)?;
    let combat = battle.combats.get(at)?;
    let phases = state.book().scrud.phases;
    Some(format!(
        "the combat of {}, {} of {phases} phases fought",
        combat_name(state, battle, combat),
        combat.phases_fought
    ))
}

/// The names of the stacks in a Conflict.
pub fn conflict_stacks(state: &State, battle: BattleId, at: usize) -> String {
    let there = state.conflict(battle, at).into_iter().flat_map(|c| &c.stacks).filter(|s| !s.fled);
    text::list(&there.map(|s| state.name(s.stack)).collect::<Vec<_>>())
}

/// `attack`, or `attack or support`: what units can still do. `ending` is empty, or `ed` for the participle.
pub fn can_still_text(state: &State, units: &[UnitId], ending: &str) -> String {
    let supports = |id: &UnitId| {
        let troop = state.unit(*id).and_then(|unit| state.book().troop(&unit.kind));
        state.book().uses(Mechanism::Scrud) && troop.is_some_and(|troop| troop.support.is_some())
    };
    let or_support = if units.iter().any(supports) { format!(" or support{ending}") } else { String::new() };
    format!("attack{ending}{or_support}")
}

/// The ways in which a unit can still attack: ` (combat, volley)`.
pub fn attacks_text(ways: &[Attack]) -> String {
    let word = |attack: &Attack| match attack {
        Attack::Combat => "combat",
        Attack::Round => "Conflict",
        Attack::Volley => "volley",
        Attack::Support => "support",
    };
    let words: Vec<&str> = ways.iter().map(word).collect();
    if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) }
}

/// `5 units that can still attack: A, B, C and 2 more`
fn units_phrase(state: &State, units: &[UnitId]) -> Option<String> {
    let many = match units.len() {
        0 => return None,
        1 => "1 unit".into(),
        many => format!("{many} units"),
    };
    Some(format!("{many} that can still {}: {}", can_still_text(state, units, ""), unit_list(state, units)))
}

/// The first few names: `A, B, C and 2 more`.
pub fn unit_list(state: &State, units: &[UnitId]) -> String {
    let mut named: Vec<String> = units.iter().take(MAX_NAMED).map(|unit| state.name(*unit)).collect();
    if units.len() > MAX_NAMED {
        named.push(format!("{} more", units.len() - MAX_NAMED));
    }
    text::list(&named)
}

/// The next step as shown in the header: `phase 2 of Caldwell v Pickett`, `French to act`.
pub fn next_step_text(state: &State, battle: &Battle, step: NextStep) -> String {
    match step {
        NextStep::Decide(decision) => describe_decision(decision, state),
        NextStep::Initiative => "initiative to roll".into(),
        NextStep::Phase(at) => battle.combats.get(at).map_or_else(String::new, |combat| {
            format!("phase {} of {}", combat.phases_fought + 1, combat_name(state, battle, combat))
        }),
        NextStep::Round(at, _) => {
            let under_way = state.conflict(battle.id, at).is_some_and(|conflict| conflict.under_way);
            let what = if under_way { "rest of the round" } else { "round" };
            format!("{what} of {}", conflict_stacks(state, battle.id, at))
        }
        NextStep::Act(side) => format!("{} to act", state.name(side)),
        NextStep::Exhaustion => "exhaustion check".into(),
        NextStep::ActTogether if !state.book().uses(Mechanism::Turns) => "under way".into(),
        NextStep::ActTogether => match battle.current_phase(state) {
            TurnPhase::EachSide(what) | TurnPhase::Together(what) | TurnPhase::Rounds(what) => what.to_string(),
            TurnPhase::Initiative | TurnPhase::Exhaustion => "to continue".into(),
        },
    }
}

/// The order that takes a step; `None` if a player has a choice.
pub fn step_order(state: &State, battle: &Battle, step: NextStep) -> Option<String> {
    let side = |side| reference_text(state, Id::from(side), &[EntityKind::Side]);
    Some(match step {
        NextStep::Decide(PendingDecision::First(winner)) => {
            format!("first {}{}", side(winner), in_battle_suffix(state, battle.id))
        }
        NextStep::Decide(PendingDecision::Rerolls(decider, _)) => {
            format!("stand {}{}", side(decider), in_battle_suffix(state, battle.id))
        }
        NextStep::Initiative => format!("initiative{}", in_battle_suffix(state, battle.id)),
        NextStep::Phase(at) => {
            let acts = |by: &CombatSide| {
                let line = battle.combats.get(at).map(|combat| &combat.lines[*by]);
                line.is_some_and(|line| Some(line.side) == battle.acting_side)
            };
            next_phase_order(state, battle, at, CombatSide::BOTH.into_iter().find(acts).unwrap_or(CombatSide::First))
        }
        NextStep::Round(_, stack) => round_order(state, stack),
        NextStep::Exhaustion => format!("pass{}", in_battle_suffix(state, battle.id)),
        NextStep::Act(_) | NextStep::ActTogether => return None,
    })
}

/// The order for a Conflict's round, or for the rest of one, as given by this stack.
pub fn round_order(state: &State, stack: StackId) -> String {
    format!("{} {}", Verb::Round.as_str(), reference_text(state, stack.into(), &[EntityKind::Stack]))
}

/// ` in "The left wing"` if several battles are open, else empty.
pub fn in_battle_suffix(state: &State, battle: BattleId) -> String {
    if state.open_battles().count() > 1 {
        format!(" in {}", reference_text(state, battle.into(), &[EntityKind::Battle]))
    } else {
        String::new()
    }
}

/// The order for the next phase, given by this side of the combat, or by the other if this side may not give it.
pub fn next_phase_order(state: &State, battle: &Battle, at: usize, by: CombatSide) -> String {
    let Some(combat) = battle.combats.get(at) else { return String::new() };
    let by = if state.may_order_phase(battle, combat, by) { by } else { by.opponent() };
    format!(
        "scrud {} v {}",
        remaining_units_text(state, &combat.lines[by]),
        remaining_units_text(state, &combat.lines[by.opponent()])
    )
}

/// The units still in a line of a combat, by name.
pub fn remaining_units_text(state: &State, line: &CombatLine) -> String {
    state.remaining_in(line).iter().map(|id| reference_text(state, *id, FORCES)).collect::<Vec<_>>().join(" + ")
}
