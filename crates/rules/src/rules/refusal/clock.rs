//! Refusals of orders for the campaign's clock. Source: RULES 7.

use super::Refusal;
use wardiary_base::{book::Moment, id::BattleId};

/// Why an order for the campaign's clock is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClockRefusal {
    NoClock,
    /// Time does not advance by itself while something is unfinished.
    LeftOver {
        battles: Vec<BattleId>,
        due: Vec<u32>,
        /// The numbers of the open contacts.
        contacts: Vec<u32>,
        orders: Vec<u32>,
    },
    EndOfTime,
    /// The due time does not lie in the future.
    NotAhead {
        at: Moment,
    },
    NothingScheduled,
    /// The item is not due yet.
    NotDue {
        item: u32,
    },
    /// An order that names a branch, or gives a scheduled order, must be given alone.
    ByItself,
    /// The order given for a due item is refused.
    NotGiven {
        item: u32,
        why: Box<Refusal>,
    },
    /// No item with this number is waiting.
    NoSuchItem {
        item: u32,
    },
}
