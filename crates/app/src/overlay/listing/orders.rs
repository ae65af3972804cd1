//! The orders that continue what is still to do in a turn.

use wardiary_base::{
    book::Mechanism,
    id::{BattleId, Id, StackId},
    sides::CombatSide,
};
use wardiary_rules::{
    notation,
    rules::{self, Attack},
    state::{EntityKind, State, Unit},
};

const FORCES: &[EntityKind] = &[EntityKind::Side, EntityKind::Stack, EntityKind::Unit];

/// The order for a combat's next phase.
pub(super) fn next_phase(state: &State, battle: BattleId, at: usize) -> String {
    state.battle(battle).map_or(String::new(), |found| notation::next_phase(state, found, at, CombatSide::First))
}

/// The order for the next round of a Conflict, or for the rest of a round.
pub(super) fn next_round(state: &State, battle: BattleId, at: usize) -> String {
    state.orders_round(battle, at).map_or_else(String::new, |stack| notation::round_order(state, stack))
}

/// The order for a stack to open a Conflict with the stacks next to it on the map; without any, the start of that
/// order.
pub(super) fn engaging(state: &State, stack: StackId, others: &[StackId]) -> String {
    let name = |stack: &StackId| notation::reference(state, (*stack).into(), FORCES);
    format!("conflict {} v {}", name(&stack), others.iter().map(name).collect::<Vec<_>>().join(" + "))
}

/// The start of an order for a unit's first possible attack.
pub(super) fn first_order(state: &State, unit: &Unit, ways: &[Attack]) -> String {
    let name = notation::reference(state, unit.id.into(), FORCES);
    let stack = unit.stack.filter(|_| state.book().uses(Mechanism::Stacks));
    match (ways.first(), stack) {
        (Some(Attack::Combat), _) => format!("scrud {name} v "),
        (Some(Attack::Round), Some(stack)) => engaging(state, stack, &rules::stacks_beside(state, &[stack])),
        (Some(Attack::Support), _) => {
            let line = notation::reference(state, unit.stack.map_or(Id::from(unit.side), Id::from), FORCES);
            format!("scrud {line} support {name} v ")
        }
        _ => format!("volley {name} at "),
    }
}
