//! A player's order in the true state. Source: the architecture, “What a side sees”.
//!
//! A player's order is validated against what the side knows and carried out in the true state. What the side could not
//! see may stop a move but never refuses it.

use super::{projector::Projector, translate::Translate};
use wardiary_rules::{
    order::{MapOrder, March, Order},
    rules::{Refusal, resolve},
    state::State,
};

impl Projector {
    /// Translates an order from the side's ids to the referee's after this entry. Returns `None` if it names something
    /// unknown to the side.
    pub fn to_true_order(&self, no: crate::diary::EntryNo, order: &Order) -> Option<Order> {
        let mut order = order.clone();
        let truth = self.true_ids(no)?;
        order.translate(&mut |own| truth.get(&own).copied()).map(|()| order)
    }
}

/// Shortens a move to what the true state allows: each unit goes as far as it can.
///
/// # Errors
/// The refusal, if no part of the order is possible.
pub fn shorten_to_possible(truth: &State, order: &Order) -> Result<Order, Refusal> {
    let mut order = order.clone();
    loop {
        let Err(refusal) = resolve(truth, &order, &[]) else { return Ok(order) };
        if !shorten(&mut order) {
            return Err(refusal);
        }
    }
}

/// Removes the last area from the last march of a move. Returns false if nothing is left to shorten.
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
