//! The walk through the diary: each entry between the state before it and the state after.

use super::{
    Account, Diary, Entry, EntryNo, account,
    concern::{self, Concern},
};
use std::{borrow::Cow, collections::BTreeSet, sync::Arc};
use wardiary_base::id::{BattleId, Id, UnitId};
use wardiary_rules::{
    event::{Event, IntelEvent},
    rules::{Rolled, rolled, rolled_by},
    state::{State, Unit},
};

/// An entry with the states on both sides of it.
#[derive(Clone, Debug)]
pub struct DiaryStep<'a> {
    /// The state that the entry follows.
    pub before: Arc<State>,
    /// The entry.
    pub entry: &'a Entry,
    /// The state that its events lead to.
    pub after: Arc<State>,
}

impl DiaryStep<'_> {
    /// The account of the entry. Marks that depend on more than the entry are left unset.
    #[must_use]
    pub fn account(&self) -> Account {
        account(&self.before, self.entry, &self.after)
    }

    /// The battle that it belongs to, with its turn before it; none where it belongs to no battle, or to several.
    #[must_use]
    pub fn battle_and_turn(&self) -> Option<(BattleId, u32)> {
        let Concern { battle, turn, .. } = Concern::of(&self.before, &self.after, self.entry);
        battle.zip(turn)
    }

    /// The state that the entry follows, with those in it whom a side meets by its dice.
    pub fn opening(&self) -> Cow<'_, State> {
        with_whom_it_meets(&self.before, self.entry)
    }

    /// What its dice came to, where it has any that are shown.
    #[must_use]
    pub fn rolled(&self) -> Option<Rolled> {
        rolled(&self.before, self.entry)
    }

    /// The sides, stacks, units and battles that it is about.
    #[must_use]
    pub fn concerns(&self) -> BTreeSet<Id> {
        Concern::of(&self.before, &self.after, self.entry).ids
    }

    /// The units that took an objective with one of its events.
    pub fn takers(&self, event: &Event) -> Vec<UnitId> {
        concern::takers(&self.before, &self.after, event)
    }

    /// What is said of the event at that place of the entry; nothing where it is told with another one.
    pub fn sentences_at(&self, at: usize) -> Vec<String> {
        super::prose::described_at(&self.before, self.entry, &self.after, at)
    }

    /// The battle that the entry belongs to, if it belongs to one.
    #[must_use]
    pub fn battle(&self) -> Option<BattleId> {
        Concern::of(&self.before, &self.after, self.entry).battle
    }

    /// The units that are not after it what they were before, with those that were made.
    pub fn changed_units(&self) -> impl Iterator<Item = UnitId> + '_ {
        let units = self.after.units().iter().map(|unit| -> &Unit { unit });
        units.filter(|unit| self.before.unit(unit.id) != Some(*unit)).map(|unit| unit.id)
    }
}

/// What the dice of an entry came to, where it has any that are shown, between all of whom it tells.
pub fn rolled(before: &State, entry: &Entry) -> Option<Rolled> {
    rolled_by(&with_whom_it_meets(before, entry), &entry.order, &entry.dice)
}

/// The state before an entry with those in it whom a side meets by its dice: its first events bring them in as they were.
fn with_whom_it_meets<'s>(before: &'s State, entry: &Entry) -> Cow<'s, State> {
    use IntelEvent::{FoundIn, Learned};
    let brings_in = |event: &&Event| {
        use Event::{Arrived, Intel, RulesChanged, SideMade, StackMade, UnitMade};
        matches!(event, SideMade { .. } | StackMade { .. } | UnitMade(_) | RulesChanged(_) | Arrived { .. })
            || matches!(event, Intel(Learned(_) | FoundIn { .. }))
    };
    let mut state = Cow::Borrowed(before);
    if !before.tells_all() && rolled::rolls(&entry.order) {
        entry.events.iter().take_while(brings_in).for_each(|event| state.to_mut().apply(event));
    }
    state
}

/// An iterator over entries with their states. A state is folded once: where an entry follows the one before it in the
/// walk, it goes on from there; elsewhere it starts from the nearest snapshot.
#[derive(Clone, Debug)]
pub struct Steps<'a, I> {
    diary: &'a Diary,
    numbers: I,
    last: Option<(EntryNo, Arc<State>)>,
}

impl<'a, I: Iterator<Item = EntryNo>> Iterator for Steps<'a, I> {
    type Item = DiaryStep<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        let entry = self.numbers.find_map(|no| self.diary.entry(no))?;
        let before = match self.last.take() {
            Some((no, state)) if no == entry.follows() => state,
            _ => Arc::new(self.diary.at(entry.follows())?),
        };
        let mut after = State::clone(&before);
        entry.events.iter().for_each(|event| after.apply(event));
        let after = Arc::new(after);
        self.last = Some((entry.no, Arc::clone(&after)));
        Some(DiaryStep { before, entry, after })
    }
}

impl Diary {
    /// Walks through these entries in the order given: a range of a branch, several branches, or any entries. Numbers
    /// that no entry has are passed over.
    pub fn steps<I: IntoIterator<Item = EntryNo>>(&self, numbers: I) -> Steps<'_, I::IntoIter> {
        Steps { diary: self, numbers: numbers.into_iter(), last: None }
    }

    /// A single entry with its states; `None` where there is no such entry.
    #[must_use]
    pub fn step(&self, no: EntryNo) -> Option<DiaryStep<'_>> {
        self.steps([no]).next()
    }

    /// The headline of an entry's account, for which its other sentences are not told; `None` where there is no such entry.
    #[must_use]
    pub fn headline(&self, no: EntryNo) -> Option<String> {
        let entry = self.entry(no)?;
        Some(account::headline(&self.at(entry.follows())?, entry))
    }
}
