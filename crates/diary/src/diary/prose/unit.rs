//! A single unit in words: its muster, and changes of its EDNA, strength and grade.

use super::{EntryContext, unit};
use std::{collections::BTreeSet, fmt::Display};
use wardiary_base::{
    book::{Grade, Mechanism},
    id::{SideId, StackId, UnitId},
    text,
};
use wardiary_rules::{
    event::RefitEvent,
    order::{Recruit, Term, WearCause},
    state::{Gauge, State},
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
    let adverb = if from == to { "still " } else { "" };
    format!("{adverb}{}", edna_change(state, unit, (from, to)))
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

/// `used` is the change of the grade that the unit fights with, which a shift makes another than its own.
pub(super) fn regraded(
    state: &State,
    unit: UnitId,
    (from, to): (Grade, Grade),
    used: Option<(Grade, Grade)>,
) -> String {
    let word = if to < from { "promoted" } else { "demoted" };
    let unused = if state.book().uses_grades() { "" } else { NO_GRADES };
    format!("{} {word}, {}{unused}", state.name(unit), super::combat::demotion(state, (from, to), used))
}

/// Added to a change of grade under rules without grades.
const NO_GRADES: &str = ", but these rules use no grades";

/// A temporary shift of a unit's grade, and the resulting grade: the ladder may be too short for the whole shift.
pub(super) fn shifted(context: &EntryContext, unit: UnitId, by: i8, term: Term) -> String {
    let state = context.after;
    let span = match term {
        Term::Phase => "for a phase",
        Term::Combat => "for a combat",
        Term::ForGood => "for good",
    };
    let grades = text::count(by.unsigned_abs().into(), "grade", "grades");
    let way = if by > 0 { "up" } else { "down" };
    let used = |state: &State| state.unit(unit).map(|unit| state.effective_grade(unit));
    let now = if used(context.before) == used(state) { "still" } else { "now" };
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

/// A value, and its full value if that differs: `3 of 4`.
fn gauge<T: Display + PartialEq>(Gauge { now, full }: &Gauge<T>) -> String {
    if now == full { full.to_string() } else { format!("{now} of {full}") }
}

/// A new unit with the numbers that its rulebook uses: an unused grade or EDNA is left out.
pub(super) fn unit_made(context: &EntryContext, recruit: &Recruit) -> String {
    let state = context.after;
    match state.unit(recruit.id) {
        Some(unit) => {
            let book = state.book();
            let grade =
                book.uses_grades().then(|| unit.grade_text_or(|| book.ladder.name(unit.grade_at_muster).to_string()));
            let edna = book
                .uses(Mechanism::Edna)
                .then(|| format!("EDNA {}", unit.edna_precision().text_or(|| gauge(&unit.edna))));
            let strength = format!("{} SP", unit.strength_text_or(|strength| gauge(&strength)));
            let at = unit.place.map(|place| format!("at {}, facing {}", place.cell, place.facing.name()));
            let parts = [Some(unit.kind.to_string()), grade, Some(strength), edna, at];
            let came = if context.existed_before(unit.side) { "made out" } else { "mustered" };
            format!("{} {came}: {}", unit.name, parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
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
            let battle_part = battle.map_or(String::new(), |battle| format!(", but is still in {}", battle.name));
            format!("{name} {left}joined {}{battle_part}", state.name(stack))
        }
        (Some(stack), None) => format!("{name} left {}", state.name(stack)),
        (None, None) => format!("{name} in no stack, as before"),
    }
}

// Source: RULES 7.

/// An event between battles, a sentence for each number that changed.
pub(super) fn refit_sentences(state: &State, event: &RefitEvent) -> Vec<String> {
    match event {
        RefitEvent::Counted { losses, .. } => counted(state, losses),
        RefitEvent::Credited { units, .. } => {
            let text = |(unit, defeats): &(UnitId, u16)| {
                let defeats = text::count((*defeats).into(), "defeat", "defeats");
                format!("{} {defeats}", state.name(*unit))
            };
            vec![format!("inflicted: {}", text::list(&units.iter().map(text).collect::<Vec<_>>()))]
        }
        RefitEvent::Returned { unit, from, to } => {
            vec![format!("{} SP came back to {}, now {to}", to.saturating_sub(*from), state.name(*unit))]
        }
        RefitEvent::Recovered { unit, strength, edna, grade } => {
            let strength = strength.map(|change| unit::strength_restored(state, *unit, change));
            let edna = edna.map(|change| unit::rested(state, *unit, change));
            let grade = grade.map(|change| unit::regained(state, *unit, change));
            strength.into_iter().chain(edna).chain(grade).collect()
        }
        RefitEvent::Replaced { unit, pool, from, to } => {
            let (points, pool) = (to.saturating_sub(*from), pool.as_name());
            vec![format!("{} took {points} SP from the pool {pool}, now {to}", state.name(*unit))]
        }
        RefitEvent::Supplied { units, to } => supplied(state, units, *to),
        RefitEvent::Raised { unit, to, edna, grade } => {
            let mut text = vec![format!("{} rebuilt with {to} SP", state.name(*unit))];
            text.extend((edna.0 != edna.1).then(|| unit::rested(state, *unit, *edna)));
            text.extend((grade.0 != grade.1).then(|| unit::regraded(state, *unit, *grade, None)));
            // The unit has no station: a member of a stationed stack shares its station, nobody else does.
            let is_nowhere = state.theatre().is_some() && state.station_of_unit(*unit).is_none();
            let force = state.force_of(*unit).filter(|_| is_nowhere);
            text.extend(force.map(|force| format!("no station in the theatre yet for {}", state.name(force))));
            text
        }
    }
}

/// `supply of XX Corps: full to low`, a sentence for each previous level.
fn supplied(state: &State, units: &[(UnitId, u8)], to: u8) -> Vec<String> {
    let name = |level: u8| state.book().supply.level(level).map_or(String::new(), |level| level.name.as_name());
    let levels: BTreeSet<u8> = units.iter().map(|(_, from)| *from).filter(|from| *from != to).collect();
    let text = |from: u8| {
        let of_level = units.iter().filter(|(_, at)| *at == from).map(|(unit, _)| state.name(*unit));
        format!("supply of {}: {} to {}", text::list(&of_level.collect::<Vec<_>>()), name(from), name(to))
    };
    levels.into_iter().map(text).collect()
}

/// `units of Germans that still live lost 11 SP: 6 for good, 5 to come back`, a sentence for each side.
fn counted(state: &State, losses: &[(UnitId, u16, u16)]) -> Vec<String> {
    let mut sides: Vec<(SideId, u32, u32)> = Vec::new();
    for (unit, for_good, back) in losses {
        let Some(side) = state.unit(*unit).map(|unit| unit.side) else { continue };
        let at = sides.iter().position(|(other, ..)| *other == side).unwrap_or_else(|| {
            sides.push((side, 0, 0));
            sides.len() - 1
        });
        sides[at].1 += u32::from(*for_good);
        sides[at].2 += u32::from(*back);
    }
    let text = |(side, for_good, back): &(SideId, u32, u32)| {
        let (units, lost) = (state.name(*side), for_good + back);
        format!("units of {units} that still live lost {lost} SP: {for_good} for good, {back} to come back")
    };
    sides.iter().map(text).collect()
}
