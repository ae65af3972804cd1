//! Text in the cells of a table that a spreadsheet opens: none of it is taken for a formula.
//!
//! A spreadsheet takes a cell that begins with one of `= + - @`, a tab or a line break for something to be worked out. Such a
//! text is written with an apostrophe before it, which spreadsheets do not show; one that begins with apostrophes before such
//! a sign gets one more, so that every text is read back as it was.

/// Signs that begin a formula, the wide forms that some spreadsheets take for the same among them.
const FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// A text as it is written into a cell.
#[must_use]
pub fn neutralized(text: &str) -> String {
    if begins_formula(text) { format!("'{text}") } else { text.to_string() }
}

/// The text of a cell, as it was before it was written.
#[must_use]
pub fn restored(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|text| begins_formula(text)).unwrap_or(cell)
}

fn begins_formula(text: &str) -> bool {
    text.trim_start_matches(['\'', ' ']).starts_with(FORMULA)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_begins_a_formula_and_each_is_read_back() {
        let texts = [
            "=1+1",
            "+4 Guards",
            "-",
            "@SUM(A1)",
            "\tx",
            " =x",
            "'=x",
            "''=x",
            "'",
            "''",
            "'tis",
            "1st Guards",
            "",
            "＝x",
            "' =x",
        ];
        for text in texts {
            let cell = neutralized(text);
            assert!(!cell.trim_start_matches(' ').starts_with(FORMULA), "{text:?}: {cell:?}");
            assert_eq!(restored(&cell), text);
        }
        assert_eq!(["'tis", "1st Guards"].map(neutralized), ["'tis", "1st Guards"]);
    }
}
