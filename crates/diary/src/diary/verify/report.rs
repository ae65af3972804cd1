//! What verifying a diary finds, and how it is described.

use crate::diary::{EntryNo, FoundCut, PROGRAM, Recovered, seal::Ending};
use std::fmt;
use wardiary_base::{
    dice::{Die, Face},
    text,
};
use wardiary_rules::notation::refusal::RefusalText;

/// The result of verifying a diary.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verification {
    /// Entries carried out again.
    pub entries: usize,
    /// Entries with a seal, right or wrong.
    pub sealed: usize,
    /// The program's dice that were derived again.
    pub program_dice: usize,
    /// Dice rolled at the table, which can't be derived.
    pub table_dice: usize,
    /// The dice in a share, which its side saw fall: nothing says whose they were, so that none can be derived.
    pub shown_dice: usize,
    /// The differences, in the order of the entries.
    pub differences: Vec<Difference>,
    /// What is worth mentioning and no difference.
    pub notes: Vec<VerificationNote>,
}

/// A difference between an entry and what its order and its dice lead to.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The entry; 0 for the header.
    pub entry: EntryNo,
    /// What differs.
    pub what: DifferenceKind,
}

/// What differs in an entry.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum DifferenceKind {
    /// The seal is broken or missing.
    #[error("it was changed by hand: the seal {}", if *missing { "is missing" } else { "does not fit" })]
    Seal {
        /// Whether there is none.
        missing: bool,
    },
    /// The seal of an undo, a redo, or a change of branch is broken or missing. The entry is the last before it.
    #[error(
        "an undo, redo or change of branch behind it, or a line before that, was changed, added or removed by hand"
    )]
    Move {
        /// Which line of the file it is, from 1.
        line: usize,
    },
    /// The seal of a remark on the entry is broken or missing.
    #[error("a remark on it, or the line before that, was changed, added or removed by hand")]
    Remark {
        /// Which line of the file it is, from 1.
        line: usize,
    },
    /// The seal of a digest behind the entry is broken or missing.
    #[error("a digest behind it, or the line before that, was changed, added or removed by hand")]
    Digest {
        /// Which line of the file it is, from 1.
        line: usize,
    },
    /// It has no seal, and nothing before it has one, though the version of the program that wrote it seals.
    #[error("its seal was taken out: wardiary {0} seals what it writes")]
    Emptied(String),
    /// The file does not end as it was written. The entry is the last there is.
    #[error("{0}")]
    Ending(Ending),
    /// The file was found cut when it was opened to be written on. The entry is the last before that.
    #[error("{}", found_cut(cut))]
    FoundCut {
        /// The mark that says so.
        cut: FoundCut,
    },
    /// The program's dice with these serial numbers were never recorded: so dice were thrown and not written down, or made
    /// the table's afterwards.
    #[error("{}", unused(*first, *last))]
    Unused {
        /// The first.
        first: u64,
        /// The last, inclusive.
        last: u64,
    },
    /// The order is refused.
    #[error("the order is refused: {0}")]
    Refused(RefusalText),
    /// Dice are missing.
    #[error("the order needs more dice than there are")]
    DiceMissing,
    /// There are dice that were not requested.
    #[error("there are dice that the order does not need")]
    DiceLeft,
    /// It is recorded as abandoned, but it had all its dice.
    #[error("it was not broken off: the order had all its dice")]
    NotBrokenOff,
    /// Its events are other ones.
    #[error("{}", describe(was.as_ref(), now.as_ref(), detail))]
    Facts {
        /// As it is recorded.
        was: Option<String>,
        /// As it comes out of the order and the dice.
        now: Option<String>,
        /// What of it differs that the sentences do not say.
        detail: String,
    },
    /// One of the program's dice shows another face.
    #[error("die {serial} of the program's, a {die}, shows {now} and not {was}")]
    Face {
        /// Its serial number.
        serial: u64,
        /// Of which kind it is.
        die: Die,
        /// As it is recorded.
        was: Face,
        /// As it is derived.
        now: Face,
    },
    /// One of the program's dice counts again that has counted before on the path to this entry.
    #[error("die {serial} of the program's has fallen before")]
    Again {
        /// Its serial number.
        serial: u64,
    },
}

