//! The findings of a comparison between a share and a save, and their wording.

use crate::diary::{EntryNo, seal::Ending};
use std::fmt;

/// How a line of a share differs from the line that the save makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineDifference {
    /// Its text differs from this column on.
    Altered(usize),
    /// It has changed places with another line.
    Swapped {
        /// The other line, from 1.
        with: usize,
        /// The entry on that line, numbered as in the share.
        entry: Option<EntryNo>,
    },
    /// The line that belongs here is at this line.
    Misplaced(usize),
    /// It is missing; `line` is where it belongs.
    Dropped,
    /// The share ends here without its closing line.
    BreaksOff,
    /// The save makes no such line.
    Added,
    /// The save ends before it.
    Beyond,
    Seal,
}

/// A reason why a share is no honest extract of a save.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Discrepancy {
    /// It is of another campaign.
    OtherGame,
    /// It is of a save that starts the same but has another secret.
    OtherSecret,
    Line {
        /// The line, from 1.
        line: usize,
        /// The entry that is there or belongs there, numbered as in the share.
        entry: Option<EntryNo>,
        how: LineDifference,
    },
    /// A line of the share does not fit its own seal.
    OwnSeal {
        /// The line, from 1. For lines above the entries, the first of them.
        line: usize,
    },
    /// A digest fits no line of the save.
    Digest {
        line: usize,
        /// The line of the save up to which everything fits: where the previous digest was made.
        fits: Option<usize>,
        /// Whether its own seal is broken, too.
        is_by_hand: bool,
    },
    /// The save's ending is damaged, which may explain what the share has and the save lacks.
    SaveEnding(Ending),
    /// The save was changed by hand in the part that the share covers.
    SaveByHand {
        /// The line, from 1. For lines above the entries, the first of them.
        line: usize,
    },
}

impl Discrepancy {
    pub fn line(&self) -> Option<usize> {
        match self {
            Self::Line { line, .. } | Self::OwnSeal { line } | Self::Digest { line, .. } => Some(*line),
            Self::OtherGame | Self::OtherSecret | Self::SaveEnding(_) | Self::SaveByHand { .. } => None,
        }
    }

    /// The kind of finding as a word for other programs.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::OtherGame => "other-game",
            Self::OtherSecret => "other-secret",
            Self::Line { how: LineDifference::Altered(_), .. } => "altered",
            Self::Line { how: LineDifference::Swapped { .. }, .. } => "swapped",
            Self::Line { how: LineDifference::Misplaced(_), .. } => "misplaced",
            Self::Line { how: LineDifference::Beyond, .. } => "beyond",
            Self::Line { how: LineDifference::Dropped, .. } => "dropped",
            Self::Line { how: LineDifference::BreaksOff, .. } => "breaks-off",
            Self::Line { how: LineDifference::Added, .. } => "added",
            Self::Line { how: LineDifference::Seal, .. } => "seal",
            Self::OwnSeal { .. } => "own-seal",
            Self::Digest { .. } => "digest",
            Self::SaveEnding(_) => "save-ending",
            Self::SaveByHand { .. } => "save-by-hand",
        }
    }
}

impl fmt::Display for Discrepancy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = |entry: &Option<EntryNo>| entry.map_or_else(|| "the line".into(), |no| format!("entry {no}"));
        match self {
            Self::OtherGame => f.write_str("it is a share of another campaign: its beginning differs from this save"),
            Self::OtherSecret => f.write_str(
                "it is a share of another save with the same beginning: it was made with another secret, or for a side that this \
                 save does not have",
            ),
            Self::Line { entry, how, .. } => match how {
                LineDifference::Altered(column) => write!(f, "{} was altered from column {column} on", what(entry)),
                LineDifference::Swapped { with, entry: other } => {
                    write!(f, "{} and {} in line {with} have changed places", what(entry), what(other))
                }
                LineDifference::Misplaced(at) => write!(f, "the line that belongs here is in line {at}"),
                LineDifference::Beyond => write!(
                    f,
                    "the save ends before {}: its end was removed, or this was added to the share",
                    what(entry)
                ),
                LineDifference::Dropped if entry.is_none() => f.write_str("a line is missing here, perhaps a digest"),
                LineDifference::Dropped => write!(f, "{} is missing here", what(entry)),
                LineDifference::BreaksOff => f.write_str("the share is cut off here: its closing line is missing, and perhaps more"),
                LineDifference::Added => write!(f, "{} was added: the save has no such line", what(entry)),
                LineDifference::Seal => write!(f, "{} is correct, but its seal was altered", what(entry)),
            },
            Self::OwnSeal { .. } => f.write_str("the line, or the one before it, was altered: its seal does not fit"),
            Self::Digest { is_by_hand: true, .. } => {
                f.write_str("the digest, or the line before it, was altered: its seal does not fit either")
            }
            Self::Digest { fits, .. } => {
                let after = fits.map_or_else(String::new, |line| format!(", after line {line}"));
                write!(
                    f,
                    "the digest fits no line of this save: something that the side did not see was altered, added or removed in \
                     the save since{after}; or the digest was forged"
                )
            }
            Self::SaveEnding(ending) => ending.fmt(f),
            Self::SaveByHand { .. } => {
                f.write_str(
                    "the save was changed by hand there, after the seals that the share relies on were made; that may be why the \
                     share differs from what the save makes now",
                )
            }
        }
    }
}
