//! The diary: an append-only tree of a campaign's entries.
//!
//! A [`Diary`] lives in memory and knows no file. [`file::Save`] pairs a diary with its file and is the only way to
//! write one. The [`State`] at an entry is the fold of all events on the path from the muster to that entry.

pub mod account;
pub mod amend;
mod append;
pub mod catalogue;
pub mod compare;
pub mod concern;
pub mod entry;
mod error;
pub mod file;
pub mod filter;
pub mod filter_suggestion;
pub mod head_path;
pub mod merge;
mod navigation;
pub mod prose;
mod remarks;
pub mod seal;
pub mod steps;
pub mod tree;
pub mod verify;
pub mod watch;

pub use account::{Account, AccountDie, account};
pub use append::NewEntry;
pub use concern::Mentions;
pub use entry::{Entry, EntryNo, FoundCut, Hidden, Record, Recovered, Remark};
pub use error::{NavigationError, RecordError, RemarkError};
use head_path::HeadPath;
pub use navigation::Move;
pub use prose::{Sentence, Topic};
use remarks::AllRemarks;
pub use remarks::Remarks;
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, OnceLock},
};
pub(crate) use steps::DerivedState;
use steps::StateSnapshots;
use wardiary_base::{
    book::{Moment, Rulebook},
    dice::source::Seed,
    fault::Fault,
    id::{Id, SideId, UnitId},
    text::Text,
};
use wardiary_rules::{
    event::{ClockEvent, Event},
    notation::refusal::describe_invalid_muster,
    state::{Muster, State},
};

/// Version of this program, as entries record it.
#[allow(clippy::disallowed_macros, reason = "read at compile time")]
pub const PROGRAM: &str = env!("CARGO_PKG_VERSION");

#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    pub title: Text,
    pub seed: Seed,
    /// The rulebook at the muster; orders can change it later.
    pub book: Arc<Rulebook>,
    pub muster: Muster,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShareOf {
    /// The side, by its number in the share.
    pub side: SideId,
    pub projection: u32,
}

#[derive(Clone, Debug)]
pub struct Diary {
    header: Header,
    muster_state: State,
    entries: Vec<Entry>,
    head: EntryNo,
    /// State at the head; computed on demand and cleared when the head moves.
    state: OnceLock<DerivedState>,
    /// The path to the head, and the children that redo follows.
    head_path: HeadPath,
    /// Entries with at least one child, and entries with more than one.
    with_children: BTreeSet<EntryNo>,
    forks: BTreeSet<EntryNo>,
    snapshots: StateSnapshots,
    next_serial: u64,
    /// For each entry on a branch that replays the dice of another: the serial number of its next die.
    replayed_dice: BTreeMap<EntryNo, u64>,
    /// Places where the file was found truncated, each with the last entry before it.
    cuts: Vec<(EntryNo, FoundCut)>,
    /// Batches: first entry, last entry, and the head before them.
    batches: Vec<(EntryNo, EntryNo, EntryNo)>,
    /// Head moves that no entry made: the number of entries at the time, and the new head.
    moves: Vec<(EntryNo, EntryNo)>,
    share: Option<ShareOf>,
    remarks: AllRemarks,
}

impl Diary {
    pub fn new(header: Header) -> Result<Self, Vec<Fault>> {
        let start = header.muster.check(&header.book).map_err(|invalid| describe_invalid_muster(&invalid))?;
        Ok(Self {
            state: OnceLock::new(),
            muster_state: start,
            header,
            entries: Vec::new(),
            head: 0,
            head_path: HeadPath::default(),
            with_children: BTreeSet::new(),
            forks: BTreeSet::new(),
            snapshots: StateSnapshots::default(),
            next_serial: 0,
            replayed_dice: BTreeMap::new(),
            cuts: Vec::new(),
            batches: Vec::new(),
            moves: Vec::new(),
            share: None,
            remarks: AllRemarks::default(),
        })
    }

    pub fn with_share(self, share: Option<ShareOf>) -> Self {
        let mut diary = Self { share, ..self };
        if let Some(share) = share {
            diary.view_as(share.side);
        }
        diary
    }

    /// Turns every state of the diary into the view of one side.
    pub fn view_as(&mut self, side: SideId) {
        self.muster_state.set_viewer(side);
        self.snapshots.view_as(side);
        if let Some(folded) = self.state.get_mut() {
            folded.state.set_viewer(side);
        }
    }

    /// The side and projection version, if this diary is a share. A share can only be read.
    pub fn share(&self) -> Option<ShareOf> {
        self.share
    }

    /// The name of the share's side; `None` if this is not a share.
    pub fn share_side_name(&self) -> Option<Text> {
        let side = self.share?.side;
        let known = self.state().side(side).or_else(|| self.muster_state.side(side));
        Some(known.map_or_else(|| side.to_string().into(), |side| Arc::clone(&side.name).into()))
    }

    pub fn header(&self) -> &Header {
        &self.header
    }

    pub fn state(&self) -> &State {
        &self.state.get_or_init(|| self.derive_state(self.head).expect("the head is an entry")).state
    }

    pub fn head(&self) -> EntryNo {
        self.head
    }

