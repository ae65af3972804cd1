//! The rows that a component offers to the list search, and the state of a search.

use std::borrow::Cow;
use wardiary_base::text;
use wardiary_view::found;

/// The text of a list for a search.
pub struct ListRows<'a> {
    /// Empty if the list needs no name.
    pub name: Cow<'a, str>,
    /// The text of each row, in order.
    pub rows: Vec<Cow<'a, str>>,
    pub chosen: usize,
    /// Where a search starts, and its direction.
    pub order: ListOrder,
    /// Whether every row is loaded.
    pub is_whole: bool,
    /// The index of the list in its component, and how many there are.
    pub at: usize,
    pub of: usize,
}

/// Order in which a search visits the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListOrder {
    FromTop,
    /// The last row first, as in the diary, whose newest entry is last.
    FromBottom,
}

impl<'a> ListRows<'a> {
    /// A component's only list, fully loaded and searched from the top.
    pub fn new(name: impl Into<Cow<'a, str>>, rows: Vec<Cow<'a, str>>, chosen: usize) -> Self {
        Self { name: name.into(), rows, chosen, order: ListOrder::FromTop, is_whole: true, at: 0, of: 1 }
    }

    /// The same as the list with that index of several.
    pub fn one_of(self, at: usize, of: usize) -> Self {
        Self { at, of, ..self }
    }

    /// The rows that contain all words, in search order.
    pub fn matches(&self, words: &[String]) -> Vec<usize> {
        let says = |row: &usize| {
            let row = self.rows[*row].to_lowercase();
            words.iter().all(|word| row.contains(word.as_str()))
        };
        let mut rows: Vec<usize> = (0..self.rows.len()).filter(says).collect();
        if self.order == ListOrder::FromBottom {
            rows.reverse();
        }
        rows
    }
}

/// A row of one of the lists of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    pub list: usize,
    pub row: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seek {
    /// Goes to the first match from the starting row.
    Here,
    Next,
    Previous,
    /// Returns to the starting row.
    Back,
}

#[derive(Debug, Default)]
pub struct Finding {
    /// The search text as typed.
    pub words: String,
    /// The original selection of each list that the search has visited, the starting list first.
    pub(crate) origins: Vec<Spot>,
    /// `None` while the search text is empty.
    pub found: Option<Found>,
    /// Whether the search text is fixed; otherwise it is being typed.
    pub kept: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Number of the selected match, from 1; 0 if none is selected.
    pub place: usize,
    pub all: usize,
    pub name: String,
    pub(crate) is_whole: bool,
}

impl Finding {
    /// The words that a row must contain.
    pub fn wanted(&self) -> Vec<String> {
        found::words(&self.words)
    }

    /// The number of matches and the list they are in.
    pub fn told(&self) -> String {
        let Some(Found { place, all, name, is_whole }) = &self.found else { return "type to find".into() };
        let more = if *is_whole { "" } else { " so far" };
        let within = if name.is_empty() { String::new() } else { format!(" in {}", text::display_name(name)) };
        match (place, all) {
            (_, 0) if *is_whole => "nothing says that".into(),
            (_, 0) => "nothing so far".into(),
            (0, all) => format!("{all}{more}{within}"),
            (place, all) => format!("{place} of {all}{more}{within}"),
        }
    }
}
