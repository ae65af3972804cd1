//! Aligns text in columns, respecting the width of wide characters.

use unicode_width::UnicodeWidthStr;

/// Formats each row as a line: every cell except the last is padded to the width of its column, with two spaces
/// between.
pub fn columns(rows: &[Vec<String>]) -> Vec<String> {
    let most = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..most)
        .map(|at| rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.width()).max().unwrap_or(0))
        .collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell}{}", " ".repeat(width - cell.width())));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_string()
    };
    rows.iter().map(line).collect()
}
