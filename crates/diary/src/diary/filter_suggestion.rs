//! Suggests a filter when one matches no entry, for example after a mistyped turn or with too many terms.

use super::{Account, EntryNo};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::RangeInclusive,
};
use wardiary_base::text;
use wardiary_rules::notation::{Criterion, Filter, FilterTerm, Luckiness};

/// A suggested filter that matches something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterSuggestion {
    pub filter: Filter,
    /// Number of entries it matches.
    pub entries: usize,
    /// A remark to print first: how lucky the luckiest roll was.
    pub why: Option<String>,
}

impl FilterSuggestion {
    /// Finds the suggestion for a filter that matches none of these entries. It tries, in this order: another turn or
    /// number; a looser term (dice from anywhere, any mark), a word that occurs, or the luckiest roll there is; the
    /// filter without the term whose removal leaves most entries; the single term that matches most entries.
    pub fn for_filter(filter: &Filter, accounts: &[Account]) -> Option<Self> {
        let mut nearness = SuggestionStats::of(filter);
        accounts.iter().for_each(|account| nearness.scan(filter, account));
        nearness.best(filter)
    }

    /// The suggestion as a phrase: “`turn 3` would show 4 entries”.
    pub fn describe(&self) -> String {
        let why = self.why.as_ref().map_or_else(String::new, |why| format!("{why}: "));
        format!("{why}`{}` would show {}", self.filter, text::count(self.entries, "entry", "entries"))
    }
}

/// Statistics of a filter over the entries scanned so far. Each entry is scanned once.
#[derive(Clone, Debug, Default)]
pub(super) struct SuggestionStats {
    /// For each alternative of the filter, the statistics of each of its terms.
    terms: Vec<Vec<TermStats>>,
}

/// Statistics of the entries that match an alternative without one of its terms.
#[derive(Clone, Debug, Default)]
struct TermStats {
    /// Entries that match all other terms.
    without_term: usize,
    /// Among these, the turn or number closest to the one asked for, and how many entries have it.
    nearest_value: Option<(u32, usize)>,
    /// Among these, entries that match a looser form of the term.
    loosened: usize,
    /// Entries that match the term alone.
    alone: usize,
    /// Among the entries left: runs of words in their text as long as the term's, with the entries that contain each.
    texts: BTreeMap<String, Vec<EntryNo>>,
    /// Among the entries left: the luckiest (or unluckiest), and how many of 1000 rolls are as extreme.
    luckiest: Option<(u16, EntryNo)>,
}

/// Whether any of the terms names a side.
fn names_side(all: &[FilterTerm]) -> bool {
    all.iter().any(|term| matches!(term.criterion, Criterion::Concerns(_)))
}

impl SuggestionStats {
    pub fn of(filter: &Filter) -> Self {
        Self { terms: filter.alternatives.iter().map(|all| vec![TermStats::default(); all.len()]).collect() }
    }

    pub fn scan(&mut self, filter: &Filter, account: &Account) {
        for (all, known) in filter.alternatives.iter().zip(&mut self.terms) {
            let fits: Vec<bool> = all.iter().map(|term| account.fits_term(term)).collect();
            for (at, (term, known)) in all.iter().zip(known).enumerate() {
                known.alone += usize::from(fits[at]);
                if (0..fits.len()).all(|other| other == at || fits[other]) {
                    known.without_term += 1;
                    known.scan(term, account);
                }
            }
        }
    }

    pub fn best(&self, filter: &Filter) -> Option<FilterSuggestion> {
        let mut found: Vec<(bool, FilterSuggestion)> = Vec::new();
        for (all, known) in filter.alternatives.iter().zip(&self.terms) {
            for (at, (term, known)) in all.iter().zip(known).enumerate() {
                let instead = |term: FilterTerm, entries: usize, why: Option<String>| {
                    let mut terms = all.clone();
                    terms[at] = term;
                    (true, FilterSuggestion { filter: Filter { alternatives: vec![terms] }, entries, why })
                };
                found.extend(
                    known.nearest_value.map(|(value, entries)| instead(with_value(term, value), entries, None)),
                );
                found.extend(
                    known.closest_text(term).map(|(word, entries)| instead(FilterTerm::contains(&word), entries, None)),
                );
                // `lucky` next to a side means lucky for that side, so it is not looser there.
                let is_less = |less: &FilterTerm| less.text != term.text || !names_side(all);
                if let Some(term) = term.loosened().filter(is_less).filter(|_| known.loosened > 0) {
                    found.push(instead(term, known.loosened, None));
                }
                found.extend(known.luckiest.map(|(share, no)| {
                    let term = FilterTerm {
                        negated: false,
                        criterion: Criterion::Entry(no..=no),
                        text: format!("entry {no}").into(),
                    };
                    instead(term, 1, Some(luck_reason(&all[at], share, no)))
                }));
                if all.len() > 1 && known.without_term > 0 {
                    let others = all.iter().enumerate().filter(|(other, _)| *other != at);
                    let filter = Filter { alternatives: vec![others.map(|(_, term)| term.clone()).collect()] };
                    found.push((false, FilterSuggestion { filter, entries: known.without_term, why: None }));
                }
            }
        }
        if found.is_empty() {
            let terms = filter.alternatives.iter().flatten().zip(self.terms.iter().flatten());
            let alone = |term: &FilterTerm| Filter { alternatives: vec![vec![term.clone()]] };
            found = terms
                .map(|(term, known)| (false, FilterSuggestion { filter: alone(term), entries: known.alone, why: None }))
                .filter(|(_, near)| near.entries > 0)
                .collect();
        }
        // Ties go to the first.
        found.into_iter().rev().max_by_key(|(moved, near)| (*moved, near.entries)).map(|(_, near)| near)
    }
}

