//! Searchable text of the diary's entries, loaded in batches, newest first.

use std::{borrow::Cow, collections::BTreeMap};
use wardiary_diary::diary::{Account, Diary, EntryNo};

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
