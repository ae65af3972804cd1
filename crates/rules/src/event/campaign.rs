//! Events between battles: the clock, staff work, decisions and refit. Source: RULES 7.

use crate::order::{Award, is_default};
use serde::{Deserialize, Serialize};
use wardiary_base::{
    book::{Grade, Moment},
    id::{BattleId, Id, SideId, UnitId},
    text::Text,
};

/// An event of the campaign's clock. What falls due at a moment follows from the schedule and is not stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum ClockEvent {
    Advanced {
        from: Moment,
        to: Moment,
    },
    Scheduled {
        /// Numbers count from 1.
        item: u32,
        at: Moment,
        /// A note, or the text of an order.
        what: Text,
        /// The unit, stack or side that replaces `{force}`, in an order from a random table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<Id>,
    },
    Settled {
        item: u32,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum StaffEvent {
    /// The referee sent a message, or scheduled one.
    Told {
        /// The message's number, counted from 1.
        message: u32,
        sides: Vec<SideId>,
        text: Text,
        /// Delivery time, if not at once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        due: Option<Moment>,
    },
    Delivered {
        message: u32,
    },
    /// A ruling: sides know something exactly from now on, wherever it is.
    Revealed {
        /// A side, stack, unit, battle or map.
        what: Id,
        to: Vec<SideId>,
    },
    /// A ruling: something is not seen, even when in sight, until it is revealed.
    Hidden {
        what: Id,
        /// The sides that do not see it; all others if empty.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        from: Vec<SideId>,
    },
    HandedIn {
        number: u32,
        side: SideId,
        text: Text,
        /// When to carry them out, if not at once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        due: Option<Moment>,
    },
    /// Written orders were granted. If they were carried out as an order, its events follow.
    Granted {
        number: u32,
        /// The result in the referee's words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Text>,
    },
    Refused {
        number: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Text>,
    },
    /// A side took its own written orders back before they were answered.
    Cancelled {
        number: u32,
    },
}

impl StaffEvent {
    pub fn ids(&self) -> Vec<Id> {
        let (what, sides): (Option<Id>, &[SideId]) = match self {
            Self::Told { sides, .. } => (None, sides),
            Self::Revealed { what, to: sides } | Self::Hidden { what, from: sides } => (Some(*what), sides),
            Self::HandedIn { side, .. } => (Some((*side).into()), &[]),
            Self::Delivered { .. } | Self::Granted { .. } | Self::Refused { .. } | Self::Cancelled { .. } => {
                (None, &[])
            }
        };
        what.into_iter().chain(sides.iter().map(|side| Id::from(*side))).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum DecidedBy {
    #[default]
    Word,
    /// Only one side had units left.
    Standing,
    /// Only one side was not exhausted. For a draw: none, or several.
    Exhaustion,
    Losses,
    Points,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decision {
    pub award: Award,
    #[serde(default, skip_serializing_if = "is_default")]
    pub by: DecidedBy,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum VictoryEvent {
    /// A battle that had ended undecided was decided afterwards.
    BattleDecided {
        battle: BattleId,
        decision: Decision,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<Text>,
    },
    Scored {
        side: SideId,
        by: i32,
    },
    CampaignEnded {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        decision: Option<Decision>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<Text>,
    },
}

impl VictoryEvent {
    /// The battle that it concerns, and the side that it names.
    pub fn subjects(&self) -> (Option<BattleId>, Option<SideId>) {
        match self {
            Self::BattleDecided { battle, decision, .. } => (Some(*battle), decision.award.winner()),
            Self::Scored { side, .. } => (None, Some(*side)),
            Self::CampaignEnded { decision, .. } => {
                (None, decision.as_ref().and_then(|decision| decision.award.winner()))
            }
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum RefitEvent {
    /// After a battle, its losses were divided into permanent and recoverable ones.
    Counted {
        battle: BattleId,
        /// Each surviving unit with losses: Strength Points lost for good, and those that will return.
        losses: Vec<(UnitId, u16, u16)>,
    },
    /// Units were credited with what their dice did to the enemy. Only if the rulebook promotes units for it.
    Credited {
        battle: BattleId,
        /// Each unit, and the defeats it inflicted.
        units: Vec<(UnitId, u16)>,
    },
    Returned {
        unit: UnitId,
        from: u16,
        to: u16,
    },
    /// A unit recovered. Each value is (before, after), and is left out if unchanged.
    Recovered {
        unit: UnitId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        strength: Option<(u16, u16)>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        edna: Option<(u8, u8)>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        grade: Option<(Grade, Grade)>,
    },
    Replaced {
        unit: UnitId,
        pool: Text,
        from: u16,
        to: u16,
    },
    Raised {
        unit: UnitId,
        to: u16,
        edna: (u8, u8),
        grade: (Grade, Grade),
    },
    Supplied {
        /// Units with their previous supply level; 0 is the best.
        units: Vec<(UnitId, u8)>,
        to: u8,
    },
}

impl RefitEvent {
    /// The battle that it concerns, and the units that it names.
    pub fn subjects(&self) -> (Option<BattleId>, Vec<UnitId>) {
        match self {
            Self::Counted { battle, losses, .. } => (Some(*battle), losses.iter().map(|(unit, ..)| *unit).collect()),
            Self::Credited { battle, units, .. } => (Some(*battle), units.iter().map(|(unit, _)| *unit).collect()),
            Self::Supplied { units, .. } => (None, units.iter().map(|(unit, _)| *unit).collect()),
            Self::Recovered { unit, .. }
            | Self::Returned { unit, .. }
            | Self::Replaced { unit, .. }
            | Self::Raised { unit, .. } => (None, vec![*unit]),
        }
    }
}
