//! Sightings as JSON: what each side knows of enemy forces, and no more. Source: RULES 7.

use super::campaign::station_json;
use serde_json::{Value, json};
use wardiary_base::id::SideId;
use wardiary_rules::{
    event::SightLevel,
    notation,
    rules::sighting::{Age, Estimate, Known, all_knowledge},
    state::{State, Theatre},
};

/// What each side knows, by side; `None` if the rulebook does not use sighting.
pub(super) fn sightings_json(state: &State, theatre: Theatre) -> Option<Value> {
    let json = || all_knowledge(state).map(|(side, known)| known_json(state, theatre, side, &known)).collect();
    state.book().sight.is_on().then(json)
}

fn known_json(state: &State, theatre: Theatre, side: SideId, known: &Known) -> Value {
    let level = known.level.map(|level| match level {
        SightLevel::Seen => "seen",
        SightLevel::InContact => "in contact",
        SightLevel::Fought => "fought",
    });
    let (age, seen) = match known.age {
        Age::InSight => ("in sight", None),
        Age::Remembered(seen) => ("remembered", Some(seen)),
        Age::LastSeen(seen) => ("last seen", Some(seen)),
    };
    let ladder = &state.book().ladder;
    let grade = |grade: &Estimate| {
        let (best, worst) = notation::grade_range(ladder, grade);
        json!({ "best": ladder.name(best), "worst": ladder.name(worst) })
    };
    json!({
        "side": side,
        "of": known.of,
        "force": known.force,
        "name": known.force.map(|force| state.name(force)).or_else(|| known.alias.as_deref().map(str::to_string)),
        "level": level,
        "age": age,
        "as_of": state.book().clock.is_on().then(|| state.book().clock.format_moment(known.as_of)),
        "seen": seen.map(|seen| state.book().clock.format_moment(seen)),
        "station": known.place.map(|place| station_json(theatre, place)),
        "units": known.units.map(estimate),
        "kinds": known.kinds,
        "strength": known.strength.map(estimate),
        "grades": known.grades.as_ref().map(|grades| grades.iter().map(grade).collect::<Vec<_>>()),
        "edna": known.edna.as_ref().map(|edna| edna.iter().copied().map(estimate).collect::<Vec<_>>()),
    })
}

/// A known number, or its bounds.
fn estimate(estimate: Estimate) -> Value {
    match estimate.most {
        Some(most) if most == estimate.least => json!(most),
        most => json!({ "least": estimate.least, "most": most }),
    }
}
