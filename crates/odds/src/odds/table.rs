//! The odds of random tables: the ways in which a table comes out, those that its rows send to counted. Source: RULES 7.

use super::{Distribution, sum};
use std::collections::BTreeSet;
use wardiary_base::{
    book::{Rulebook, Table, tables::FORCE},
    text,
};
use wardiary_rules::rules::table::DrawnRow;

/// The most characters of what is said in a few words.
const FEW: usize = 36;

/// The chance of each way in which a table of a rulebook comes out: the row of the table itself, that of the one it sends to,
/// and so on. Of a table that is not there, nothing.
#[must_use]
pub fn ways(book: &Rulebook, table: &str) -> Distribution<Vec<DrawnRow>> {
    let mut ways = Vec::new();
    if let Some(at) = book.tables.find(table) {
        follow(book, at, &mut Vec::new(), 1.0, &mut ways);
    }
    Distribution::collect(ways)
}

/// The chance of each row of a table.
#[must_use]
pub fn rows(table: &Table) -> Vec<f64> {
    let totals = sum::total(table.roll.dice, table.roll.plus);
    table.rows.iter().map(|row| totals.chance(|total| row.on.holds(*total))).collect()
}

fn follow(book: &Rulebook, at: usize, way: &mut Vec<DrawnRow>, p: f64, ways: &mut Vec<(Vec<DrawnRow>, f64)>) {
    let Some(table) = book.tables.get(at) else { return };
    for (row, chance) in rows(table).into_iter().enumerate() {
        way.push(DrawnRow { table: at, row });
        match book.tables.after(&table.rows[row]) {
            Some(next) => follow(book, next, way, p * chance, ways),
            None => ways.push((way.clone(), p * chance)),
        }
        way.pop();
    }
}

/// Whether a way gives orders.
#[must_use]
pub fn gives_orders(book: &Rulebook, way: &[DrawnRow]) -> bool {
    way.iter().any(|drawn| !drawn.of(book).1.orders.is_empty())
}

/// A row of a table that gives orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowWithOrders {
    /// The totals that it comes up on, behind the name of its table where others send to that: `4-5`, `Ground 6`.
    pub on: String,
    /// What it says, in a few words.
    pub said: String,
}

/// The rows on some ways that give orders, each once: in the order of the tables.
#[must_use]
pub(crate) fn rows_with_orders<'a>(book: &Rulebook, ways: impl Iterator<Item = &'a [DrawnRow]>) -> Vec<RowWithOrders> {
    let rows = ways.flat_map(|way| way.iter().enumerate().map(|(at, drawn)| (at > 0, *drawn)));
    let rows: BTreeSet<(bool, DrawnRow)> = rows.filter(|(_, drawn)| !drawn.of(book).1.orders.is_empty()).collect();
    let named = |(is_sent_to, drawn): &(bool, DrawnRow)| {
        let (table, row) = drawn.of(book);
        let of = if *is_sent_to { format!("{} ", text::display_name(&table.name)) } else { String::new() };
        RowWithOrders { on: format!("{of}{}", row.on), said: in_few_words(&to_anybody(&row.text)) }
    };
    rows.iter().map(named).collect()
}

/// What a row says in a few words: what stands before a colon, or as much of it as there is room for.
#[must_use]
pub(crate) fn in_few_words(said: &str) -> String {
    let said = text::sanitize(said);
    let first = said.split(':').next().unwrap_or_default().trim();
    if first.chars().count() <= FEW {
        return first.into();
    }
    let mut words = String::new();
    for word in first.split(' ') {
        if words.chars().count() + word.chars().count() >= FEW {
            break;
        }
        words.push_str(word);
        words.push(' ');
    }
    words.trim_end().trim_end_matches([',', ';']).to_string() + "…"
}

/// What a row says where it is not known for whom.
#[must_use]
pub fn to_anybody(said: &str) -> String {
    said.replace(FORCE, "the force")
}

/// A way in words: `2-4 heavy rain`, `12 storm, then Mud 3-6 the roads are gone`.
#[must_use]
pub(crate) fn way_text(book: &Rulebook, way: &[DrawnRow], said: impl Fn(&str) -> String) -> String {
    let step = |(at, drawn): (usize, &DrawnRow)| {
        let (table, row) = drawn.of(book);
        let said = format!("{} {}", row.on, text::sanitize(&said(&row.text)));
        if at == 0 { said } else { format!("then {} {said}", text::display_name(&table.name)) }
    };
    way.iter().enumerate().map(step).collect::<Vec<_>>().join(", ")
}
