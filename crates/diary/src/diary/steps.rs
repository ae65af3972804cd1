//! Iterates over the diary's entries with the states before and after each, and carries an entry out again with its
//! recorded dice, to see what they counted for. Snapshots of the state at intervals keep every fold short.

use super::{
    Account, Diary, Entry, EntryNo, account,
    concern::{self, Concern},
    prose::Sentence,
    verify::match_recorded,
};
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use wardiary_base::{
    dice::Request,
    id::{BattleId, Id, SideId, UnitId},
};
use wardiary_rules::{
    event::{Event, IntelEvent},
    notable::{NotableKind, notable_events},
    rules::{self, OrderRoll, Replay, Resolution, Step, resolution, roll_of_order},
    state::{State, Unit},
};

/// An entry with the states before and after it.
#[derive(Clone, Debug)]
pub struct DiaryStep<'a> {
    pub before: Arc<State>,
    pub entry: &'a Entry,
    pub after: Arc<State>,
}

impl DiaryStep<'_> {
    pub fn account(&self) -> Account {
        account(&self.before, self.entry, &self.after)
    }

    /// The entry's battle, and its turn before the entry; `None` if the entry belongs to no battle or to several.
    pub fn battle_and_turn(&self) -> Option<(BattleId, u32)> {
        let Concern { battle, turn, .. } = Concern::of(&self.before, &self.after, self.entry);
        battle.zip(turn)
    }

    /// The state before the entry, plus the units and stacks that a side meets by the entry's dice.
    pub fn state_with_introduced(&self) -> Cow<'_, State> {
        with_introduced_units(&self.before, self.entry)
    }

    pub fn rolled(&self) -> Option<OrderRoll> {
        entry_roll(&self.before, self.entry)
    }

    pub fn concerns(&self) -> BTreeSet<Id> {
        Concern::of(&self.before, &self.after, self.entry).ids
    }

    /// The units that took an objective with one of its events.
    pub fn objective_takers(&self, event: &Event) -> Vec<UnitId> {
        concern::objective_takers(&self.before, &self.after, event)
    }

    /// The sentences for the event at that index; empty if another event's sentence covers it.
    pub fn sentences_at(&self, at: usize) -> Vec<Sentence<'_>> {
        super::prose::sentences_for_event(&self.before, self.entry, &self.after, at)
    }

    pub fn texts_at(&self, at: usize) -> Vec<String> {
        self.sentences_at(at).into_iter().map(|sentence| sentence.text).collect()
    }

    /// The notable events of the entry, each in a few words.
    pub fn notable(&self) -> Vec<(NotableKind, String)> {
        let (before, entry, after) = (&self.before, self.entry, &self.after);
        let found = notable_events(before, &entry.order, &entry.events, after).into_iter();
        found.map(|found| (found.1, super::prose::notable_text(before, entry, after, found))).collect()
    }

    pub fn battle(&self) -> Option<BattleId> {
        Concern::of(&self.before, &self.after, self.entry).battle
    }

    /// The units that the entry changed or created.
    pub fn changed_units(&self) -> impl Iterator<Item = UnitId> + '_ {
        let units = self.after.units().iter().map(|unit| -> &Unit { unit });
        units.filter(|unit| self.before.unit(unit.id) != Some(*unit)).map(|unit| unit.id)
    }
}

/// The scores of an entry's dice, if it has dice that are shown, in a state with everybody the entry involves.
pub fn entry_roll(before: &State, entry: &Entry) -> Option<OrderRoll> {
    roll_of_order(&with_introduced_units(before, entry), &entry.order, &entry.dice)
}

/// The state before an entry, plus the units and stacks that a side meets by its dice. The entry's first events
/// introduce them as they were.
fn with_introduced_units<'s>(before: &'s State, entry: &Entry) -> Cow<'s, State> {
    use IntelEvent::{FoundIn, Learned};
    let brings_in = |event: &&Event| {
        use Event::{Arrived, Intel, RulesChanged, SideMade, StackMade, UnitMade};
        matches!(event, SideMade { .. } | StackMade { .. } | UnitMade(_) | RulesChanged(_) | Arrived { .. })
            || matches!(event, Intel(Learned(_) | FoundIn { .. }))
    };
    let mut state = Cow::Borrowed(before);
    if !before.is_complete() && resolution::shows_dice(&entry.order) {
        entry.events.iter().take_while(brings_in).for_each(|event| state.to_mut().replay([event]));
    }
    state
}

/// An iterator over entries with their states. Each state is folded once: if an entry follows the previous one of the
/// iteration, folding continues from there; otherwise it starts from the nearest snapshot.
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
            Some((no, state)) if no == entry.parent() => state,
            _ => Arc::new(self.diary.state_at(entry.parent())?),
        };
        let mut after = State::clone(&before);
        after.replay(&entry.events);
        let after = Arc::new(after);
        self.last = Some((entry.no, Arc::clone(&after)));
        Some(DiaryStep { before, entry, after })
    }
}

