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
    NothingSaid,
    /// The text is longer than `LONGEST_TEXT` characters.
    TooLong {
        characters: usize,
    },
    /// The delivery time of a message does not lie in the future.
    NotAhead {
        at: Moment,
    },
    /// The time at which the orders are to be given has passed.
    Past {
        due: Moment,
    },
    /// A ruling reveals or hides a thing that is the side's own.
    Own {
        side: SideId,
        what: Id,
    },
    /// The thing is already revealed, or hidden.
    AlreadySo {
        what: Id,
        ruled: Ruled,
    },
    /// No written orders have this number.
    NoSuchOrders {
        number: u32,
    },
    /// The orders have already been given or refused.
    Answered {
        number: u32,
    },
    /// The orders are to be given later.
    NotDue {
        number: u32,
    },
    /// An order that names a branch, or gives waiting orders, must be given alone.
    ByItself,
    /// The order given for the written orders is refused.
    NotGranted {
        number: u32,
        why: Box<Refusal>,
    },
}