    /// All entries of all branches, in the order in which they were written.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub fn entry(&self, no: EntryNo) -> Option<&Entry> {
        self.entries.get(usize::try_from(no).ok()?.checked_sub(1)?)
    }

    pub fn cuts(&self) -> &[(EntryNo, FoundCut)] {
        &self.cuts
    }

    /// The numbers of the entries on the path from the muster to the head, oldest first.
    pub fn path(&self) -> &[EntryNo] {
        self.head_path.path()
    }

    pub fn moves(&self) -> &[(EntryNo, EntryNo)] {
        &self.moves
    }

    /// The entries from this one back to the muster, 0, which is the last.
    pub(crate) fn path_back_from(&self, no: EntryNo) -> impl Iterator<Item = EntryNo> {
        std::iter::successors(Some(no), |no| self.entry(*no).map(Entry::parent))
    }

    /// The entries that redo would bring back, nearest first.
    pub fn redoable(&self) -> impl Iterator<Item = EntryNo> + '_ {
        std::iter::successors(self.head_path.redo_child(self.head), |no| self.head_path.redo_child(*no))
    }

    /// Whether an entry (or 0, the muster) has more than one child.
    pub fn is_fork(&self, no: EntryNo) -> bool {
        self.forks.contains(&no)
    }

    /// The serial number of the program's next die. No die in the save has it, except on a branch that replays the dice
    /// of another.
    pub fn next_serial(&self) -> u64 {
        self.replayed_dice.get(&self.head).copied().unwrap_or(self.next_serial)
    }

    /// The state after an entry of any branch; the muster's state for 0.
    pub fn state_at(&self, no: EntryNo) -> Option<State> {
        if no == self.head {
            return Some(self.state().clone());
        }
        self.derive_state(no).map(|folded| folded.state)
    }

    /// The state after an entry, folded from the nearest snapshot.
    fn derive_state(&self, no: EntryNo) -> Option<DerivedState> {
        let way = self.snapshots.path_from_snapshot(no, |no| self.entry(no));
        let from = self.snapshots.start_state(&way, &self.muster_state)?;
        Some(way.apply_to(from))
    }

    /// Like [`Self::derive_state`], and may add a snapshot on the way.
    fn derive_state_with_snapshot(&mut self, no: EntryNo) -> Option<DerivedState> {
        let mut snapshots = std::mem::take(&mut self.snapshots);
        let way = snapshots.path_from_snapshot(no, |no| self.entry(no));
        let from = snapshots.start_state(&way, &self.muster_state);
        let folded = from.map(|from| snapshots.apply_path(way, from));
        self.snapshots = snapshots;
        folded
    }

    pub fn next_no(&self) -> EntryNo {
        EntryNo::try_from(self.entries.len()).map_or(EntryNo::MAX, |n| n.saturating_add(1))
    }
}

impl Diary {
    /// The tables consulted since the campaign's clock began its current day (or other unit); without a clock, since a
    /// battle last began or ended. Keyed by the table's name in lower case and the id it was consulted for; the value
    /// is the last time.
    pub fn recent_consultations(&self) -> BTreeMap<(String, Option<Id>), Moment> {
        let mut consulted = BTreeMap::new();
        let has_clock = self.state().book().clock.is_on();
        let today = self.state().calendar().now.count;
        let mut then = self.state().calendar().now;
        for entry in self.path().iter().rev().filter_map(|no| self.entry(*no)) {
            for event in entry.events.iter().rev() {
                match event {
                    Event::Clock(ClockEvent::Advanced { from, .. }) if from.count == today => then = *from,
                    Event::Clock(ClockEvent::Advanced { .. }) => return consulted,
                    Event::BattleBegun { .. } | Event::BattleEnded { .. } if !has_clock => return consulted,
                    Event::Consulted { table, who, .. } => {
                        consulted.entry((table.raw().to_lowercase(), *who)).or_insert(then);
                    }
                    _ => {}
                }
            }
        }
        consulted
    }
}

impl Diary {
    /// The entry on the path to the head that gave, refused or cancelled these written orders.
    pub fn entry_answering(&self, orders: u32) -> Option<EntryNo> {
        let answers = |event: &Event| event.answered_orders() == Some(orders);
        let path = self.path();
        let mut entries = path.iter().rev().filter_map(|no| self.entry(*no));
        entries.find(|entry| entry.events.iter().any(answers)).map(|entry| entry.no)
    }
}

impl Diary {
    /// The units that took an EDNA test since the turn began, and whether they act. The turn began with the last event
    /// that ended a turn, or that began or ended a battle.
    pub fn edna_tests_this_turn(&self) -> BTreeMap<UnitId, bool> {
        let mut asked = BTreeMap::new();
        for entry in self.path().iter().rev().filter_map(|no| self.entry(*no)) {
            for event in entry.events.iter().rev() {
                match event {
                    Event::TurnEnded { .. } | Event::BattleBegun { .. } | Event::BattleEnded { .. } => return asked,
                    Event::EdnaTested { unit, acts, .. } | Event::EdnaRetested { unit, acts, .. } => {
                        asked.entry(*unit).or_insert(*acts);
                    }
                    _ => {}
                }
            }
        }
        asked
    }
}
