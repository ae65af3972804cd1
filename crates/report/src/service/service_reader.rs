//! Reads what units did a few entries at a time, so that a screen stays responsive.

use super::{Service, gather};
use wardiary_base::id::{BattleId, UnitId};
use wardiary_diary::diary::{Diary, EntryNo};

/// Caches what units did in each entry, on any branch. Entries never change, so the cache stays valid; after a save is
/// reloaded a new reader is needed.
#[derive(Clone, Debug, Default)]
pub struct ServiceReader {
    /// By entry number, which has no gaps; `None` if not yet read.
    cache: Vec<Option<Box<[UnitService]>>>,
}

/// A unit's part in an entry, and the battle it belongs to.
type UnitService = (BattleId, UnitId, Service);

impl ServiceReader {
    /// Reads at most `many` more entries of a path, the last ones first. Returns whether the whole path is read.
    pub fn extend(&mut self, diary: &Diary, way: &[EntryNo], many: usize) -> bool {
        self.cache.resize(self.cache.len().max(diary.entries().len() + 1), None);
        let unknown = way.iter().rev().copied().filter(|no| self.cache.get(*no as usize).is_some_and(Option::is_none));
        let mut missing: Vec<EntryNo> = unknown.take(many + 1).collect();
        let is_all = missing.len() <= many;
        missing.truncate(many);
        missing.reverse();
        for step in diary.steps(missing) {
            self.cache[step.entry.no as usize] = Some(gather::step_services(&step).into());
        }
        is_all
    }

    /// What units did in an entry, by battle; empty if it has not been read.
    pub fn services(&self, no: EntryNo) -> &[UnitService] {
        self.cache.get(no as usize).and_then(Option::as_deref).unwrap_or_default()
    }
}
