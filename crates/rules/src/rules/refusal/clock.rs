//! Refusals of orders for the campaign's clock. Source: RULES 7.

use super::Refusal;
use wardiary_base::{book::Moment, id::BattleId};

/// Why an order for the campaign's clock is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClockRefusal {
    /// The rulebook has no clock.
    NoClock,
    /// Time does not go on by itself while something is left over.
    LeftOver {
        /// The battles that are fought.
        battles: Vec<BattleId>,
        /// The numbers of what is due.
        due: Vec<u32>,
        /// The numbers of the contacts that stand.
        contacts: Vec<u32>,
        /// The numbers of the written orders that are due.
        orders: Vec<u32>,
    },
    /// There is no later moment.
    EndOfTime,
    /// It is to come due at a moment that is not ahead.
    NotAhead {
        /// The moment.
        at: Moment,
    },
    /// There is no text.
    NothingScheduled,
    /// It comes due later.
    NotDue {
        /// The number.
        item: u32,
    },
    /// An order that names a branch, or gives what was scheduled, is given by itself only.
    ByItself,
    /// The order is refused that would be given for what is due.
    NotGiven {
        /// The number of what is due.
        item: u32,
        /// Why it is refused.
        why: Box<Refusal>,
    },
    /// Nothing of that number is waiting.
    NoSuchItem {
        /// The number.
        item: u32,
    },
}
