//! What happens by the campaign's clock. Source: RULES 7.

use serde::{Deserialize, Serialize};
use wardiary_base::{book::Moment, id::Id};

/// One thing that happened by the campaign's clock. What comes due with a moment follows from what is scheduled for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum ClockEvent {
    /// Time went on.
    Advanced {
        /// The moment before.
        from: Moment,
        /// The moment now.
        to: Moment,
    },
    /// Something was scheduled.
    Scheduled {
        /// Its number; they are counted from 1.
        item: u32,
        /// When it comes due.
        at: Moment,
        /// What it is.
        what: String,
        /// The unit, stack or side that `{force}` stands for in it: of an order from a table that was consulted for one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<Id>,
    },
    /// What was scheduled is settled.
    Settled {
        /// Its number.
        item: u32,
    },
}
