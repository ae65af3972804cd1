//! The branches of the diary, beginning a new one, and the tree as a graph with lanes, like that of `git log --graph`.
//!
//! A branch begins where an entry gets a second child, and continues with the first child of each of its entries. So
//! every entry belongs to one branch, and a branch keeps its identity while it grows. The last `branch` order on it
//! sets its name.

use super::{Diary, Entry, EntryNo, NavigationError};
use jiff::Timestamp;
use std::collections::{BTreeMap, BTreeSet};
use wardiary_base::dice::DiceRoll;
use wardiary_rules::{notation::Destination, order::Order};

#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    pub name: Option<String>,
    /// The parent of its first entry; 0 for the muster.
    pub from: EntryNo,
    pub first: EntryNo,
    pub last: EntryNo,
    pub entries: usize,
    /// When its last entry was written.
    pub at: Timestamp,
    /// Whether the head is on it.
    pub current: bool,
}

impl Branch {
    /// The branch's name, or else a title: the line that the diary began with is “main”.
    pub fn title(&self) -> String {
        let usual = || if self.first == 1 { "main".into() } else { format!("from entry {}", self.first) };
        self.name.clone().unwrap_or_else(usual)
    }
}

impl Diary {
    /// All branches, ordered by first entry.
    pub fn branches(&self) -> Vec<Branch> {
        self.branches_around(self.head).0
    }

    /// The branch that was left when the newest entry began a new one; `None` if it began none.
    pub fn branch_left_by_newest(&self) -> Option<Branch> {
        let newest = self.entries.last()?;
        let after = newest.parent();
        if self.is_fork(after) { self.branch_of(after.max(1)) } else { None }
    }

    /// The branch of an entry, if the diary has several.
    pub fn branch_of(&self, no: EntryNo) -> Option<Branch> {
        let (branches, at) = self.branches_around(no);
        let branch = branches.get(at?).filter(|_| branches.len() > 1);
        branch.cloned()
    }

    fn branches_around(&self, no: EntryNo) -> (Vec<Branch>, Option<usize>) {
        let mut continued = BTreeSet::new();
        // The index of each entry's branch.
        let mut branch_of: Vec<usize> = Vec::with_capacity(self.entries.len());
        let mut branches: Vec<Branch> = Vec::new();
        for entry in &self.entries {
            let from = entry.parent();
            let goes_on = from != 0 && continued.insert(from);
            let at = if goes_on { branch_of[from as usize - 1] } else { branches.len() };
            if !goes_on {
                branches.push(Branch {
                    name: None,
                    from,
                    first: entry.no,
                    last: entry.no,
                    entries: 0,
                    at: entry.at,
                    current: false,
                });
            }
            branch_of.push(at);
            let branch = &mut branches[at];
            branch.last = entry.no;
            branch.entries += 1;
            branch.at = entry.at;
            if let Order::Branch { name, .. } = &entry.order {
                branch.name = Some(name.as_name());
            }
        }
        let branch_of = |no: EntryNo| branch_of.get(no.checked_sub(1)? as usize).copied();
        if let Some(at) = branch_of(self.head) {
            branches[at].current = true;
        }
        (branches, branch_of(no))
    }

    /// The order that begins a branch, and its parent entry. With the same dice, the branch replays the program's dice
    /// that were rolled after that entry last time, in order; otherwise it rolls new ones. Errors: there is no such
    /// place, or no dice were rolled after it.
    pub fn what_if(
        &self,
        name: String,
        from: Option<&Destination>,
        same_dice: bool,
    ) -> Result<(EntryNo, Order), NavigationError> {
        let from = from.map_or(Ok(self.head), |from| self.resolve_destination(from))?;
        let dice =
            if same_dice { Some(self.dice_after(from).ok_or(NavigationError::NoDice { no: from })?) } else { None };
        Ok((from, Order::Branch { name: name.into(), dice }))
    }

    /// The serial number of the first die rolled after an entry, on the path to the head or else on the branch that was
    /// left last.
    fn dice_after(&self, from: EntryNo) -> Option<u32> {
        let path = self.path();
        let place = if from == 0 { Some(0) } else { path.binary_search(&from).ok().map(|at| at + 1) };
        let further = place.map_or(&[][..], |place| &path[place..]);
        let left = std::iter::successors(self.head_path.redo_child(from), |no| self.head_path.redo_child(*no));
        let mut way = further.iter().copied().chain(left).filter_map(|no| self.entry(no));
        let first = way.find_map(|entry| entry.dice.iter().flat_map(DiceRoll::serials).min())?;
        u32::try_from(first).ok()
    }

    /// Records which dice an entry's branch replays, if any; called for each entry that comes in.
    pub(super) fn track_replayed_dice(replayed: &mut BTreeMap<EntryNo, u64>, entry: &Entry) {
        let before = replayed.get(&entry.parent()).copied();
        let here = match &entry.order {
            Order::Branch { dice, .. } => dice.map(u64::from),
            _ => before.map(|next| DiceRoll::next_serial_after(&entry.dice).max(next)),
        };
        if let Some(next) = here {
            replayed.insert(entry.no, next);
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    rows: Vec<GraphRow>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GraphRow {
    /// The lane of its entry, from 0.
    pub lane: usize,
    /// Other lanes that pass this row.
    pub through: BTreeSet<usize>,
    /// Lanes that begin here: other branches from this entry.
    pub opens: Vec<usize>,
}

impl GraphRow {
    pub fn width(&self) -> usize {
        let lanes = self.through.iter().chain(&self.opens).chain([&self.lane]);
        lanes.max().map_or(1, |lane| lane + 1)
    }
}

impl Graph {
    pub fn of(diary: &Diary) -> Self {
        let mut children: BTreeMap<EntryNo, Vec<EntryNo>> = BTreeMap::new();
        for entry in diary.entries() {
            children.entry(entry.parent()).or_default().push(entry.no);
        }
        let mut rows = Vec::with_capacity(diary.entries().len() + 1);
        // The entry that each lane leads to next; `None` for a free lane.
        let mut lanes: Vec<Option<EntryNo>> = vec![Some(0)];
        for no in 0..diary.next_no() {
            let lane = lanes.iter().position(|next| *next == Some(no)).unwrap_or(0);
            let mut following = children.get(&no).map_or(&[][..], Vec::as_slice).iter().copied();
            lanes[lane] = following.next();
            let through = lanes.iter().enumerate().filter(|(at, next)| *at != lane && next.is_some());
            let through = through.map(|(at, _)| at).collect();
            let opens = following.map(|child| {
                let free = lanes.iter().enumerate().position(|(at, next)| at != lane && next.is_none());
                let at = free.unwrap_or(lanes.len());
                if at == lanes.len() {
                    lanes.push(None);
                }
                lanes[at] = Some(child);
                at
            });
            let opens = opens.collect();
            rows.push(GraphRow { lane, through, opens });
        }
        Self { rows }
    }

    pub fn forks(&self) -> bool {
        self.rows.iter().any(|row| !row.opens.is_empty())
    }

    pub fn row(&self, no: EntryNo) -> Option<&GraphRow> {
        self.rows.get(no as usize)
    }
}
