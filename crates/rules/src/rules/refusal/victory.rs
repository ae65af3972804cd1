//! Refusals of orders that decide who has won, and of all others after the end of the campaign. Source: RULES 7.

use wardiary_base::id::BattleId;

/// Why an order that decides who has won, or follows the end of the campaign, is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VictoryRefusal {
    CampaignOver,
    /// The campaign can't end while battles are open.
    BattlesOpen {
        battles: Vec<BattleId>,
    },
    /// The number of victory points is out of range.
    Points {
        points: u32,
        /// The most that one ruling can give or take.
        most: u32,
    },
}
