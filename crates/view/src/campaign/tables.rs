//! The random tables of the rulebook, with the chances of their rows.

use super::{CampaignCard, CampaignItem, CampaignRow, RowTone};
use wardiary_odds::odds;
use wardiary_rules::state::State;

/// `Tables: 5`
pub(super) fn title(tables: usize) -> String {
    format!("Tables: {tables}")
}

/// A row for each table.
pub fn rows(state: &State) -> Vec<CampaignRow> {
    let tables = &state.book().tables;
    let row = |(at, table): (usize, &wardiary_base::book::Table)| CampaignRow {
        tail: table.roll.to_string(),
        ..CampaignRow::new(
            CampaignItem::Table(at),
            table.name.to_string(),
            if tables.asks_for_force(at) { "for a force".into() } else { String::new() },
            RowTone::Plain,
        )
    };
    tables.iter().enumerate().map(row).collect()
}

/// The card of a table: its rows with their chances.
pub(super) fn card(state: &State, at: usize) -> CampaignCard {
    let Some(table) = state.book().tables.get(at) else { return CampaignCard::default() };
    let chances = odds::table::row_chances(table);
    let row = |(row, chance): (&wardiary_base::book::TableRow, f64)| {
        let then = row.then.as_ref().map(|then| format!("; then {then}"));
        let text = odds::table::row_text_for_anyone(&row.text);
        format!("{} ({:.0}%): {}{}", row.on, 100.0 * chance, text, then.unwrap_or_default())
    };
    CampaignCard {
        title: format!("{}, {}", table.name, table.roll),
        lines: table.rows.iter().zip(chances).map(row).collect(),
    }
}
