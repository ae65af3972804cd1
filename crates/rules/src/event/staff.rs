//! What happens by staff work: messages, rulings on what sides know, and their written orders. Source: RULES 7.

use serde::{Deserialize, Serialize};
use wardiary_base::{
    book::Moment,
    id::{Id, SideId},
};

/// One thing that happened by staff work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum StaffEvent {
    /// Sides were told something, or are to be told when it is due.
    Told {
        /// The message's number; they are counted from 1.
        message: u32,
        /// Who is told.
        sides: Vec<SideId>,
        /// What.
        text: String,
        /// When it is delivered, where that is not at once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        due: Option<Moment>,
    },
    /// A message that was due reached those whom it is for.
    Delivered {
        /// Its number.
        message: u32,
    },
    /// A ruling: sides know something exactly from now on, wherever it is.
    Revealed {
        /// A side, stack, unit, battle or map.
        what: Id,
        /// Who knows it.
        to: Vec<SideId>,
    },
    /// A ruling: something is not seen, even in sight, until it is revealed.
    Hidden {
        /// A side, stack, unit, battle or map.
        what: Id,
        /// Who does not see it; all others if nobody is named.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        from: Vec<SideId>,
    },
    /// A side handed in written orders.
    HandedIn {
        /// Their number; they are counted from 1.
        number: u32,
        /// Whose they are.
        side: SideId,
        /// As they are written.
        text: String,
        /// When they are to be given, where that is not at once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        due: Option<Moment>,
    },
    /// Written orders were given; what they led to follows, where they were carried out as an order.
    Granted {
        /// Their number.
        number: u32,
        /// What came of them, in the referee's words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// Written orders were refused.
    Refused {
        /// Their number.
        number: u32,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
}

impl StaffEvent {
    /// Whom and what it names.
    pub fn ids(&self) -> Vec<Id> {
        let (what, sides): (Option<Id>, &[SideId]) = match self {
            Self::Told { sides, .. } => (None, sides),
            Self::Revealed { what, to: sides } | Self::Hidden { what, from: sides } => (Some(*what), sides),
            Self::HandedIn { side, .. } => (Some((*side).into()), &[]),
            Self::Delivered { .. } | Self::Granted { .. } | Self::Refused { .. } => (None, &[]),
        };
        what.into_iter().chain(sides.iter().map(|side| Id::from(*side))).collect()
    }
}
