//! States along the entries: every so many entries one is kept, so that none is folded from far away.

use super::{Entry, EntryNo};
use std::collections::BTreeMap;
use wardiary_base::id::SideId;
use wardiary_rules::state::State;

/// The least number of entries from one kept state to the next.
const STRIDE: usize = 256;

/// A state, and how many entries lie between it and the nearest one that is kept.
#[derive(Clone, Debug)]
pub struct Folded {
    pub state: State,
    pub since: usize,
}

/// The states that are kept.
#[derive(Clone, Debug, Default)]
pub(super) struct KeptStates(BTreeMap<EntryNo, State>);

/// The way from a state to an entry: where it begins, and the entries on it, the last first.
pub(super) struct WayThere<'a> {
    pub from: EntryNo,
    entries: Vec<&'a Entry>,
}

/// How many entries lie between kept states: more in a large campaign, whose states take more to copy and to hold.
fn stride(state: &State) -> usize {
    STRIDE.max(state.units().len() / 16)
}

impl KeptStates {
    /// The way to an entry from the nearest kept state, or from the last entry before it that is not known here.
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

    /// The state that a way begins with: one that is kept, or that of the muster.
    pub fn first(&self, way: &WayThere, start: &State) -> Option<State> {
        if way.from == 0 { Some(start.clone()) } else { self.0.get(&way.from).cloned() }
    }

    /// The state after an entry, which follows a state that is there; now and then it is kept.
    pub fn after(&mut self, no: EntryNo, before: &mut Folded) {
        before.since += 1;
        if before.since >= stride(&before.state) {
            self.0.insert(no, before.state.clone());
            before.since = 0;
        }
    }

    /// Goes the way from its first state. Where many ways fork far from a kept state, one is kept half-way, so that not each
    /// of them keeps its own.
    pub fn follow(&mut self, way: WayThere, state: State) -> Folded {
        let many = way.entries.len();
        let half = stride(&state) / 2;
        if many <= half {
            return way.follow(state);
        }
        let mut folded = Folded { state, since: 0 };
        for (at, entry) in way.entries.into_iter().rev().enumerate() {
            entry.apply(&mut folded.state);
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
    /// Makes all of them what a side sees.
    pub fn look_as(&mut self, side: SideId) {
        self.0.values_mut().for_each(|state| state.look_as(side));
    }
}

impl WayThere<'_> {
    /// Goes the way from its first state.
    pub fn follow(self, mut state: State) -> Folded {
        let since = self.entries.len();
        self.entries.into_iter().rev().for_each(|entry| entry.apply(&mut state));
        Folded { state, since }
    }
}

impl Entry {
    /// Applies the events, which are known to fit.
    fn apply(&self, state: &mut State) {
        self.events.iter().for_each(|event| state.apply(event));
    }
}
