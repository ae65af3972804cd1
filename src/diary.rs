//! The diary: a campaign's entries as a tree that nothing is ever taken from.
//!
//! A [`Diary`] is in memory alone and knows no file; [`file::Save`] is a diary with its file, and the one way to write
//! in it. The [`State`] of an entry is the fold of the events on the way from the muster to it.

pub mod account;
pub mod amend;
mod checked;
mod concern;
pub mod entry;
pub mod file;
mod prose;
pub mod seal;
pub mod steps;
pub mod tree;
pub mod verify;

pub use account::{Account, AccountDie, account};
pub use entry::{Entry, EntryNo, Record};
use seal::Seal;

use crate::{
    book::Rulebook,
    dice::{
        Fall,
        source::{DiceSource, Seed, Seeded},
    },
    event::Event,
    fault::Fault,
    order::Order,
    rules::{self, CarryOutError, Completed, Refusal, Rolled, Step},
    state::{EventError, Muster, State},
};
use jiff::Timestamp;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// The version of this program, as entries name it.
pub const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// So many entries lie between two kept states: jumping anywhere folds no more than that.
const STRIDE: u32 = 256;

/// What stands above the entries.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// What the campaign is called.
    pub title: String,
    /// What its dice are derived from.
    pub seed: Seed,
    /// The rules at the start.
    pub book: Arc<Rulebook>,
    /// Who was there at the start.
    pub muster: Muster,
}

/// A campaign's entries, and the state at the head.
#[derive(Clone, Debug)]
pub struct Diary {
    header: Header,
    start: State,
    entries: Vec<Entry>,
    head: EntryNo,
    state: State,
    /// The entries on the way from the muster to the head.
    path: Vec<EntryNo>,
    /// For each entry that was gone back from, the child that was last left.
    left: BTreeMap<EntryNo, EntryNo>,
    /// Entries that something follows, and those that more than one thing follows.
    followed: BTreeSet<EntryNo>,
    forks: BTreeSet<EntryNo>,
    /// States along the way, for jumping.
    kept: BTreeMap<EntryNo, State>,
    next_serial: u64,
    /// For each entry of a branch on which another's dice fall again, the serial number of the next die.
    again: BTreeMap<EntryNo, u64>,
}

/// What an order makes that was carried out: an entry that is not in the diary yet.
#[derive(Clone, Debug, PartialEq)]
pub struct NewEntry {
    /// The entry, without its seal.
    pub entry: Entry,
    /// What its dice came to, where it has any that are shown.
    pub rolled: Option<Rolled>,
}

/// Why a record can't stand in this diary.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Unfit {
    /// Its number is not the next.
    #[error("entry {found} stands where entry {next} should")]
    Number {
        /// The number it has.
        found: EntryNo,
        /// The number it should have.
        next: EntryNo,
    },
    /// It names an entry that is not there.
    #[error("there is no entry {0}")]
    NoEntry(EntryNo),
    /// One of its events can't have happened.
    #[error("event {} of entry {no} can't have happened: {misfit}", at + 1)]
    Event {
        /// The entry.
        no: EntryNo,
        /// Which of its events, from 0.
        at: usize,
        /// Why.
        misfit: EventError,
    },
}

/// There is no way to go there in the diary.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoWay {
    /// Fewer entries lie before the head.
    #[error("{}", if *there == 0 { "there is nothing to undo".to_string() } else { format!("only {there} can be undone") })]
    Back {
        /// How many there are.
        there: u32,
    },
    /// There is no such entry.
    #[error("there is no entry {no}: {}", if *last == 0 { "the diary is empty".to_string() } else { format!("they are 1 to {last}, and 0 is the muster") })]
    NoEntry {
        /// The number.
        no: EntryNo,
        /// The last there is.
        last: EntryNo,
    },
    /// The entry lies on another branch.
    #[error("entry {no} is not on the way to where the diary stands (`goto` an entry after it first)")]
    NotOnTheWay {
        /// The number.
        no: EntryNo,
    },
    /// No branch has this name.
    #[error("no branch is called “{name}”{}", nearest.as_ref().map_or(String::new(), |near| format!("; there is “{near}”")))]
    NoBranch {
        /// The name.
        name: String,
        /// The name that is nearest to it.
        nearest: Option<String>,
    },
    /// None of the program's dice fell after this entry.
    #[error("none of the program's dice fell after entry {no} that could fall again")]
    NoDice {
        /// The entry.
        no: EntryNo,
    },
    /// Fewer entries were left behind.
    #[error("{}", if *there == 0 { "there is nothing to redo".to_string() } else { format!("only {there} can be redone") })]
    Forward {
        /// How many there are.
        there: u32,
    },
}

