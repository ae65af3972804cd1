//! Refusals of dice tests and volleys.

use super::{RefusalText, only, quoted, the};
use crate::{
    rules::{
        movement::reach,
        refusal::{FireRefusal, RollRefusal},
    },
    state::State,
};
use wardiary_base::{book::Objection, ground::Cell, id::UnitId, text};

pub(super) fn describe(refusal: &FireRefusal, state: &State) -> RefusalText {
    match refusal {
        FireRefusal::NoTest { unit, test } => {
            only(format!("{} carries no test “{}”", the(state, *unit), text::display_name(test)))
                .hint(tests_instead(state, *unit, test))
        }
        FireRefusal::NotInParallel { why } => only(format!("these tests are thrown in series: {}", objection(*why)))
            .hint("leave out `in parallel`; the chances are the same"),
        FireRefusal::NoObjections => only("under these rules tests may be thrown in parallel, and no side can object")
            .hint("house rules can allow it: `rules change \"(tests: (parallel: Objected))\"`"),
        FireRefusal::TargetTwice { unit } => only(format!("{} is named twice", the(state, *unit))),
        FireRefusal::TwoPlaces { first, second } => {
            only(format!("{} and {} can't stand in one place", state.name(*first), state.name(*second)))
                .hint("fire at one of them: whoever shares a place is hit by the same dice")
        }
        FireRefusal::NoRange => {
            only("nobody knows how far it is: no map says it").hint("say it in grid areas: `range 1`")
        }
        FireRefusal::NoWeapon { unit, weapon } => {
            let weapon = weapon.as_ref().map_or("weapon".into(), |weapon| format!("“{}”", text::display_name(weapon)));
            only(format!("{} carries no {weapon}", the(state, *unit))).hint(weapons_instead(state, *unit))
        }
        FireRefusal::OutOfRange { unit, weapon, range, reach } => only(format!(
            "{} does not reach so far: the range of {weapon} ends at {reach}, not {range}",
            the(state, *unit)
        )),
        FireRefusal::TwoAreas { first: (first, at), second: (second, there) } => only(format!(
            "{} stands at {at}, {} at {there}: a volley goes into one area",
            state.name(*first),
            state.name(*second)
        )),
        FireRefusal::OutOfArc { unit, from, facing, to } => {
            let (name, facing) = (state.name(*unit), facing.name());
            let turns = match reach(state, *unit) {
                Ok(_) => format!("; `face {} …` turns it, which is its move", quoted(&name)),
                Err(_) => String::new(),
            };
            only(format!("{to} is outside the arc of {name}, which faces {facing} at {from}"))
                .hint(format!("its arc is less than 60° to either side{turns}"))
        }
        FireRefusal::OutOfSight { unit, from, to, behind } => out_of_sight(state, *unit, (*from, *to), behind),
        FireRefusal::OtherRange { from: (unit, from), to: (target, to), said, is } => {
            let far = text::count(usize::try_from(*is).unwrap_or(usize::MAX), "area", "areas");
            let (unit, target) = (state.name(*unit), state.name(*target));
            only(format!("from {unit} at {from} to {target} at {to} it is {far}, not {said}"))
                .hint(format!("leave out `range {said}`: it follows from the map; {RULING}"))
        }
        FireRefusal::NoCover { unit, at, from } => {
            only(format!("at {at} {} is not in cover from {from}", state.name(*unit)))
                .hint(format!("leave out `in cover`: it follows from the map; {RULING}"))
        }
        FireRefusal::NoGeneralThere { unit, at } => only(format!("no General is with {} at {at}", state.name(*unit)))
            .hint(format!("leave out `with general`: it follows from the map; {RULING}")),
        FireRefusal::GeneralElsewhere { general, unit } => {
            let stack = |unit: UnitId| state.unit(unit).and_then(|u| u.stack).map(|stack| state.name(stack));
            let elsewhere = stack(*general).map_or("elsewhere".into(), |stack| format!("with {stack}"));
            let text = only(format!("{} is {elsewhere}, not with {}", the(state, *general), state.name(*unit)));
            text.hint(stack(*unit).map_or("leave out `with general`".into(), |stack| {
                format!("`assign {} to {}` brings the General there", quoted(&state.name(*general)), quoted(&stack))
            }))
        }
        FireRefusal::NoGeneral { side } => {
            only(format!("{} has no living General in that battle", the(state, *side))).hint("leave out `with general`")
        }
    }
}

/// Why a bare volley is invalid under its rulebook.
pub(super) fn roll(refusal: &RollRefusal) -> String {
    match refusal {
        RollRefusal::NoWeapon { weapon } => format!("the rulebook has no weapon called {weapon}"),
        RollRefusal::OutOfRange { weapon, range, reach } => {
            format!("the range of {weapon} ends at {reach}: it can't be {range}")
        }
        RollRefusal::NoTarget { target } => {
            format!("the rulebook has no target class called {target}")
        }
    }
}

/// The hint that a ruling can override the map.
const RULING: &str = "a ruling says otherwise: `… anyway because \"…\"`";

fn out_of_sight(state: &State, unit: UnitId, (from, to): (Cell, Cell), behind: &[(Cell, String)]) -> RefusalText {
    let named = |(cell, terrain): &(Cell, String)| format!("{cell} ({})", text::sanitize(terrain));
    let behind: Vec<String> = behind.iter().map(named).collect();
    let verb = if behind.len() == 1 { "lies" } else { "lie" };
    only(format!("{} at {from} can't see {to}: {} {verb} between", state.name(unit), text::list(&behind)))
        .hint(format!("an area next to it can always be fired into; {RULING}"))
}

fn objection(why: Objection) -> &'static str {
    match why {
        Objection::OfASide => "a side objects to tests in parallel",
        Objection::Bonuses => "dice that pass earn bonuses, and in parallel nobody can count them",
    }
}

/// A hint with the unit's test that was probably meant, or with all its tests.
fn tests_instead(state: &State, unit: UnitId, test: &str) -> String {
    let carried = state.unit(unit).map(|unit| state.tests_of(unit)).unwrap_or_default();
    let names: Vec<&str> = carried.iter().map(|test| test.name.as_str()).collect();
    match text::nearest(test, names.iter().copied()) {
        Some(near) => format!("perhaps {}", quoted(near)),
        None if names.is_empty() => {
            "its troop type in the rulebook can name some: `tests: [(name: \"Leadership\", dice: 2, needs: AtMost(4))]`"
                .into()
        }
        None => format!("it carries {}", text::list(&names)),
    }
}

/// A hint with the unit's weapons.
fn weapons_instead(state: &State, unit: UnitId) -> String {
    match state.unit(unit).map(|unit| state.weapons_of(unit)).unwrap_or_default() {
        [] => "its troop type in the rulebook can name some: `weapons: [\"rifles\"]`".into(),
        carried => format!("it carries {}", text::list(carried)),
    }
}
