//! Escapes text for spreadsheet cells, so that no cell is read as a formula.
//!
//! A spreadsheet evaluates a cell that begins with `= + - @`, a tab or a line break. Such text gets a leading
//! apostrophe, which spreadsheets do not show. Text that begins with apostrophes before such a sign gets one more, so
//! every text can be read back exactly.

/// Signs that begin a formula, with the full-width forms that some spreadsheets treat the same.
pub const FORMULA_STARTS: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

pub fn escape_cell(text: &str) -> String {
    if begins_formula(text) { format!("'{text}") } else { text.to_string() }
}

pub fn unescape_cell(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|text| begins_formula(text)).unwrap_or(cell)
}

fn begins_formula(text: &str) -> bool {
    text.trim_start_matches(['\'', ' ']).starts_with(FORMULA_STARTS)
}
