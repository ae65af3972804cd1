//! What is due between battles, as orders with their reasons: each is given as it is, changed, or left.

use super::{CampaignItem, CampaignRow, RowTone};
use crate::{
    notation::{order_text, proposal_reason},
    rules,
    state::State,
    text,
};

/// `Proposed: 5 orders`
pub(super) fn title(orders: usize) -> String {
    format!("Proposed: {}", text::count(orders, "order", "orders"))
}

/// A row for each order, in that in which they can be given.
#[must_use]
pub(crate) fn rows(state: &State) -> Vec<CampaignRow> {
    let row = |proposal: &rules::Proposal| {
        let order = order_text(state, &proposal.order);
        CampaignRow {
            item: CampaignItem::Proposed(order.clone()),
            lead: String::new(),
            text: order,
            tail: String::new(),
            about: text::sanitize(&proposal_reason(state, &proposal.reason)),
            tone: RowTone::Offer,
        }
    };
    rules::proposals(state).iter().map(row).collect()
}
