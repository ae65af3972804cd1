//! Orders for the campaign's clock. Source: RULES 7.

use super::{Order, is_default};
use serde::{Deserialize, Serialize};
use wardiary_base::book::Moment;

/// An order for the campaign's clock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum ClockOrder {
    /// `advance`; `advance anyway` while battles are being fought or something is due.
    Advance {
        #[serde(default, skip_serializing_if = "is_default")]
        anyway: bool,
    },
    /// `schedule "the Guard arrives" at day 3 dawn`
    Schedule {
        at: Moment,
        /// A note, or the text of an order.
        what: String,
    },
    /// `settle 2 because "the bridge held"`: a scheduled item has happened, or will not.
    Settle {
        item: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// `give 2`, `give 2 as promote Guard 1 because "rested"`: carries out the scheduled order, or another in its
    /// place, and settles the item.
    Give { item: u32, order: Box<Order> },
}
