//! Events of the campaign's clock. Source: RULES 7.

use serde::{Deserialize, Serialize};
use wardiary_base::{book::Moment, id::Id};

/// An event of the campaign's clock. What falls due at a moment follows from the schedule and is not stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum ClockEvent {
    Advanced {
        from: Moment,
        to: Moment,
    },
    Scheduled {
        /// Numbers count from 1.
        item: u32,
        at: Moment,
        /// A note, or the text of an order.
        what: String,
        /// The unit, stack or side that `{force}` stands for, in an order from a random table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<Id>,
    },
    Settled {
        item: u32,
    },
}
