//! The odds of random tables, including the tables that their rows refer to. Source: RULES 7.

use super::{Distribution, sum};
use std::collections::BTreeSet;
use wardiary_base::{
    book::{Rulebook, Table, TableRow, tables::FORCE_PLACEHOLDER},
    text::{self, Text},
};
use wardiary_rules::{rules::table::DrawnRow, state::State};

/// Maximum number of characters of a shortened row.
const MAX_SHORTENED_CHARS: usize = 36;

/// The chance of each outcome of a table: its own row, the row of the table that this refers to, and so on. Empty if
/// the table does not exist. Without a state of the campaign, each table is in its first state.
pub fn outcomes(book: &Rulebook, state: Option<&State>, table: &Text) -> Distribution<Vec<DrawnRow>> {
    let mut ways = Vec::new();
    if let Some(at) = book.tables.find(table) {
        follow_references((book, state), at, &mut Vec::new(), 1.0, &mut ways);
    }
    Distribution::collect(ways)
}

pub fn row_chances(table: &Table, state: Option<&State>) -> Vec<f64> {
    let current = state.map_or_else(|| table.states.first(), |state| state.table_state(table));
    row_chances_after(table, current.map(|current| &current.name))
}

pub fn row_chances_after(table: &Table, current: Option<&Text>) -> Vec<f64> {
    let rows = sum::formula_total(&table.roll.0).map(|total| table.row_for(*total, current));
    (0..table.rows.len()).map(|row| rows.probability(&Some(row))).collect()
}

fn follow_references(
    (book, state): (&Rulebook, Option<&State>),
    at: usize,
    way: &mut Vec<DrawnRow>,
    p: f64,
    ways: &mut Vec<(Vec<DrawnRow>, f64)>,
) {
    let Some(table) = book.tables.get(at) else { return };
    let chances = row_chances(table, state).into_iter().enumerate();
    for (row, chance) in chances.filter(|(_, chance)| *chance > 0.0) {
        way.push(DrawnRow { table: at, row });
        match book.tables.next_table(&table.rows[row]) {
            Some(next) => follow_references((book, state), next, way, p * chance, ways),
            None => ways.push((way.clone(), p * chance)),
        }
        way.pop();
    }
}

/// ` after mud or rain`: the states after which a row counts; empty for all.
pub fn after_text(row: &TableRow) -> String {
    let states: Vec<String> = row.after.iter().map(Text::as_name).collect();
    let states: Vec<&str> = states.iter().map(String::as_str).collect();
    if states.is_empty() { String::new() } else { format!(" after {}", text::list_or(&states)) }
}

pub fn gives_orders(book: &Rulebook, way: &[DrawnRow]) -> bool {
    way.iter().any(|drawn| !drawn.resolve(book).1.orders.is_empty())
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowWithOrders {
    /// The totals of the row, after the table's name if another table refers to it: `4-5`, `Ground 6`.
    pub totals: String,
    pub text: String,
}

/// The rows of some outcomes that give orders, each once, in table order.
pub(crate) fn rows_with_orders<'a>(book: &Rulebook, ways: impl Iterator<Item = &'a [DrawnRow]>) -> Vec<RowWithOrders> {
    let rows = ways.flat_map(|way| way.iter().enumerate().map(|(at, drawn)| (at > 0, *drawn)));
    let rows: BTreeSet<(bool, DrawnRow)> = rows.filter(|(_, drawn)| !drawn.resolve(book).1.orders.is_empty()).collect();
    let named = |(is_sent_to, drawn): &(bool, DrawnRow)| {
        let (table, row) = drawn.resolve(book);
        let of = if *is_sent_to { format!("{} ", table.name.as_name()) } else { String::new() };
        RowWithOrders { totals: format!("{of}{}", row.on), text: shorten_row_text(&row_text_for_anyone(&row.text)) }
    };
    rows.iter().map(named).collect()
}

/// Shortens the text of a row: the part before a colon, or as much of that as fits.
pub(crate) fn shorten_row_text(text: &Text) -> String {
    let text = text.to_string();
    let first = text.split(':').next().unwrap_or_default().trim();
    if first.chars().count() <= MAX_SHORTENED_CHARS {
        return first.into();
    }
    let mut words = String::new();
    for word in first.split(' ') {
        if words.chars().count() + word.chars().count() >= MAX_SHORTENED_CHARS {
            break;
        }
        words.push_str(word);
        words.push(' ');
    }
    words.trim_end().trim_end_matches([',', ';']).to_string() + "…"
}

/// The text of a row when it is not known which force it is for.
pub fn row_text_for_anyone(text: &Text) -> Text {
    text.replace(FORCE_PLACEHOLDER, "the force")
}

/// An outcome as text: `2-4 heavy rain`, `12 storm, then Mud 3-6 the roads are gone`.
pub(crate) fn outcome_text(book: &Rulebook, way: &[DrawnRow], row_text: impl Fn(&Text) -> Text) -> String {
    let step = |(at, drawn): (usize, &DrawnRow)| {
        let (table, row) = drawn.resolve(book);
        let result = format!("{} {}", row.on, row_text(&row.text));
        if at == 0 { result } else { format!("then {} {result}", table.name.as_name()) }
    };
    way.iter().enumerate().map(step).collect::<Vec<_>>().join(", ")
}
