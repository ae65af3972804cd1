//! Decisions of battles and campaigns. Source: RULES 7.

use crate::order::{Award, is_default};
use serde::{Deserialize, Serialize};
use wardiary_base::id::{BattleId, SideId};

/// What decided a battle or a campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum DecidedBy {
    /// A ruling of the referee.
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

/// An event about the campaign's result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum VictoryEvent {
    /// A battle that had ended undecided was decided afterwards.
    BattleDecided {
        battle: BattleId,
        decision: Decision,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<String>,
    },
    /// Victory points were awarded or taken away.
    Scored { side: SideId, by: i32 },
    CampaignEnded {
        /// Who won, if it was decided.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        decision: Option<Decision>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<String>,
    },
}

impl VictoryEvent {
    /// The battle, if it concerns one.
    pub fn battle(&self) -> Option<BattleId> {
        match self {
            Self::BattleDecided { battle, .. } => Some(*battle),
            Self::Scored { .. } | Self::CampaignEnded { .. } => None,
        }
    }

    /// The side, if it names one.
    pub fn side(&self) -> Option<SideId> {
        match self {
            Self::BattleDecided { decision, .. } => decision.award.winner(),
            Self::Scored { side, .. } => Some(*side),
            Self::CampaignEnded { decision, .. } => decision.as_ref()?.award.winner(),
        }
    }
}
