//! Refusals of orders that say how a campaign comes out, and of all others once it has. Source: RULES 7.

use wardiary_base::id::BattleId;

/// Why an order is refused that says how the campaign comes out, or that follows its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VictoryRefusal {
    /// The campaign has ended.
    CampaignOver,
    /// The campaign does not end while battles are fought.
    BattlesOpen {
        /// The battles.
        battles: Vec<BattleId>,
    },
    /// No ruling gives that many victory points.
    Points {
        /// How many.
        points: u32,
        /// The most there can be.
        most: u32,
    },
}
