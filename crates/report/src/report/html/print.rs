//! Sheets for the table: rosters with boxes to cross off, labels for stands, maps, and slips for written orders.

use super::{head, map};
use crate::report::story::StoryGrade;
use maud::{DOCTYPE, Markup, html};
use wardiary_base::book::Mechanism;
use wardiary_rules::{
    event::Reading,
    state::{Side, State, Unit, total_strength},
};

const STYLE: &str = include_str!("../../../assets/print.css");

/// Maximum number of boxes to draw; above it, the sheet shows a number.
const MAX_BOXES: u32 = 24;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sheet {
    Roster,
    Labels,
    Map,
    Orders,
}

/// A sheet as a page; `None` if it would be empty because there is no map, and no network that can be drawn.
pub fn sheet(title: &str, state: &State, sheet: Sheet) -> Option<String> {
    let title = wardiary_base::text::sanitize(title);
    let (name, body) = match sheet {
        Sheet::Roster => ("Roster", roster(state)),
        Sheet::Labels => ("Labels", labels(state)),
        Sheet::Map => ("Maps", Some(maps(state)).filter(|maps| !maps.0.is_empty())?),
        Sheet::Orders => ("Order slips", slips(state)),
    };
    let ladder = &state.book().ladder;
    let grades: Vec<StoryGrade> = (0u8..)
        .zip(&ladder.grades)
        .map(|(at, step)| StoryGrade {
            grade: wardiary_base::book::Grade(at),
            name: step.name.to_lowercase(),
            colour: if step.colour.is_empty() { step.name.clone() } else { step.colour.clone() },
        })
        .collect();
    let style = format!("{STYLE}{}", super::grade_rules(&grades));
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            (head(&format!("{title}: {name}"), &style, None))
            body { header { h1 { (title) } p { (name) } } main { (body) } }
        }
    };
    Some(page.into_string() + "\n")
}

fn sides(state: &State) -> impl Iterator<Item = &Side> {
    state.sides().iter().filter(|side| living(state, side).next().is_some())
}

fn living<'s>(state: &'s State, side: &Side) -> impl Iterator<Item = &'s Unit> {
    state.units_of_side(side.id).filter(|unit| unit.is_alive())
}

pub(super) fn roster(state: &State) -> Markup {
    let (graded, tested) = (state.book().uses_line_up(), state.book().uses(Mechanism::Edna));
    html! {
        @for side in sides(state) {
            section {
                h2 { (side.name) }
                table {
                    thead { tr {
                        th scope="col" { "Unit" } th scope="col" { "Stack" } th scope="col" { "Kind" }
                        @if graded { th scope="col" { "Grade" } }
                        th scope="col" { "Strength" }
                        @if tested { th scope="col" { "EDNA" } }
                        th.wide scope="col" { "Notes" }
                    } }
                    tbody { @for unit in living(state, side) { tr {
                        td { b { (unit.name) } }
                        td { (unit.stack.map_or_else(String::new, |stack| state.name(stack))) }
                        td { (unit.kind) }
                        @if graded { td { (grade(state, unit)) } }
                        td { (strength(unit)) }
                        @if tested { td { (unit.edna().text(|edna| edna.now.to_string())) } }
                        td {}
                    } } }
                }
            }
        }
    }
}

fn strength(unit: &Unit) -> Markup {
    match unit.strength() {
        Reading::Exact(strength) => boxes(strength.now.into(), strength.full.into()),
        known => html! { (known.text(|_| String::new())) },
    }
}

/// Nothing for a unit that rolls no die of its grade.
fn grade(state: &State, unit: &Unit) -> Markup {
    if !state.uses_grade(unit) {
        return html! {};
    }
    let Some(grade) = unit.grade().exact() else { return html! { (unit.grade().grade_text(|_| String::new())) } };
    html! { span.graded { span class=(format!("grade g{}", grade.0)) {} (state.book().ladder.name(grade).to_lowercase()) } }
}

/// A box for each point; lost points are crossed off.
fn boxes(now: u32, full: u32) -> Markup {
    html! {
        @if full > MAX_BOXES { (now) " of " (full) } @else {
            span.boxes role="img" aria-label=(format!("{now} of {full}")) {
                @for _ in 0..now { span.box {} } @for _ in now..full { span.box.off {} }
            }
        }
    }
}

fn labels(state: &State) -> Markup {
    html! {
        @for (at, side) in sides(state).enumerate() {
            section {
                h2 { (side.name) }
                div.labels { @for unit in living(state, side) {
                    div class=(format!("label s{}", at % super::SIDE_COLOURS.len())) {
                        p.name { (unit.name) }
                        p { (side.name) ", " (unit.kind) @if state.uses_grade(unit) { ", " (grade(state, unit)) } }
                        p { (strength(unit)) }
                    }
                } }
            }
        }
    }
}

/// The theatre's network and the maps, with their forces and legends.
pub(super) fn maps(state: &State) -> Markup {
    html! {
        @if let Some((theatre, network)) = state.theatre().zip(map::whole(state, None)) {
            section { h2 { (map::heading(state, &theatre.title())) } (network) }
        }
        @for map in state.maps() {
            section data-grid=(map::grid_name(map)) {
                h2 { (map::heading(state, &map.name)) }
                @if let Some(drawn) = map::whole(state, Some(map.id)) { (drawn) }
                ul.legend { @for (key, name) in map::legend(map) { li { (key) " " (name) } } }
            }
        }
    }
}

/// Slips for the side that sees this state, or for every side.
fn slips(state: &State) -> Markup {
    html! {
        @for side in sides(state).filter(|side| state.viewer().is_none_or(|viewer| side.id == viewer)) {
            section {
                h2 { (side.name) }
                div.slips { @for (name, strength) in forces(state, side) {
                    div.slip {
                        p { b { (name) } " (" (side.name) ", " (strength) ")" }
                        p { "Turn" span.line {} "Order" span.line {} }
                        p { span.line {} }
                        p { span.line {} }
                        p { "Given by" span.line {} }
                    }
                } }
            }
        }
    }
}

/// The forces that get orders: stacks, and units in no stack.
fn forces(state: &State, side: &Side) -> Vec<(String, String)> {
    let points = |units: &[&Unit]| total_strength(units.iter().copied()).map_or("?".into(), |sum| sum.now.to_string());
    let stacks = state.stacks().iter().filter(|stack| stack.side == side.id).filter_map(|stack| {
        let units: Vec<&Unit> = state.units_of_stack(stack.id).collect();
        (!units.is_empty()).then(|| (stack.name.to_string(), format!("{} SP", points(&units))))
    });
    let alone = living(state, side).filter(|unit| unit.stack.is_none());
    stacks.chain(alone.map(|unit| (unit.name.to_string(), format!("{} SP", points(&[unit]))))).collect()
}
