//! What is due between battles, as orders with their reasons: each is given as it is, changed, or left.

use super::{CampaignItem, CampaignRow, RowTone};
use wardiary_base::text;
use wardiary_rules::{
    notation::{order_text, proposal_reason},
    rules,
    state::State,
};

/// `Proposed: 5 orders`
pub(super) fn title(orders: usize) -> String {
    format!("Proposed: {}", text::count(orders, "order", "orders"))
}

/// What the title says beside it where more waits for the orders that are listed.
pub const THEN_MORE: &str = ", then more";

/// The row of an order.
#[must_use]
pub fn row(state: &State, proposal: &rules::Proposal) -> CampaignRow {
    CampaignRow {
        item: CampaignItem::Proposed(Box::new(proposal.clone())),
        lead: String::new(),
        text: order_text(state, &proposal.order),
        tail: String::new(),
        about: text::sanitize(&proposal_reason(state, &proposal.reason)),
        tone: RowTone::Offer,
    }
}
