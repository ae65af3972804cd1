//! An index of the entries that name an id. It is built backwards from the last entry as far as callers ask, and kept,
//! since entries never change.

use super::{Diary, EntryNo, concern};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};
use wardiary_base::id::Id;

/// Number of entries indexed at a time.
const AT_ONCE: EntryNo = if cfg!(test) { 3 } else { 256 };

/// For each id, the entries that name it or whose dice it owns.
#[derive(Debug, Default)]
pub struct Mentions {
    /// The indexed entries, on any branch.
    known: Range<EntryNo>,
    of: BTreeMap<Id, BTreeSet<EntryNo>>,
}

impl Mentions {
    /// The last entries that name any of these ids, newest first and at most `many`. `places` is a range of the path to
    /// the head.
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

    /// The indexed entries of `way`, which is not empty.
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

    /// The same result by a linear scan, newest first.
    fn gone_through(diary: &Diary, ids: &BTreeSet<Id>, places: Range<usize>, many: usize) -> Vec<EntryNo> {
        let numbers = diary.path()[places].iter().rev().copied();
        let names = |no: &EntryNo| diary.entry(*no).is_some_and(|entry| !concern::named(entry).is_disjoint(ids));
        numbers.filter(names).take(many).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        /// The index finds what a linear scan finds, whatever was asked before and on any path.
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
