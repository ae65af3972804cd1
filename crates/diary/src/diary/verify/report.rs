//! The results of verifying a diary, and their descriptions.

use crate::diary::{EntryNo, FoundCut, PROGRAM, Recovered, seal::Ending};
use serde_json::Value;
use std::fmt;
use wardiary_base::{
    dice::{Die, Face},
    document, text,
};
use wardiary_rules::{event::Event, notation::refusal::RefusalText};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verification {
    pub entries: usize,
    /// Entries with a seal, right or wrong.
    pub sealed: usize,
    pub program_dice: usize,
    /// Dice rolled at the table, which can't be derived.
    pub table_dice: usize,
    /// Dice in a share that its side saw. Nothing says who rolled them, so none can be derived.
    pub shown_dice: usize,
    pub differences: Vec<Difference>,
    pub notes: Vec<VerificationNote>,
}

/// A difference between an entry and what its order and dice lead to.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The entry; 0 for the header.
    pub entry: EntryNo,
    pub what: DifferenceKind,
}

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum DifferenceKind {
    #[error("it was changed by hand: the seal {}", if *missing { "is missing" } else { "does not fit" })]
    Seal { missing: bool },
    /// The seal of a head move is broken or missing. The entry is the last before it.
    #[error(
        "an undo, redo or change of branch after it, or a line before that, was changed, added or removed by hand{}",
        more_lines(*count)
    )]
    Move { line: usize, count: usize },
    /// The seal of a remark on the entry is broken or missing.
    #[error("a remark on it, or the line before that, was changed, added or removed by hand{}", more_lines(*count))]
    Remark { line: usize, count: usize },
    /// The seal of a digest after the entry is broken or missing.
    #[error("a digest after it, or the line before that, was changed, added or removed by hand{}", more_lines(*count))]
    Digest { line: usize, count: usize },
    /// Neither this entry nor anything before it has a seal, although the version of the program that wrote it seals.
    #[error("its seal was removed: wardiary {0} writes seals")]
    SealRemoved(String),
    /// The file does not end as it was written. The entry is the last one.
    #[error("{0}")]
    Ending(Ending),
    /// The file was found truncated when it was opened for writing. The entry is the last before that.
    #[error("{}{}", found_cut(cut), more_lines(*count))]
    FoundCut { cut: FoundCut, count: usize },
    /// The program's dice with these serial numbers were never recorded: they were rolled and not written down, or
    /// declared table dice afterwards.
    #[error("{}", unused(*first, *last))]
    SerialsUnused {
        first: u64,
        /// The last serial number, inclusive.
        last: u64,
    },
    #[error("the order is refused: {0}")]
    Refused(RefusalText),
    #[error("the order needs more dice than there are")]
    DiceMissing,
    #[error("it has dice that the order does not need")]
    UnusedDice,
    /// The entry is recorded as abandoned, but has all its dice.
    #[error("it was not cancelled: the order had all its dice")]
    NotAbandoned,
    #[error("{}", describe(was.as_ref(), now.as_ref(), detail))]
    Facts {
        was: Option<String>,
        /// The sentence that follows from the order and the dice.
        now: Option<String>,
        /// A detail that differs and that the sentences leave out.
        detail: String,
    },
    #[error("program die {serial}, a {die}, must show {now}, not {was}")]
    Face { serial: u64, die: Die, was: Face, now: Face },
    /// A program die has already counted on the path to this entry.
    #[error("program die {serial} was used before")]
    SerialReused { serial: u64 },
}

fn more_lines(count: usize) -> String {
    if count > 1 {
        format!("; the same applies to {}", text::count(count - 1, "more such line", "more such lines"))
    } else {
        String::new()
    }
}

fn unused(first: u64, last: u64) -> String {
    if first == last {
        format!("program die {first} was rolled before it, but is not recorded")
    } else {
        format!("program dice {first} to {last} were rolled before it, but are not recorded")
    }
}

fn found_cut(cut: &FoundCut) -> String {
    match cut.recovered {
        None => {}
        Some(Recovered::Header | Recovered::Entry) => {
            return "when the save was recovered, this had already been changed by hand: its seal did not fit".into();
        }
        Some(Recovered::Move) => {
            return "when the save was recovered, an undo, redo, change of branch or remark here had already been changed, \
                    added or removed by hand"
                .into();
        }
        Some(Recovered::Gap) => {
            return "when the save was recovered, something here was missing or could not be read".into();
        }
    }
    let how = match (cut.counted, cut.torn) {
        (Some(counted), _) => format!("; its closing line counted {}", text::count(counted, "line", "lines")),
        (None, 0) => String::new(),
        (None, torn) => format!("; {} of an incomplete line were left", text::count(torn, "byte", "bytes")),
    };
    format!("the file was found cut here, and lines may be missing{how}")
}

/// The place of a mark: `after entry 7`, or its subject.
pub fn place_of_cut(after: EntryNo, cut: &FoundCut) -> String {
    match cut.recovered {
        Some(Recovered::Header) => "the header".into(),
        Some(Recovered::Entry) => format!("entry {after}"),
        _ if after == 0 => "before the first entry".into(),
        _ => format!("after entry {after}"),
    }
}

