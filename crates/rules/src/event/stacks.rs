//! What can happen to stacks, and in their Conflicts. Source: RULES 5.

use crate::order::{Edge, Posture, ScreenTarget, Stats};
use serde::{Deserialize, Serialize};
use wardiary_base::{
    dice::Face,
    ground::Facing,
    id::{BattleId, SideId, StackId, UnitId},
};

/// One thing that happened to a stack or in a Conflict. A Conflict goes by its place in its battle, from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum StackEvent {
    /// A stack took another posture.
    Postured {
        /// Which.
        stack: StackId,
        /// Before.
        #[serde(default, skip_serializing_if = "Posture::is_neutral")]
        from: Posture,
        /// Now.
        #[serde(default, skip_serializing_if = "Posture::is_neutral")]
        to: Posture,
    },
    /// A stack has another leader, or none.
    Led {
        /// Which.
        stack: StackId,
        /// Who led it before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<UnitId>,
        /// Who leads it now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<UnitId>,
    },
    /// A stack screens something else, or nothing.
    Screened {
        /// Which.
        stack: StackId,
        /// What it screened before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<ScreenTarget>,
        /// What it screens now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<ScreenTarget>,
    },
    /// A unit has other numbers.
    StatsSet {
        /// Whose.
        unit: UnitId,
        /// Before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Box<Stats>>,
        /// Now.
        to: Box<Stats>,
    },
    /// A Conflict began.
    ConflictOpened {
        /// The battle.
        battle: BattleId,
        /// The stacks of the side that opened it, and those of the other.
        stacks: (Vec<StackId>, Vec<StackId>),
    },
    /// A stack in a Conflict formed its Square, and its numbers are worked out from that.
    Formed {
        /// The battle.
        battle: BattleId,
        /// Which Conflict.
        conflict: u16,
        /// Which stack.
        stack: StackId,
        /// How it stands.
        formation: Formation,
        /// Its Initiative, where that is worked out too.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        init: Option<u32>,
    },
    /// A round of a Conflict began.
    RoundBegun {
        /// The battle.
        battle: BattleId,
        /// Which Conflict.
        conflict: u16,
        /// The stacks in the order in which they act; empty where all act at once.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        order: Vec<StackId>,
    },
    /// A stack struck a blow.
    Struck {
        /// The battle.
        battle: BattleId,
        /// Which Conflict.
        conflict: u16,
        /// Who struck.
        by: StackId,
        /// Whom.
        at: StackId,
        /// On which Edge.
        #[serde(default, skip_serializing_if = "Edge::is_front")]
        edge: Edge,
        /// What the die showed.
        face: Face,
        /// The attack power that was added.
        ap: u32,
        /// The defense power it had to overcome.
        dp: u32,
        /// The damage of the hit; nothing where it missed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        damage: Option<u32>,
        /// What of it no unit was left to take.
        #[serde(default, skip_serializing_if = "is_none")]
        spare: u32,
    },
    /// It was thrown for whether the Warlord of a stack that was hit stood in the way.
    Exposed {
        /// The Warlord.
        unit: UnitId,
        /// What the die showed.
        face: Face,
        /// Whether he did.
        exposed: bool,
    },
    /// A stack did something else in its turn.
    Held {
        /// The battle.
        battle: BattleId,
        /// Which Conflict.
        conflict: u16,
        /// Who.
        stack: StackId,
    },
    /// A stack turned.
    Rotated {
        /// The battle.
        battle: BattleId,
        /// Which Conflict.
        conflict: u16,
        /// Who.
        stack: StackId,
        /// How often.
        times: u8,
        /// What that takes off its AP and DP for the rest of the round.
        cost: u16,
        /// The edge that it faces now, where it stands on a map.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<Facing>,
    },
    /// A round of a Conflict ended.
    RoundEnded {
        /// The battle.
        battle: BattleId,
        /// Which Conflict.
        conflict: u16,
        /// The round, from 1.
        round: u32,
    },
    /// A stack joined a Conflict.
    Joined {
        /// The battle.
        battle: BattleId,
        /// Which Conflict.
        conflict: u16,
        /// Who.
        stack: StackId,
    },
    /// A stack fled from a Conflict.
    Fled {
        /// The battle.
        battle: BattleId,
        /// Which Conflict.
        conflict: u16,
        /// Who.
        stack: StackId,
    },
    /// A Conflict ended.
    ConflictEnded {
        /// The battle.
        battle: BattleId,
        /// Which Conflict.
        conflict: u16,
        /// How.
        how: ConflictEnd,
    },
}

fn is_none(n: &u32) -> bool {
    *n == 0
}

/// How a stack stands: what its numbers are worked out from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Formation {
    /// Its units, in the order of the Square's places.
    pub units: Vec<UnitId>,
    /// Its posture.
    #[serde(skip_serializing_if = "Posture::is_neutral")]
    pub posture: Posture,
    /// Its Warlord.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leader: Option<UnitId>,
    /// What it screens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub screen: Option<ScreenTarget>,
}

/// How a Conflict ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ConflictEnd {
    /// A side has no stack left in it.
    NoneLeft(SideId),
    /// All broke it off.
    Disengaged,
    /// The battle ended.
    TimeUp,
}

impl StackEvent {
    /// The battle it happened in, where it is about one.
    #[must_use]
    pub fn battle(&self) -> Option<BattleId> {
        match self {
            Self::ConflictOpened { battle, .. }
            | Self::Formed { battle, .. }
            | Self::RoundBegun { battle, .. }
            | Self::Struck { battle, .. }
            | Self::Held { battle, .. }
            | Self::Rotated { battle, .. }
            | Self::RoundEnded { battle, .. }
            | Self::Joined { battle, .. }
            | Self::Fled { battle, .. }
            | Self::ConflictEnded { battle, .. } => Some(*battle),
            Self::Postured { .. }
            | Self::Led { .. }
            | Self::Screened { .. }
            | Self::StatsSet { .. }
            | Self::Exposed { .. } => None,
        }
    }

    /// The stacks it is about.
    #[must_use]
    pub fn stacks(&self) -> Vec<StackId> {
        match self {
            Self::Postured { stack, .. }
            | Self::Led { stack, .. }
            | Self::Screened { stack, .. }
            | Self::Formed { stack, .. }
            | Self::Held { stack, .. }
            | Self::Rotated { stack, .. }
            | Self::Joined { stack, .. }
            | Self::Fled { stack, .. } => vec![*stack],
            Self::Struck { by, at, .. } => vec![*by, *at],
            Self::ConflictOpened { stacks, .. } => stacks.0.iter().chain(&stacks.1).copied().collect(),
            Self::RoundBegun { order, .. } => order.clone(),
            Self::StatsSet { .. } | Self::Exposed { .. } | Self::RoundEnded { .. } | Self::ConflictEnded { .. } => {
                Vec::new()
            }
        }
    }

    /// The units it is about.
    #[must_use]
    pub fn units(&self) -> Vec<UnitId> {
        match self {
            Self::StatsSet { unit, .. } | Self::Exposed { unit, .. } => vec![*unit],
            Self::Led { from, to, .. } => from.iter().chain(to).copied().collect(),
            Self::Postured { .. }
            | Self::Screened { .. }
            | Self::ConflictOpened { .. }
            | Self::Formed { .. }
            | Self::RoundBegun { .. }
            | Self::Struck { .. }
            | Self::Held { .. }
            | Self::Rotated { .. }
            | Self::RoundEnded { .. }
            | Self::Joined { .. }
            | Self::Fled { .. }
            | Self::ConflictEnded { .. } => Vec::new(),
        }
    }
}
