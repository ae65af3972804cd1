//! Events of staff work: messages, rulings on what sides know, and written orders. Source: RULES 7.

use serde::{Deserialize, Serialize};
use wardiary_base::{
    book::Moment,
    id::{Id, SideId},
};

/// An event of staff work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum StaffEvent {
    /// The referee sent a message, or scheduled one.
    Told {
        /// The message's number, counted from 1.
        message: u32,
        sides: Vec<SideId>,
        text: String,
        /// Delivery time, if not at once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        due: Option<Moment>,
    },
    /// A scheduled message was delivered.
    Delivered { message: u32 },
    /// A ruling: sides know something exactly from now on, wherever it is.
    Revealed {
        /// A side, stack, unit, battle or map.
        what: Id,
        to: Vec<SideId>,
    },
    /// A ruling: something is not seen, even when in sight, until it is revealed.
    Hidden {
        /// A side, stack, unit, battle or map.
        what: Id,
        /// The sides that do not see it; all others if empty.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        from: Vec<SideId>,
    },
    /// A side handed in written orders.
    HandedIn {
        /// Their number, counted from 1.
        number: u32,
        side: SideId,
        text: String,
        /// When to carry them out, if not at once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        due: Option<Moment>,
    },
    /// Written orders were granted. If they were carried out as an order, its events follow.
    Granted {
        number: u32,
        /// The result in the referee's words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    Refused {
        number: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
}

impl StaffEvent {
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
