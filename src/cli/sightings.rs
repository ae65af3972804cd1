//! The part of `wardiary state` about sightings: what each side knows of enemy forces, and no more. Source: RULES 7.

use wardiary_base::text;
use wardiary_rules::{
    notation,
    rules::sighting::{Age, all_knowledge},
    state::State,
};

/// Describes what each side knows, under a line with the time of that knowledge.
pub(super) fn describe(state: &State) -> Vec<String> {
    let known: Vec<_> = all_knowledge(state).collect();
    let clock = &state.book().clock;
    let in_sight = known.iter().find(|(_, known)| known.age == Age::InSight).filter(|_| clock.is_on());
    let heading =
        in_sight.map(|(_, known)| format!("sightings as of {}", text::sanitize(&clock.format_moment(known.as_of))));
    let lines = known.iter().map(|(side, known)| notation::sighting_text(state, *side, known));
    heading.into_iter().chain(lines).collect()
}
