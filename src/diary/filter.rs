//! Which entries a filter means.

use super::{Account, Diary, nearest::Nearest};
use crate::{
    notation::{self, Asks, DiceFrom, Filter, NotationError, Term},
    state::State,
    text,
};

impl Account {
    /// Whether a filter means this entry.
    #[must_use]
    pub fn fits(&self, filter: &Filter) -> bool {
        filter.is_all() || filter.any.iter().any(|all| all.iter().all(|term| self.fits_term(term)))
    }

    pub(super) fn fits_term(&self, term: &Term) -> bool {
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

/// What is said where a filter means none of so many entries.
pub(crate) fn none_is_shown(entries: usize, near: Option<&Nearest>) -> String {
    let all = text::count(entries, "entry", "entries");
    let near = near.map_or_else(|| "nothing comes near it".to_string(), Nearest::describe);
    format!("none of {all} is shown: nothing fits all that was asked for; {near}")
}

impl Filter {
    /// What is said where it means none of the entries that were looked at.
    #[must_use]
    pub fn means_nothing(&self, accounts: &[Account]) -> String {
        none_is_shown(accounts.len(), Nearest::to(self, accounts).as_ref())
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
