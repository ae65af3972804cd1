//! Orders proposed for the time between battles, with their reasons. Each can be given, changed or ignored.

use super::{CampaignItem, CampaignRow, RowTone};
use wardiary_base::text;
use wardiary_rules::{
    notation::{order_text, proposal_reason},
    rules,
    state::State,
};

pub(super) fn title(orders: usize) -> String {
    format!("Proposed: {}", text::count(orders, "order", "orders"))
}

/// Added to the title if more orders become due after the listed ones.
pub const THEN_MORE: &str = ", then more";

/// The row of an order.
pub fn row(state: &State, proposal: &rules::Proposal) -> CampaignRow {
    CampaignRow {
        item: CampaignItem::Proposed(Box::new(proposal.clone())),
        lead: String::new(),
        text: order_text(state, &proposal.order),
        tail: String::new(),
        details: text::sanitize(&proposal_reason(state, &proposal.reason)),
        tone: RowTone::Missing,
    }
}
