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
