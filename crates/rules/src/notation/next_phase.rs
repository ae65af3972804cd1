//! Prints the order for the next phase of a combat. It names the units still in the combat, not their whole corps and
//! not the fallen. Source: RULES 2.3.

use super::names::{FORCES, reference_text};
use crate::state::{Battle, CombatLine, State};
use wardiary_base::sides::CombatSide;

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
