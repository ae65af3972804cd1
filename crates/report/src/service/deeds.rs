//! What units did, looked up a few entries at a time: for whoever shows it beside the keys and must not wait.

use super::{Service, gather};
use wardiary_base::id::{BattleId, UnitId};
use wardiary_diary::diary::{Diary, EntryNo};

/// What units did with each entry, on whatever branch, as far as it was looked up. Entries never change, so what is known stays
/// true; a save that was read again may be another, and wants a new reader.
#[derive(Clone, Debug, Default)]
pub struct DeedsReader {
    /// By the entries' numbers, which have no gaps: the whole way is gone through for what is not known each time.
    known: Vec<Option<Box<[Deed]>>>,
}

/// What a unit did in a battle.
type Deed = (BattleId, UnitId, Service);

impl DeedsReader {
    /// Looks so many entries of a way up that were not, the last first. True where all of it is known then.
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

    /// What units did with an entry, each in the battle that it was in; nothing where it was not looked up.
    pub fn with(&self, no: EntryNo) -> &[Deed] {
        self.known.get(no as usize).and_then(Option::as_deref).unwrap_or_default()
    }
}
