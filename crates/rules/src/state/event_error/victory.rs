//! Errors in events that decide who has won.

use wardiary_base::id::BattleId;

/// Why an event that decides who has won is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VictoryError {
    CampaignOver,
    /// The battle is under way, or its winner is already decided.
    Decided {
        battle: BattleId,
    },
    BattleOpen {
        battle: BattleId,
    },
}

impl VictoryError {
    pub(super) fn field(self) -> &'static str {
        match self {
            Self::Decided { .. } => "battle",
            Self::CampaignOver | Self::BattleOpen { .. } => "decision",
        }
    }
}
