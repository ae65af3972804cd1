//! Orders for the campaign's clock. Source: RULES 7.

use super::{Order, Verb, is_default};
use serde::{Deserialize, Serialize};
use wardiary_base::book::Moment;

/// An order for the campaign's clock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum ClockOrder {
    /// `advance`; `advance anyway` while battles are fought or something is due.
    Advance {
        /// Whether it goes on all the same.
        #[serde(default, skip_serializing_if = "is_default")]
        anyway: bool,
    },
    /// `schedule "the Guard arrives" at day 3 dawn`
    Schedule {
        /// When it comes due.
        at: Moment,
        /// What: a note, or the text of an order.
        what: String,
    },
    /// `settle 2 because "the bridge held"`: what was scheduled has come about, or will not.
    Settle {
        /// Its number.
        item: u32,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// `give 2`, `give 2 as promote Guard 1 because "rested"`: the order that was scheduled, or another in its place, is given,
    /// and with that it is settled.
    Give {
        /// Its number.
        item: u32,
        /// The order.
        order: Box<Order>,
    },
}

impl ClockOrder {
    pub(super) fn verb(&self) -> Verb {
        match self {
            Self::Advance { .. } => Verb::Advance,
            Self::Schedule { .. } => Verb::Schedule,
            Self::Settle { .. } => Verb::Settle,
            Self::Give { .. } => Verb::Give,
        }
    }
}