impl Diary {
    /// A diary without entries.
    ///
    /// # Errors
    /// All that is wrong with the muster, at once.
    pub fn new(header: Header) -> Result<Self, Vec<Fault>> {
        let start = header.muster.check(&header.book)?;
        Ok(Self {
            state: start.clone(),
            start,
            header,
            entries: Vec::new(),
            head: 0,
            path: Vec::new(),
            left: BTreeMap::new(),
            followed: BTreeSet::new(),
            forks: BTreeSet::new(),
            kept: BTreeMap::new(),
            next_serial: 0,
            again: BTreeMap::new(),
        })
    }

    /// What stands above the entries.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The state at the head.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The entry at the head; 0 for the muster.
    #[must_use]
    pub fn head(&self) -> EntryNo {
        self.head
    }

    /// All entries, on whatever branch, as they were written.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry of that number.
    #[must_use]
    pub fn entry(&self, no: EntryNo) -> Option<&Entry> {
        self.entries.get(usize::try_from(no).ok()?.checked_sub(1)?)
    }

    /// The numbers of the entries on the way from the muster to the head, oldest first.
    #[must_use]
    pub fn path(&self) -> &[EntryNo] {
        &self.path
    }

    /// The entries that redo would bring back, nearest first.
    pub fn redoable(&self) -> impl Iterator<Item = EntryNo> + '_ {
        std::iter::successors(self.left.get(&self.head), |no| self.left.get(no)).copied()
    }

    /// Whether the diary went on from an entry (or, for 0, from the muster) more than once.
    #[must_use]
    pub fn is_fork(&self, no: EntryNo) -> bool {
        self.forks.contains(&no)
    }

    /// The serial number that the program's next die gets: one that no die of the save has, but where the dice of
    /// another branch are to fall again.
    #[must_use]
    pub fn next_serial(&self) -> u64 {
        self.again.get(&self.head).copied().unwrap_or(self.next_serial)
    }

    /// The state after an entry, on whatever branch; that of the muster for 0.
    #[must_use]
    pub fn at(&self, no: EntryNo) -> Option<State> {
        if no == self.head {
            return Some(self.state.clone());
        }
        let mut way = Vec::new();
        let mut at = no;
        let mut state = loop {
            if at == 0 {
                break self.start.clone();
            }
            if let Some(kept) = self.kept.get(&at) {
                break kept.clone();
            }
            let entry = self.entry(at)?;
            way.push(entry);
            at = entry.follows();
        };
        for event in way.into_iter().rev().flat_map(|entry| &entry.events) {
            state.apply(event);
        }
        Some(state)
    }

    /// The step that an order would be now, with the dice so far.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn resolve(&self, order: &Order, falls: &[Fall]) -> Result<Step, Refusal> {
        rules::resolve(&self.state, order, falls)
    }

    /// The program's dice for an order, after the rolls that have been made for it already. Nothing else gives dice of the
    /// program's their serial numbers.
    #[must_use]
    pub fn program_dice(&self, made: &[Fall]) -> Seeded {
        let shown = made.iter().filter_map(Fall::serials_end).max();
        Seeded { seed: self.header.seed, next: self.next_serial().max(shown.unwrap_or(0)) }
    }

    /// Carries an order out at the head with dice from a source. The diary is as it was; [`Diary::admit`] enters the entry.
    ///
    /// # Errors
    /// Why the order is refused, or why the source did not answer a request.
    pub fn carry_out<S: DiceSource>(
        &self,
        order: Order,
        dice: &mut S,
        at: Timestamp,
    ) -> Result<NewEntry, CarryOutError<S::Error>> {
        let Completed { result, rolls } = rules::carry_out(self.state.clone(), &order, dice)?;
        Ok(NewEntry { entry: self.write(order, rolls, result.events, at), rolled: result.rolled })
    }

    /// The entry of an order that was broken off after these dice had been shown.
    #[must_use]
    pub fn abandoned(&self, order: Order, falls: Vec<Fall>, at: Timestamp) -> Entry {
        self.write(order, falls, vec![Event::Abandoned], at)
    }

    /// The entry of an order that begins a branch after an entry.
    ///
    /// # Errors
    /// Why the order is refused.
    pub fn branching(&self, from: EntryNo, order: Order, at: Timestamp) -> Result<Entry, Refusal> {
        let state = self.at(from).ok_or(Refusal::NoChange)?;
        match rules::resolve(&state, &order, &[])? {
            Step::NeedDice(_) => Err(Refusal::NoChange),
            Step::Done(done) => Ok(self.written(from, &state, order, Vec::new(), done.events, at)),
        }
    }

    fn write(&self, order: Order, dice: Vec<Fall>, events: Vec<Event>, at: Timestamp) -> Entry {
        self.written(self.head, &self.state, order, dice, events, at)
    }

    fn written(
        &self,
        from: EntryNo,
        state: &State,
        order: Order,
        dice: Vec<Fall>,
        events: Vec<Event>,
        at: Timestamp,
    ) -> Entry {
        let events = opened(state, events);
        let no = self.next_no();
        let after = Some(from).filter(|from| from + 1 != no);
        let at = to_the_second(at);
        Entry { no, after, at, order, dice, events, seal: Seal::default() }
    }

    /// The number that the next entry gets.
    #[must_use]
    pub fn next_no(&self) -> EntryNo {
        EntryNo::try_from(self.entries.len()).map_or(EntryNo::MAX, |n| n.saturating_add(1))
    }

    /// Enters a record, from a file or new.
    ///
    /// # Errors
    /// Why it can't stand here. Of a batch nothing is entered then.
    pub fn admit(&mut self, record: Record) -> Result<(), Unfit> {
        match record {
            Record::Entry(entry) => self.admit_entry(entry),
            Record::Head(to) => self.go_to(to),
            batch @ Record::Batch(_) => {
                let checked = self.check(batch)?;
                self.enter(checked);
                Ok(())
            }
        }
    }

    fn admit_entry(&mut self, entry: Entry) -> Result<(), Unfit> {
        let next = self.next_no();
        if entry.no != next {
            return Err(Unfit::Number { found: entry.no, next });
        }
        if entry.follows() != self.head {
            // On another branch: tried first, so that an entry that can't stand there leaves the head where it is.
            let checked = self.check(Record::Entry(entry))?;
            self.enter(checked);
            return Ok(());
        }
        if let Err(unfit) = entry.fold(&mut self.state) {
            // What was applied of this entry is taken back.
            self.state = self.at_path();
            return Err(unfit);
        }
        self.enter_entry(entry);
        Ok(())
    }

    /// Enters an entry at the head, whose events are in the state already.
    fn enter_entry(&mut self, entry: Entry) {
        let serials = entry.dice.iter().filter_map(Fall::serials_end).max();
        self.next_serial = self.next_serial.max(serials.unwrap_or(0));
        if !self.followed.insert(self.head) {
            self.forks.insert(self.head);
        }
        Self::follow_dice(&mut self.again, &entry);
        self.head = entry.no;
        self.path.push(entry.no);
        if entry.no.is_multiple_of(STRIDE) {
            self.kept.insert(entry.no, self.state.clone());
        }
        self.entries.push(entry);
    }

    /// The state that the path leads to, folded anew.
    fn at_path(&mut self) -> State {
        let head = std::mem::replace(&mut self.head, EntryNo::MAX);
        let state = self.at(head).unwrap_or_else(|| self.start.clone());
        self.head = head;
        state
    }

    fn go_to(&mut self, to: EntryNo) -> Result<(), Unfit> {
        if to == self.head {
            return Ok(());
        }
        let state = self.at(to).ok_or(Unfit::NoEntry(to))?;
        self.stand_at(to, state);
        Ok(())
    }

    /// Makes an entry the head, with its state.
    fn stand_at(&mut self, to: EntryNo, state: State) {
        let mut way: Vec<EntryNo> = Vec::new();
        let mut at = to;
        // The path's numbers rise, so whether an entry lies on it is a search.
        while at != 0 && self.path.binary_search(&at).is_err() {
            way.push(at);
            at = self.entry(at).map_or(0, Entry::follows);
        }
        let shared = if at == 0 { 0 } else { self.path.binary_search(&at).map_or(0, |place| place + 1) };
        for no in self.path.drain(shared..) {
            let parent = self.entries[no as usize - 1].follows();
            self.left.insert(parent, no);
        }
        self.path.extend(way.into_iter().rev());
        self.head = to;
        self.state = state;
    }

    /// Where undoing so many entries leads.
    ///
    /// # Errors
    /// If there are not so many.
    pub fn back(&self, many: u32) -> Result<EntryNo, NoWay> {
        let there = u32::try_from(self.path.len()).unwrap_or(u32::MAX);
        if many > there {
            return Err(NoWay::Back { there });
        }
        let place = (there - many) as usize;
        Ok(if place == 0 { 0 } else { self.path[place - 1] })
    }

    /// Where redoing so many entries leads.
    ///
    /// # Errors
    /// If not so many were left behind.
    pub fn forward(&self, many: u32) -> Result<EntryNo, NoWay> {
        let there = || u32::try_from(self.redoable().count()).unwrap_or(u32::MAX);
        let place = (many as usize).checked_sub(1);
        place
            .map_or(Some(self.head), |place| self.redoable().nth(place))
            .ok_or_else(|| NoWay::Forward { there: there() })
    }
}

/// The facts of an entry in this state. Those on every way from the muster say which program wrote them, branches and
/// all.
fn opened(state: &State, mut events: Vec<Event>) -> Vec<Event> {
    if state.program() != Some(PROGRAM) {
        events.insert(0, Event::Opened { program: PROGRAM.into() });
    }
    events
}

/// Entries have their time to the second.
fn to_the_second(at: Timestamp) -> Timestamp {
    Timestamp::from_second(at.as_second()).unwrap_or(at)
}
