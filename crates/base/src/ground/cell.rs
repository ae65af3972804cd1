//! An area of the grid, by column and row.

use std::{fmt, str::FromStr};

/// An area. Written as its column in letters and its row as a number, from the top left: `A1`, `C5`, `AB12`.
///
/// Ordered left to right, then top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// From 0.
    pub row: u16,
    /// From 0.
    pub column: u16,
}

const LETTERS: u16 = 26;

impl Cell {
    pub fn new(column: u16, row: u16) -> Self {
        Self { row, column }
    }

    /// The letters of a column: `A` … `Z`, `AA` … `GR`.
    pub fn column_name(column: u16) -> String {
        let mut letters = Vec::new();
        let mut rest = u32::from(column) + 1;
        while rest > 0 {
            let letter = (rest - 1) % u32::from(LETTERS);
            letters.push(char::from(b'A' + u8::try_from(letter).expect("there are 26 letters")));
            rest = (rest - 1) / u32::from(LETTERS);
        }
        letters.iter().rev().collect()
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", Self::column_name(self.column), u32::from(self.row) + 1))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an area is written as its column's letters and its row's number, such as C5")]
pub struct ParseCellError;

crate::text::stored_as_text!(Cell);

impl FromStr for Cell {
    type Err = ParseCellError;

    /// Reads `C5` or `c5`: one to three letters, then a number without leading zeros.
    fn from_str(text: &str) -> Result<Self, ParseCellError> {
        let number = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let letters = &text[..text.len() - number.len()];
        let digits = number.bytes().all(|b| b.is_ascii_digit()) && !number.starts_with('0');
        fail_if!(letters.is_empty() || letters.len() > 3 || number.is_empty() || !digits, ParseCellError);
        let column =
            letters.bytes().fold(0, |sum, letter| sum * LETTERS + u16::from(letter.to_ascii_uppercase() - b'A') + 1);
        let row: u16 = number.parse().map_err(|_| ParseCellError)?;
        Ok(Self { column: column - 1, row: row - 1 })
    }
}
