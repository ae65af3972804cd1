//! How a campaign comes out: why an event of it can't have happened.

use wardiary_base::id::BattleId;

/// Why an event about how a campaign comes out can't have happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VictoryError {
    /// The campaign has ended.
    CampaignOver,
    /// The battle is under way, or it is decided who won it.
    Decided {
        /// The battle.
        battle: BattleId,
    },
    /// A battle is under way.
    BattleOpen {
        /// The battle.
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
