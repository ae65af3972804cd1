//! The muster of sides, stacks and units, in words.

use super::EntryContext;
use std::fmt::Display;
use wardiary_base::{
    book::Mechanism,
    id::{StackId, UnitId},
};
use wardiary_rules::{
    order::Recruit,
    state::{Gauge, State},
};

/// A value, and its full value if that differs: `3 of 4`.
fn gauge<T: Display + PartialEq>(Gauge { now, full }: &Gauge<T>) -> String {
    if now == full { full.to_string() } else { format!("{now} of {full}") }
}

/// A new unit with the numbers that its rulebook uses: an unused grade or EDNA is left out.
pub(super) fn unit_made(scene: &EntryContext, recruit: &Recruit) -> String {
    let state = scene.after;
    match state.unit(recruit.id) {
        Some(unit) => {
            let book = state.book();
            let grade =
                book.uses_grades().then(|| unit.grade_text_or(|| book.ladder.name(unit.grade_at_muster).to_string()));
            let edna = book
                .uses(Mechanism::Edna)
                .then(|| format!("EDNA {}", unit.edna_reading().text_or(|| gauge(&unit.edna))));
            let strength = format!("{} SP", unit.strength_text_or(|strength| gauge(&strength)));
            let at = unit.place.map(|place| format!("at {}, facing {}", place.cell, place.facing.name()));
            let message = [Some(unit.kind.to_string()), grade, Some(strength), edna, at];
            let came = if scene.existed_before(unit.side) { "made out" } else { "mustered" };
            format!("{} {came}: {}", unit.name, message.into_iter().flatten().collect::<Vec<_>>().join(", "))
        }
        None => format!("{} mustered", recruit.name),
    }
}

pub(super) fn assigned(state: &State, unit: UnitId, from: Option<StackId>, to: Option<StackId>) -> String {
    let name = state.name(unit);
    // A unit stays in its battle until that is over, whatever its stack.
    let battle = state.battle_of(unit).filter(|own| {
        let others = to.into_iter().flat_map(|stack| state.units_of_stack(stack));
        let mut battles = others.filter(|other| other.id != unit).filter_map(|other| state.battle_of(other.id));
        battles.next().is_some_and(|there| there.id != own.id)
    });
    match (from, to) {
        (_, Some(stack)) => {
            let left = from.filter(|_| battle.is_some());
            let left = left.map_or(String::new(), |left| format!("left {} and ", state.name(left)));
            let still = battle.map_or(String::new(), |battle| format!(", but is still in {}", battle.name));
            format!("{name} {left}joined {}{still}", state.name(stack))
        }
        (Some(stack), None) => format!("{name} left {}", state.name(stack)),
        (None, None) => format!("{name} in no stack, as before"),
    }
}
