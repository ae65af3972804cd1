//! Changes of a single unit, in words: its EDNA, strength and grade.

use super::EntryContext;
use wardiary_base::{book::Grade, id::UnitId, text};
use wardiary_rules::{
    order::{Term, WearCause},
    state::State,
};

/// The effect of a change of EDNA, if there is one: at 0 a unit is ineffective.
fn effect(from: u8, to: u8) -> &'static str {
    match (from, to) {
        (1.., 0) => ", ineffective",
        (0, 1..) => ", effective again",
        _ => "",
    }
}

/// `E8 to E6/8`, and the effect on the unit.
fn edna_change(state: &State, unit: UnitId, (from, to): (u8, u8)) -> String {
    text::edna_change((from, to), state.unit(unit).map_or(to, |unit| unit.edna.full)) + effect(from, to)
}

/// `E8 to E6/8`, or that it stays the same.
fn edna_worn(state: &State, unit: UnitId, (from, to): (u8, u8)) -> String {
    let still = if from == to { "still " } else { "" };
    format!("{still}{}", edna_change(state, unit, (from, to)))
}

pub(super) fn tested(state: &State, unit: UnitId, (total, acts): (u16, bool), (from, to): (u8, u8)) -> String {
    let did = if acts { "acted" } else { "halted" };
    format!("{}: {total} against {from}, {did}, {}", state.name(unit), edna_change(state, unit, (from, to)))
}

pub(super) fn retested(
    state: &State,
    unit: UnitId,
    (total, acts, against): (u16, bool, u8),
    (from, to): (u8, u8),
) -> String {
    let did = if acts { "acted" } else { "halted" };
    let now = edna_change(state, unit, (from, to));
    format!("{}, thrown again: {total} against {against}, {did}, {now}", state.name(unit))
}

pub(super) fn worn(state: &State, unit: UnitId, cause: WearCause, (from, to): (u8, u8)) -> String {
    let by = match cause {
        WearCause::Fire => "fire",
        WearCause::Manoeuvre => "manoeuvre",
    };
    format!("{} worn by {by}, {}", state.name(unit), edna_worn(state, unit, (from, to)))
}

pub(super) fn edna_ruled(state: &State, unit: UnitId, (from, to): (u8, u8)) -> String {
    let how = if from < to { "rallied" } else { "shaken" };
    format!("{} {how}, {}", state.name(unit), edna_change(state, unit, (from, to)))
}

pub(super) fn strength_lost(state: &State, unit: UnitId, (from, to): (u16, u16)) -> String {
    format!("{} lost {} SP, {to} left", state.name(unit), from.saturating_sub(to))
}

pub(super) fn strength_restored(state: &State, unit: UnitId, (from, to): (u16, u16)) -> String {
    format!("{} recovered {} SP, now {to}", state.name(unit), to.saturating_sub(from))
}

pub(super) fn rested(state: &State, unit: UnitId, change: (u8, u8)) -> String {
    format!("{} rested, {}", state.name(unit), edna_change(state, unit, change))
}

pub(super) fn regained(state: &State, unit: UnitId, (from, to): (Grade, Grade)) -> String {
    let ladder = &state.book().ladder;
    let unused = if state.book().uses_grades() { "" } else { NO_GRADES };
    let is_own = state.unit(unit).is_none_or(|unit| unit.grade_at_muster == to);
    let what = match from.0.saturating_sub(to.0) {
        _ if is_own => "its grade".to_string(),
        1 => "a grade".to_string(),
        grades => format!("{grades} grades"),
    };
    format!("{} regained {what}, {} to {}{unused}", state.name(unit), ladder.name(from), ladder.name(to))
}

pub(super) fn regraded(state: &State, unit: UnitId, (from, to): (Grade, Grade)) -> String {
    let ladder = &state.book().ladder;
    let word = if to < from { "promoted" } else { "demoted" };
    let unused = if state.book().uses_grades() { "" } else { NO_GRADES };
    format!("{} {word}, {} to {}{unused}", state.name(unit), ladder.name(from), ladder.name(to))
}

/// Added to a change of grade under rules without grades.
const NO_GRADES: &str = ", but these rules use no grades";

/// A temporary shift of a unit's grade, and the resulting grade: the ladder may be too short for the whole shift.
pub(super) fn shifted(scene: &EntryContext, unit: UnitId, by: i8, term: Term) -> String {
    let state = scene.after;
    let span = match term {
        Term::Phase => "for a phase",
        Term::Combat => "for a combat",
        Term::ForGood => "for good",
    };
    let grades = text::count(by.unsigned_abs().into(), "grade", "grades");
    let way = if by > 0 { "up" } else { "down" };
    let used = |state: &State| state.unit(unit).map(|unit| state.effective_grade(unit));
    let now = if used(scene.before) == used(state) { "still" } else { "now" };
    let used = used(state).map_or(String::new(), |used| {
        let used = state.book().ladder.name(used);
        if state.book().uses_grades() {
            format!(", {now} fighting as {used}")
        } else {
            format!(", {now} {used}{NO_GRADES}")
        }
    });
    format!("{}: {grades} {way} {span}{used}", state.name(unit))
}
