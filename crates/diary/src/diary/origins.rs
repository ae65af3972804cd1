//! Traces re-executed entries to their originals. An amendment writes all later entries again, and their dice are still
//! those of the first time.

use super::{Diary, Entry, EntryNo, amend};
use std::collections::BTreeMap;
use wardiary_rules::order::Order;

impl Diary {
    /// Maps each entry that an amendment carried out again to the entry that was written first.
    pub fn origins(&self) -> BTreeMap<EntryNo, EntryNo> {
        let mut origins = BTreeMap::new();
        for (first, last, head) in &self.batches {
            let again = (*first..=*last).filter_map(|no| self.entry(no)).collect::<Vec<_>>();
            for (copy, of) in self.copies(&again, *head) {
                let origin = origins.get(&of).copied().unwrap_or(of);
                origins.insert(copy, origin);
            }
        }
        origins
    }

    /// Pairs each entry of a batch with the entry on the path to the old head that it was made from.
    fn copies(&self, again: &[&Entry], head: EntryNo) -> Vec<(EntryNo, EntryNo)> {
        let [branch, rest @ ..] = again else { return Vec::new() };
        let Order::Branch { name, .. } = &branch.order else { return Vec::new() };
        let from = branch.parent();
        let back = std::iter::successors(self.entry(head), |entry| self.entry(entry.parent()));
        let mut old: Vec<&Entry> = back.take_while(|entry| entry.no > from).collect();
        if old.last().is_none_or(|entry| entry.parent() != from) {
            return Vec::new();
        }
        old.reverse();
        let changed = old.remove(0);
        let mut copies = Vec::new();
        let mut rest = rest.iter();
        if *name == amend::branch_name(changed.no, amend::AMENDED) {
            copies.extend(rest.next().map(|amended| (amended.no, changed.no)));
        }
        // The others are unchanged and in order; some may have been left out.
        let mut old = old.into_iter();
        for entry in rest {
            let before = old.clone();
            match old.find(|old| old.at == entry.at && old.order == entry.order) {
                Some(found) => copies.push((entry.no, found.no)),
                None => old = before,
            }
        }
        copies
    }
}
