//! The random tables of the rulebook, with the chances of their rows.

use super::{CampaignCard, CampaignItem, CampaignRow, RowTone};
use wardiary_odds::odds;
use wardiary_rules::state::State;

/// `Tables: 5`
pub(super) fn title(tables: usize) -> String {
    format!("Tables: {tables}")
}

pub fn rows(state: &State) -> Vec<CampaignRow> {
    let tables = &state.book().tables;
    let row = |(at, table): (usize, &wardiary_base::book::Table)| CampaignRow {
        tail: table.roll.to_string(),
        ..CampaignRow::new(
            CampaignItem::Table(at),
            table.name.to_string(),
            match state.table_state(table) {
                Some(current) => format!("now {}", current.name),
                None if tables.asks_for_force(at) => "for a force".into(),
                None => String::new(),
            },
            RowTone::Plain,
        )
    };
    tables.iter().enumerate().map(row).collect()
}

pub(super) fn card(state: &State, at: usize) -> CampaignCard {
    let Some(table) = state.book().tables.get(at) else { return CampaignCard::default() };
    let chances = odds::table::row_chances(table, Some(state));
    let row = |(row, chance): (&wardiary_base::book::TableRow, f64)| {
        let then = row.then.as_ref().map(|then| format!("; then {then}"));
        let text = odds::table::row_text_for_anyone(&row.text);
        let after = odds::table::after_text(row);
        format!("{}{after} ({:.0}%): {text}{}", row.on, 100.0 * chance, then.unwrap_or_default())
    };
    CampaignCard {
        title: match state.table_state(table) {
            Some(current) => format!("{}, {}, now {}", table.name, table.roll, current.name),
            None => format!("{}, {}", table.name, table.roll),
        },
        lines: table.rows.iter().zip(chances).map(row).collect(),
    }
}
