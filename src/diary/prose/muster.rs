//! Those who are mustered, in words.

use crate::{
    id::{StackId, UnitId},
    order::Recruit,
    state::{Gauge, State},
};
use std::fmt::Display;

/// A value, and the full one where it is another: `3 of 4`.
fn gauge<T: Display + PartialEq>(Gauge { now, full }: &Gauge<T>) -> String {
    if now == full { full.to_string() } else { format!("{now} of {full}") }
}

pub(super) fn unit_made(state: &State, recruit: &Recruit) -> String {
    match state.unit(recruit.id) {
        Some(unit) => format!(
            "{} mustered: {}, {}, {} SP, EDNA {}",
            unit.name,
            unit.kind,
            state.book().ladder.name(unit.mustered),
            gauge(&unit.strength),
            gauge(&unit.edna)
        ),
        None => format!("{} mustered", recruit.name),
    }
}

pub(super) fn assigned(state: &State, unit: UnitId, from: Option<StackId>, to: Option<StackId>) -> String {
    let name = state.name(unit);
    match (from, to) {
        (_, Some(stack)) => format!("{name} joined {}", state.name(stack)),
        (Some(stack), None) => format!("{name} left {}", state.name(stack)),
        (None, None) => format!("{name} in no stack, as before"),
    }
}
