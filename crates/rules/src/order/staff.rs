//! Orders for staff work: what the referee tells the sides, what they may know besides what they see, and the orders that they
//! hand in to him. Source: RULES 7.

use super::{Order, Verb};
use serde::{Deserialize, Serialize};
use wardiary_base::{
    book::Moment,
    id::{Id, SideId},
};

/// An order for staff work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum StaffOrder {
    /// `tell Blue "Corps HQ asks for news"`; `tell Blue + Red "…" at day 3 dawn`: `advance` delivers it then; `tell all "…"`.
    Tell {
        /// Who is told.
        sides: Vec<SideId>,
        /// What.
        text: String,
        /// When; at once if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Moment>,
    },
    /// `reveal "XX Corps" to Blue because "a deserter talked"`: a ruling.
    Reveal {
        /// A side, stack, unit, battle or map.
        what: Id,
        /// Who knows it exactly from then on.
        to: Vec<SideId>,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// `hide "XX Corps"`, `hide "XX Corps" from Blue because "in the woods"`: a ruling.
    Hide {
        /// A side, stack, unit, battle or map.
        what: Id,
        /// Who does not see it even in sight; all others if nobody is named.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        from: Vec<SideId>,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// `orders Blue "march \"XX Corps\" to Thorn" due day 3 dawn`: a side's written orders, kept for the referee.
    HandIn {
        /// Whose they are.
        side: SideId,
        /// As they are written: an order, or free text.
        text: String,
        /// When they are to be given; at once if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        due: Option<Moment>,
    },
    /// `grant 3`, `grant 3 as march "XX Corps" to Thorn`: the written order, or another in its place, is carried out.
    Grant {
        /// Its number.
        number: u32,
        /// The order.
        order: Box<Order>,
    },
    /// `grant 3 done because "played out on the table"`: written orders are settled as given, without an order.
    Done {
        /// Their number.
        number: u32,
        /// What came of them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// `refuse 3 because "the bridge is down"`
    Refuse {
        /// Their number.
        number: u32,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
}

impl StaffOrder {
    pub(super) fn verb(&self) -> Verb {
        match self {
            Self::Tell { .. } => Verb::Tell,
            Self::Reveal { .. } => Verb::Reveal,
            Self::Hide { .. } => Verb::Hide,
            Self::HandIn { .. } => Verb::Orders,
            Self::Grant { .. } | Self::Done { .. } => Verb::Grant,
            Self::Refuse { .. } => Verb::Refuse,
        }
    }
}
