//! Those who are mustered, in words.

use crate::{
    id::{StackId, UnitId},
    order::Recruit,
    state::State,
};

pub(super) fn unit_made(state: &State, recruit: &Recruit) -> String {
    match state.unit(recruit.id) {
        Some(unit) => format!(
            "{} is mustered: {}, {}, {} SP, EDNA {}",
            unit.name,
            unit.kind,
            state.book().ladder.name(unit.mustered),
            unit.strength.full,
            unit.edna.full
        ),
        None => format!("{} is mustered", recruit.name),
    }
}

pub(super) fn assigned(state: &State, unit: UnitId, from: Option<StackId>, to: Option<StackId>) -> String {
    let name = state.name(unit);
    match (from, to) {
        (_, Some(stack)) => format!("{name} joins {}", state.name(stack)),
        (Some(stack), None) => format!("{name} leaves {}", state.name(stack)),
        (None, None) => format!("{name} stands alone"),
    }
}
