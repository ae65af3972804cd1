//! Play by mail: the orders that a player composes on his share go back to the referee as a file, and into his inbox.
//!
//! A share is only read, so what its player orders stands beside it, in `NAME.orders.ron` ([`Outbox`]). Each order is held
//! against what his side knows, as the share left it: they are written orders, all of the same moment, and none of them waits
//! for what another may lead to. What depends on that is written in words (`orders Blue "then follow the road"`). So the
//! order of their lines decides nothing, any of them can be taken back, and what the screen shows is what they are held
//! against.
//!
//! The referee takes the file in ([`Delivery`]): each order is read as its writer meant it, in his side's numbers and names, and
//! handed in as he wrote it.

mod delivery;
mod letter;
mod order;
mod outbox;

pub use delivery::{Delivered, Delivery, NotDelivered, ReadAs};
pub use letter::Letter;
pub use order::{may_be_given, may_order, order_of};
pub use outbox::{Composed, Outbox, is_letter, shown_name};
