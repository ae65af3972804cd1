//! The diary: a campaign's entries as a tree from which nothing is ever removed.
//!
//! A [`Diary`] is in memory only and knows no file; [`file::Save`] is a diary with its file, and the only way to write
//! to it. The [`State`] of an entry is the fold of the events on the way from the muster to it.

pub mod account;
pub mod amend;
mod answered;
mod asked;
pub mod catalogue;
pub mod compare;
mod concern;
mod consulted;
mod entering;
pub mod entry;
mod error;
pub mod file;
pub mod filter;
pub mod graph;
pub mod luck_key;
mod making;
mod mentions;
pub mod merge;
mod navigation;
pub mod nearest;
mod origins;
mod prose;
mod remarks;
pub mod replayed;
pub mod seal;
pub mod search;
mod states;
pub mod steps;
mod trail;
pub mod tree;
pub mod verify;
pub mod watch;

pub use account::{Account, AccountDie, account};
pub use entry::{Entry, EntryNo, FoundCut, Hidden, Record, Recovered, Remark};
pub use error::{NavigationError, RecordError, RemarkError};
pub use luck_key::{LuckKey, ThrowId};
pub use making::NewEntry;
pub use mentions::Mentions;
pub use navigation::Move;
pub use remarks::Remarks;

use remarks::AllRemarks;
use serde::{Deserialize, Serialize};
pub(crate) use states::Folded;
use states::KeptStates;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, OnceLock},
};
use trail::Trail;
use wardiary_base::{book::Rulebook, dice::source::Seed, fault::Fault, id::SideId};
use wardiary_rules::{
    notation::refusal::describe_invalid_muster,
    state::{Muster, State},
};

/// The version of this program, as entries name it.
pub const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// The part of a save above its entries.
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

/// Whose share a diary is, as its header says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShareOf {
    /// The side, by the number that it has in it.
    pub side: SideId,
    /// The version of the projection that it was made by.
    pub projection: u32,
}

/// A campaign's entries, and the state at the head.
#[derive(Clone, Debug)]
pub struct Diary {
    header: Header,
    start: State,
    entries: Vec<Entry>,
    head: EntryNo,
    /// The state at the head, once it was asked for since the head went there.
    state: OnceLock<Folded>,
    /// The way to the head, and what was left.
    trail: Trail,
    /// Entries that have a child, and those that have more than one.
    followed: BTreeSet<EntryNo>,
    forks: BTreeSet<EntryNo>,
    /// States along the entries.
    kept: KeptStates,
    next_serial: u64,
    /// For each entry of a branch that replays the dice of another, the serial number of its next die.
    replayed_dice: BTreeMap<EntryNo, u64>,
    /// Where the file was found cut, each with the entry that was the last then.
    cuts: Vec<(EntryNo, FoundCut)>,
    /// Entries that were written as one: the first and the last, and the head before them.
    batches: Vec<(EntryNo, EntryNo, EntryNo)>,
    /// The moves of the head that no entry made: how many entries there were then, and where it went.
    moves: Vec<(EntryNo, EntryNo)>,
    /// What chance is settled by where luck is weighed, if that is not made from the seed.
    luck_key: Option<LuckKey>,
    /// What it is a share of, where it is one.
    share: Option<ShareOf>,
    /// What readers have put down on entries.
    remarks: AllRemarks,
}

impl Diary {
    /// A diary without entries.
    ///
    /// # Errors
    /// All that is wrong with the muster, at once.
    pub fn new(header: Header) -> Result<Self, Vec<Fault>> {
        let start = header.muster.check(&header.book).map_err(|invalid| describe_invalid_muster(&invalid))?;
        Ok(Self {
            state: OnceLock::new(),
            start,
            header,
            entries: Vec::new(),
            head: 0,
            trail: Trail::default(),
            followed: BTreeSet::new(),
            forks: BTreeSet::new(),
            kept: KeptStates::default(),
            next_serial: 0,
            replayed_dice: BTreeMap::new(),
            cuts: Vec::new(),
            batches: Vec::new(),
            moves: Vec::new(),
            luck_key: None,
            share: None,
            remarks: AllRemarks::default(),
        })
    }

    /// The same with a luck key of its own.
    #[must_use]
    pub fn with_luck_key(self, luck_key: Option<LuckKey>) -> Self {
        Self { luck_key, ..self }
    }

