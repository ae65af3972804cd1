//! Play by mail: a player composes orders on a share and sends them to the referee's inbox as a file.
//!
//! A share is read-only, so the player's orders are kept beside it, in `NAME.orders.ron` ([`LetterFile`]). Each order is
//! checked against what the side knows in the share. All orders are written at the same moment and none depends on the
//! result of another; what depends on a result is written in words (`orders Blue "then follow the road"`). So their
//! sequence has no effect, any of them can be taken back, and the screen shows the state they are checked against.
//!
//! The referee takes the file in ([`Delivery`]): each order is read with the names and numbers of its writer's side,
//! and handed in as it was written.

mod delivery;
mod letter;
mod letter_file;

use crate::error::UserError;
pub use delivery::{DeliveredOrder, Delivery, DeliveryError, LetterOrderForm};
pub use letter::Letter;
pub use letter_file::{ComposedOrder, LetterFile, is_letter, shown_name};
use wardiary_base::{
    id::SideId,
    text::{self, Text},
};
use wardiary_rules::{
    notation::{Instruction, is_referee_order, order_text, parse_instruction, refusal},
    order::{Order, StaffOrder},
    rules::{self, AuthorityError, may_give},
    state::State,
};

/// Reads an order in a side's own numbers, if the side may give it and nothing it knows forbids it.
pub fn parse_order(typed: &str, seen: &State, own: SideId) -> Result<Order, UserError> {
    let read = parse_instruction(typed, seen).map_err(|error| {
        if is_referee_order(typed) {
            return permission_error(AuthorityError::Referee, seen, own);
        }
        UserError::from_notation(error, typed)
    })?;
    let order = permitted_order(&read, seen, own)?;
    check_order(order, seen, own).map(|()| order.clone())
}

/// Returns the order that was typed if the side may give it, without checking the rules.
pub fn permitted_order<'o>(read: &'o Instruction, seen: &State, own: SideId) -> Result<&'o Order, UserError> {
    match read {
        Instruction::Order(order) => {
            may_give(seen, own, order).map_err(|not| permission_error(not, seen, own))?;
            Ok(order)
        }
        Instruction::Suggest(_) | Instruction::Propose => {
            Err(UserError::refused("`suggest` and `propose` only propose orders; write the order itself"))
        }
        _ => {
            let failure = UserError::refused("only the referee can move through the diary or change it");
            Err(failure.hint(request_hint(seen, own)))
        }
    }
}

/// Checks that the side may give an order and that nothing the side knows forbids it.
pub fn check_order(order: &Order, seen: &State, own: SideId) -> Result<(), UserError> {
    may_give(seen, own, order).map_err(|not| permission_error(not, seen, own))?;
    match rules::resolve(seen, order, &[]) {
        Ok(_) => Ok(()),
        Err(refusal) => Err(refusal::describe(&refusal, seen).into()),
    }
}

/// Limits on the orders of a side that wait for the referee's answer.
#[derive(Clone, Copy, Debug)]
pub struct InboxLimits {
    pub orders: usize,
    /// Their total length, in bytes.
    pub bytes: usize,
}

impl InboxLimits {
    pub const DEFAULT: Self = Self { orders: 200, bytes: 65536 };

    /// Refuses a text if too much of its side waits already.
    pub fn check_room<'t>(self, waiting: impl Iterator<Item = &'t Text>, text: &Text) -> Result<(), UserError> {
        let (count, bytes) = waiting.fold((0, text.len()), |(n, bytes), waiting| (n + 1, bytes + waiting.len()));
        let what = if count >= self.orders {
            format!(
                "{} of your side already wait for the referee’s answer, the most that may wait",
                text::count(count, "order", "orders")
            )
        } else if bytes > self.bytes {
            format!(
                "the orders of your side that wait for the referee’s answer would have {bytes} bytes; the maximum is {}",
                self.bytes
            )
        } else {
            return Ok(());
        };
        Err(UserError::refused(what).hint("hand it in once the referee has answered some of them"))
    }
}

/// Why a side may not give an order, with the names it knows.
fn permission_error(not: AuthorityError, seen: &State, own: SideId) -> UserError {
    let side = seen.name(own);
    match not {
        AuthorityError::Referee | AuthorityError::Ruling => {
            UserError::refused(format!("only the referee can give this order, not {side}"))
                .hint(request_hint(seen, own))
        }
        AuthorityError::Stranger(id) => UserError::refused(format!("{side} can't give orders to {}", seen.name(id)))
            .hint("give orders to your own forces"),
    }
}

/// How to ask the referee for something instead.
fn request_hint(seen: &State, own: SideId) -> String {
    let request = Order::Staff(StaffOrder::HandIn { side: own, text: "…".into(), due: None });
    format!("to send the referee a request: `{}`", order_text(seen, &request))
}
