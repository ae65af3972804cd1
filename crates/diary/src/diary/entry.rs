//! The records of a diary, one per line of the file.

use super::seal::{Digest, Seal};
use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize};
use wardiary_base::{dice::DiceRoll, id::SideId, remark::Annotation};
use wardiary_rules::{event::Event, order::Order};

/// An entry's number, from 1; 0 is the muster, before any entry.
pub type EntryNo = u32;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(clippy::large_enum_variant, reason = "nearly every record is an entry")]
pub enum Record {
    Entry(Entry),
    /// The head moves to this entry: undo, redo, or another branch. With the line's seal.
    Head(EntryNo, #[serde(default, skip_serializing_if = "Seal::is_none")] Seal),
    /// Several records, all or nothing.
    Batch(Vec<Record>),
    Cut(FoundCut),
    Remark(Remark),
    /// In a share: a digest of the source save at this point.
    Digest(Hidden),
}

/// Stands in a share for all that its reader has not seen: a digest of the source save at the end of a part of a
/// battle, at the end of a day, and at the end of the share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hidden {
    pub of: Digest,
    #[serde(default)]
    pub seal: Seal,
}

/// A reader's comment or bookmark on an entry of any branch. Never part of the state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Remark {
    pub on: EntryNo,
    /// When it was written, to the second, in UTC.
    pub at: Timestamp,
    pub says: Annotation,
    #[serde(default)]
    pub seal: Seal,
}

/// A permanent mark: the file was found truncated here when it was opened for writing, or it was recovered and this was
/// found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FoundCut {
    /// Number of records that the closing line counted, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<usize>,
    /// Length of the torn line, in bytes.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub torn: usize,
    /// The damage that recovery found here, if the save was recovered from a damaged file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recovered: Option<Recovered>,
    /// Whether the mark was since accepted, by sealing the save again.
    #[serde(default, skip_serializing_if = "is_false")]
    pub accepted: bool,
    #[serde(default)]
    pub seal: Seal,
}

/// Damage found by recovery. The recovered save has new seals, which no longer show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Recovered {
    /// The header was changed by hand.
    Header,
    /// The entry before the mark was changed by hand.
    Entry,
    /// A move of the head was changed by hand.
    Move,
    /// Something here was missing or unreadable.
    Gap,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

fn is_false(is: &bool) -> bool {
    !is
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The entry's number: one more than the entry's on the line before.
    pub no: EntryNo,
    /// The parent entry, if that is not the entry before this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<EntryNo>,
    /// When the entry was written, to the second, in UTC.
    pub at: Timestamp,
    /// The side whose player sent the order, by mail, in the shell or from a page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<SideId>,
    pub order: Order,
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "without_spare_room")]
    pub dice: Vec<DiceRoll>,
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "without_spare_room")]
    pub events: Vec<Event>,
    /// The seal over everything before and this line. In a batch, only the last entry has one.
    #[serde(default)]
    pub seal: Seal,
}

/// Reads a list that takes no more memory than its items: most entries have one event, and a list of one would have
/// room for four.
fn without_spare_room<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Vec<T>, D::Error> {
    let mut items = Vec::deserialize(from)?;
    items.shrink_to_fit();
    Ok(items)
}

impl Record {
    pub fn head(to: EntryNo) -> Self {
        Self::Head(to, Seal::default())
    }

    /// The line's seal. In a batch, the last entry carries it.
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

    pub fn entries(&self) -> Vec<&Entry> {
        match self {
            Self::Entry(entry) => vec![entry],
            Self::Head(..) | Self::Cut(_) | Self::Remark(_) | Self::Digest(_) => Vec::new(),
            Self::Batch(records) => records.iter().flat_map(Self::entries).collect(),
        }
    }

    pub(crate) fn last_entry(&self) -> Option<&Entry> {
        match self {
            Self::Entry(entry) => Some(entry),
            Self::Head(..) | Self::Cut(_) | Self::Remark(_) | Self::Digest(_) => None,
            Self::Batch(records) => records.iter().rev().find_map(Self::last_entry),
        }
    }

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
    pub fn parent(&self) -> EntryNo {
        self.after.unwrap_or(self.no.saturating_sub(1))
    }

    /// Whether the entry shows a side the results of an order that it does not know. The text in place of the order is
    /// then nobody's note.
    pub(crate) fn has_hidden_order(&self) -> bool {
        matches!(self.order, Order::Note { .. }) && !self.events.contains(&Event::Noted)
    }

    pub(crate) fn is_abandoned(&self) -> bool {
        self.events.contains(&Event::Abandoned)
    }
}
