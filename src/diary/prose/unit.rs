//! What happens to a single unit, in words: its EDNA, its strength, its grade.

use crate::{
    book::Grade,
    id::UnitId,
    order::{Term, WearCause},
    state::State,
    text,
};

/// `E8 to E6/8`
fn edna_change(state: &State, unit: UnitId, (from, to): (u8, u8)) -> String {
    text::edna_change((from, to), state.unit(unit).map_or(to, |unit| unit.edna.full))
}

pub(super) fn tested(state: &State, unit: UnitId, (total, acts): (u16, bool), (from, to): (u8, u8)) -> String {
    let does = if acts { "acts" } else { "halts" };
    let now = edna_change(state, unit, (from, to));
    let spent = if to == 0 && from != to { ", ineffective" } else { "" };
    format!("{}: {total} against {from}, {does}, {now}{spent}", state.name(unit))
}

pub(super) fn retested(
    state: &State,
    unit: UnitId,
    (total, acts, against): (u16, bool, u8),
    (from, to): (u8, u8),
) -> String {
    let does = if acts { "acts" } else { "halts" };
    let now = edna_change(state, unit, (from, to));
    let spent = if to == 0 && from != to { ", ineffective" } else { "" };
    format!("{}, thrown again: {total} against {against}, {does}, {now}{spent}", state.name(unit))
}

pub(super) fn worn(state: &State, unit: UnitId, cause: WearCause, (from, to): (u8, u8)) -> String {
    let by = match cause {
        WearCause::Fire => "fire",
        WearCause::Manoeuvre => "manoeuvre",
    };
    let spent = if to == 0 { ", ineffective" } else { "" };
    format!("{} worn by {by}, {}{spent}", state.name(unit), edna_change(state, unit, (from, to)))
}

pub(super) fn edna_ruled(state: &State, unit: UnitId, (from, to): (u8, u8)) -> String {
    let does = if from < to { "rallies" } else { "is shaken" };
    let spent = if to == 0 { ", ineffective" } else { "" };
    format!("{} {does}, {}{spent}", state.name(unit), edna_change(state, unit, (from, to)))
}

pub(super) fn strength_lost(state: &State, unit: UnitId, (from, to): (u16, u16)) -> String {
    format!("{} loses {} SP, {to} left", state.name(unit), from.saturating_sub(to))
}

pub(super) fn strength_restored(state: &State, unit: UnitId, (from, to): (u16, u16)) -> String {
    format!("{} recovers {} SP, now {to}", state.name(unit), to.saturating_sub(from))
}

pub(super) fn regraded(state: &State, unit: UnitId, (from, to): (Grade, Grade)) -> String {
    let ladder = &state.book().ladder;
    let word = if to < from { "promoted" } else { "demoted" };
    format!("{} {word}, {} to {}", state.name(unit), ladder.name(from), ladder.name(to))
}

pub(super) fn shifted(state: &State, unit: UnitId, by: i8, term: Term) -> String {
    let span = match term {
        Term::Phase => "for a phase",
        Term::Combat => "for a combat",
        Term::ForGood => "for good",
    };
    let grades = text::count(by.unsigned_abs().into(), "grade", "grades");
    let way = if by > 0 { "higher" } else { "lower" };
    format!("{} fights {grades} {way} {span}", state.name(unit))
}
