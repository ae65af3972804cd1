//! Prints the order for the next phase of a combat. It names the units still in the combat, not their whole corps and
//! not the fallen. Source: RULES 2.3.

use super::names::{FORCES, reference};
use crate::state::{Battle, CombatLine, State};
use wardiary_base::sides::CombatSide;

/// The order for the next phase, given by this side of the combat, or by the other if this side may not give it.
pub fn next_phase(state: &State, battle: &Battle, at: usize, by: CombatSide) -> String {
    let Some(combat) = battle.combats.get(at) else { return String::new() };
    let by = if state.may_order_phase(battle, combat, by) { by } else { by.opponent() };
    format!("scrud {} v {}", still_in(state, &combat.lines[by]), still_in(state, &combat.lines[by.opponent()]))
}

/// The units still in a line of a combat, by name.
pub fn still_in(state: &State, line: &CombatLine) -> String {
    state.still_in(line).iter().map(|id| reference(state, *id, FORCES)).collect::<Vec<_>>().join(" + ")
}