fn unused(first: u64, last: u64) -> String {
    if first == last {
        format!("die {first} of the program's was thrown before it and is written down nowhere")
    } else {
        format!("dice {first} to {last} of the program's were thrown before it and are written down nowhere")
    }
}

fn found_cut(cut: &FoundCut) -> String {
    match cut.recovered {
        None => {}
        Some(Recovered::Header | Recovered::Entry) => {
            return "when the save was recovered, this had been changed by hand: its seal did not fit".into();
        }
        Some(Recovered::Move) => {
            return "when the save was recovered, an undo, redo, change of branch or remark here had been changed, added \
                    or removed by hand"
                .into();
        }
        Some(Recovered::Gap) => {
            return "when the save was recovered, something here was missing or could not be read".into();
        }
    }
    let how = match (cut.counted, cut.torn) {
        (Some(counted), _) => format!("; its closing line had counted {}", text::count(counted, "line", "lines")),
        (None, 0) => String::new(),
        (None, torn) => format!("; {} of a torn line had been left", text::count(torn, "byte", "bytes")),
    };
    format!("the file was found cut here, and lines may be missing{how}")
}

/// Where a mark stands: `behind entry 7`, or what it is about.
pub fn place_of_cut(after: EntryNo, cut: &FoundCut) -> String {
    match cut.recovered {
        Some(Recovered::Header) => "what stands above the entries".into(),
        Some(Recovered::Entry) => format!("entry {after}"),
        _ if after == 0 => "before the first entry".into(),
        _ => format!("behind entry {after}"),
    }
}

fn describe(was: Option<&String>, now: Option<&String>, detail: &str) -> String {
    match (was, now) {
        (Some(was), Some(now)) if was == now => {
            format!("“{now}” comes out otherwise: {detail}")
        }
        (Some(was), Some(now)) => format!("it says “{was}”, and its dice make “{now}”"),
        (Some(was), None) => format!("it says “{was}”, which does not come of it"),
        (None, Some(now)) => format!("it leaves out “{now}”"),
        (None, None) => format!("it comes out otherwise: {detail}"),
    }
}

/// Something worth mentioning that is no difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VerificationNote {
    /// Entries that another version of the program wrote come out otherwise in this one.
    OtherRules {
        /// The version that wrote the first of them.
        program: String,
        /// The first of them.
        first: EntryNo,
        /// How many there are.
        entries: usize,
    },
    /// The file was found cut, and that was accepted by sealing it again.
    FoundCut {
        /// The last entry before it.
        after: EntryNo,
        /// The mark that says so.
        cut: FoundCut,
    },
    /// It is a share.
    Share {
        /// The version of the projection that it was made by.
        projection: u32,
    },
    /// Entries from before saves had seals.
    Unsealed {
        /// How many there are.
        entries: usize,
    },
}

impl VerificationNote {
    /// The entry that it is about, or the last before what it is about; 0 where it is about the whole save.
    pub fn entry(&self) -> EntryNo {
        match self {
            Self::FoundCut { after, .. } => *after,
            Self::OtherRules { .. } | Self::Share { .. } | Self::Unsealed { .. } => 0,
        }
    }
}

impl fmt::Display for VerificationNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherRules { program, first, entries } => write!(
                f,
                "{} other rules code, of wardiary {program}, and would come out otherwise in {PROGRAM}; the first is \
                 entry {first}",
                text::count(*entries, "entry was written by", "entries were written by")
            ),
            Self::FoundCut { after, cut } => {
                write!(f, "{}: {}, which was accepted", place_of_cut(*after, cut), found_cut(cut))
            }
            Self::Share { projection } => write!(
                f,
                "this is a share, made by version {projection} of the projection: its seals alone were looked at, since it \
                 holds no more of orders and dice than its side knew"
            ),
            Self::Unsealed { entries } => {
                write!(f, "{} no seal: from before there were any", text::count(*entries, "entry has", "entries have"))
            }
        }
    }
}
