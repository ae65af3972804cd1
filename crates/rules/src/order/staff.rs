//! Orders for staff work: messages to the sides, what sides may know besides what they see, and the orders that sides
//! hand in. Source: RULES 7.

use super::Order;
use serde::{Deserialize, Serialize};
use wardiary_base::{
    book::Moment,
    id::{Id, SideId},
};

/// An order for staff work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum StaffOrder {
    /// `tell Blue "Corps HQ asks for news"`; `tell Blue + Red "…" at day 3 dawn`: `advance` delivers it then; `tell all
    /// "…"`.
    Tell {
        sides: Vec<SideId>,
        text: String,
        /// Delivery time; at once if `None`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Moment>,
    },
    /// `reveal "XX Corps" to Blue because "a deserter talked"`: a ruling.
    Reveal {
        /// A side, stack, unit, battle or map.
        what: Id,
        /// The sides that know it exactly from now on.
        to: Vec<SideId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// `hide "XX Corps"`, `hide "XX Corps" from Blue because "in the woods"`: a ruling.
    Hide {
        /// A side, stack, unit, battle or map.
        what: Id,
        /// The sides that do not see it even when it is in sight; all others if empty.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        from: Vec<SideId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// `orders Blue "march \"XX Corps\" to Thorn" due day 3 dawn`: keeps a side's written orders for the referee.
    HandIn {
        side: SideId,
        /// An order, or free text.
        text: String,
        /// When to carry them out; at once if `None`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        due: Option<Moment>,
    },
    /// `grant 3`, `grant 3 as march "XX Corps" to Thorn`: carries out the written order, or another in its place.
    Grant { number: u32, order: Box<Order> },
    /// `grant 3 done because "played out on the table"`: settles written orders without an order.
    Done {
        number: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// `refuse 3 because "the bridge is down"`
    Refuse {
        number: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
}
