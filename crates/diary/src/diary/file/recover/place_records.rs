//! Takes the records of a damaged file into the recovered save, one after the other: finds each record's place there,
//! and what is missing before it.

use super::{FoundRecord, LossKind, Recovery, SealFit};
use crate::diary::{Entry, EntryNo, FoundCut, Record, Remark, seal::Seal, verify::LAST_UNSEALED_VERSION};
use std::collections::BTreeMap;
use wardiary_base::document;

/// The entry with its number and parent in the recovered save.
fn renumbered(entry: &Entry, no: EntryNo, parent: EntryNo) -> Entry {
    let after = Some(parent).filter(|parent| parent + 1 != no);
    Entry { no, after, seal: Seal::default(), ..entry.clone() }
}

/// The new number of an entry of the file, or of the nearest earlier entry that was found.
fn new_number(numbers: &BTreeMap<EntryNo, EntryNo>, of: EntryNo) -> EntryNo {
    numbers.range(..=of).next_back().map_or(0, |(_, no)| *no)
}

impl Recovery<'_> {
    fn number(&self, of: EntryNo) -> EntryNo {
        new_number(&self.numbers, of)
    }

    /// Takes a record that was found, unless it was taken early.
    pub(super) fn place_found(&mut self, at: usize) {
        if let Some(FoundRecord { start, end, sealed }) = self.found_records[at].take()
            && let Ok(record) = document::options().from_str(&self.text_found[start..end])
        {
            self.place_record(record, start, sealed);
        }
    }

    fn place_record(&mut self, record: Record, at: usize, sealed: SealFit) {
        match record {
            Record::Entry(entry) => self.entry(&entry, at, sealed),
            Record::Head(to, _) => {
                let to = self.number(to);
                self.mark_gap();
                self.write(Record::head(to));
                self.report_line_by_hand(at, sealed);
            }
            Record::Batch(records) => self.batch(records, at, sealed),
            Record::Cut(cut) => {
                self.write(Record::Cut(FoundCut { seal: Seal::default(), ..cut }));
                self.report_line_by_hand(at, sealed);
            }
            Record::Remark(remark) => match self.numbers.get(&remark.on).copied() {
                Some(no) => {
                    self.mark_gap();
                    self.write(Record::Remark(Remark { on: no, seal: Seal::default(), ..remark }));
                    self.report_line_by_hand(at, sealed);
                }
                None => self.report_loss(at, LossKind::Remark(remark.on)),
            },
            // A digest belongs to a share, which is never recovered.
            Record::Digest(_) => {}
        }
    }

    /// Reports a line without entries whose seal does not fit.
    fn report_line_by_hand(&mut self, at: usize, sealed: SealFit) {
        if sealed == SealFit::ByHand {
            let last = self.numbers.keys().next_back().copied().unwrap_or(0);
            self.report_changed_by_hand(at, LossKind::MoveByHand(last));
        }
    }

    /// Reports a taken entry whose seal does not fit. `is_behind`: the entry before it was found.
    fn report_entry_by_hand(&mut self, no: EntryNo, at: usize, sealed: SealFit, is_behind: bool) {
        let written_by = self.diary.state().program();
        match sealed {
            SealFit::Unsealed if written_by.is_some_and(|program| program != LAST_UNSEALED_VERSION) => {
                self.report_changed_by_hand(at, LossKind::SealRemoved(no));
            }
            SealFit::Fits | SealFit::Unsealed => {}
            SealFit::ByHand if is_behind => self.report_changed_by_hand(at, LossKind::ByHand(no)),
            SealFit::ByHand | SealFit::Unknown => self.report_changed_by_hand(at, LossKind::Unknown(no)),
        }
    }

    fn entry(&mut self, entry: &Entry, at: usize, sealed: SealFit) {
        let old = entry.no;
        if self.numbers.contains_key(&old) {
            return self.report_loss(at, LossKind::Duplicate(old));
        }
        let lost = self.lost.len();
        self.place_missing_before(old, at);
        let is_behind = self.lost.len() == lost;
        let new = renumbered(entry, self.diary.next_no(), self.number(entry.parent()));
        if let Err(why) = self.diary.check(Record::Entry(new.clone())) {
            return self.report_loss(at, LossKind::Unfit { entry: old, why });
        }
        if document::to_line(&entry.order).contains('\u{fffd}') {
            self.report_loss(at, LossKind::InvalidText(old));
        }
        self.mark_gap();
        self.numbers.insert(old, new.no);
        self.write(Record::Entry(new));
        self.report_entry_by_hand(old, at, sealed, is_behind);
    }

    /// Takes earlier entries that come later in the file, and reports those that were not found.
    fn place_missing_before(&mut self, no: EntryNo, at: usize) {
        if no < self.expected {
            return;
        }
        let here = self.places.range(self.expected..no).map(|(no, place)| (*no, Some(*place)));
        for (found, place) in here.chain([(no, None)]).collect::<Vec<_>>() {
            if self.expected < found {
                self.report_loss(at, LossKind::Missing { first: self.expected, last: found - 1 });
            }
            self.expected = self.expected.max(found + 1);
            if let Some(place) = place {
                self.place_found(place);
            }
        }
    }

    /// Takes a batch whole if it fits; otherwise takes those of its records that fit, one by one.
    fn batch(&mut self, records: Vec<Record>, at: usize, sealed: SealFit) {
        let mut numbers = self.numbers.clone();
        let mut next = self.diary.next_no();
        let mut is_whole = true;
        let (mut first, mut last) = (None, None);
        // A batch may be as long as memory allows, so there is only one of it.
        let placed = records.into_iter().filter_map(|record| match record {
            Record::Entry(entry) if !numbers.contains_key(&entry.no) => {
                let placed = renumbered(&entry, next, new_number(&numbers, entry.parent()));
                numbers.insert(entry.no, next);
                next += 1;
                first.get_or_insert(entry.no);
                last = Some(entry.no);
                Some(Record::Entry(placed))
            }
            Record::Head(to, _) => Some(Record::head(new_number(&numbers, to))),
            other => {
                is_whole &= other.entries().is_empty();
                None
            }
        });
        let placed: Vec<Record> = placed.collect();
        if is_whole && self.diary.check_all(&placed).is_ok() {
            let lost = self.lost.len();
            if let Some(first) = first {
                self.place_missing_before(first, at);
            }
            let is_behind = self.lost.len() == lost;
            self.mark_gap();
            self.expected = numbers.keys().next_back().map_or(1, |last| last + 1).max(self.expected);
            self.numbers = numbers;
            self.write(Record::Batch(placed));
            if let Some(last) = last {
                self.report_entry_by_hand(last, at, sealed, is_behind);
            }
            return;
        }
        // The records left over share the batch's seal.
        drop(placed);
        let mut left: Vec<Record> = self.record_at(at).map(|(record, _)| record).into_iter().collect();
        while let Some(record) = left.pop() {
            match record {
                Record::Batch(records) => left.extend(records.into_iter().rev()),
                record => self.place_record(record, at, sealed),
            }
        }
    }
}
