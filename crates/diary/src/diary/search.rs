//! Searches the entries of a diary, a few at a time, so that no frame waits for all of them. If nothing matches, it
//! searches again for a suggestion.

use super::{
    Account, EntryNo,
    nearest::{Nearest, Nearness},
};
use wardiary_rules::notation::Filter;

/// A search and its matches so far.
#[derive(Clone, Debug, Default)]
pub struct Search {
    filter: Filter,
    matches: Vec<EntryNo>,
    looked_at: usize,
    /// If nothing matches: the statistics for a suggestion, and the number of entries scanned for them.
    nearness: Option<(Nearness, usize)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Searched {
    /// Not all entries have been scanned.
    NotYet,
    Found,
    /// Nothing matches; with the suggestion, if there is one.
    Nothing(Option<Nearest>),
}

impl Search {
    pub fn new(filter: Filter) -> Self {
        Self { filter, ..Self::default() }
    }

    pub fn filter(&self) -> &Filter {
        &self.filter
    }

    /// The matching entries among those scanned.
    pub fn matches(&self) -> &[EntryNo] {
        &self.matches
    }

    /// Scans up to `many` more of the known entries; `are_all` says that no more will come.
    pub fn go_on(&mut self, known: &[Account], are_all: bool, many: usize) -> Searched {
        let to = known.len().min(self.looked_at + many);
        let fits = known[self.looked_at.min(to)..to].iter().filter(|account| account.fits(&self.filter));
        self.matches.extend(fits.map(|account| account.no));
        let left = many - (to - self.looked_at.min(to));
        self.looked_at = to;
        if to < known.len() || !are_all {
            return Searched::NotYet;
        }
        if !self.matches.is_empty() {
            return Searched::Found;
        }
        let (near, looked_at) = self.nearness.get_or_insert_with(|| (Nearness::of(&self.filter), 0));
        let to = known.len().min(*looked_at + left);
        known[*looked_at..to].iter().for_each(|account| near.take(&self.filter, account));
        *looked_at = to;
        if to < known.len() { Searched::NotYet } else { Searched::Nothing(near.nearest(&self.filter)) }
    }

    /// Whether that many entries were all scanned.
    pub fn is_through(&self, entries: usize) -> bool {
        self.looked_at >= entries
    }

    /// Progress through that many entries, in percent.
    pub fn percent(&self, entries: usize) -> usize {
        self.looked_at * 100 / entries.max(1)
    }

    /// Scans an entry again after its account changed.
    pub fn look_again(&mut self, account: &Account) {
        self.nearness = None;
        if account.no as usize > self.looked_at {
            return;
        }
        match (self.matches.binary_search(&account.no), account.fits(&self.filter)) {
            (Ok(at), false) => drop(self.matches.remove(at)),
            (Err(at), true) => self.matches.insert(at, account.no),
            _ => {}
        }
    }
}
