//! Snapshots of the state at intervals, so that no state is folded from far away.

use super::{Entry, EntryNo};
use std::collections::BTreeMap;
use wardiary_base::id::SideId;
use wardiary_rules::state::State;

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
