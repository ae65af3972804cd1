//! The records of a diary, one a line.

use super::seal::{Digest, Seal};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use wardiary_base::{dice::DiceRoll, remark::Annotation};
use wardiary_rules::{event::Event, order::Order};

/// The number of an entry, from 1; 0 is the muster, before any entry.
pub type EntryNo = u32;

/// A line of the diary.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(clippy::large_enum_variant, reason = "nearly every record is an entry")]
pub enum Record {
    /// Something happened.
    Entry(Entry),
    /// The diary goes on from this entry: undo, redo, another branch. With the line's seal.
    Head(EntryNo, #[serde(default, skip_serializing_if = "Seal::is_none")] Seal),
    /// Several at once, all or nothing.
    Batch(Vec<Record>),
    /// Here the file was found cut.
    Cut(FoundCut),
    /// A reader's mark or word on an entry.
    Remark(Remark),
    /// In a share: a digest of the save that it was made of, as that was here.
    Digest(Hidden),
}

/// What stands in a share for all that its reader has not seen: a digest of the save as it was when a part of a battle or of
/// a day ended, and where the share ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hidden {
    /// The digest.
    pub of: Digest,
    /// The line's seal.
    #[serde(default)]
    pub seal: Seal,
}

/// A reader's mark or word on an entry of whatever branch. It is never part of the state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Remark {
    /// The entry.
    pub on: EntryNo,
    /// When it was written, to the second, in UTC.
    pub at: Timestamp,
    /// What is said of the entry, or withdrawn.
    pub says: Annotation,
    /// The line's seal.
    #[serde(default)]
    pub seal: Seal,
}

/// A mark for good: here the file was found cut when it was opened to be written on, or this was found when it was
/// recovered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FoundCut {
    /// How many records its closing line counted, where it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<usize>,
    /// How many bytes of a torn line there were.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub torn: usize,
    /// What was found here when the save was recovered from a damaged file, where it was that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recovered: Option<Recovered>,
    /// Whether it was accepted since, by sealing the save again.
    #[serde(default, skip_serializing_if = "is_false")]
    pub accepted: bool,
    /// The line's seal.
    #[serde(default)]
    pub seal: Seal,
}

/// What was found in a file that was recovered: the seals of the save that is made of it are new, and no longer show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Recovered {
    /// What stands above the entries was changed by hand.
    Header,
    /// The entry before the mark was changed by hand.
    Entry,
    /// A line without entries was: undo, redo, another branch.
    Move,
    /// Something here was missing, or could not be read.
    Gap,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

fn is_false(is: &bool) -> bool {
    !is
}

/// An order, its dice, and what happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its number: one more than that of the line before.
    pub no: EntryNo,
    /// The entry it follows, where that is not the one with the number before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<EntryNo>,
    /// When it was written, to the second, in UTC.
    pub at: Timestamp,
    /// What was asked.
    pub order: Order,
    /// The dice, a roll for each request.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<DiceRoll>,
    /// What happened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Event>,
    /// The seal over all that came before and this line. Of a batch, only the last entry has one.
    #[serde(default)]
    pub seal: Seal,
}

impl Record {
    /// The diary goes on from this entry.
    #[must_use]
    pub fn head(to: EntryNo) -> Self {
        Self::Head(to, Seal::default())
    }

    /// The line's seal. Of a batch, the last entry carries it.
    #[must_use]
    pub fn seal(&self) -> Seal {
        match self {
            Self::Entry(entry) => entry.seal,
            Self::Head(_, seal) => *seal,
            Self::Cut(cut) => cut.seal,
            Self::Remark(remark) => remark.seal,
            Self::Digest(hidden) => hidden.seal,
            Self::Batch(_) => self.last_entry().map_or(Seal::default(), |entry| entry.seal),
        }
    }

    /// The entries on the line, in their order.
    #[must_use]
    pub fn entries(&self) -> Vec<&Entry> {
        match self {
            Self::Entry(entry) => vec![entry],
            Self::Head(..) | Self::Cut(_) | Self::Remark(_) | Self::Digest(_) => Vec::new(),
            Self::Batch(records) => records.iter().flat_map(Self::entries).collect(),
        }
    }

    /// The last of them: it carries the line's seal.
    #[must_use]
    pub(crate) fn last_entry(&self) -> Option<&Entry> {
        match self {
            Self::Entry(entry) => Some(entry),
            Self::Head(..) | Self::Cut(_) | Self::Remark(_) | Self::Digest(_) => None,
            Self::Batch(records) => records.iter().rev().find_map(Self::last_entry),
        }
    }

    /// Puts the line's seal on it.
    pub(crate) fn set_seal(&mut self, seal: Seal) {
        match self {
            Self::Entry(entry) => entry.seal = seal,
            Self::Head(_, place) => *place = seal,
            Self::Cut(cut) => cut.seal = seal,
            Self::Remark(remark) => remark.seal = seal,
            Self::Digest(hidden) => hidden.seal = seal,
            Self::Batch(records) => {
                if let Some(last) = records.iter_mut().rev().find(|record| record.last_entry().is_some()) {
                    last.set_seal(seal);
                }
            }
        }
    }
}

impl Entry {
    /// The entry it follows.
    #[must_use]
    pub fn follows(&self) -> EntryNo {
        self.after.unwrap_or(self.no.saturating_sub(1))
    }

    /// Whether it tells a side what it saw come of an order that it does not know. The words that stand in the order's place are
    /// nobody's note.
    #[must_use]
    pub(crate) fn is_glimpse(&self) -> bool {
        matches!(self.order, Order::Note { .. }) && !self.events.contains(&Event::Noted)
    }

    /// Whether the order was broken off after dice had been shown.
    #[must_use]
    pub(crate) fn is_abandoned(&self) -> bool {
        self.events.contains(&Event::Abandoned)
    }
}
