//! What units did in the battle that is shown, looked up a few entries at a time.

use std::collections::BTreeMap;
use wardiary_base::id::{BattleId, UnitId};
use wardiary_diary::diary::{Diary, EntryNo};
use wardiary_report::service::{DeedsReader, Service};

/// What units did in the battle that is shown, up to the entry that is looked at.
#[derive(Debug, Default)]
pub(super) struct BattleDeeds {
    reader: DeedsReader,
    sums: Option<Sums>,
    /// How many entries there are up to the one that is looked at.
    upto: usize,
}

/// What each unit had done in a battle after each of its deeds there: what it had done by any entry is found, and not summed.
#[derive(Debug)]
struct Sums {
    battle: BattleId,
    /// How many entries of the way are in it, and the last of them.
    entries: usize,
    last: Option<EntryNo>,
    /// With the places of the entries on the way, rising.
    by_unit: BTreeMap<UnitId, Vec<(usize, Service)>>,
}

impl BattleDeeds {
    /// Looks up so many more entries of a battle, for who looks at the entry behind so many. How many went before the battle
    /// is asked for where nothing of it is known. True where all is.
    pub fn look_up(
        &mut self,
        diary: &Diary,
        (battle, upto): (BattleId, usize),
        before: impl FnOnce() -> usize,
        many: usize,
    ) -> bool {
        let path = diary.path();
        let last = |entries: usize| entries.checked_sub(1).and_then(|at| path.get(at).copied());
        let holds =
            |sums: &Sums| sums.battle == battle && sums.entries <= path.len() && sums.last == last(sums.entries);
        let mut sums = self.sums.take().filter(holds).unwrap_or_else(|| {
            let entries = before();
            Sums { battle, entries, last: last(entries), by_unit: BTreeMap::new() }
        });
        let is_known = self.reader.extend(diary, &path[sums.entries..], many);
        if is_known {
            (sums.entries..path.len()).for_each(|at| sums.add(at, self.reader.with(path[at])));
            (sums.entries, sums.last) = (path.len(), last(path.len()));
        }
        (self.sums, self.upto) = (Some(sums), upto);
        is_known
    }

    /// What a unit did, as far as that is known; nothing where there is nothing to say.
    pub fn of(&self, unit: UnitId) -> Option<&Service> {
        let done = self.sums.as_ref()?.by_unit.get(&unit)?;
        let at = done.partition_point(|(at, _)| *at < self.upto).checked_sub(1)?;
        Some(&done[at].1)
    }
}

impl Sums {
    fn add(&mut self, at: usize, done: &[(BattleId, UnitId, Service)]) {
        for (_, unit, did) in done.iter().filter(|(battle, ..)| *battle == self.battle) {
            let all = self.by_unit.entry(*unit).or_default();
            let sum = all.last().map_or_else(|| did.clone(), |(_, before)| before.clone().then(did));
            all.push((at, sum));
        }
    }
}
