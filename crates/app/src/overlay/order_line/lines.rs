//! Odds as plain text for screen readers.

use wardiary_odds::odds::forecast::words::{ChanceRow, Chances};

/// A table of odds, one line a row: `Germans: wins 61%, no defeat 48%`.
pub(super) fn odds(table: &Chances) -> Vec<String> {
    let row = |row: &ChanceRow| {
        let cells =
            row.cells.iter().zip(table.heads.iter().chain(std::iter::repeat(&""))).filter(|(cell, _)| !cell.is_empty());
        let cells: Vec<String> = cells.map(|(cell, head)| format!("{head} {cell}").trim_start().to_string()).collect();
        format!("{}: {}", row.name, cells.join(", "))
    };
    table.rows.iter().map(row).chain(table.below.iter().cloned()).collect()
}
