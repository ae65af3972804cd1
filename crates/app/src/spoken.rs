//! What the entries of a diary say, to be searched: looked up bit by bit, the newest first, and kept.

use std::{borrow::Cow, collections::BTreeMap};
use wardiary_diary::diary::{Account, Diary, EntryNo};

/// What the entries say that were looked up.
#[derive(Debug, Default)]
pub(crate) struct Spoken {
    said: BTreeMap<EntryNo, String>,
}

impl Spoken {
    /// What is not known yet of the way to the head: so many entries, the newest first.
    #[must_use]
    pub fn missing(&self, diary: &Diary, most: usize) -> Vec<EntryNo> {
        let path = diary.path().iter().rev().copied();
        let mut numbers: Vec<EntryNo> = path.filter(|no| !self.said.contains_key(no)).take(most).collect();
        numbers.reverse();
        numbers
    }

    /// Keeps what an entry says.
    pub(crate) fn hear(&mut self, account: &Account) {
        let remarks = account.remark_lines();
        let parts = std::iter::once(account.headline.as_str()).chain(account.details());
        let said: Vec<&str> = parts.chain(remarks.iter().map(String::as_str)).collect();
        self.said.insert(account.no, said.join("\n"));
    }

    /// Forgets an entry, or all of them.
    pub(crate) fn forget(&mut self, no: Option<EntryNo>) {
        match no {
            Some(no) => drop(self.said.remove(&no)),
            None => self.said.clear(),
        }
    }

    /// The muster and each entry of the way to the head; empty where it is not known. And whether all is.
    #[must_use]
    pub fn rows<'a>(&'a self, diary: &Diary) -> (Vec<Cow<'a, str>>, bool) {
        let said: Vec<Option<&String>> = diary.path().iter().map(|no| self.said.get(no)).collect();
        let is_whole = said.iter().all(Option::is_some);
        let rows = said.into_iter().map(|said| Cow::Borrowed(said.map_or("", String::as_str)));
        (std::iter::once(Cow::Borrowed("")).chain(rows).collect(), is_whole)
    }
}
