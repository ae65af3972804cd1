//! Words for the remaining actions of a battle's turn, shared by screens, the order line, the diary and the command line.

use super::combat_name;
use crate::{
    rules::{Attack, Outstanding},
    state::State,
};
use wardiary_base::{
    book::Mechanism,
    id::{BattleId, UnitId},
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
