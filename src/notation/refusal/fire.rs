//! Refusals of dice tests and volleys.

use super::{RefusalText, only, quoted, the};
use crate::{
    book::Objection,
    id::UnitId,
    rules::refusal::{FireRefusal, RollRefusal},
    state::State,
    text,
};

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
                .hint("a place holds one combat unit, with Generals and transport: fire at one of them")
        }
        FireRefusal::NoRange => {
            only("nobody knows how far it is: there is no map").hint("say it in grid areas: `range 1`")
        }
        FireRefusal::NoWeapon { unit, weapon } => {
            let weapon = weapon.as_ref().map_or("weapon".into(), |weapon| format!("“{}”", text::display_name(weapon)));
            only(format!("{} carries no {weapon}", the(state, *unit))).hint(weapons_instead(state, *unit))
        }
        FireRefusal::OutOfRange { unit, weapon, range, reach } => only(format!(
            "{} does not reach so far: the range of {weapon} ends at {reach}, not {range}",
            the(state, *unit)
        )),
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

/// Why a bare volley makes no sense under its rulebook.
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

fn objection(why: Objection) -> &'static str {
    match why {
        Objection::OfASide => "a side objects to tests in parallel",
        Objection::Bonuses => "dice that pass earn bonuses, and in parallel nobody can count them",
    }
}

/// The test of a unit's that was probably meant, or all it carries.
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

/// The weapons that a unit carries.
fn weapons_instead(state: &State, unit: UnitId) -> String {
    match state.unit(unit).map(|unit| state.weapons_of(unit)).unwrap_or_default() {
        [] => "its troop type in the rulebook can name some: `weapons: [\"rifles\"]`".into(),
        carried => format!("it carries {}", text::list(carried)),
    }
}
