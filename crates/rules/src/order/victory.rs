//! Orders that say who has won: a battle, the campaign, points. Source: RULES 7.

use super::Verb;
use serde::{Deserialize, Serialize};
use wardiary_base::id::SideId;

/// Who has won, by the word of a referee or by the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Award {
    /// `won by Germans margin "decisive"`
    Won {
        /// The winner.
        side: SideId,
        /// By what margin, in words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        margin: Option<String>,
    },
    /// `drawn`
    Drawn,
}

impl Award {
    /// The winner, if it is no draw.
    #[must_use]
    pub fn winner(&self) -> Option<SideId> {
        match self {
            Self::Won { side, .. } => Some(*side),
            Self::Drawn => None,
        }
    }

    /// By what margin, if it has a name.
    #[must_use]
    pub fn margin(&self) -> Option<&str> {
        match self {
            Self::Won { margin, .. } => margin.as_deref(),
            Self::Drawn => None,
        }
    }
}

/// An order that says how the campaign comes out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum VictoryOrder {
    /// `end campaign won by Germans because "the bridges are held"`
    EndCampaign {
        /// Who has won; otherwise the rules say, where they can.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        award: Option<Award>,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// `score Germans 3 because "the convoy arrived"`; `score Germans penalty 3 because …`
    Score {
        /// Whose points.
        side: SideId,
        /// How many; below zero they are taken away.
        by: i32,
        /// Why.
        why: String,
    },
}

impl VictoryOrder {
    pub(super) fn verb(&self) -> Verb {
        match self {
            Self::EndCampaign { .. } => Verb::EndCampaign,
            Self::Score { .. } => Verb::Score,
        }
    }
}
