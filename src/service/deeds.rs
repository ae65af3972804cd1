//! What units did, looked up a few entries at a time: for whoever shows it beside the keys and must not wait.

use super::{Service, gather};
use crate::{
    diary::{Diary, EntryNo},
    id::{BattleId, UnitId},
};
use std::collections::BTreeMap;

/// What units did with each entry, on whatever branch, as far as it was looked up. Entries never change, so what is known stays
/// true; a save that was read again may be another, and wants a new reader.
#[derive(Clone, Debug, Default)]
pub struct DeedsReader {
    known: BTreeMap<EntryNo, Vec<(BattleId, UnitId, Service)>>,
}

impl DeedsReader {
    /// Looks so many entries of a way up that were not, the last first. True where all of it is known then.
    pub fn extend(&mut self, diary: &Diary, way: &[EntryNo], many: usize) -> bool {
        let unknown = || way.iter().rev().copied().filter(|no| !self.known.contains_key(no));
        let mut missing: Vec<EntryNo> = unknown().take(many).collect();
        let is_all = unknown().nth(many).is_none();
        missing.reverse();
        for step in diary.steps(missing) {
            self.known.insert(step.entry.no, gather::of_step(&step));
        }
        is_all
    }

    /// What units did with an entry, each in the battle that it was in; nothing where it was not looked up.
    pub fn with(&self, no: EntryNo) -> &[(BattleId, UnitId, Service)] {
        self.known.get(&no).map_or(&[], Vec::as_slice)
    }
}
