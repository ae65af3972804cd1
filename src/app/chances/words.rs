//! The odds of an order as the order line says them.

use super::Known;
use crate::{odds::forecast::words, state::State};

/// How many units are named at the most, those in the greatest danger first.
const MOST_UNITS: usize = 6;

/// What there is to say, in phrases.
#[must_use]
pub fn phrases(state: &State, known: &Known) -> Vec<String> {
    match known {
        Known::Nothing => Vec::new(),
        Known::Awaited => vec!["the odds are being worked out".into()],
        Known::Found(forecast, under_way) => {
            let mut phrases = words::aim(state, forecast);
            phrases.extend(words::sides(state, forecast));
            phrases.extend(words::method(forecast, *under_way));
            phrases.extend(words::units(state, forecast, MOST_UNITS));
            phrases
        }
    }
}
