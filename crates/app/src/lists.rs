//! Lists as they are searched: what their rows say, what is looked for in them, and which rows fit.

use std::borrow::Cow;
use wardiary_base::text;
use wardiary_view::{found, listing::ListRow};

/// A list of a screen or an overlay, as it is searched.
pub struct ListRows<'a> {
    /// What it is called; empty where nothing need be said.
    pub name: Cow<'a, str>,
    /// What each row says, from the first to the last.
    pub rows: Vec<Cow<'a, str>>,
    /// The chosen row.
    pub chosen: usize,
    /// Where the search begins, and which way it goes on.
    pub order: ListOrder,
    /// Whether what all rows say is known.
    pub is_whole: bool,
}

/// Which rows of a list come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListOrder {
    /// The first.
    FromTop,
    /// The last, as the newest entry of the diary is.
    FromBottom,
}

impl<'a> ListRows<'a> {
    /// A list of which all is known, the first row first.
    #[must_use]
    pub fn new(name: impl Into<Cow<'a, str>>, rows: Vec<Cow<'a, str>>, chosen: usize) -> Self {
        Self { name: name.into(), rows, chosen, order: ListOrder::FromTop, is_whole: true }
    }

    /// The rows of a list that lies over a screen.
    #[must_use]
    pub(crate) fn of_listing(rows: &[ListRow], chosen: usize) -> Self {
        Self::new("", rows.iter().map(|row| format!("{} {}", row.head, row.body).into()).collect(), chosen)
    }

    /// The rows that say all of these words, in the order in which they are gone through.
    #[must_use]
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

/// A row of one of the lists of a screen or an overlay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Which list.
    pub list: usize,
    /// Which row.
    pub row: usize,
}

/// What a search does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seek {
    /// Goes to the first match from where it began.
    Here,
    /// Goes to the next match.
    Next,
    /// Goes to the match before.
    Previous,
    /// Goes back to where it began.
    Back,
}

/// What is looked for, and what was found of it.
#[derive(Debug, Default)]
pub struct Finding {
    /// The words, as they were typed.
    pub words: String,
    /// The chosen row of each list that it went to, as it was before; where it began first.
    pub(crate) origins: Vec<Spot>,
    /// What was found; none while nothing is looked for.
    pub found: Option<Found>,
    /// Whether the words are typed, or fixed and gone through.
    pub kept: bool,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Which of the matches is chosen, from 1; 0 where none is.
    pub place: usize,
    /// How many there are.
    pub all: usize,
    /// The list.
    pub name: String,
    /// Whether that is all, or more may come.
    pub(crate) is_whole: bool,
}

impl Finding {
    /// The words that a row must say.
    #[must_use]
    pub fn wanted(&self) -> Vec<String> {
        found::words(&self.words)
    }

    /// How many were found, and where.
    #[must_use]
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
