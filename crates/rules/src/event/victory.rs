//! How battles and campaigns were decided. Source: RULES 7.

use crate::order::Award;
use serde::{Deserialize, Serialize};
use wardiary_base::id::{BattleId, SideId};

/// What decided a battle or a campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum DecidedBy {
    /// The referee's word.
    #[default]
    Word,
    /// One side alone had units left.
    Standing,
    /// One side alone was not exhausted; of a draw, none or several were.
    Exhaustion,
    /// The Strength Points that were lost.
    Losses,
    /// Victory points.
    Points,
}

/// Who won, and what decided it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decision {
    /// Who won, and by what margin.
    pub award: Award,
    /// What decided it.
    #[serde(default, skip_serializing_if = "is_word")]
    pub by: DecidedBy,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_word(by: &DecidedBy) -> bool {
    *by == DecidedBy::Word
}

/// How the campaign comes out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum VictoryEvent {
    /// It was said afterwards who won a battle that had ended undecided.
    BattleDecided {
        /// The battle.
        battle: BattleId,
        /// Who won.
        decision: Decision,
        /// Why, in the words of whoever said so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<String>,
    },
    /// Victory points were given, or taken away.
    Scored {
        /// Whose.
        side: SideId,
        /// How many; below zero they were taken away.
        by: i32,
    },
    /// The campaign ended.
    CampaignEnded {
        /// Who won, if it was decided.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        decision: Option<Decision>,
        /// Why, in the words of whoever ended it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<String>,
    },
}

impl VictoryEvent {
    /// The battle it is about, if it is about one.
    #[must_use]
    pub fn battle(&self) -> Option<BattleId> {
        match self {
            Self::BattleDecided { battle, .. } => Some(*battle),
            Self::Scored { .. } | Self::CampaignEnded { .. } => None,
        }
    }

    /// The side it names, if it names one.
    #[must_use]
    pub fn side(&self) -> Option<SideId> {
        match self {
            Self::BattleDecided { decision, .. } => decision.award.winner(),
            Self::Scored { side, .. } => Some(*side),
            Self::CampaignEnded { decision, .. } => decision.as_ref()?.award.winner(),
        }
    }
}
