//! The results of checking the seals of a save.

use super::{Chain, Ending, Scheme, Seal, SealVerdict};
use crate::diary::{Entry, EntryNo, Record};
use std::collections::BTreeSet;

/// Lines without entries, all of one kind and after one entry, whose seals are broken or missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineChangedByHand {
    /// The first of them in the file, from 1.
    pub line: usize,
    /// How many they are. A save may have millions, so they are counted.
    pub count: usize,
    /// The last entry written before it.
    pub after: EntryNo,
    pub kind: LineKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// A move of the head, or a mark of truncation.
    Move,
    Remark(EntryNo),
    Digest,
}

impl LineKind {
    pub(in crate::diary) fn of(record: &Record) -> Self {
        match record {
            Record::Remark(remark) => Self::Remark(remark.on),
            Record::Digest(_) => Self::Digest,
            Record::Entry(_) | Record::Head(..) | Record::Batch(_) | Record::Cut(_) => Self::Move,
        }
    }

    pub fn remark_on(self) -> Option<EntryNo> {
        match self {
            Self::Remark(on) => Some(on),
            Self::Move | Self::Digest => None,
        }
    }
}

/// The seals of a save: the chain so far, and which lines were changed by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seals {
    chain: Chain,
    changed_by_hand: BTreeSet<EntryNo>,
    missing: BTreeSet<EntryNo>,
    /// Lines without entries that were changed by hand.
    lines: Vec<LineChangedByHand>,
    last_entry: EntryNo,
    unsealed: usize,
    ending: Ending,
}

impl Seals {
    pub(crate) fn from_header(header: &str, seal: Seal, scheme: Scheme) -> Self {
        let (chain, verdict) = Chain::from_header(header, seal, scheme);
        let emptied = verdict == SealVerdict::Missing;
        let by_hand: BTreeSet<EntryNo> = verdict.is_by_hand().then_some(0).into_iter().collect();
        let missing = if emptied { by_hand.clone() } else { BTreeSet::new() };
        Self {
            chain,
            changed_by_hand: by_hand,
            missing,
            lines: Vec::new(),
            last_entry: 0,
            unsealed: 0,
            ending: Ending::Whole,
        }
    }

    pub fn ending(&self) -> Ending {
        self.ending
    }

    pub(in crate::diary) fn end(&mut self, ending: Ending) {
        self.ending = ending;
    }

    pub fn lines_changed_by_hand(&self) -> &[LineChangedByHand] {
        &self.lines
    }

    pub fn chain(&self) -> Chain {
        self.chain
    }

    /// The entries whose seals are broken or missing; 0 is the header.
    pub fn changed_by_hand(&self) -> &BTreeSet<EntryNo> {
        &self.changed_by_hand
    }

    /// Whether an entry should have a seal and has none.
    pub(crate) fn is_missing(&self, no: EntryNo) -> bool {
        self.missing.contains(&no)
    }

    /// Number of entries from before saves had seals.
    pub fn unsealed(&self) -> usize {
        self.unsealed
    }

    /// Advances to the chain after a line that this program writes.
    pub(in crate::diary) fn advance_to(&mut self, chain: Chain) {
        self.chain = chain;
    }

    /// Advances to the chain after a line with these entries. For a line without entries, `line` gives its number in
    /// the file and its kind.
    pub(in crate::diary) fn extend(
        &mut self,
        (chain, verdict): (Chain, SealVerdict),
        entries: &[Entry],
        (line, kind): (usize, LineKind),
    ) {
        self.chain = chain;
        if entries.is_empty() && verdict.is_by_hand() {
            match self.lines.last_mut().filter(|last| last.after == self.last_entry && last.kind == kind) {
                Some(last) => last.count += 1,
                None => self.lines.push(LineChangedByHand { line, count: 1, after: self.last_entry, kind }),
            }
        }
        self.last_entry += EntryNo::try_from(entries.len()).unwrap_or(0);
        let numbers = entries.iter().map(|entry| entry.no);
        match verdict {
            SealVerdict::Unsealed => self.unsealed += entries.len(),
            SealVerdict::Missing => self.missing.extend(numbers.clone()),
            SealVerdict::Intact | SealVerdict::Broken => {}
        }
        if verdict.is_by_hand() {
            self.changed_by_hand.extend(numbers);
        }
    }
}
