//! Matches entries against a filter. A search goes through the entries a few at a time, so that no frame waits for all of
//! them; if nothing matches, it searches again for a suggestion.

use super::{
    Account, Diary, EntryNo,
    filter_suggestion::{FilterSuggestion, SuggestionStats},
};
use std::borrow::Cow;
use wardiary_base::{
    id::SideId,
    text::{self, Text},
};
use wardiary_rules::{
    notation::{self, Criterion, DiceOrigin, Filter, FilterTerm, NotationError, RollLuck},
    state::State,
};

impl Account {
    pub fn fits(&self, filter: &Filter) -> bool {
        filter.matches_all() || filter.alternatives.iter().any(|all| all.iter().all(|term| self.fits_term(term)))
    }

    pub(super) fn fits_term(&self, term: &FilterTerm) -> bool {
        self.satisfies(&term.criterion) != term.negated
    }

    fn satisfies(&self, asks: &Criterion) -> bool {
        match asks {
            Criterion::Concerns(id) => self.concerns.contains(id),
            Criterion::By(side) => self.by == Some(*side),
            Criterion::Turn(turns) => self.turn.is_some_and(|turn| turns.contains(&turn)),
            Criterion::Time(counts, part) => {
                counts.contains(&self.time.count) && part.is_none_or(|part| part == self.time.part)
            }
            Criterion::Entry(numbers) => numbers.contains(&self.no),
            Criterion::Kind(kind) => self.verb.matches_text(kind.raw()),
            Criterion::Mechanism(mechanism) => self.verb.mechanism() == Some(*mechanism),
            Criterion::Contains(text) => self.contains_text(&text.to_lowercase()),
            Criterion::Dice(from) => self.dice.iter().flatten().any(|die| match from {
                None => true,
                Some(DiceOrigin::Table) => die.from_table == Some(true),
                Some(DiceOrigin::Program) => die.from_table == Some(false),
            }),
            Criterion::Marked(mark) => {
                let comment = self.remarks.as_ref().and_then(|remarks| remarks.comment.as_ref());
                comment.is_some_and(|comment| mark.is_none() || comment.mark == *mark)
            }
            Criterion::Bookmarked => self.remarks.as_ref().is_some_and(|remarks| remarks.bookmark.is_some()),
            Criterion::Abandoned => self.abandoned,
            Criterion::Fork => self.forks,
            Criterion::Event(kind) => self.notable().any(|found| kind.is_none_or(|kind| kind == found)),
            Criterion::Luck(luckiness, side) => self.roll_luck_of(*side).any(|roll| roll.luck == Some(*luckiness)),
        }
    }

    /// How lucky the entry's rolls were for a side, or for all sides.
    pub(super) fn roll_luck_of(&self, side: Option<SideId>) -> impl Iterator<Item = &RollLuck> {
        self.roll_luck.iter().filter(move |roll| side.is_none_or(|side| side == roll.side))
    }

    /// Whether any text of the entry contains `lower`, which is in lower case.
    fn contains_text(&self, lower: &Text) -> bool {
        self.text_lines().any(|line| line.to_lowercase().contains(lower.raw()))
    }

    /// Every text of the entry, line by line.
    pub(super) fn text_lines(&self) -> impl Iterator<Item = Cow<'_, str>> {
        let own = [&self.headline, &self.order_line, &self.order].into_iter().map(String::as_str);
        own.chain(self.details()).map(Cow::Borrowed).chain(self.remark_lines().into_iter().map(Cow::Owned))
    }
}

impl Diary {
    /// Parses a filter with the names of the state at the head or, if that fails, of another branch.
    pub fn filter(&self, text: &str) -> Result<Filter, NotationError> {
        self.parse_with_names(|state| notation::parse_filter(text, state))
    }

    /// Parses text with the names of the state at the head or, if that fails, of another branch.
    pub fn parse_with_names<T>(&self, read: impl Fn(&State) -> Result<T, NotationError>) -> Result<T, NotationError> {
        let here = read(self.state());
        if here.is_ok() || self.forks.is_empty() {
            return here;
        }
        let ends = self.branches().into_iter().rev().filter(|branch| !branch.current);
        ends.filter_map(|branch| self.state_at(branch.last)).find_map(|state| read(&state).ok()).map_or(here, Ok)
    }
}

/// The message for a filter that matches no entry.
pub fn no_match_text(filter: &Filter, entries: usize, near: Option<&FilterSuggestion>) -> String {
    let all = text::count(entries, "entry", "entries");
    // If nothing comes near the filter, none of its terms matches an entry by itself either.
    let near = near.map(FilterSuggestion::describe).or_else(|| missing_subjects(filter));
    let near = near.unwrap_or_else(|| "nothing comes close".to_string());
    format!("none of {all} matches the filter; {near}")
}

/// The message for a filter that matches none of these entries.
pub fn no_match_text_for(filter: &Filter, accounts: &[Account]) -> String {
    no_match_text(filter, accounts.len(), FilterSuggestion::for_filter(filter, accounts).as_ref())
}

/// The missing subjects of its terms, as a sentence: `there are no forks`.
fn missing_subjects(filter: &Filter) -> Option<String> {
    let what = |term: &FilterTerm| match &term.criterion {
        _ if term.negated => None,
        Criterion::Concerns(_) => Some(format!("no entries about the {}", term.text)),
        Criterion::By(_) => Some(format!("no orders {}", term.text)),
        Criterion::Turn(_) => Some("none that belong to a turn".into()),
        Criterion::Time(..) => Some(format!("no entries of {}", term.text)),
        Criterion::Entry(_) => None,
        Criterion::Kind(kind) => Some(format!("no `{kind}` orders")),
        Criterion::Mechanism(_) => Some(format!("no orders of the {}", term.text)),
        Criterion::Contains(text) => Some(format!("no entries with “{text}” or a similar word")),
        Criterion::Luck(..) => Some("no rolls that could be weighed".into()),
        Criterion::Fork => Some("no forks".to_string()),
        Criterion::Marked(None) => Some("no remarks".into()),
        Criterion::Marked(Some(mark)) => Some(format!("no remarks with the mark {}", mark.sign())),
        Criterion::Event(None) => Some("no notable events".into()),
        Criterion::Event(Some(kind)) => Some(format!("no notable events of the kind `{}`", kind.word())),
        Criterion::Bookmarked => Some("no bookmarks".into()),
        Criterion::Abandoned => Some("no orders that were cancelled".into()),
        Criterion::Dice(None) => Some("no dice".into()),
        Criterion::Dice(Some(DiceOrigin::Table)) => Some("no dice from the table".into()),
        Criterion::Dice(Some(DiceOrigin::Program)) => Some("no dice from the program".into()),
    };
    let all: Vec<String> = filter.alternatives.iter().flatten().filter_map(what).collect();
    (!all.is_empty()).then(|| format!("there are {} among them", text::list(&all)))
}

/// The kinds that the filter asks for and that none of these entries has.
pub fn missing_kinds<'f>(filter: &'f Filter, entries: &[super::Entry]) -> Vec<&'f Text> {
    let kinds = filter.alternatives.iter().flatten().filter_map(|term| match &term.criterion {
        Criterion::Kind(kind) if !term.negated => Some(kind),
        _ => None,
    });
    kinds.filter(|kind| !entries.iter().any(|entry| entry.order.verb().matches_text(kind.raw()))).collect()
}

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
