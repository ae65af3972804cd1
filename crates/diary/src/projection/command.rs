//! Orders of a player, in truth: what becomes of them where that is otherwise than he knows. Source: the architecture, “What
//! somebody sees”.
//!
//! A player's order is validated against what his side knows, and carried out against the truth. What he could not see may
//! stop a move, and never refuses it.

use super::{projector::Projector, translate::Translate};
use wardiary_rules::{
    order::{MapOrder, March, Order},
    rules::{Refusal, resolve},
    state::State,
};

impl Projector {
    /// An order in a side's own numbers, as it stands in the referee's diary after that entry; nothing where it names what is
    /// not in the side's.
    #[must_use]
    pub fn in_truth(&self, no: crate::diary::EntryNo, order: &Order) -> Option<Order> {
        let mut order = order.clone();
        let truth = self.truth_of(no)?;
        order.translate(&mut |own| truth.get(&own).copied()).map(|()| order)
    }
}

/// As much of a move as the truth allows, where it does not allow all of it: each goes on as far as he can.
///
/// # Errors
/// Why the truth does not allow any of it.
pub fn as_far_as_it_goes(truth: &State, order: &Order) -> Result<Order, Refusal> {
    let mut order = order.clone();
    loop {
        let Err(refusal) = resolve(truth, &order, &[]) else { return Ok(order) };
        if !shorten(&mut order) {
            return Err(refusal);
        }
    }
}

/// Takes the last area off the last way of a move; whether there was one.
fn shorten(order: &mut Order) -> bool {
    let Order::Map(MapOrder::Move { marches, anyway: None }) = order else { return false };
    let Some(March { by, facing, .. }) = marches.last_mut() else { return false };
    by.pop();
    *facing = None;
    if by.is_empty() {
        marches.pop();
    }
    !marches.is_empty()
}