impl TermStats {
    /// The text closest to the words of a term, and the number of entries that contain it.
    fn closest_text(&self, term: &FilterTerm) -> Option<(String, usize)> {
        let Criterion::Contains(text) = &term.criterion else { return None };
        let near = text::nearest(text, self.texts.keys().map(String::as_str))?;
        let saying = self.texts.iter().filter(|(words, _)| words.contains(near)).flat_map(|(_, entries)| entries);
        Some((near.to_string(), saying.collect::<BTreeSet<_>>().len()))
    }

    fn scan(&mut self, term: &FilterTerm, account: &Account) {
        self.loosened += usize::from(term.loosened().is_some_and(|term| account.fits_term(&term)));
        match &term.criterion {
            _ if term.negated => {}
            Criterion::Contains(text) => {
                let many = text.raw().split_whitespace().count();
                for words in account.text_lines().flat_map(|line| word_runs(&line.to_lowercase(), many)) {
                    let entries = self.texts.entry(words).or_default();
                    if entries.last() != Some(&account.no) {
                        entries.push(account.no);
                    }
                }
            }
            Criterion::Luck(how, side) => {
                let shares = account.roll_luck_of(*side).map(|roll| (roll.at_least_as_extreme(*how), account.no));
                self.luckiest = self.luckiest.into_iter().chain(shares).min();
            }
            _ => {}
        }
        let Some((range, value)) = numeric_term(term, account) else { return };
        match &mut self.nearest_value {
            Some((near, many)) if *near == value => *many += 1,
            Some((near, _)) if distance(value, range) >= distance(*near, range) => {}
            near => *near = Some((value, 1)),
        }
    }
}

/// All runs of `many` consecutive words in a line, verbatim.
fn word_runs(line: &str, many: usize) -> Vec<String> {
    let is_inner = |c: char| c.is_alphanumeric() || ['\'', '’', '-'].contains(&c);
    let mut words: Vec<(usize, usize)> = Vec::new();
    for (at, c) in line.char_indices().filter(|(_, c)| is_inner(*c)) {
        match words.last_mut() {
            Some((_, end)) if *end == at => *end = at + c.len_utf8(),
            _ => words.push((at, at + c.len_utf8())),
        }
    }
    // A possessive ending is not part of the name.
    let name = |run: &str| run.trim_end_matches("'s").trim_end_matches("’s").to_string();
    words.windows(many.max(1)).map(|run| name(&line[run[0].0..run[run.len() - 1].1])).collect()
}

/// `the luckiest roll is in entry 54: 14 of 100 rolls are at least as good`
fn luck_reason(term: &FilterTerm, share: u16, no: EntryNo) -> String {
    let (most, how) = match term.criterion {
        Criterion::Luck(Luckiness::Unlucky, _) => ("unluckiest", "bad"),
        _ => ("luckiest", "good"),
    };
    let throws = share.div_ceil(10);
    format!("the {most} roll is in entry {no}: {throws} of 100 rolls are at least as {how}")
}

fn numeric_term<'a>(term: &'a FilterTerm, account: &Account) -> Option<(&'a RangeInclusive<u32>, u32)> {
    match &term.criterion {
        _ if term.negated => None,
        Criterion::Turn(turns) => Some((turns, account.turn?)),
        Criterion::Time(counts, None) => Some((counts, account.time.count)),
        Criterion::Entry(numbers) => Some((numbers, account.no)),
        _ => None,
    }
}

/// A term for a turn or a number, changed to another value.
fn with_value(term: &FilterTerm, to: u32) -> FilterTerm {
    let (word, asks) = match term.criterion {
        Criterion::Turn(_) => ("turn", Criterion::Turn(to..=to)),
        Criterion::Time(_, part) => {
            (term.text.raw().split_whitespace().next().unwrap_or_default(), Criterion::Time(to..=to, part))
        }
        _ => ("entry", Criterion::Entry(to..=to)),
    };
    FilterTerm { negated: false, criterion: asks, text: format!("{word} {to}").into() }
}

fn distance(value: u32, range: &RangeInclusive<u32>) -> u32 {
    if range.contains(&value) { 0 } else { value.abs_diff(*range.start()).min(value.abs_diff(*range.end())) }
}
