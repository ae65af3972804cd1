//! The random tables of a rulebook for use at the table: each row with its chance and its orders.

use crate::cli::columns::columns;
use wardiary_base::{
    book::{Rulebook, Table},
    text,
};
use wardiary_odds::odds::{self, words::percent};

pub(super) fn section(book: &Rulebook) -> Vec<String> {
    let tables = book.tables.iter().flat_map(table_lines);
    std::iter::once("Tables: `consult NAME`, or `consult NAME for FORCE`".to_string()).chain(tables).collect()
}

fn table_lines(table: &Table) -> Vec<String> {
    let rows: Vec<Vec<String>> = table
        .rows
        .iter()
        .zip(odds::table::row_chances(table))
        .flat_map(|(row, chance)| {
            let then = row.then.iter().map(|then| format!("then {}", text::display_name(then)));
            let below = row.orders.iter().map(|order| format!("due: {}", text::sanitize(order))).chain(then);
            let first = vec![format!("    {}", row.on), percent(chance), text::sanitize(&row.text)];
            std::iter::once(first).chain(below.map(|line| vec![String::new(), String::new(), format!("  {line}")]))
        })
        .collect();
    let heading = format!("  {}, {}", text::display_name(&table.name), table.roll);
    std::iter::once(heading).chain(columns(&rows)).collect()
}
