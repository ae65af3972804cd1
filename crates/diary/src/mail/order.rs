//! An order of a player: read by what his side knows, and refused by that alone, so that no refusal tells more.

use crate::error::UserError;
use wardiary_base::id::SideId;
use wardiary_rules::{
    notation::{Instruction, instruction, order_text, refusal},
    order::{Order, StaffOrder},
    rules::{self, NotYours, may_give},
    state::State,
};

/// The order that a text is for a side, in its own numbers: one that it may give, and that nothing it knows speaks against.
///
/// # Errors
/// That it can't be read, by the names that the side knows; whose it is; why it would be refused.
pub fn order_of(typed: &str, seen: &State, own: SideId) -> Result<Order, UserError> {
    let read = instruction(typed, seen).map_err(|error| UserError::of_notation(error, typed))?;
    let order = may_be_given(&read, seen, own)?;
    may_order(order, seen, own).map(|()| order.clone())
}

/// The order that something typed is, where it is one that a side may give, whatever the rules have against it.
///
/// # Errors
/// That it is none, or whose it is.
pub fn may_be_given<'o>(read: &'o Instruction, seen: &State, own: SideId) -> Result<&'o Order, UserError> {
    match read {
        Instruction::Order(order) => {
            may_give(seen, own, order).map_err(|not| not_yours(not, seen, own))?;
            Ok(order)
        }
        Instruction::Suggest(_) => Err(UserError::refused("`suggest` proposes orders and gives none")),
        _ => {
            let failure = UserError::refused("only the referee moves about in the diary, and changes it");
            Err(failure.hint(asking(seen, own)))
        }
    }
}

/// Whether a side may give an order, and nothing that it knows speaks against that.
///
/// # Errors
/// Whose it is, or why it would be refused.
pub fn may_order(order: &Order, seen: &State, own: SideId) -> Result<(), UserError> {
    may_give(seen, own, order).map_err(|not| not_yours(not, seen, own))?;
    match rules::resolve(seen, order, &[]) {
        Ok(_) => Ok(()),
        Err(refusal) => Err(refusal::describe(&refusal, seen).into()),
    }
}

/// Why a side may not give an order, by the names that it knows.
fn not_yours(not: NotYours, seen: &State, own: SideId) -> UserError {
    let side = seen.name(own);
    match not {
        NotYours::Referee | NotYours::Ruling => {
            UserError::refused(format!("that is the referee's to order, not for {side}")).hint(asking(seen, own))
        }
        NotYours::Stranger(id) => {
            UserError::refused(format!("{} takes no orders from {side}", seen.name(id))).hint("order your own")
        }
    }
}

/// How the referee is asked for something.
fn asking(seen: &State, own: SideId) -> String {
    let request = Order::Staff(StaffOrder::HandIn { side: own, text: "…".into(), due: None });
    format!("`{}` hands a request in to him", order_text(seen, &request))
}
