//! Which entries name whom: looked up from the last back as far as somebody asks, and kept, for an entry never changes.

use super::{Diary, EntryNo, concern};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};
use wardiary_base::id::Id;

/// So many entries are looked up at a time.
const AT_ONCE: EntryNo = if cfg!(test) { 3 } else { 256 };

/// The entries that name somebody, or whose dice were his.
#[derive(Debug, Default)]
pub struct Mentions {
    /// The numbers of the entries that are looked up, whatever way they are on.
    known: Range<EntryNo>,
    of: BTreeMap<Id, BTreeSet<EntryNo>>,
}

impl Mentions {
    /// The last entries that name one of these, of those at these places of the way to the head: their numbers, the last
    /// first, at most so many.
    pub fn last(&mut self, diary: &Diary, ids: &BTreeSet<Id>, places: Range<usize>, many: usize) -> Vec<EntryNo> {
        let path = diary.path();
        let way = &path[places.start.min(path.len())..places.end.min(path.len())];
        let (Some(first), Some(last)) = (way.first().copied(), way.last().copied()) else { return Vec::new() };
        if self.known.is_empty() || last < self.known.start {
            *self = Self { known: last + 1..last + 1, of: BTreeMap::new() };
        }
        self.look_up(diary, self.known.end..last + 1);
        self.known.end = self.known.end.max(last + 1);
        loop {
            let found = self.found(ids, way, many);
            if found.len() == many || self.known.start <= first {
                return found;
            }
            let from = self.known.start.saturating_sub(AT_ONCE).max(first);
            self.look_up(diary, from..self.known.start);
            self.known.start = from;
        }
    }

    fn look_up(&mut self, diary: &Diary, numbers: Range<EntryNo>) {
        for entry in numbers.filter_map(|no| diary.entry(no)) {
            for id in concern::named(entry) {
                self.of.entry(id).or_default().insert(entry.no);
            }
        }
    }

    /// Those of the way, which is not empty, that are looked up.
    fn found(&self, ids: &BTreeSet<Id>, way: &[EntryNo], many: usize) -> Vec<EntryNo> {
        let within = way[0]..=way[way.len() - 1];
        let of = |id: &Id| {
            let of = self.of.get(id).map(|of| of.range(within.clone()).rev());
            of.into_iter().flatten().copied().filter(|no| way.binary_search(no).is_ok()).take(many)
        };
        let mut found: Vec<EntryNo> = ids.iter().flat_map(of).collect();
        found.sort_unstable_by(|a, b| b.cmp(a));
        found.dedup();
        found.truncate(many);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diary::{Record, file::load};
    use proptest::prelude::*;

    const PLAYED: &str = include_str!("../../../../saves/tannenberg.ron");

    /// Each entry of the way gone through, from the last back.
    fn gone_through(diary: &Diary, ids: &BTreeSet<Id>, places: Range<usize>, many: usize) -> Vec<EntryNo> {
        let numbers = diary.path()[places].iter().rev().copied();
        let names = |no: &EntryNo| diary.entry(*no).is_some_and(|entry| !concern::named(entry).is_disjoint(ids));
        numbers.filter(names).take(many).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        /// Whatever was asked before, and on whatever way: what is found is what going through the entries finds.
        #[test]
        fn what_is_kept_is_what_is_there(asked in prop::collection::vec((0u32..400, 0usize..400, 0usize..400, 0usize..400, 1usize..14), 1..12)) {
            let mut diary = load(PLAYED.as_bytes()).expect("it ships").diary;
            let mut mentions = Mentions::default();
            for (head, who, from, to, many) in asked {
                diary.admit(Record::head(head % diary.next_no())).expect("an entry, or the muster");
                let units = diary.state().units();
                let (unit, side) = (units[who % units.len()].id, units[who % units.len()].side);
                let ids = BTreeSet::from([Id::from(unit), Id::from(side)]);
                let ids = if who % 2 == 0 { ids } else { BTreeSet::from([Id::from(unit)]) };
                let (a, b) = (from % (diary.path().len() + 1), to % (diary.path().len() + 1));
                let places = a.min(b)..a.max(b);
                let found = mentions.last(&diary, &ids, places.clone(), many);
                prop_assert_eq!(found, gone_through(&diary, &ids, places, many));
            }
        }
    }
}
