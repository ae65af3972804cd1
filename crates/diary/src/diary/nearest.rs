//! Suggests a filter when one matches no entry, for example after a mistyped turn or with too many terms.

use super::{Account, EntryNo};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::RangeInclusive,
};
use wardiary_base::text;
use wardiary_rules::notation::{Asks, Filter, Luckiness, Term};

/// A suggested filter that matches something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearest {
    pub filter: Filter,
    /// Number of entries it matches.
    pub entries: usize,
    /// A remark to print first: how lucky the luckiest roll was.
    pub why: Option<String>,
}

impl Nearest {
    /// Finds the suggestion for a filter that matches none of these entries. It tries, in this order: another turn or
    /// number; a looser term (dice from anywhere, any mark), a word that occurs, or the luckiest roll there is; the
    /// filter without the term whose removal leaves most entries; the single term that matches most entries.
    pub fn to(filter: &Filter, accounts: &[Account]) -> Option<Self> {
        let mut nearness = Nearness::of(filter);
        accounts.iter().for_each(|account| nearness.take(filter, account));
        nearness.nearest(filter)
    }

    /// The suggestion as a phrase: “`turn 3` would show 4 entries”.
    pub fn describe(&self) -> String {
        let filter = text::sanitize(&self.filter.to_string());
        let why = self.why.as_ref().map_or_else(String::new, |why| format!("{why}: "));
        format!("{why}`{filter}` would show {}", text::count(self.entries, "entry", "entries"))
    }
}

/// Statistics of a filter over the entries scanned so far. Each entry is scanned once.
#[derive(Clone, Debug, Default)]
pub(super) struct Nearness {
    /// For each alternative of the filter, the statistics of each of its terms.
    terms: Vec<Vec<Without>>,
}

/// Statistics of the entries that match an alternative without one of its terms.
#[derive(Clone, Debug, Default)]
struct Without {
    /// Entries that match all other terms.
    left: usize,
    /// Among these, the turn or number closest to the one asked for, and how many entries have it.
    near: Option<(u32, usize)>,
    /// Among these, entries that match a looser form of the term.
    loosened: usize,
    /// Entries that match the term alone.
    alone: usize,
    /// Among the entries left: runs of words in their text as long as the term's, with the entries that contain each.
    said: BTreeMap<String, Vec<EntryNo>>,
    /// Among the entries left: the one with the luckiest (or unluckiest) roll, and how many of 1000 rolls are at least
    /// as extreme.
    luckiest: Option<(u16, EntryNo)>,
}

/// Whether any of the terms names a side.
fn names_side(all: &[Term]) -> bool {
    all.iter().any(|term| matches!(term.asks, Asks::Concerns(_)))
}

impl Nearness {
    pub fn of(filter: &Filter) -> Self {
        Self { terms: filter.any.iter().map(|all| vec![Without::default(); all.len()]).collect() }
    }

    pub fn take(&mut self, filter: &Filter, account: &Account) {
        for (all, known) in filter.any.iter().zip(&mut self.terms) {
            let fits: Vec<bool> = all.iter().map(|term| account.fits_term(term)).collect();
            for (at, (term, known)) in all.iter().zip(known).enumerate() {
                known.alone += usize::from(fits[at]);
                if (0..fits.len()).all(|other| other == at || fits[other]) {
                    known.left += 1;
                    known.take(term, account);
                }
            }
        }
    }

