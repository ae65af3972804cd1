//! Orders that decide battles and the campaign and award points. Source: RULES 7.

use serde::{Deserialize, Serialize};
use wardiary_base::id::SideId;

/// The result of a battle or campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Award {
    /// `won by Germans margin "decisive"`
    Won {
        side: SideId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        margin: Option<String>,
    },
    /// `drawn`
    Drawn,
}

impl Award {
    pub fn winner(&self) -> Option<SideId> {
        match self {
            Self::Won { side, .. } => Some(*side),
            Self::Drawn => None,
        }
    }

    pub fn margin(&self) -> Option<&str> {
        match self {
            Self::Won { margin, .. } => margin.as_deref(),
            Self::Drawn => None,
        }
    }
}

/// An order about the campaign's result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum VictoryOrder {
    /// `end campaign won by Germans because "the bridges are held"`
    EndCampaign {
        /// If `None`, the rules decide, if they can.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        award: Option<Award>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// `score Germans 3 because "the convoy arrived"`; `score Germans penalty 3 because …`
    Score { side: SideId, by: i32, why: String },
}
