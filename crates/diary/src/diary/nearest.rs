//! The filter that comes nearest to one that means no entry: so that who mistyped a turn, or asked for too much at once, is
//! told what there is.

use super::{Account, EntryNo};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::RangeInclusive,
};
use wardiary_base::text;
use wardiary_rules::notation::{Asks, Filter, Luckiness, Term};

/// A filter that means something, near to one that means nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearest {
    /// What it is.
    pub filter: Filter,
    /// How many entries it means.
    pub entries: usize,
    /// What is to be said of it first: how lucky the luckiest roll was.
    pub why: Option<String>,
}

impl Nearest {
    /// The filter nearest to one that means none of these entries: with another turn, or number, or with a term that asks for
    /// less (dice from anywhere, any mark), or for a word that is said, or the luckiest roll there is, where that does; else without the term by which most entries are left; else the term that means most by itself.
    #[must_use]
    pub fn to(filter: &Filter, accounts: &[Account]) -> Option<Self> {
        let mut nearness = Nearness::of(filter);
        accounts.iter().for_each(|account| nearness.take(filter, account));
        nearness.nearest(filter)
    }

    /// In a few words: “`turn 3` would show 4 entries”.
    #[must_use]
    pub fn describe(&self) -> String {
        let filter = text::sanitize(&self.filter.to_string());
        let why = self.why.as_ref().map_or_else(String::new, |why| format!("{why}: "));
        format!("{why}`{filter}` would show {}", text::count(self.entries, "entry", "entries"))
    }
}

/// What is known of a filter that means nothing, from the entries that were looked at so far: an entry is looked at once.
#[derive(Clone, Debug, Default)]
pub(super) struct Nearness {
    /// For each list of terms, of each of its terms.
    terms: Vec<Vec<Without>>,
}

/// What entries there are by a list of terms without one of them.
#[derive(Clone, Debug, Default)]
struct Without {
    /// How many fit all the others.
    left: usize,
    /// Of these, the number or turn that comes nearest to what the term asks for, and how many have it.
    near: Option<(u32, usize)>,
    /// Of these, how many fit the term where it asks for less.
    loosened: usize,
    /// How many fit the term alone.
    alone: usize,
    /// Of those left, what is said in them, in as many words as the term asks for, and in which.
    said: BTreeMap<String, Vec<EntryNo>>,
    /// Of those left, that with the luckiest roll, or the unluckiest, and of 1000 throws those that are as much so.
    luckiest: Option<(u16, EntryNo)>,
}

/// Whether a list of terms names a side.
fn names_side(all: &[Term]) -> bool {
    all.iter().any(|term| matches!(term.asks, Asks::Concerns(_)))
}

impl Nearness {
    pub fn of(filter: &Filter) -> Self {
        Self { terms: filter.any.iter().map(|all| vec![Without::default(); all.len()]).collect() }
    }

    /// Looks at an entry.
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

    /// The filter that comes nearest, by what was looked at.
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
                // `lucky` beside a side means lucky for that side: it is no less than what was asked for.
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
        // The first of equals.
        found.into_iter().rev().max_by_key(|(moved, near)| (*moved, near.entries)).map(|(_, near)| near)
    }
}

impl Without {
    /// What comes nearest to the words that a term asks for, and how many entries say it.
    fn word(&self, term: &Term) -> Option<(String, usize)> {
        let Asks::Says(said) = &term.asks else { return None };
        let near = text::nearest(said, self.said.keys().map(String::as_str))?;
        let saying = self.said.iter().filter(|(words, _)| words.contains(near)).flat_map(|(_, entries)| entries);
        Some((near.to_string(), saying.collect::<BTreeSet<_>>().len()))
    }

    /// Looks at an entry that fits all the other terms.
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

/// All runs of so many words in a line, as they stand there.
fn runs(line: &str, many: usize) -> Vec<String> {
    let is_inner = |c: char| c.is_alphanumeric() || ['\'', '’', '-'].contains(&c);
    let mut words: Vec<(usize, usize)> = Vec::new();
    for (at, c) in line.char_indices().filter(|(_, c)| is_inner(*c)) {
        match words.last_mut() {
            Some((_, end)) if *end == at => *end = at + c.len_utf8(),
            _ => words.push((at, at + c.len_utf8())),
        }
    }
    // Whose something is, is no part of his name.
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

/// The turns or numbers that a term asks for, and which the entry has.
fn asked<'a>(term: &'a Term, account: &Account) -> Option<(&'a RangeInclusive<u32>, u32)> {
    match &term.asks {
        _ if term.not => None,
        Asks::Turn(turns) => Some((turns, account.turn?)),
        Asks::Entry(numbers) => Some((numbers, account.no)),
        _ => None,
    }
}

/// A term that asks for a turn or a number, moved to another.
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
