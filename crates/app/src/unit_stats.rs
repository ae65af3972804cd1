//! Statistics of units in the current battle, read a few entries at a time.

use std::collections::BTreeMap;
use wardiary_base::id::{BattleId, UnitId};
use wardiary_diary::diary::{Diary, EntryNo};
use wardiary_report::service::{Service, ServiceReader};

#[derive(Debug, Default)]
pub(super) struct BattleUnitStats {
    reader: ServiceReader,
    totals: Option<RunningTotals>,
    position: usize,
}

/// Running totals per unit, so that the totals at any entry are a lookup.
#[derive(Debug)]
struct RunningTotals {
    battle: BattleId,
    /// How many entries of the path the totals cover.
    entries: usize,
    last: Option<EntryNo>,
    /// Totals with their positions on the path, ascending.
    by_unit: BTreeMap<UnitId, Vec<(usize, Service)>>,
}

impl BattleUnitStats {
    /// Reads up to `many` more entries of a battle, to position `upto`; true when complete. `before` counts the entries
    /// before the battle, if nothing of it is known yet.
    pub fn read_more(
        &mut self,
        diary: &Diary,
        (battle, upto): (BattleId, usize),
        before: impl FnOnce() -> usize,
        many: usize,
    ) -> bool {
        let path = diary.path();
        let last = |entries: usize| entries.checked_sub(1).and_then(|at| path.get(at).copied());
        let holds = |sums: &RunningTotals| {
            sums.battle == battle && sums.entries <= path.len() && sums.last == last(sums.entries)
        };
        let mut sums = self.totals.take().filter(holds).unwrap_or_else(|| {
            let entries = before();
            RunningTotals { battle, entries, last: last(entries), by_unit: BTreeMap::new() }
        });
        let is_known = self.reader.extend(diary, &path[sums.entries..], many);
        if is_known {
            (sums.entries..path.len()).for_each(|at| sums.add(at, self.reader.services(path[at])));
            (sums.entries, sums.last) = (path.len(), last(path.len()));
        }
        (self.totals, self.position) = (Some(sums), upto);
        is_known
    }

    /// `None` if the unit has done nothing, or nothing has been read yet.
    pub fn stats_of(&self, unit: UnitId) -> Option<&Service> {
        let done = self.totals.as_ref()?.by_unit.get(&unit)?;
        let at = done.partition_point(|(at, _)| *at < self.position).checked_sub(1)?;
        Some(&done[at].1)
    }
}

impl RunningTotals {
    fn add(&mut self, at: usize, done: &[(BattleId, UnitId, Service)]) {
        for (_, unit, did) in done.iter().filter(|(battle, ..)| *battle == self.battle) {
            let all = self.by_unit.entry(*unit).or_default();
            let sum = all.last().map_or_else(|| did.clone(), |(_, before)| before.clone().combined_with(did));
            all.push((at, sum));
        }
    }
}