impl Diary {
    /// Iterates over these entries in the given order: a range of a branch, several branches, or any entries.
    pub fn steps<I: IntoIterator<Item = EntryNo>>(&self, numbers: I) -> Steps<'_, I::IntoIter> {
        Steps { diary: self, numbers: numbers.into_iter(), last: None }
    }

    /// A single entry with its states; `None` if it does not exist.
    pub fn step(&self, no: EntryNo) -> Option<DiaryStep<'_>> {
        self.steps([no]).next()
    }

    /// The headline of an entry; `None` if the entry does not exist.
    pub fn headline(&self, no: EntryNo) -> Option<String> {
        self.step(no).map(|step| step.account().headline)
    }
}

/// The result of an entry's order and dice under the current rules code.
#[derive(Clone, Debug)]
pub struct EntryReplay {
    pub before: State,
    /// The requests that its dice answer, as far as they do.
    pub requests: Vec<Request>,
    pub result: ReplayResult,
}

#[derive(Clone, Debug)]
pub enum ReplayResult {
    AsRecorded(Box<Resolution>),
    /// The order was abandoned after dice were shown.
    Abandoned,
    /// Other events follow than were recorded, or the order is refused.
    Different,
}

impl DiaryStep<'_> {
    pub fn replay(&self) -> EntryReplay {
        // The event with the program version comes first; the order was carried out after it.
        let opened = self.entry.events.iter().take_while(|event| matches!(event, Event::Opened { .. })).count();
        let (opened, facts) = self.entry.events.split_at(opened);
        // Intel events are what a side learned by the entry; they do not follow from the order.
        let facts = facts.iter().filter(|event| !matches!(event, Event::Intel(_)));
        let mut before = State::clone(&self.before);
        before.replay(opened);
        let Replay { step, requests: asked } = rules::replay(before.clone(), &self.entry.order, &self.entry.dice);
        let result = match step {
            _ if self.entry.is_abandoned() => ReplayResult::Abandoned,
            Ok(Step::Done(done)) if asked.len() == self.entry.dice.len() && match_recorded(&done.events, facts) => {
                ReplayResult::AsRecorded(done)
            }
            _ => ReplayResult::Different,
        };
        EntryReplay { before, requests: asked, result }
    }
}

/// Minimum number of entries between snapshots.
const MIN_STRIDE: usize = 256;

/// A state, and the number of entries between it and the nearest snapshot.
#[derive(Clone, Debug)]
pub struct DerivedState {
    pub state: State,
    pub since_snapshot: usize,
}

#[derive(Clone, Debug, Default)]
pub(super) struct StateSnapshots(BTreeMap<EntryNo, State>);

/// The path from a state to an entry: the start, and the entries in reverse order.
pub(super) struct ReplayPath<'a> {
    pub from: EntryNo,
    entries: Vec<&'a Entry>,
}

/// Number of entries between snapshots. Larger for a large campaign, whose states take more time to copy and more
/// memory.
fn stride(state: &State) -> usize {
    MIN_STRIDE.max(state.units().len() / 16)
}

impl StateSnapshots {
    /// The path to an entry from the nearest snapshot, or from the last entry before it that is unknown here.
    pub fn path_from_snapshot<'a>(&self, no: EntryNo, entry: impl Fn(EntryNo) -> Option<&'a Entry>) -> ReplayPath<'a> {
        let mut way = ReplayPath { from: no, entries: Vec::new() };
        while !self.0.contains_key(&way.from)
            && let Some(entry) = entry(way.from)
        {
            way.entries.push(entry);
            way.from = entry.parent();
        }
        way
    }

    /// The state where a path starts: a snapshot or the muster.
    pub fn start_state(&self, way: &ReplayPath, start: &State) -> Option<State> {
        if way.from == 0 { Some(start.clone()) } else { self.0.get(&way.from).cloned() }
    }

    /// Updates `before` to the state after an entry, and takes a snapshot now and then.
    pub fn snapshot_if_due(&mut self, no: EntryNo, before: &mut DerivedState) {
        before.since_snapshot += 1;
        if before.since_snapshot >= stride(&before.state) {
            self.0.insert(no, before.state.clone());
            before.since_snapshot = 0;
        }
    }

    /// Folds along the path from its first state. If many branches fork far from a snapshot, takes one half-way, so
    /// that not each branch keeps its own.
    pub fn apply_path(&mut self, way: ReplayPath, state: State) -> DerivedState {
        let many = way.entries.len();
        let half = stride(&state) / 2;
        if many <= half {
            return way.apply_to(state);
        }
        let mut folded = DerivedState { state, since_snapshot: 0 };
        for (at, entry) in way.entries.into_iter().rev().enumerate() {
            folded.state.replay(&entry.events);
            folded.since_snapshot += 1;
            if at + 1 == half {
                self.0.insert(entry.no, folded.state.clone());
                folded.since_snapshot = 0;
            }
        }
        folded
    }
}

impl StateSnapshots {
    /// Turns all snapshots into what a side sees.
    pub fn view_as(&mut self, side: SideId) {
        self.0.values_mut().for_each(|state| state.set_viewer(side));
    }
}

impl ReplayPath<'_> {
    /// Folds along the path from its first state. Applies the events, which are known to fit.
    pub fn apply_to(self, mut state: State) -> DerivedState {
        let since = self.entries.len();
        state.replay(self.entries.into_iter().rev().flat_map(|entry| &entry.events));
        DerivedState { state, since_snapshot: since }
    }
}
