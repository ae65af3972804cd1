//! Words for the reasons of proposals.

use crate::odds::forecast::words;
use wardiary_base::{id::UnitId, text};
use wardiary_rules::state::State;

pub(super) use words::percent;

/// The maximum number of units of one stack that are named; more are counted.
const MAX_NAMED: usize = 3;

pub(super) fn capitalized(text: String) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => text,
    }
}

/// A mean value with one decimal.
pub(super) fn mean_text(points: f64) -> String {
    format!("{points:.1}")
}

/// Two expected losses with as many decimals as tell them apart: `0.4` and `1.1`, `no` and `0.03`.
pub(super) fn expected_loss_texts(points: [f64; 2]) -> [String; 2] {
    let text = |decimals: usize| points.map(|p| if p > 0.0 { format!("{p:.decimals$}") } else { "no".into() });
    let tells = |[first, second]: &[String; 2]| {
        first != second
            && [first, second].into_iter().all(|p| p == "no" || p.contains(|c: char| matches!(c, '1'..='9')))
    };
    let all: Vec<[String; 2]> = (1..=3).map(text).collect();
    all.iter().find(|one| tells(one)).unwrap_or(&all[0]).clone()
}

/// `3 areas off`
pub(super) fn distance_text(range: u32) -> String {
    match range {
        1 => "beside it".into(),
        range => format!("{range} areas off"),
    }
}

/// The names of units, or a number if there are many of one stack.
pub(super) fn unit_names(state: &State, units: &[UnitId]) -> String {
    let stack = |unit: &UnitId| state.unit(*unit).and_then(|unit| unit.stack);
    match units.first().and_then(stack).filter(|_| units.len() > MAX_NAMED) {
        Some(first) if units.iter().all(|unit| stack(unit) == Some(first)) => {
            format!("{} units of {}", units.len(), state.name(first))
        }
        _ => text::list(&units.iter().map(|unit| state.name(*unit)).collect::<Vec<_>>()),
    }
}
