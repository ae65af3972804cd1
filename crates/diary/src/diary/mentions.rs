//! An index of the entries that name an id. It is built backwards from the last entry as far as callers ask, and kept,
//! since entries never change.

use super::{Diary, EntryNo, concern};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};
use wardiary_base::id::Id;

/// For each id, the entries that name it or whose dice it owns.
#[derive(Debug)]
pub struct Mentions {
    /// Number of entries indexed at a time.
    at_once: EntryNo,
    /// The indexed entries, on any branch.
    known: Range<EntryNo>,
    of: BTreeMap<Id, BTreeSet<EntryNo>>,
}

impl Default for Mentions {
    fn default() -> Self {
        Self::by(256)
    }
}

impl Mentions {
    /// An empty index that grows by this many entries at a time.
    pub fn by(at_once: EntryNo) -> Self {
        Self { at_once, known: Range::default(), of: BTreeMap::new() }
    }

    /// The last entries that name any of these ids, newest first and at most `many`. `places` is a range of the path to
    /// the head.
    pub fn last(&mut self, diary: &Diary, ids: &BTreeSet<Id>, places: Range<usize>, many: usize) -> Vec<EntryNo> {
        let path = diary.path();
        let way = &path[places.start.min(path.len())..places.end.min(path.len())];
        let (Some(first), Some(last)) = (way.first().copied(), way.last().copied()) else { return Vec::new() };
        if self.known.is_empty() || last < self.known.start {
            *self = Self { at_once: self.at_once, known: last + 1..last + 1, of: BTreeMap::new() };
        }
        self.look_up(diary, self.known.end..last + 1);
        self.known.end = self.known.end.max(last + 1);
        loop {
            let found = self.found(ids, way, many);
            if found.len() == many || self.known.start <= first {
                return found;
            }
            let from = self.known.start.saturating_sub(self.at_once).max(first);
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
