//! The diary as a tree: its branches, and beginning another.
//!
//! A branch begins where the diary goes on from an entry for a second time, and goes on with the first child of each of
//! its entries: so every entry belongs to one branch, and a branch stays the same branch while it grows. Its name is
//! what an order `branch` in it said last.

use super::{Diary, Entry, EntryNo, NavigationError};
use jiff::Timestamp;
use std::collections::{BTreeMap, BTreeSet};
use wardiary_base::{dice::DiceRoll, text};
use wardiary_rules::order::Order;

/// A branch of the diary.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// Its name, if it was given one.
    pub name: Option<String>,
    /// The entry it goes on from; 0 for the muster.
    pub from: EntryNo,
    /// Its first entry.
    pub first: EntryNo,
    /// Its last.
    pub last: EntryNo,
    /// How many entries it has.
    pub entries: usize,
    /// When its last entry was written.
    pub at: Timestamp,
    /// Whether the head is on it.
    pub current: bool,
}

impl Branch {
    /// What it is called: by its name, or by its first entry.
    #[must_use]
    pub fn title(&self) -> String {
        self.name.clone().unwrap_or_else(|| format!("from entry {}", self.first))
    }
}

impl Diary {
    /// All branches, by their first entries.
    #[must_use]
    pub fn branches(&self) -> Vec<Branch> {
        let mut continued = BTreeSet::new();
        // The branch that each entry belongs to, by its place in the list.
        let mut branch_of: Vec<usize> = Vec::with_capacity(self.entries.len());
        let mut branches: Vec<Branch> = Vec::new();
        for entry in &self.entries {
            let from = entry.follows();
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
                branch.name = Some(text::display_name(name));
            }
        }
        if let Some(at) = self.head.checked_sub(1).and_then(|at| branch_of.get(at as usize)) {
            branches[*at].current = true;
        }
        branches
    }

    /// The order that begins a branch, and the entry it follows. With the same dice, the branch replays the
    /// program's dice that were rolled after that entry last time, in their order; otherwise it rolls fresh ones.
    ///
    /// # Errors
    /// That there is no such entry, or that no dice fell after it.
    pub fn what_if(
        &self,
        name: String,
        from: Option<EntryNo>,
        same_dice: bool,
    ) -> Result<(EntryNo, Order), NavigationError> {
        let from = self.there(from.unwrap_or(self.head))?;
        let dice =
            if same_dice { Some(self.dice_after(from).ok_or(NavigationError::NoDice { no: from })?) } else { None };
        Ok((from, Order::Branch { name, dice }))
    }

    /// The serial number of the first die that fell after an entry: on the way to the head, or else on the way that was
    /// left last.
    fn dice_after(&self, from: EntryNo) -> Option<u32> {
        let path = self.path();
        let place = if from == 0 { Some(0) } else { path.binary_search(&from).ok().map(|at| at + 1) };
        let further = place.map_or(&[][..], |place| &path[place..]);
        let left = std::iter::successors(self.trail.left(from), |no| self.trail.left(*no));
        let mut way = further.iter().copied().chain(left).filter_map(|no| self.entry(no));
        let first = way.find_map(|entry| entry.dice.iter().flat_map(DiceRoll::serials).min())?;
        u32::try_from(first).ok()
    }

    /// Where each entry's branch takes its dice from, if it is the dice of another: kept as entries come in.
    pub(super) fn follow_dice(replayed: &mut BTreeMap<EntryNo, u64>, entry: &Entry) {
        let before = replayed.get(&entry.follows()).copied();
        let here = match &entry.order {
            Order::Branch { dice, .. } => dice.map(u64::from),
            _ => before.map(|next| DiceRoll::serials_end_of(&entry.dice).max(next)),
        };
        if let Some(next) = here {
            replayed.insert(entry.no, next);
        }
    }
}
