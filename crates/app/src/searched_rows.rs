//! The rows that a component offers to the list search, and the state of a search; and the
//! searchable text of the diary's entries, loaded in batches, newest first.

use std::{borrow::Cow, collections::BTreeMap};
use wardiary_base::text;
use wardiary_diary::diary::{Account, Diary, EntryNo};
use wardiary_view::search;

/// The text of a list for a search.
pub struct ListRows<'a> {
    /// Empty if the list needs no name.
    pub name: Cow<'a, str>,
    pub rows: Vec<Cow<'a, str>>,
    pub selected: usize,
    /// Where a search starts, and its direction.
    pub order: ListOrder,
    /// Whether every row is loaded.
    pub is_complete: bool,
    /// The index of the list in its component, and how many there are.
    pub index: usize,
    pub lists: usize,
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
        Self {
            name: name.into(),
            rows,
            selected: chosen,
            order: ListOrder::FromTop,
            is_complete: true,
            index: 0,
            lists: 1,
        }
    }

    /// The same as the list with that index of several.
    pub fn with_index(self, at: usize, of: usize) -> Self {
        Self { index: at, lists: of, ..self }
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowPosition {
    pub list: usize,
    pub row: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchStep {
    /// Goes to the first match from the starting row.
    First,
    Next,
    Previous,
    /// Returns to the starting row.
    Return,
}

#[derive(Debug, Default)]
pub struct ListSearch {
    pub text: String,
    /// The original selection of each list that the search has visited, the starting list first.
    pub(crate) origins: Vec<RowPosition>,
    /// `None` while the search text is empty.
    pub found: Option<SearchResult>,
    /// Whether the search text is fixed; otherwise it is being typed.
    pub is_accepted: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// Number of the selected match, from 1; 0 if none is selected.
    pub number: usize,
    pub count: usize,
    pub name: String,
    pub(crate) is_complete: bool,
}

impl ListSearch {
    /// The words that a row must contain.
    pub fn words(&self) -> Vec<String> {
        search::terms(&self.text)
    }

    /// The number of matches and the list they are in.
    pub fn status_text(&self) -> String {
        let Some(SearchResult { number: place, count: all, name, is_complete: is_whole }) = &self.found else {
            return "type to search".into();
        };
        let more = if *is_whole { "" } else { " so far" };
        let within = if name.is_empty() { String::new() } else { format!(" in {}", text::display_name(name)) };
        match (place, all) {
            (_, 0) if *is_whole => "no match".into(),
            (_, 0) => "no match so far".into(),
            (0, all) => format!("{all}{more}{within}"),
            (place, all) => format!("{place} of {all}{more}{within}"),
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct EntrySearchText {
    texts: BTreeMap<EntryNo, String>,
}

impl EntrySearchText {
    /// The entries of the path that are not loaded yet, newest first, at most `most`.
    pub fn missing(&self, diary: &Diary, most: usize) -> Vec<EntryNo> {
        let path = diary.path().iter().rev().copied();
        let mut numbers: Vec<EntryNo> = path.filter(|no| !self.texts.contains_key(no)).take(most).collect();
        numbers.reverse();
        numbers
    }

    pub(crate) fn add(&mut self, account: &Account) {
        let remarks = account.remark_lines();
        let parts = std::iter::once(account.headline.as_str()).chain(account.details_below_headline());
        let lines: Vec<&str> = parts.chain(remarks.iter().map(String::as_str)).collect();
        self.texts.insert(account.no, lines.join("\n"));
    }

    /// Invalidates an entry, or all if `None`.
    pub(crate) fn invalidate(&mut self, no: Option<EntryNo>) {
        match no {
            Some(no) => drop(self.texts.remove(&no)),
            None => self.texts.clear(),
        }
    }

    /// The rows of the muster and of each entry on the path, empty if not loaded, and whether all are loaded.
    pub fn rows<'a>(&'a self, diary: &Diary) -> (Vec<Cow<'a, str>>, bool) {
        let texts: Vec<Option<&String>> = diary.path().iter().map(|no| self.texts.get(no)).collect();
        let is_whole = texts.iter().all(Option::is_some);
        let rows = texts.into_iter().map(|texts| Cow::Borrowed(texts.map_or("", String::as_str)));
        (std::iter::once(Cow::Borrowed("")).chain(rows).collect(), is_whole)
    }
}
