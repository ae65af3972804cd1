//! Refusals of dice tests, volleys and bare rolls.

use super::{RefusalText, kind_and_name, quoted, quoted_name, refusals, sentence};
use crate::{rules::movement::reach, state::State};
use wardiary_base::{
    book::Objection,
    ground::{Cell, Facing},
    id::{SideId, UnitId},
    text::{self, Text},
};

refusals! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum FireRefusal, |refusal, state| match refusal {
        NoTest { unit: UnitId, test: Text } => {
            sentence(format!("{} has no test “{}”", kind_and_name(state, *unit), test.as_name()))
                .with_hint(tests_instead(state, *unit, test))
        },
        NotInParallel { why: Objection } => sentence(format!("these tests must be rolled in series: {}", objection(*why)))
            .with_hint("leave out `in parallel`; the chances are the same"),
        NoObjections => sentence("these rules allow tests in parallel, and no side can object")
            .with_hint("house rules can allow it: `rules change tests parallel Objected`"),
        TargetTwice { unit: UnitId } => sentence(format!("{} is named twice", kind_and_name(state, *unit))),
        TwoPlaces { first: UnitId, second: UnitId } => {
            sentence(format!("{} and {} can't be in the same place", state.name(*first), state.name(*second)))
                .with_hint("fire at one of them: only units that share a place are hit by the same dice")
        },
        NoRange => {
            sentence("the range is unknown without a map").with_hint("add the range in areas, such as `range 1`")
        },
        NoWeapon { unit: UnitId, weapon: Option<Text> } => {
            let weapon = weapon.as_ref().map_or("weapon".into(), |weapon| format!("“{}”", weapon.as_name()));
            sentence(format!("{} carries no {weapon}", kind_and_name(state, *unit))).with_hint(weapons_instead(state, *unit))
        },
        OutOfRange {
            unit: UnitId,
            weapon: Text,
            range: u32,
            reach: u32,
        } => sentence(format!(
            "{} can't reach that far: the maximum range of {weapon} is {reach}, the distance {range}",
            kind_and_name(state, *unit)
        )),
        TwoAreas { first: (UnitId, Cell), second: (UnitId, Cell) } => {
            let ((first, at), (second, there)) = (first, second);
            let (first, second) = (state.name(*first), state.name(*second));
            sentence(format!("{first} is at {at}, {second} at {there}: a volley targets one area"))
        },
        OutOfArc { unit: UnitId, from: Cell, facing: Facing, to: Cell } => {
            let (name, facing) = (state.name(*unit), facing.name());
            let turns = match reach(state, *unit) {
                Ok(_) => format!("; turn it with `face {} …`, which uses its move", quoted(&name)),
                Err(_) => String::new(),
            };
            sentence(format!("{to} is outside the arc of fire of {name}, which faces {facing} at {from}"))
                .with_hint(format!("its arc is less than 60° to either side{turns}"))
        },
        OutOfSight {
            unit: UnitId,
            from: Cell,
            to: Cell,
            /// The areas that block the line of sight: one, or two that meet on it, each with its terrain.
            behind: Vec<(Cell, Text)>,
        } => out_of_sight(state, *unit, (*from, *to), behind),
        OtherRange {
            from: (UnitId, Cell),
            to: (UnitId, Cell),
            given: u32,
            is: u32,
        } => {
            let far = text::count(usize::try_from(*is).unwrap_or(usize::MAX), "area", "areas");
            let ((unit, from), (target, to)) = (from, to);
            let (unit, target) = (state.name(*unit), state.name(*target));
            sentence(format!("the distance from {unit} at {from} to {target} at {to} is {far}, not {given}"))
                .with_hint(format!("leave out `range {given}`: the map gives it; {RULING}"))
        },
        NoCover { unit: UnitId, at: Cell, from: Cell } => {
            sentence(format!("at {at} {} is not in cover from {from}", state.name(*unit)))
                .with_hint(format!("leave out `in cover`: the map gives it; {RULING}"))
        },
        NoGeneralThere { unit: UnitId, at: Cell } => sentence(format!("there is no General with {} at {at}", state.name(*unit)))
            .with_hint(format!("leave out `with general`: the map gives it; {RULING}")),
        GeneralElsewhere { general: UnitId, unit: UnitId } => {
            let stack = |unit: UnitId| state.unit(unit).and_then(|u| u.stack).map(|stack| state.name(stack));
            let elsewhere = stack(*general).map_or("elsewhere".into(), |stack| format!("with {stack}"));
            let text = sentence(format!("{} is {elsewhere}, not with {}", kind_and_name(state, *general), state.name(*unit)));
            text.with_hint(stack(*unit).map_or("leave out `with general`".into(), |stack| {
                format!("`assign {} to {}` brings the General there", quoted_name(state, *general), quoted(&stack))
            }))
        },
        NoGeneral { side: SideId } => {
            sentence(format!("{} has no living General in that battle", kind_and_name(state, *side))).with_hint("leave out `with general`")
        },
    }
}

refusals! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum RollRefusal, |refusal, state| match refusal {
        NoWeapon { weapon: Text } => sentence(format!("the rulebook has no weapon called {weapon}")),
        OutOfRange {
            weapon: Text,
            range: u8,
            reach: usize,
        } => sentence(format!("the maximum range of {weapon} is {reach}, not {range}")),
        NoTarget { target: Text } => sentence(format!("the rulebook has no target class called {target}")),
    }
}

/// The hint that a ruling can override the map.
const RULING: &str = "to overrule the map: `… anyway because \"…\"`";

fn out_of_sight(state: &State, unit: UnitId, (from, to): (Cell, Cell), behind: &[(Cell, Text)]) -> RefusalText {
    let named = |(cell, terrain): &(Cell, Text)| format!("{cell} ({terrain})");
    let behind: Vec<String> = behind.iter().map(named).collect();
    let verb = if behind.len() == 1 { "blocks" } else { "block" };
    sentence(format!("{} at {from} can't see {to}: {} {verb} the line of sight", state.name(unit), text::list(&behind)))
        .with_hint(format!("a unit can always fire into an adjacent area; {RULING}"))
}

fn objection(why: Objection) -> &'static str {
    match why {
        Objection::BySide => "a side objects to tests in parallel",
        Objection::Bonuses => "dice that pass earn bonuses, which can't be counted in parallel",
    }
}

/// A hint with the unit's test that was probably meant, or with all its tests.
fn tests_instead(state: &State, unit: UnitId, test: &Text) -> String {
    let carried = state.unit(unit).map(|unit| state.tests_of(unit)).unwrap_or_default();
    let names: Vec<&Text> = carried.iter().map(|test| &test.name).collect();
    match text::nearest(test, names.iter().copied()) {
        Some(near) => format!("did you mean {}?", quoted(near)),
        None if names.is_empty() => {
            "add some to its troop type in the rulebook: `tests: [(name: \"Leadership\", dice: 2, needs: AtMost(4))]`"
                .into()
        }
        None => format!("it has {}", text::list(&names)),
    }
}

/// A hint with the unit's weapons.
fn weapons_instead(state: &State, unit: UnitId) -> String {
    match state.unit(unit).map(|unit| state.weapons_of(unit)).unwrap_or_default() {
        [] => "add some to its troop type in the rulebook: `weapons: [\"rifles\"]`".into(),
        carried => format!("it carries {}", text::list(carried)),
    }
}
