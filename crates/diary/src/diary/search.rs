//! Searches the entries of a diary, a few at a time, so that no frame waits for all of them. If nothing matches, it
//! searches again for a suggestion.

use super::{
    Account, EntryNo,
    filter_suggestion::{FilterSuggestion, SuggestionStats},
};
use wardiary_rules::notation::Filter;

#[derive(Clone, Debug, Default)]
pub struct Search {
    filter: Filter,
    matches: Vec<EntryNo>,
    scanned: usize,
    /// If nothing matches: the statistics for a suggestion, and the number of entries scanned for them.
    suggestion: Option<(SuggestionStats, usize)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchStatus {
    /// Not all entries have been scanned.
    InProgress,
    Found,
    /// Nothing matches; with the suggestion, if there is one.
    NoMatch(Option<FilterSuggestion>),
}

impl Search {
    pub fn new(filter: Filter) -> Self {
        Self { filter, ..Self::default() }
    }

    pub fn filter(&self) -> &Filter {
        &self.filter
    }

    pub fn matches(&self) -> &[EntryNo] {
        &self.matches
    }

    /// Scans up to `many` more of the known entries; `are_all` says that no more will come.
    pub fn advance(&mut self, known: &[Account], are_all: bool, many: usize) -> SearchStatus {
        let to = known.len().min(self.scanned + many);
        let fits = known[self.scanned.min(to)..to].iter().filter(|account| account.fits(&self.filter));
        self.matches.extend(fits.map(|account| account.no));
        let left = many - (to - self.scanned.min(to));
        self.scanned = to;
        if to < known.len() || !are_all {
            return SearchStatus::InProgress;
        }
        if !self.matches.is_empty() {
            return SearchStatus::Found;
        }
        let (near, looked_at) = self.suggestion.get_or_insert_with(|| (SuggestionStats::of(&self.filter), 0));
        let to = known.len().min(*looked_at + left);
        known[*looked_at..to].iter().for_each(|account| near.scan(&self.filter, account));
        *looked_at = to;
        if to < known.len() { SearchStatus::InProgress } else { SearchStatus::NoMatch(near.best(&self.filter)) }
    }

    /// Whether that many entries were all scanned.
    pub fn has_scanned(&self, entries: usize) -> bool {
        self.scanned >= entries
    }

    /// Progress through that many entries, in percent.
    pub fn percent(&self, entries: usize) -> usize {
        self.scanned * 100 / entries.max(1)
    }

    /// Scans an entry again after its account changed.
    pub fn rescan(&mut self, account: &Account) {
        self.suggestion = None;
        if account.no as usize > self.scanned {
            return;
        }
        match (self.matches.binary_search(&account.no), account.fits(&self.filter)) {
            (Ok(at), false) => drop(self.matches.remove(at)),
            (Err(at), true) => self.matches.insert(at, account.no),
            _ => {}
        }
    }
}
