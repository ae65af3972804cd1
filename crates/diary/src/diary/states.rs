//! Snapshots of the state at intervals, so that no state is folded from far away.

use super::{Entry, EntryNo};
use std::collections::BTreeMap;
use wardiary_base::id::SideId;
use wardiary_rules::state::State;

/// Minimum number of entries between snapshots.
const STRIDE: usize = 256;

/// A state, and the number of entries between it and the nearest snapshot.
#[derive(Clone, Debug)]
pub struct Folded {
    pub state: State,
    pub since: usize,
}

#[derive(Clone, Debug, Default)]
pub(super) struct KeptStates(BTreeMap<EntryNo, State>);

/// The path from a state to an entry: the start, and the entries in reverse order.
pub(super) struct WayThere<'a> {
    pub from: EntryNo,
    entries: Vec<&'a Entry>,
}

/// Number of entries between snapshots. Larger for a large campaign, whose states take more time to copy and more
/// memory.
fn stride(state: &State) -> usize {
    STRIDE.max(state.units().len() / 16)
}

impl KeptStates {
    /// The path to an entry from the nearest snapshot, or from the last entry before it that is unknown here.
    pub fn way_to<'a>(&self, no: EntryNo, entry: impl Fn(EntryNo) -> Option<&'a Entry>) -> WayThere<'a> {
        let mut way = WayThere { from: no, entries: Vec::new() };
        while !self.0.contains_key(&way.from)
            && let Some(entry) = entry(way.from)
        {
            way.entries.push(entry);
            way.from = entry.follows();
        }
        way
    }

    /// The state where a path starts: a snapshot or the muster.
    pub fn first(&self, way: &WayThere, start: &State) -> Option<State> {
        if way.from == 0 { Some(start.clone()) } else { self.0.get(&way.from).cloned() }
    }

    /// Updates `before` to the state after an entry, and takes a snapshot now and then.
    pub fn after(&mut self, no: EntryNo, before: &mut Folded) {
        before.since += 1;
        if before.since >= stride(&before.state) {
            self.0.insert(no, before.state.clone());
            before.since = 0;
        }
    }

    /// Folds along the path from its first state. If many branches fork far from a snapshot, takes one half-way, so
    /// that not each branch keeps its own.
    pub fn follow(&mut self, way: WayThere, state: State) -> Folded {
        let many = way.entries.len();
        let half = stride(&state) / 2;
        if many <= half {
            return way.follow(state);
        }
        let mut folded = Folded { state, since: 0 };
        for (at, entry) in way.entries.into_iter().rev().enumerate() {
            folded.state.replay(&entry.events);
            folded.since += 1;
            if at + 1 == half {
                self.0.insert(entry.no, folded.state.clone());
                folded.since = 0;
            }
        }
        folded
    }
}

impl KeptStates {
    /// Turns all snapshots into what a side sees.
    pub fn look_as(&mut self, side: SideId) {
        self.0.values_mut().for_each(|state| state.look_as(side));
    }
}

impl WayThere<'_> {
    /// Folds along the path from its first state. Applies the events, which are known to fit.
    pub fn follow(self, mut state: State) -> Folded {
        let since = self.entries.len();
        state.replay(self.entries.into_iter().rev().flat_map(|entry| &entry.events));
        Folded { state, since }
    }
}
