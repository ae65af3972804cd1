//! Which entries a filter means; and where it means none, the nearest filter that means some.

use super::{Account, Diary, EntryNo};
use crate::{
    notation::{self, Asks, DiceFrom, Filter, NotationError, Term},
    state::State,
    text,
};
use std::ops::RangeInclusive;

impl Account {
    /// Whether a filter means this entry.
    #[must_use]
    pub fn fits(&self, filter: &Filter) -> bool {
        filter.is_all() || filter.any.iter().any(|all| all.iter().all(|term| self.fits_term(term)))
    }

    fn fits_term(&self, term: &Term) -> bool {
        self.is(&term.asks) != term.not
    }

    fn is(&self, asks: &Asks) -> bool {
        match asks {
            Asks::Concerns(id) => self.concerns.contains(id),
            Asks::Turn(turns) => self.turn.is_some_and(|turn| turns.contains(&turn)),
            Asks::Entry(numbers) => numbers.contains(&self.no),
            Asks::Kind(kind) => self.verb.is_called(kind),
            Asks::Mechanism(mechanism) => self.verb.mechanism() == Some(*mechanism),
            Asks::Says(said) => self.says(&said.to_lowercase()),
            Asks::Dice(from) => self.dice.iter().flatten().any(|die| match from {
                None => true,
                Some(DiceFrom::Table) => die.by_hand,
                Some(DiceFrom::Program) => !die.by_hand,
            }),
            Asks::Marked(mark) => {
                let comment = self.remarks.as_ref().and_then(|remarks| remarks.comment.as_ref());
                comment.is_some_and(|comment| mark.is_none() || comment.mark == *mark)
            }
            Asks::Bookmarked => self.remarks.as_ref().is_some_and(|remarks| remarks.bookmark.is_some()),
            Asks::Abandoned => self.abandoned,
            Asks::Fork => self.forks,
            Asks::Fortune(luckiness, side) => {
                self.fortunes.iter().any(|(whose, how)| how == luckiness && side.is_none_or(|side| side == *whose))
            }
        }
    }

    /// Whether something that is said of it holds this, which is in lower case.
    fn says(&self, lower: &str) -> bool {
        let holds = |line: &str| line.to_lowercase().contains(lower);
        holds(&self.headline)
            || holds(&self.order)
            || self.details().any(holds)
            || self.remark_lines().iter().any(|line| holds(line))
    }
}

impl Diary {
    /// Reads a filter with the names of where the diary stands; where these don't do, with those of another branch.
    ///
    /// # Errors
    /// Where the text can't be read on.
    pub fn filter(&self, text: &str) -> Result<Filter, NotationError> {
        self.with_names(|state| notation::filter(text, state))
    }

    /// Reads something with the names of where the diary stands, or else with those of another branch.
    pub(crate) fn with_names<T>(&self, read: impl Fn(&State) -> Result<T, NotationError>) -> Result<T, NotationError> {
        let here = read(self.state());
        if here.is_ok() || self.forks.is_empty() {
            return here;
        }
        let ends = self.branches().into_iter().rev().filter(|branch| !branch.current);
        ends.filter_map(|branch| self.at(branch.last)).find_map(|state| read(&state).ok()).map_or(here, Ok)
    }
}

/// A filter that means something, near to one that means nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearest {
    /// What it is.
    pub filter: Filter,
    /// How many entries it means.
    pub entries: usize,
}

impl Nearest {
    /// The filter nearest to one that means none of these entries: with another turn, or number, or with a term that asks for
    /// less, where that does; else without the term by which most entries are left; else the term that means most by itself.
    #[must_use]
    pub fn to(filter: &Filter, accounts: &[Account]) -> Option<Self> {
        let mut found: Vec<(bool, Self)> = Vec::new();
        for all in &filter.any {
            for (at, term) in all.iter().enumerate() {
                let others: Vec<&Term> = all.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, t)| t).collect();
                let left: Vec<&Account> =
                    accounts.iter().filter(|account| others.iter().all(|term| account.fits_term(term))).collect();
                let with = |term: Term| {
                    let mut terms = all.clone();
                    terms[at] = term;
                    let filter = Filter { any: vec![terms] };
                    let entries = left.iter().filter(|account| account.fits(&filter)).count();
                    Self { filter, entries }
                };
                found.extend(moved(term, &left).or_else(|| term.loosened()).map(|term| (true, with(term))));
                if !others.is_empty() && !left.is_empty() {
                    let filter = Filter { any: vec![others.into_iter().cloned().collect()] };
                    found.push((false, Self { filter, entries: left.len() }));
                }
            }
        }
        found.retain(|(_, near)| near.entries > 0);
        if found.is_empty() {
            found = filter.any.iter().flatten().map(|term| (false, Self::alone(term, accounts))).collect();
        }
        found.retain(|(_, near)| near.entries > 0);
        // The first of equals.
        found.into_iter().rev().max_by_key(|(moved, near)| (*moved, near.entries)).map(|(_, near)| near)
    }

    fn alone(term: &Term, accounts: &[Account]) -> Self {
        let filter = Filter { any: vec![vec![term.clone()]] };
        Self { entries: accounts.iter().filter(|account| account.fits(&filter)).count(), filter }
    }

    /// In a few words: “`turn 3` would show 4 entries”.
    #[must_use]
    pub fn describe(&self) -> String {
        let filter = text::sanitize(&self.filter.to_string());
        format!("`{filter}` would show {}", text::count(self.entries, "entry", "entries"))
    }
}

/// A term that asks for a turn or a number, moved to the nearest that one of these entries has.
fn moved(term: &Term, left: &[&Account]) -> Option<Term> {
    let (word, range) = match &term.asks {
        Asks::Turn(turns) => ("turn", turns),
        Asks::Entry(numbers) => ("entry", numbers),
        _ => return None,
    };
    let value = |account: &&Account| if word == "turn" { account.turn } else { Some(account.no) };
    let near = left.iter().filter_map(value).filter(|_| !term.not).min_by_key(|value| distance(*value, range))?;
    let asks = if word == "turn" { Asks::Turn(near..=near) } else { Asks::Entry(near..=near) };
    Some(Term { not: false, asks, text: format!("{word} {near}") })
}

fn distance(value: u32, range: &RangeInclusive<u32>) -> u32 {
    if range.contains(&value) { 0 } else { value.abs_diff(*range.start()).min(value.abs_diff(*range.end())) }
}

impl Filter {
    /// What is said where it means none of the entries that were looked at.
    #[must_use]
    pub fn means_nothing(&self, accounts: &[Account]) -> String {
        let all = text::count(accounts.len(), "entry", "entries");
        let near = Nearest::to(self, accounts);
        let near = near.map_or_else(|| "nothing comes near it".to_string(), |near| near.describe());
        format!("none of {all} is shown: nothing fits all that was asked for; {near}")
    }

    /// The kinds that it asks for and that none of these entries has.
    #[must_use]
    pub(crate) fn kinds_not_there(&self, entries: &[super::Entry]) -> Vec<&str> {
        let kinds = self.any.iter().flatten().filter_map(|term| match &term.asks {
            Asks::Kind(kind) if !term.not => Some(kind.as_str()),
            _ => None,
        });
        kinds.filter(|kind| !entries.iter().any(|entry| entry.order.verb().is_called(kind))).collect()
    }
}

/// The numbers of the entries that a filter means.
#[must_use]
pub fn fitting(filter: &Filter, accounts: &[Account]) -> Vec<EntryNo> {
    accounts.iter().filter(|account| account.fits(filter)).map(|account| account.no).collect()
}
