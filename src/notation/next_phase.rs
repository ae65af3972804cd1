//! The order for the next phase of a combat as the order line writes it: a combat knows who is in it, so the order names
//! them, and neither their whole corps nor those who have fallen. Source: RULES 2.3.

use super::names::{FORCES, reference};
use crate::{
    id::{Id, StackId},
    sides::CombatSide,
    state::{Battle, CombatLine, State, Unit},
};

/// The order for the next phase of a combat, given by a side of it, or by the other where that side may not.
#[must_use]
pub(crate) fn next_phase(state: &State, battle: &Battle, at: usize, by: CombatSide) -> String {
    let Some(combat) = battle.combats.get(at) else { return String::new() };
    let by = if state.may_order_phase(battle, combat, by) { by } else { by.opponent() };
    format!("scrud {} v {}", still_in(state, &combat.lines[by]), still_in(state, &combat.lines[by.opponent()]))
}

/// Those who are still in a line of a combat: a stack by its name where all of it that rolls dice is in it, and otherwise
/// each unit.
#[must_use]
pub(crate) fn still_in(state: &State, line: &CombatLine) -> String {
    let living = || line.units.iter().filter_map(|unit| state.unit(*unit)).filter(|unit| unit.is_alive());
    let whole = |stack: StackId| {
        let mut of_it = state.units_of_stack(stack).filter(|unit| state.rolls_in_combat(unit));
        of_it.all(|unit| line.units.contains(&unit.id)) && living().filter(|unit| unit.stack == Some(stack)).count() > 1
    };
    let named = |unit: &Unit| unit.stack.filter(|stack| whole(*stack)).map_or(Id::from(unit.id), Id::from);
    let mut names: Vec<Id> = living().map(named).collect();
    names.dedup();
    names.iter().map(|id| reference(state, *id, FORCES)).collect::<Vec<_>>().join(" + ")
}