    /// The best suggestion from the entries scanned.
    pub fn nearest(&self, filter: &Filter) -> Option<Nearest> {
        let mut found: Vec<(bool, Nearest)> = Vec::new();
        for (all, known) in filter.any.iter().zip(&self.terms) {
            for (at, (term, known)) in all.iter().zip(known).enumerate() {
                let instead = |term: Term, entries: usize, why: Option<String>| {
                    let mut terms = all.clone();
                    terms[at] = term;
                    (true, Nearest { filter: Filter { any: vec![terms] }, entries, why })
                };
                found.extend(known.near.map(|(value, entries)| instead(moved(term, value), entries, None)));
                found.extend(known.word(term).map(|(word, entries)| instead(Term::says(&word), entries, None)));
                // `lucky` next to a side means lucky for that side, so it is not looser there.
                let is_less = |less: &Term| less.text != term.text || !names_side(all);
                if let Some(term) = term.loosened().filter(is_less).filter(|_| known.loosened > 0) {
                    found.push(instead(term, known.loosened, None));
                }
                found.extend(known.luckiest.map(|(share, no)| {
                    let term = Term { not: false, asks: Asks::Entry(no..=no), text: format!("entry {no}") };
                    instead(term, 1, Some(how_lucky(&all[at], share, no)))
                }));
                if all.len() > 1 && known.left > 0 {
                    let others = all.iter().enumerate().filter(|(other, _)| *other != at);
                    let filter = Filter { any: vec![others.map(|(_, term)| term.clone()).collect()] };
                    found.push((false, Nearest { filter, entries: known.left, why: None }));
                }
            }
        }
        if found.is_empty() {
            let terms = filter.any.iter().flatten().zip(self.terms.iter().flatten());
            let alone = |term: &Term| Filter { any: vec![vec![term.clone()]] };
            found = terms
                .map(|(term, known)| (false, Nearest { filter: alone(term), entries: known.alone, why: None }))
                .filter(|(_, near)| near.entries > 0)
                .collect();
        }
        // Ties go to the first.
        found.into_iter().rev().max_by_key(|(moved, near)| (*moved, near.entries)).map(|(_, near)| near)
    }
}

impl Without {
    /// The text closest to the words of a term, and the number of entries that contain it.
    fn word(&self, term: &Term) -> Option<(String, usize)> {
        let Asks::Says(said) = &term.asks else { return None };
        let near = text::nearest(said, self.said.keys().map(String::as_str))?;
        let saying = self.said.iter().filter(|(words, _)| words.contains(near)).flat_map(|(_, entries)| entries);
        Some((near.to_string(), saying.collect::<BTreeSet<_>>().len()))
    }

    /// Scans an entry that matches all other terms.
    fn take(&mut self, term: &Term, account: &Account) {
        self.loosened += usize::from(term.loosened().is_some_and(|term| account.fits_term(&term)));
        match &term.asks {
            _ if term.not => {}
            Asks::Says(said) => {
                let many = said.split_whitespace().count();
                for words in account.said().flat_map(|line| runs(&line.to_lowercase(), many)) {
                    let entries = self.said.entry(words).or_default();
                    if entries.last() != Some(&account.no) {
                        entries.push(account.no);
                    }
                }
            }
            Asks::Fortune(how, side) => {
                let shares = account.fortunes_of(*side).map(|fortune| (fortune.as_far(*how), account.no));
                self.luckiest = self.luckiest.into_iter().chain(shares).min();
            }
            _ => {}
        }
        let Some((range, value)) = asked(term, account) else { return };
        match &mut self.near {
            Some((near, many)) if *near == value => *many += 1,
            Some((near, _)) if distance(value, range) >= distance(*near, range) => {}
            near => *near = Some((value, 1)),
        }
    }
}

/// All runs of `many` consecutive words in a line, verbatim.
fn runs(line: &str, many: usize) -> Vec<String> {
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

/// `the luckiest is entry 54, of which 14 of 100 throws come out as well`
fn how_lucky(term: &Term, share: u16, no: EntryNo) -> String {
    let (most, how) = match term.asks {
        Asks::Fortune(Luckiness::Unlucky, _) => ("unluckiest", "badly"),
        _ => ("luckiest", "well"),
    };
    let throws = share.div_ceil(10);
    format!("the {most} roll is that of entry {no}, where {throws} of 100 throws come out as {how}")
}

fn asked<'a>(term: &'a Term, account: &Account) -> Option<(&'a RangeInclusive<u32>, u32)> {
    match &term.asks {
        _ if term.not => None,
        Asks::Turn(turns) => Some((turns, account.turn?)),
        Asks::Entry(numbers) => Some((numbers, account.no)),
        _ => None,
    }
}

/// A term for a turn or a number, changed to another value.
fn moved(term: &Term, to: u32) -> Term {
    let (word, asks) = match term.asks {
        Asks::Turn(_) => ("turn", Asks::Turn(to..=to)),
        _ => ("entry", Asks::Entry(to..=to)),
    };
    Term { not: false, asks, text: format!("{word} {to}") }
}

fn distance(value: u32, range: &RangeInclusive<u32>) -> u32 {
    if range.contains(&value) { 0 } else { value.abs_diff(*range.start()).min(value.abs_diff(*range.end())) }
}
