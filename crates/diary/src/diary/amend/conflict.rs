//! The conflicts of a rebase, and why an entry can't be changed: as data and in words.

use crate::diary::{EntryNo, NavigationError};
use wardiary_base::{dice::Face, text};
use wardiary_rules::notation::{NotationError, refusal::RefusalText};

/// A conflict of a rebase: an old entry that no longer holds.
#[derive(Clone, Debug, PartialEq)]
pub struct RebaseConflict {
    pub entry: EntryNo,
    pub headline: String,
    pub what: ConflictKind,
}

/// The conflicts with one effect. Those that read alike share a row.
pub struct Consequence {
    pub effect: RebaseEffect,
    /// `3 orders no longer hold`
    pub summary: String,
    /// Entries and what becomes of them: `entries 16 and 26, advance`, `now …`
    pub rows: Vec<(String, String)>,
}

impl Consequence {
    pub(super) fn of(effect: RebaseEffect, conflicts: &[RebaseConflict]) -> Option<Self> {
        let mut alike: Vec<(&str, String, Vec<EntryNo>)> = Vec::new();
        for RebaseConflict { entry, headline, what } in conflicts.iter().filter(|loss| loss.what.effect() == effect) {
            let what = what.to_string();
            match alike.iter_mut().find(|(head, other, _)| *head == headline && *other == what) {
                Some((.., entries)) => entries.push(*entry),
                None => alike.push((headline, what, vec![*entry])),
            }
        }
        let many = alike.iter().map(|(.., entries)| entries.len()).sum();
        let row = |(headline, what, entries): (&str, String, Vec<EntryNo>)| {
            let entry = if entries.len() == 1 { "entry" } else { "entries" };
            (format!("{entry} {}, {headline}", text::ranges(entries)), what)
        };
        let rows: Vec<_> = alike.into_iter().map(row).collect();
        (many > 0).then(|| Self { effect, summary: effect.text(many), rows })
    }
}

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ConflictKind {
    /// The order is now refused, so the entry is left out.
    #[error("left out: {0}")]
    Refused(RefusalText),
    /// The order needs dice that were never rolled, so the entry is left out.
    #[error("left out: {}", text::count(*missing, "die is missing", "dice are missing"))]
    DiceMissing { missing: usize },
    /// Abandoned for want of dice, but now complete with the dice that were rolled. The entry is left out.
    #[error("left out: it was cancelled, but the dice already rolled would now complete it")]
    NotAbandoned,
    /// An advance whose order now leaves more open, since more is.
    #[error("now `{order}`")]
    LeavesOpen { order: String },
    #[error("dice no longer needed: {}", faces(left))]
    UnusedDice { left: Vec<Face> },
    #[error("{}", difference_text(was.as_ref(), now.as_ref(), detail))]
    Differs {
        was: Option<String>,
        now: Option<String>,
        /// A detail that differs and that the sentences leave out.
        detail: String,
    },
}

impl ConflictKind {
    pub fn effect(&self) -> RebaseEffect {
        match self {
            Self::Refused(_) | Self::DiceMissing { .. } | Self::NotAbandoned => RebaseEffect::Lost,
            Self::LeavesOpen { .. } => RebaseEffect::Open,
            Self::UnusedDice { .. } | Self::Differs { .. } => RebaseEffect::Changed,
        }
    }
}

/// The effect of a change of the past on a later entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RebaseEffect {
    /// Its order is left out.
    Lost,
    /// Its order is given, and more stays unfinished.
    Open,
    /// Its order is given, with another result.
    Changed,
}

impl RebaseEffect {
    pub const ALL: [Self; 3] = [Self::Lost, Self::Open, Self::Changed];

    /// `3 orders no longer hold`
    fn text(self, many: usize) -> String {
        let (one, several) = match self {
            Self::Lost => ("order no longer holds", "orders no longer hold"),
            Self::Open => ("advance leaves more open", "advances leave more open"),
            Self::Changed => ("result changes", "results change"),
        };
        text::count(many, one, several)
    }
}

fn difference_text(was: Option<&String>, now: Option<&String>, detail: &str) -> String {
    match (was, now) {
        (Some(was), Some(now)) if was == now => {
            format!("“{now}” has other details: {detail}")
        }
        (Some(was), Some(now)) => format!("now “{now}” instead of “{was}”"),
        (Some(was), None) => format!("no longer “{was}”"),
        (None, Some(now)) => format!("now also “{now}”"),
        (None, None) => format!("a detail differs: {detail}"),
    }
}

fn faces(faces: &[Face]) -> String {
    faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum AmendError {
    #[error(transparent)]
    Navigation(#[from] NavigationError),
    #[error("{0}")]
    Unreadable(NotationError),
    /// The replacement is an instruction, but not an order. The change would have no effect.
    #[error("an entry can only hold an order")]
    NoOrder,
    #[error("no change: entry {entry} already reads like that")]
    Unchanged { entry: EntryNo },
    #[error("{0}")]
    Refused(RefusalText),
    #[error("the dice of entry {entry} do not fit the order")]
    Dice { entry: EntryNo, fell: Vec<Face> },
    #[error("{} too many: {}", text::count(left.len(), "face is", "faces are"), faces(left))]
    UnusedFaces { left: Vec<Face> },
}

impl AmendError {
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Unchanged { .. } => Some("edit the order or its dice".into()),
            Self::Unreadable(error) => error.hint.clone(),
            Self::NoOrder => Some("give `goto`, `undo` and similar commands by themselves".into()),
            Self::Refused(refusal) => refusal.hint.clone(),
            Self::Dice { entry, fell } if fell.is_empty() => Some(format!("add the dice: amend {entry} dice 6,5,2 …")),
            Self::Dice { entry, fell } => {
                let fell: Vec<String> = fell.iter().map(ToString::to_string).collect();
                Some(format!(
                    "the dice rolled were {0}; give the dice that count: amend {entry} dice {0} …",
                    fell.join(",")
                ))
            }
            Self::Navigation(_) | Self::UnusedFaces { .. } => None,
        }
    }
}
