//! What a share that is laid beside a save is found to be, in words.

use crate::diary::{EntryNo, seal::Ending};
use std::fmt;

/// How a line of a share differs from what the save makes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HowLine {
    /// It reads otherwise, from this column on.
    Altered(usize),
    /// It and another have changed places.
    Swapped {
        /// The line of the other, from 1.
        with: usize,
        /// The entry that stands there, by its number in the share.
        entry: Option<EntryNo>,
    },
    /// What should stand here stands at another line.
    Misplaced(usize),
    /// It is not there; the line of that number stands where it should.
    Dropped,
    /// The share goes on no further, without the line that closes it.
    BreaksOff,
    /// The save makes no such line.
    Added,
    /// The save ends before it.
    Beyond,
    /// It reads as it should, and its seal is another.
    Seal,
}

/// Something by which a share is no honest extract of a save.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It is of another campaign.
    OtherGame,
    /// It is of a save that began alike, under another secret.
    OtherSecret,
    /// A line of the share differs.
    Line {
        /// Which, from 1.
        line: usize,
        /// The entry that stands there, or should, by its number in the share.
        entry: Option<EntryNo>,
        /// How.
        how: HowLine,
    },
    /// A line of the share does not fit its own seal.
    OwnSeal {
        /// Which, from 1; of what stands above the entries, the first.
        line: usize,
    },
    /// A digest stands for no line of the save.
    Digest {
        /// The line of the share, from 1.
        line: usize,
        /// The line of the save up to which all fits: where the digest before it was made.
        fits: Option<usize>,
        /// Whether its own seal is broken too.
        is_by_hand: bool,
    },
    /// The save does not end as it was written, which says why something of the share may be missing in it.
    SaveEnding(Ending),
    /// A line of the save, not behind what the share tells of, was changed by hand.
    SaveByHand {
        /// Which, from 1; of what stands above the entries, the first.
        line: usize,
    },
}

impl Finding {
    /// The line of the share that it is about, if it is about one.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        match self {
            Self::Line { line, .. } | Self::OwnSeal { line } | Self::Digest { line, .. } => Some(*line),
            Self::OtherGame | Self::OtherSecret | Self::SaveEnding(_) | Self::SaveByHand { .. } => None,
        }
    }

    /// What kind it is, in a word for other programs.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::OtherGame => "other-game",
            Self::OtherSecret => "other-secret",
            Self::Line { how: HowLine::Altered(_), .. } => "altered",
            Self::Line { how: HowLine::Swapped { .. }, .. } => "swapped",
            Self::Line { how: HowLine::Misplaced(_), .. } => "misplaced",
            Self::Line { how: HowLine::Beyond, .. } => "beyond",
            Self::Line { how: HowLine::Dropped, .. } => "dropped",
            Self::Line { how: HowLine::BreaksOff, .. } => "breaks-off",
            Self::Line { how: HowLine::Added, .. } => "added",
            Self::Line { how: HowLine::Seal, .. } => "seal",
            Self::OwnSeal { .. } => "own-seal",
            Self::Digest { .. } => "digest",
            Self::SaveEnding(_) => "save-ending",
            Self::SaveByHand { .. } => "save-by-hand",
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = |entry: &Option<EntryNo>| entry.map_or_else(|| "the line".into(), |no| format!("entry {no}"));
        match self {
            Self::OtherGame => f.write_str("it is a share of another campaign: it begins otherwise than this save"),
            Self::OtherSecret => f.write_str(
                "it is a share of another save that began as this one did: it was made with another secret, or for another \
                 side than those that are here",
            ),
            Self::Line { entry, how, .. } => match how {
                HowLine::Altered(column) => write!(f, "{} was altered, from column {column} on", what(entry)),
                HowLine::Swapped { with, entry: other } => {
                    write!(f, "{} and {} in line {with} have changed places", what(entry), what(other))
                }
                HowLine::Misplaced(at) => write!(f, "what should stand here stands in line {at}"),
                HowLine::Beyond => write!(
                    f,
                    "the save ends before {}: its end was taken out, or this was added to the share",
                    what(entry)
                ),
                HowLine::Dropped if entry.is_none() => f.write_str("a line is missing here, perhaps a digest"),
                HowLine::Dropped => write!(f, "{} is missing here", what(entry)),
                HowLine::BreaksOff => f.write_str("the share breaks off here: its closing line is missing, and perhaps more"),
                HowLine::Added => write!(f, "{} was added: the save makes no such line", what(entry)),
                HowLine::Seal => write!(f, "{} is as it should be, but its seal was altered", what(entry)),
            },
            Self::OwnSeal { .. } => f.write_str("the line, or the one before it, was altered: its seal does not fit"),
            Self::Digest { is_by_hand: true, .. } => {
                f.write_str("the digest, or the line before it, was altered: its seal does not fit either")
            }
            Self::Digest { fits, .. } => {
                let after = fits.map_or_else(String::new, |line| format!(", behind line {line}"));
                write!(
                    f,
                    "the digest stands for no line of this save: something in it that the side did not see was altered, \
                     added or taken out since{after}; or the digest was forged"
                )
            }
            Self::SaveEnding(ending) => ending.fmt(f),
            Self::SaveByHand { .. } => {
                f.write_str(
                    "the save was changed by hand there, after the seals that the share goes by were made: where the share differs \
                     from what the save makes now, that may be why",
                )
            }
        }
    }
}
