//! What `wardiary state` says of sightings: what each side knows of enemy forces, and no more. Source: RULES 7.

use crate::{notation, rules::sighting::all_known, state::State};

/// What each side knows, by side, in lines.
pub(super) fn describe(state: &State) -> Vec<String> {
    all_known(state).map(|(side, known)| notation::sighting(state, side, &known)).collect()
}
