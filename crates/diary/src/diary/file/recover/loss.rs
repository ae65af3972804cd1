//! Damage that recovery reports, in words.

use crate::diary::{EntryNo, RecordError, seal::Ending};
use std::fmt;
use wardiary_base::text;

/// Something that could not be read or kept, or was changed by hand.
#[derive(Debug)]
pub struct Loss {
    /// Line in the file, from 1.
    pub line: usize,
    pub(super) what: LossKind,
    /// How many there are in a row, all alike.
    pub(super) count: usize,
}

#[derive(Debug, PartialEq)]
pub(super) enum LossKind {
    Unreadable {
        bytes: usize,
        begins: String,
    },
    Unclosed,
    Counted {
        counted: usize,
        found: usize,
    },
    Missing {
        first: EntryNo,
        last: EntryNo,
    },
    Duplicate(EntryNo),
    /// The entry's events can't have happened at its place.
    Unfit {
        entry: EntryNo,
        why: RecordError,
    },
    Remark(EntryNo),
    /// Lines beyond the maximum kept in memory.
    TooManyLines(usize),
    InvalidText(EntryNo),
    HeaderByHand,
    ByHand(EntryNo),
    /// The entry's seal was removed: the version of the program that wrote it seals entries.
    SealRemoved(EntryNo),
    /// The seal of a line without entries (a head move or a remark) does not fit; with the last entry before it.
    MoveByHand(EntryNo),
    /// The entry's seal can't be checked, because what precedes it is lost.
    Unknown(EntryNo),
    NoSealFits,
    Ending(Ending),
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.what {
            LossKind::Unreadable { bytes, begins } => {
                write!(f, "{} unreadable: {begins}", text::count(*bytes, "byte", "bytes"))
            }
            LossKind::Unclosed => f.write_str("the file is cut off here; everything after it is lost"),
            LossKind::Counted { counted, found } => {
                write!(f, "the closing line counts {counted} lines, but only {found} can be read")
            }
            LossKind::Missing { first, last } if first == last => write!(f, "entry {first} is missing"),
            LossKind::Missing { first, last } => write!(f, "entries {first} to {last} are missing"),
            LossKind::Duplicate(no) => write!(f, "entry {no} occurs again"),
            LossKind::Unfit { entry: no, why } => {
                write!(f, "entry {no} does not fit after the recovered entries: {why}")
            }
            LossKind::Remark(no) => write!(f, "a remark on entry {no}, which is missing"),
            LossKind::TooManyLines(count) => {
                let lines = text::count(*count, "line is", "lines are");
                write!(f, "from here on {lines} left out: they would take far more memory than their length suggests")
            }
            LossKind::HeaderByHand => f.write_str("the header was changed by hand: its seal does not fit"),
            LossKind::ByHand(no) => write!(f, "entry {no} was changed by hand: its seal does not fit"),
            LossKind::SealRemoved(no) => write!(f, "entry {no} was changed by hand: its seal was removed"),
            LossKind::MoveByHand(no) => {
                write!(
                    f,
                    "an undo, redo, change of branch or remark after entry {no} was changed, added or removed by hand"
                )
            }
            LossKind::Unknown(no) => {
                write!(f, "the seal of entry {no} can't be checked: the line before it is lost")
            }
            LossKind::NoSealFits => f.write_str("no seal can be checked: the header is from another save"),
            LossKind::Ending(how) => how.fmt(f),
            LossKind::InvalidText(no) => {
                write!(f, "entry {no} has characters that are not text; they are replaced by �")
            }
        }?;
        if self.count > 1 { write!(f, ", and {} more like it", self.count - 1) } else { Ok(()) }
    }
}
