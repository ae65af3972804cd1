//! Events of stacks and Conflicts. Source: RULES 5.

use crate::order::{Edge, Posture, ScreenTarget, Stats, is_default};
use serde::{Deserialize, Serialize};
use wardiary_base::{
    dice::Face,
    ground::Facing,
    id::{BattleId, Id, SideId, StackId, UnitId},
};

/// An event of a stack or in a Conflict. A Conflict is identified by its index in the battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum StackEvent {
    Postured {
        stack: StackId,
        #[serde(default, skip_serializing_if = "Posture::is_neutral")]
        from: Posture,
        #[serde(default, skip_serializing_if = "Posture::is_neutral")]
        to: Posture,
    },
    Led {
        stack: StackId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<UnitId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<UnitId>,
    },
    Screened {
        stack: StackId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<ScreenTarget>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<ScreenTarget>,
    },
    StatsSet {
        unit: UnitId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Box<Stats>>,
        to: Box<Stats>,
    },
    ConflictOpened {
        battle: BattleId,
        /// The stacks of the side that opened it, and of the other side.
        stacks: (Vec<StackId>, Vec<StackId>),
    },
    /// A stack in a Conflict formed its Square, from which its stats are computed.
    Formed {
        battle: BattleId,
        conflict: u16,
        stack: StackId,
        #[serde(rename = "formation")]
        square: Square,
        /// Its Initiative, if that is computed too.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        init: Option<u32>,
    },
    RoundBegun {
        battle: BattleId,
        conflict: u16,
        /// The order in which stacks act; empty if all act at once.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        order: Vec<StackId>,
    },
    Struck {
        battle: BattleId,
        conflict: u16,
        by: StackId,
        at: StackId,
        #[serde(default, skip_serializing_if = "Edge::is_front")]
        edge: Edge,
        face: Face,
        ap: u32,
        /// The defense power it had to beat.
        dp: u32,
        /// Damage of a hit; `None` for a miss.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        damage: Option<u32>,
        /// Damage left over when no unit remained to take it.
        #[serde(default, skip_serializing_if = "is_default")]
        spare: u32,
    },
    /// The exposure of a Warlord whose stack was hit was rolled for.
    Exposed {
        unit: UnitId,
        face: Face,
        exposed: bool,
    },
    /// A stack did something else instead of striking.
    Held {
        battle: BattleId,
        conflict: u16,
        stack: StackId,
    },
    Rotated {
        battle: BattleId,
        conflict: u16,
        stack: StackId,
        times: u8,
        /// Penalty to its AP and DP for the rest of the round.
        cost: u16,
        /// Its new facing, if it is on a map.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<Facing>,
    },
    RoundEnded {
        battle: BattleId,
        conflict: u16,
        /// From 1.
        round: u32,
    },
    Joined {
        battle: BattleId,
        conflict: u16,
        stack: StackId,
    },
    /// A stack left a Conflict: it fled, or lost contact.
    Fled {
        battle: BattleId,
        conflict: u16,
        stack: StackId,
        /// Whether it did not flee: it was moved, or the enemies beside it are gone.
        #[serde(default, skip_serializing_if = "is_default")]
        lost_contact: bool,
    },
    ConflictEnded {
        battle: BattleId,
        conflict: u16,
        how: ConflictEnd,
    },
}

/// The Square of a stack, from which its stats are computed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Square {
    /// Units in the order of the Square's places.
    pub units: Vec<UnitId>,
    #[serde(skip_serializing_if = "Posture::is_neutral")]
    pub posture: Posture,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leader: Option<UnitId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub screen: Option<ScreenTarget>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ConflictEnd {
    NoneLeft(SideId),
    /// All stacks broke it off.
    Disengaged,
    TimeUp,
}

impl StackEvent {
    pub fn subjects(&self) -> (Option<BattleId>, Vec<Id>) {
        let ids = |stacks: &[StackId]| stacks.iter().map(|stack| Id::from(*stack)).collect();
        match self {
            Self::Postured { stack, .. } | Self::Screened { stack, .. } => (None, ids(&[*stack])),
            Self::Led { stack, from, to } => {
                let leaders = from.iter().chain(to).map(|unit| Id::from(*unit));
                (None, leaders.chain([Id::from(*stack)]).collect())
            }
            Self::StatsSet { unit, .. } | Self::Exposed { unit, .. } => (None, vec![Id::from(*unit)]),
            Self::Formed { battle, stack, .. }
            | Self::Held { battle, stack, .. }
            | Self::Rotated { battle, stack, .. }
            | Self::Joined { battle, stack, .. }
            | Self::Fled { battle, stack, .. } => (Some(*battle), ids(&[*stack])),
            Self::Struck { battle, by, at, .. } => (Some(*battle), ids(&[*by, *at])),
            Self::ConflictOpened { battle, stacks } => (Some(*battle), ids(&[&*stacks.0, &*stacks.1].concat())),
            Self::RoundBegun { battle, order, .. } => (Some(*battle), ids(order)),
            Self::RoundEnded { battle, .. } | Self::ConflictEnded { battle, .. } => (Some(*battle), Vec::new()),
        }
    }
}
