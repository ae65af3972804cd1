//! Refusals of orders for staff work. Source: RULES 7.

use super::Refusal;
use crate::state::Ruled;
use wardiary_base::{
    book::Moment,
    id::{Id, SideId},
};

/// Why an order for staff work is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StaffRefusal {
    /// There is no text.
    NothingSaid,
    /// The text is longer than a message or written orders are.
    TooLong {
        /// How many characters it has.
        characters: usize,
    },
    /// A message is to be delivered at a moment that is not ahead.
    NotAhead {
        /// The moment.
        at: Moment,
    },
    /// Orders are to be given at a moment that has passed.
    Past {
        /// The moment.
        due: Moment,
    },
    /// What is revealed to a side, or hidden from it, is its own.
    Own {
        /// The side.
        side: SideId,
        /// What is its own.
        what: Id,
    },
    /// It is revealed, or hidden, already.
    AlreadySo {
        /// What.
        what: Id,
        /// How it was ruled.
        ruled: Ruled,
    },
    /// No orders of that number were handed in.
    NoSuchOrders {
        /// The number.
        number: u32,
    },
    /// They were given or refused before.
    Answered {
        /// The number.
        number: u32,
    },
    /// They are to be given later.
    NotDue {
        /// The number.
        number: u32,
    },
    /// An order that names a branch, or gives one that waits, is given by itself only.
    ByItself,
    /// The order is refused that would be given.
    NotGranted {
        /// The number of the written orders.
        number: u32,
        /// Why it is refused.
        why: Box<Refusal>,
    },
}
