//! A search through the entries of a diary, a few at a time, so that nobody waits for the whole of it. Where nothing fits, it
//! goes on to what comes nearest.

use super::{
    Account, EntryNo,
    nearest::{Nearest, Nearness},
};
use wardiary_rules::notation::Filter;

/// A search, and what it found so far.
#[derive(Clone, Debug, Default)]
pub struct Search {
    filter: Filter,
    matches: Vec<EntryNo>,
    /// How many entries were looked at.
    looked_at: usize,
    /// Where none fits: what comes near, and how many entries were looked at for that.
    nearness: Option<(Nearness, usize)>,
}

/// What came of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Searched {
    /// Not all entries were looked at.
    NotYet,
    /// There is something that fits.
    Found,
    /// There is nothing; and what comes nearest.
    Nothing(Option<Nearest>),
}

impl Search {
    /// A search for what fits.
    #[must_use]
    pub fn new(filter: Filter) -> Self {
        Self { filter, ..Self::default() }
    }

    /// What is searched for.
    #[must_use]
    pub fn filter(&self) -> &Filter {
        &self.filter
    }

    /// The entries that fit, as far as they were looked at.
    #[must_use]
    pub fn matches(&self) -> &[EntryNo] {
        &self.matches
    }

    /// Looks at so many entries more of these, which are all there are, or those that are known so far.
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

    /// Whether so many entries were all looked at.
    #[must_use]
    pub fn is_through(&self, entries: usize) -> bool {
        self.looked_at >= entries
    }

    /// The share of the entries that were looked at, of so many, in percent.
    #[must_use]
    pub fn percent(&self, entries: usize) -> usize {
        self.looked_at * 100 / entries.max(1)
    }

    /// Looks at an entry again, of which something else is said now.
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
