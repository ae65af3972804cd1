//! The possible results of random tables as text.

use super::percent;
use crate::odds::{Distribution, table};
use wardiary_base::{id::Id, text};
use wardiary_rules::{notation::row_text, rules::table::DrawnRow, state::State};

/// Maximum number of phrases.
const MAX_PHRASES: usize = 24;

/// Each outcome of a table, including the tables it refers to: in table order, or the likeliest first if there are too
/// many.
pub(super) fn in_full(state: &State, who: Option<Id>, ways: &Distribution<Vec<DrawnRow>>) -> Vec<String> {
    let said = |said: &str| row_text(state, said, who);
    let phrase = |way: &Vec<DrawnRow>| table::way_text(state.book(), way, said);
    within_bounds(ways.iter().map(|(way, p)| (phrase(way), p)).collect())
}

/// A shorter [`in_full`]: lists each table separately, every row with its total chance.
pub(super) fn briefly(state: &State, who: Option<Id>, ways: &Distribution<Vec<DrawnRow>>) -> Vec<String> {
    let first = ways.iter().next().and_then(|(way, _)| way.first()).map(|drawn| drawn.table);
    let rows = Distribution::collect(ways.iter().flat_map(|(way, p)| way.iter().map(move |drawn| (*drawn, p))));
    let phrase = |drawn: &DrawnRow| {
        let (found, row) = drawn.of(state.book());
        let said = format!("{} {}", row.on, table::in_few_words(&row_text(state, &row.text, who)));
        if first == Some(drawn.table) { said } else { format!("{} {said}", text::display_name(&found.name)) }
    };
    // The consulted table comes before those it refers to, wherever it is in the rulebook.
    let mut rows: Vec<(&DrawnRow, f64)> = rows.iter().collect();
    rows.sort_by_key(|(drawn, _)| first != Some(drawn.table));
    within_bounds(rows.into_iter().map(|(drawn, p)| (phrase(drawn), p)).collect())
}

fn within_bounds(mut all: Vec<(String, f64)>) -> Vec<String> {
    let more = all.len().saturating_sub(MAX_PHRASES);
    if more > 0 {
        all.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    }
    let told = all.iter().take(MAX_PHRASES).map(|(phrase, p)| format!("{phrase} {}", percent(*p)));
    let rest = (more > 0).then(|| format!("and {more} more"));
    told.chain(rest).collect()
}
