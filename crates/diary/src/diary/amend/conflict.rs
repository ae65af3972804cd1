//! What a rebase can't keep, and why an entry can't be changed, as data and in words.

use crate::diary::{EntryNo, NavigationError};
use std::fmt;
use wardiary_base::{dice::Face, text};
use wardiary_rules::notation::{NotationError, refusal::RefusalText};

/// A conflict of a rebase: an old entry that does not hold any more.
#[derive(Clone, Debug, PartialEq)]
pub struct RebaseConflict {
    /// The entry.
    pub entry: EntryNo,
    /// Its order, in words.
    pub headline: String,
    /// What does not hold.
    pub what: ConflictKind,
}

impl fmt::Display for RebaseConflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entry {}, {}: {}", self.entry, self.headline, self.what)
    }
}

/// What of an entry does not hold after a rebase.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ConflictKind {
    /// The order is refused now; it is left out.
    #[error("left out: {0}")]
    Refused(RefusalText),
    /// It needs dice that never fell; it is left out.
    #[error("left out: {} that never fell", text::count(*missing, "die is needed", "dice are needed"))]
    DiceMissing {
        /// How many.
        missing: usize,
    },
    /// It was broken off for want of dice, and would be whole now with those that fell; it is left out.
    #[error("left out: it was broken off, and the dice that fell would be all of it now")]
    NotBrokenOff,
    /// Some of its dice are not needed.
    #[error("not needed of its dice: {}", faces(left))]
    DiceLeft {
        /// Their faces.
        left: Vec<Face>,
    },
    /// Something else comes of it.
    #[error("{}", instead(was.as_ref(), now.as_ref(), detail))]
    Differs {
        /// As it was.
        was: Option<String>,
        /// As it comes out now.
        now: Option<String>,
        /// What of it differs that the sentences do not say.
        detail: String,
    },
}

impl ConflictKind {
    /// Whether the entry is left out.
    #[must_use]
    pub fn leaves_out(&self) -> bool {
        matches!(self, Self::Refused(_) | Self::DiceMissing { .. } | Self::NotBrokenOff)
    }
}

fn instead(was: Option<&String>, now: Option<&String>, detail: &str) -> String {
    match (was, now) {
        (Some(was), Some(now)) if was == now => {
            format!("“{now}” comes out otherwise: {detail}")
        }
        (Some(was), Some(now)) => format!("now “{now}” where it was “{was}”"),
        (Some(was), None) => format!("no longer “{was}”"),
        (None, Some(now)) => format!("“{now}” comes of it too"),
        (None, None) => format!("it comes out otherwise: {detail}"),
    }
}

fn faces(faces: &[Face]) -> String {
    faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Why an entry can't be changed so.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum AmendError {
    /// There is no such entry on the way.
    #[error(transparent)]
    Navigation(#[from] NavigationError),
    /// The new order can't be read.
    #[error("{0}")]
    Unreadable(NotationError),
    /// What is to be done instead is no order.
    #[error("only an order can stand in an entry")]
    NoOrder,
    /// It would be as it is.
    #[error("entry {entry} is that already, to the last die: nothing would change")]
    Unchanged {
        /// The entry.
        entry: EntryNo,
    },
    /// The new order is refused.
    #[error("{0}")]
    Refused(RefusalText),
    /// The entry's dice do not do for the order.
    #[error("the dice of entry {entry} do not do for it")]
    Dice {
        /// The entry.
        entry: EntryNo,
        /// What fell for it.
        fell: Vec<Face>,
    },
    /// Too many faces were given.
    #[error("{} not asked for: {}", text::count(left.len(), "face was", "faces were"), faces(left))]
    FacesLeft {
        /// Those.
        left: Vec<Face>,
    },
}

impl AmendError {
    /// What to do about it, where that is known.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Unchanged { .. } => Some("say what is to be otherwise: another order, other dice".into()),
            Self::Unreadable(error) => error.hint.clone(),
            Self::NoOrder => Some("`goto`, `undo` and the like are given by themselves".into()),
            Self::Refused(refusal) => refusal.hint.clone(),
            Self::Dice { entry, fell } if fell.is_empty() => Some(format!("give them: amend {entry} dice 6,5,2 …")),
            Self::Dice { entry, fell } => {
                let fell: Vec<String> = fell.iter().map(ToString::to_string).collect();
                Some(format!("there fell {0}; give what shall count: amend {entry} dice {0} …", fell.join(",")))
            }
            Self::Navigation(_) | Self::FacesLeft { .. } => None,
        }
    }
}
