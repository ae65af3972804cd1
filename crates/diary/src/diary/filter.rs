//! Matching entries against a filter.

use super::{Account, Diary, nearest::Nearest};
use std::borrow::Cow;
use wardiary_base::{id::SideId, text};
use wardiary_rules::{
    notation::{self, Asks, DiceFrom, Filter, Fortune, NotationError, Term},
    state::State,
};

impl Account {
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
                Some(DiceFrom::Table) => die.by_hand == Some(true),
                Some(DiceFrom::Program) => die.by_hand == Some(false),
            }),
            Asks::Marked(mark) => {
                let comment = self.remarks.as_ref().and_then(|remarks| remarks.comment.as_ref());
                comment.is_some_and(|comment| mark.is_none() || comment.mark == *mark)
            }
            Asks::Bookmarked => self.remarks.as_ref().is_some_and(|remarks| remarks.bookmark.is_some()),
            Asks::Abandoned => self.abandoned,
            Asks::Fork => self.forks,
            Asks::Fortune(luckiness, side) => self.fortunes_of(*side).any(|fortune| fortune.how == Some(*luckiness)),
        }
    }

    /// How lucky the entry's rolls were for a side, or for all sides.
    pub(super) fn fortunes_of(&self, side: Option<SideId>) -> impl Iterator<Item = &Fortune> {
        self.fortunes.iter().filter(move |fortune| side.is_none_or(|side| side == fortune.side))
    }

    /// Whether any text of the entry contains `lower`, which is in lower case.
    fn says(&self, lower: &str) -> bool {
        self.said().any(|line| line.to_lowercase().contains(lower))
    }

    /// Every text of the entry, line by line.
    pub(super) fn said(&self) -> impl Iterator<Item = Cow<'_, str>> {
        let own = [&self.headline, &self.order].into_iter().map(String::as_str);
        own.chain(self.details()).map(Cow::Borrowed).chain(self.remark_lines().into_iter().map(Cow::Owned))
    }
}

impl Diary {
    /// Parses a filter with the names of the state at the head or, if that fails, of another branch.
    ///
    /// # Errors
    /// Where the text can't be parsed.
    pub fn filter(&self, text: &str) -> Result<Filter, NotationError> {
        self.with_names(|state| notation::filter(text, state))
    }

    /// Parses text with the names of the state at the head or, if that fails, of another branch.
    pub fn with_names<T>(&self, read: impl Fn(&State) -> Result<T, NotationError>) -> Result<T, NotationError> {
        let here = read(self.state());
        if here.is_ok() || self.forks.is_empty() {
            return here;
        }
        let ends = self.branches().into_iter().rev().filter(|branch| !branch.current);
        ends.filter_map(|branch| self.at(branch.last)).find_map(|state| read(&state).ok()).map_or(here, Ok)
    }
}

/// The message for a filter that matches no entry.
pub fn none_is_shown(filter: &Filter, entries: usize, near: Option<&Nearest>) -> String {
    let all = text::count(entries, "entry", "entries");
    // If nothing comes near the filter, none of its terms matches an entry by itself either.
    let near = near.map(Nearest::describe).or_else(|| what_there_is_none_of(filter));
    let near = near.unwrap_or_else(|| "nothing comes near it".to_string());
    format!("none of {all} is shown: nothing fits all that was asked for; {near}")
}

/// The message for a filter that matches none of these entries.
pub fn means_nothing(filter: &Filter, accounts: &[Account]) -> String {
    none_is_shown(filter, accounts.len(), Nearest::to(filter, accounts).as_ref())
}

/// What its terms ask for, as a sentence that there is none: `there are no forks`.
fn what_there_is_none_of(filter: &Filter) -> Option<String> {
    let what = |term: &Term| match &term.asks {
        _ if term.not => None,
        Asks::Concerns(_) => Some(format!("none about the {}", text::sanitize(&term.text))),
        Asks::Turn(_) => Some("none of any turn".into()),
        Asks::Entry(_) => None,
        Asks::Kind(kind) => Some(format!("no orders of the kind `{kind}`")),
        Asks::Mechanism(_) => Some(format!("no orders of the {}", text::sanitize(&term.text))),
        Asks::Says(said) => Some(format!("none that say “{}” or a word like it", text::sanitize(said))),
        Asks::Fortune(..) => Some("no rolls that could be weighed".into()),
        Asks::Fork => Some("no forks".to_string()),
        Asks::Marked(None) => Some("no remarks".into()),
        Asks::Marked(Some(mark)) => Some(format!("no remarks with the mark {}", mark.sign())),
        Asks::Bookmarked => Some("no bookmarks".into()),
        Asks::Abandoned => Some("no orders that were broken off".into()),
        Asks::Dice(None) => Some("no dice".into()),
        Asks::Dice(Some(DiceFrom::Table)) => Some("no dice from the table".into()),
        Asks::Dice(Some(DiceFrom::Program)) => Some("no dice of the program’s".into()),
    };
    let all: Vec<String> = filter.any.iter().flatten().filter_map(what).collect();
    (!all.is_empty()).then(|| format!("there are {} among them", text::list(&all)))
}

/// The kinds that the filter asks for and that none of these entries has.
pub fn kinds_not_there<'f>(filter: &'f Filter, entries: &[super::Entry]) -> Vec<&'f str> {
    let kinds = filter.any.iter().flatten().filter_map(|term| match &term.asks {
        Asks::Kind(kind) if !term.not => Some(kind.as_str()),
        _ => None,
    });
    kinds.filter(|kind| !entries.iter().any(|entry| entry.order.verb().is_called(kind))).collect()
}
