//! Reads what units did a few entries at a time, so that a screen stays responsive.

use super::{Service, gather};
use wardiary_base::id::{BattleId, UnitId};
use wardiary_diary::diary::{Diary, EntryNo};

/// Caches what units did in each entry, on any branch. Entries never change, so the cache stays valid; after a save is
/// reloaded a new reader is needed.
#[derive(Clone, Debug, Default)]
pub struct DeedsReader {
    /// By entry number, which has no gaps; `None` if not yet read.
    known: Vec<Option<Box<[Deed]>>>,
}

/// A unit's part in an entry, and the battle it belongs to.
type Deed = (BattleId, UnitId, Service);

impl DeedsReader {
    /// Reads at most `many` more entries of a path, the last ones first. Returns whether the whole path is read.
    pub fn extend(&mut self, diary: &Diary, way: &[EntryNo], many: usize) -> bool {
        self.known.resize(self.known.len().max(diary.entries().len() + 1), None);
        let unknown = way.iter().rev().copied().filter(|no| self.known.get(*no as usize).is_some_and(Option::is_none));
        let mut missing: Vec<EntryNo> = unknown.take(many + 1).collect();
        let is_all = missing.len() <= many;
        missing.truncate(many);
        missing.reverse();
        for step in diary.steps(missing) {
            self.known[step.entry.no as usize] = Some(gather::of_step(&step).into());
        }
        is_all
    }

    /// What units did in an entry, by battle; empty if it has not been read.
    pub fn with(&self, no: EntryNo) -> &[Deed] {
        self.known.get(no as usize).and_then(Option::as_deref).unwrap_or_default()
    }
}