    /// The same as what a side saw of another.
    #[must_use]
    pub fn with_share(self, share: Option<ShareOf>) -> Self {
        let mut diary = Self { share, ..self };
        if let Some(share) = share {
            diary.look_as(share.side);
        }
        diary
    }

    /// Makes it the diary of what a side sees.
    pub fn look_as(&mut self, side: SideId) {
        self.start.look_as(side);
        self.kept.look_as(side);
        if let Some(folded) = self.state.get_mut() {
            folded.state.look_as(side);
        }
    }

    /// Whose share it is, where it is the diary of one: what a side saw of another diary, to be read.
    #[must_use]
    pub fn share(&self) -> Option<ShareOf> {
        self.share
    }

    /// What the side is called whose share it is; nothing where it is none.
    #[must_use]
    pub fn share_for(&self) -> Option<String> {
        let side = self.share?.side;
        let known = self.state().side(side).or_else(|| self.start.side(side));
        Some(known.map_or_else(|| side.to_string(), |side| side.name.to_string()))
    }

    /// The luck key: its own, or the one that follows from the seed.
    #[must_use]
    pub fn luck_key(&self) -> LuckKey {
        self.luck_key.unwrap_or_else(|| LuckKey::of_seed(&self.header.seed))
    }

    /// Its own luck key, where it has one.
    #[must_use]
    pub(in crate::diary) fn own_luck_key(&self) -> Option<LuckKey> {
        self.luck_key
    }

    /// The header: title, seed, rules and muster.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The state at the head.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state.get_or_init(|| self.folded(self.head).expect("the head is an entry")).state
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

    /// Where the file was found cut when it was opened, each with the entry that was the last then.
    #[must_use]
    pub fn cuts(&self) -> &[(EntryNo, FoundCut)] {
        &self.cuts
    }

    /// The numbers of the entries on the path from the muster to the head, oldest first.
    #[must_use]
    pub fn path(&self) -> &[EntryNo] {
        self.trail.path()
    }

    /// The moves of the head that no entry made, in their order: how many entries there were then, and where it went.
    #[must_use]
    pub fn moves(&self) -> &[(EntryNo, EntryNo)] {
        &self.moves
    }

    /// The last of the entries that were written as one with that entry; itself where it was written alone.
    #[must_use]
    pub(crate) fn batch_from(&self, no: EntryNo) -> EntryNo {
        let at = self.batches.partition_point(|(_, last, _)| *last < no);
        self.batches.get(at).filter(|(first, ..)| *first <= no).map_or(no, |(_, last, _)| *last)
    }

    /// The entries that redo would bring back, nearest first.
    pub fn redoable(&self) -> impl Iterator<Item = EntryNo> + '_ {
        std::iter::successors(self.trail.left(self.head), |no| self.trail.left(*no))
    }

    /// Whether the diary went on from an entry (or, for 0, from the muster) more than once.
    #[must_use]
    pub fn is_fork(&self, no: EntryNo) -> bool {
        self.forks.contains(&no)
    }

    /// The serial number of the program's next die: one that no die of the save has, except on a branch that replays the
    /// dice of another.
    #[must_use]
    pub fn next_serial(&self) -> u64 {
        self.replayed_dice.get(&self.head).copied().unwrap_or(self.next_serial)
    }

    /// The state after an entry, on whatever branch; that of the muster for 0.
    #[must_use]
    pub fn at(&self, no: EntryNo) -> Option<State> {
        if no == self.head {
            return Some(self.state().clone());
        }
        self.folded(no).map(|folded| folded.state)
    }

    /// The state after an entry, folded from the nearest one that is kept.
    fn folded(&self, no: EntryNo) -> Option<Folded> {
        let way = self.kept.way_to(no, |no| self.entry(no));
        let from = self.kept.first(&way, &self.start)?;
        Some(way.follow(from))
    }

    /// The same; now and then one on the way is kept.
    fn folded_and_kept(&mut self, no: EntryNo) -> Option<Folded> {
        let mut kept = std::mem::take(&mut self.kept);
        let way = kept.way_to(no, |no| self.entry(no));
        let from = kept.first(&way, &self.start);
        let folded = from.map(|from| kept.follow(way, from));
        self.kept = kept;
        folded
    }

    /// The number that the next entry gets.
    #[must_use]
    pub fn next_no(&self) -> EntryNo {
        EntryNo::try_from(self.entries.len()).map_or(EntryNo::MAX, |n| n.saturating_add(1))
    }
}