fn describe(was: Option<&String>, now: Option<&String>, detail: &str) -> String {
    match (was, now) {
        (Some(was), Some(now)) if was == now => {
            format!("“{now}” has other details: {detail}")
        }
        (Some(was), Some(now)) => format!("it says “{was}”, but its dice give “{now}”"),
        (Some(was), None) => format!("it says “{was}”, which does not follow from its order and dice"),
        (None, Some(now)) => format!("it omits “{now}”"),
        (None, None) => format!("a detail differs: {detail}"),
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VerificationNote {
    /// Entries written by another version of the program have other results in this one.
    OtherRules {
        program: String,
        first: EntryNo,
        entries: usize,
    },
    /// The file was found truncated, and resealing accepted that.
    FoundCut {
        /// The last entry before it.
        after: EntryNo,
        cut: FoundCut,
        /// How many marks there are, all after this entry.
        count: usize,
    },
    Share {
        projection: u32,
    },
    /// Entries from before saves had seals.
    Unsealed {
        entries: usize,
    },
}

impl VerificationNote {
    /// The entry that the finding is about, or the last one before its subject; 0 if it is about the whole save.
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
                "{} another version of the rules code (wardiary {program}), and would have different results in {PROGRAM}; the first is \
                 entry {first}",
                text::count(*entries, "entry was written by", "entries were written by")
            ),
            Self::FoundCut { after, cut, count } => {
                let (place, more) = (place_of_cut(*after, cut), more_lines(*count));
                write!(f, "{place}: {}{more}; this was accepted", found_cut(cut))
            }
            Self::Share { projection } => write!(
                f,
                "this is a share (version {projection} of shares): only its seals were checked, because it holds \
                 no more of the orders and dice than its side knew"
            ),
            Self::Unsealed { entries } => {
                write!(
                    f,
                    "{} no seal: written before there were seals",
                    text::count(*entries, "entry has", "entries have")
                )
            }
        }
    }
}

/// Fields that sentences leave out: the field, its name, and whether its number means something to players.
const DETAIL_FIELDS: &[(&str, &str, bool)] = &[
    ("ap", "the AP", true),
    ("battle", "the battle", false),
    ("bonus", "the bonus dice", false),
    ("by", "who did it", false),
    ("carried", "the defeats carried over", false),
    ("clashes", "the results of counter-battery and air defence", false),
    ("combat", "which combat of the turn it was", false),
    ("conflict", "which Conflict of the battle it was", false),
    ("damage", "the damage", true),
    ("dice", "the dice", true),
    ("dp", "the DP", true),
    ("first", "the forces of the first side", false),
    ("formation", "the stack's formation", false),
    ("from", "the values before", false),
    ("hits", "the hits", false),
    ("how", "how it ended", false),
    ("init", "the Init", true),
    ("order", "the order of acting", false),
    ("outcome", "the outcome", false),
    ("phase", "the phase", false),
    ("round", "the round", true),
    ("second", "the forces of the second side", false),
    ("side", "the side", false),
    ("sides", "the sides", false),
    ("spare", "the surplus damage", true),
    ("spent", "the promotion steps used up", true),
    ("support", "the support", false),
    ("to", "the values after", false),
    ("total", "the total", true),
    ("units", "the units", false),
    ("used", "the grades in use", false),
];

/// The difference of the first event that differs, or the number of events if only that differs.
pub(in crate::diary) fn detail(was: &[Event], now: &[Event]) -> String {
    if was.len() != now.len() {
        let many = |events: &[Event]| text::count(events.len(), "fact", "facts");
        return format!("{} should follow, but {} are recorded", many(now), many(was));
    }
    let differing = was.iter().zip(now).find(|(was, now)| was != now);
    let fields =
        differing.and_then(|(was, now)| first_difference(&document::to_json(was), &document::to_json(now), ""));
    fields.unwrap_or_else(|| "a fact that reads the same".into())
}

/// The first field in which two values differ, in words.
fn first_difference(was: &Value, now: &Value, field: &str) -> Option<String> {
    if was == now {
        return None;
    }
    if let (Some(then), Some(again)) = (was.as_object(), now.as_object()) {
        let missing = &Value::Null;
        let fields = then.keys().chain(again.keys().filter(|key| !then.contains_key(*key)));
        let mut inner = fields.filter_map(|key| {
            let of = |object: &serde_json::Map<String, Value>| object.get(key).unwrap_or(missing).clone();
            first_difference(&of(then), &of(again), key)
        });
        return inner.next();
    }
    let known = DETAIL_FIELDS.iter().find(|(name, ..)| *name == field);
    let what = known.map_or_else(|| field.replace('_', " "), |(_, what, _)| (*what).to_string());
    let number = |value: &Value| if value.is_null() { Some(0) } else { value.as_u64() };
    match (number(was), number(now)) {
        (Some(was), Some(now)) if known.is_some_and(|(.., shown)| *shown) => {
            Some(format!("{what}, {now} instead of {was}"))
        }
        _ => Some(what),
    }
}
