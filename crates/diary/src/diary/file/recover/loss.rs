//! What could not be read or kept of a damaged file, in words.

use crate::diary::{EntryNo, RecordError, seal::Ending};
use std::fmt;
use wardiary_base::text;

/// Something that could not be read or kept, or was changed by hand.
#[derive(Debug)]
pub struct Loss {
    /// Its line in the file, from 1.
    pub line: usize,
    pub(super) what: LossKind,
}

/// What is lost, or what was changed.
#[derive(Debug)]
pub(super) enum LossKind {
    /// No record can be made of this.
    Unreadable { bytes: usize, begins: String },
    /// The file breaks off before it is closed.
    Open,
    /// The closing line counts more lines than there are.
    Counted { said: usize, found: usize },
    /// The entries with these numbers are nowhere.
    Missing { first: EntryNo, last: EntryNo },
    /// The entry stands there twice.
    Twice(EntryNo),
    /// The entry can't stand where it stood.
    Unfit { entry: EntryNo, why: RecordError },
    /// The remark is on an entry that is not there.
    Remark(EntryNo),
    /// Characters of the entry are no text.
    NoText(EntryNo),
    /// The header's seal does not fit.
    HeaderByHand,
    /// The entry's seal does not fit.
    ByHand(EntryNo),
    /// The entry's seal was taken out, though the version of the program that wrote it seals.
    Emptied(EntryNo),
    /// The seal of a line without entries does not fit: undo, redo, another branch, a remark. The entry is the last before it.
    MoveByHand(EntryNo),
    /// The seal of the entry can't be compared: what stood before it is lost.
    Unknown(EntryNo),
    /// None of the seals fits the header that was taken.
    NoneFits,
    /// The end is not as it was written.
    End(Ending),
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.what {
            LossKind::Unreadable { bytes, begins } => {
                write!(f, "{} that can't be read: {begins}", text::count(*bytes, "byte", "bytes"))
            }
            LossKind::Open => f.write_str("the file breaks off here; what came after is gone"),
            LossKind::Counted { said, found } => {
                write!(f, "the closing line counts {said} lines, and {found} can be read")
            }
            LossKind::Missing { first, last } if first == last => write!(f, "entry {first} is missing"),
            LossKind::Missing { first, last } => write!(f, "entries {first} to {last} are missing"),
            LossKind::Twice(no) => write!(f, "entry {no} stands there once more"),
            LossKind::Unfit { entry: no, why } => write!(f, "entry {no} can't follow what is left: {why}"),
            LossKind::Remark(no) => write!(f, "a remark on entry {no}, which is not there"),
            LossKind::HeaderByHand => {
                f.write_str("what stands above the entries was changed by hand: its seal does not fit")
            }
            LossKind::ByHand(no) => write!(f, "entry {no} was changed by hand: its seal does not fit"),
            LossKind::Emptied(no) => write!(f, "entry {no} was changed by hand: its seal was taken out"),
            LossKind::MoveByHand(no) => {
                write!(
                    f,
                    "an undo, redo, change of branch or remark behind entry {no} was changed, added or removed by hand"
                )
            }
            LossKind::Unknown(no) => {
                write!(f, "the seal of entry {no} can't be compared: what stood before it is lost")
            }
            LossKind::NoneFits => {
                f.write_str("no seal can be compared: what stands above the entries is from another save")
            }
            LossKind::End(how) => how.fmt(f),
            LossKind::NoText(no) => write!(f, "entry {no} has characters that are no text; � stands for them"),
        }
    }
}
