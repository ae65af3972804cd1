//! What happened between battles, in words. Source: RULES 7.

use super::unit;
use crate::{event::RefitEvent, state::State};

/// An event between battles, a sentence for each number that changed.
pub(super) fn described(state: &State, event: &RefitEvent) -> Vec<String> {
    match event {
        RefitEvent::Recovered { unit, strength, edna, grade } => {
            let strength = strength.map(|change| unit::strength_restored(state, *unit, change));
            let edna = edna.map(|change| unit::rested(state, *unit, change));
            let grade = grade.map(|change| unit::regained(state, *unit, change));
            strength.into_iter().chain(edna).chain(grade).collect()
        }
    }
}
