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
    chunk_size: EntryNo,
    /// The indexed entries, on any branch.
    indexed: Range<EntryNo>,
    entries_by_id: BTreeMap<Id, BTreeSet<EntryNo>>,
}

impl Default for Mentions {
    fn default() -> Self {
        Self::with_chunk_size(256)
    }
}

impl Mentions {
    /// An empty index that grows by this many entries at a time.
    pub fn with_chunk_size(at_once: EntryNo) -> Self {
        Self { chunk_size: at_once, indexed: Range::default(), entries_by_id: BTreeMap::new() }
    }

    /// The last entries that name any of these ids, newest first and at most `many`. `places` is a range of the path to
    /// the head.
    pub fn last(&mut self, diary: &Diary, ids: &BTreeSet<Id>, places: Range<usize>, many: usize) -> Vec<EntryNo> {
        let path = diary.path();
        let way = &path[places.start.min(path.len())..places.end.min(path.len())];
        let (Some(first), Some(last)) = (way.first().copied(), way.last().copied()) else { return Vec::new() };
        if self.indexed.is_empty() || last < self.indexed.start {
            *self = Self { chunk_size: self.chunk_size, indexed: last + 1..last + 1, entries_by_id: BTreeMap::new() };
        }
        self.index_entries(diary, self.indexed.end..last + 1);
        self.indexed.end = self.indexed.end.max(last + 1);
        loop {
            let found = self.indexed_mentions(ids, way, many);
            if found.len() == many || self.indexed.start <= first {
                return found;
            }
            let from = self.indexed.start.saturating_sub(self.chunk_size).max(first);
            self.index_entries(diary, from..self.indexed.start);
            self.indexed.start = from;
        }
    }

    fn index_entries(&mut self, diary: &Diary, numbers: Range<EntryNo>) {
        for entry in numbers.filter_map(|no| diary.entry(no)) {
            for id in concern::named_ids(entry) {
                self.entries_by_id.entry(id).or_default().insert(entry.no);
            }
        }
    }

    /// The indexed entries of `way`, which is not empty.
    fn indexed_mentions(&self, ids: &BTreeSet<Id>, way: &[EntryNo], many: usize) -> Vec<EntryNo> {
        let within = way[0]..=way[way.len() - 1];
        let of = |id: &Id| {
            let of = self.entries_by_id.get(id).map(|of| of.range(within.clone()).rev());
            of.into_iter().flatten().copied().filter(|no| way.binary_search(no).is_ok()).take(many)
        };
        let mut found: Vec<EntryNo> = ids.iter().flat_map(of).collect();
        found.sort_unstable_by(|a, b| b.cmp(a));
        found.dedup();
        found.truncate(many);
        found
    }
}
