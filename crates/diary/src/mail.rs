//! Play by mail: a player composes orders on a share and sends them to the referee's inbox as a file.
//!
//! A share is read-only, so the player's orders are kept beside it, in `NAME.orders.ron` ([`Outbox`]). Each order is
//! checked against what the side knows in the share. All orders are written at the same moment and none depends on the
//! result of another; what depends on a result is written in words (`orders Blue "then follow the road"`). So their
//! sequence has no effect, any of them can be taken back, and the screen shows the state they are checked against.
//!
//! The referee takes the file in ([`Delivery`]): each order is read with the names and numbers of its writer's side,
//! and handed in as it was written.

mod delivery;
mod letter;
mod order;
mod outbox;

pub use delivery::{Delivered, Delivery, DeliveryError, ReadAs};
pub use letter::Letter;
pub use order::{check_order, parse_order, permitted_order};
pub use outbox::{Composed, Outbox, is_letter, shown_name};
