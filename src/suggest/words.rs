//! The reasons of proposals, as sentences.

use crate::{id::UnitId, odds::forecast::words, state::State, text};

pub(super) use words::percent;

/// Of more units of one stack than so many it is said how many they are.
const MOST_NAMED: usize = 3;

/// A sentence, with a capital.
pub(super) fn sentence(text: String) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => text,
    }
}

/// A mean, to a tenth.
pub(super) fn mean(points: f64) -> String {
    format!("{points:.1}")
}

/// `3 areas off`
pub(super) fn off(range: u32) -> String {
    match range {
        1 => "beside it".into(),
        range => format!("{range} areas off"),
    }
}

/// The names of some units; of many of one stack, how many of it.
pub(super) fn names(state: &State, units: &[UnitId]) -> String {
    let stack = |unit: &UnitId| state.unit(*unit).and_then(|unit| unit.stack);
    match units.first().and_then(stack).filter(|_| units.len() > MOST_NAMED) {
        Some(first) if units.iter().all(|unit| stack(unit) == Some(first)) => {
            format!("{} units of {}", units.len(), state.name(first))
        }
        _ => text::list(&units.iter().map(|unit| state.name(*unit)).collect::<Vec<_>>()),
    }
}
