//! Orders about points, and about the end of battles and of the campaign.

use super::RandomNumbers;
use wardiary_rules::{
    order::{Award, Order, VictoryOrder},
    state::State,
};

impl RandomNumbers<'_> {
    /// An order for points, rarely the end of the campaign, after which few orders are possible.
    pub fn victory_order(&mut self, state: &State) -> VictoryOrder {
        if self.once_in(6) {
            return self.end_of_campaign(state);
        }
        let points = i32::from(self.small(9));
        let by = if self.once_in(3) { -points } else { points };
        VictoryOrder::Score { side: self.side(state), by, why: self.text() }
    }

    pub fn end_of_campaign(&mut self, state: &State) -> VictoryOrder {
        VictoryOrder::EndCampaign { award: self.award(state), why: self.optional_reason() }
    }

    /// The end of a battle, sometimes of one that is over.
    pub fn end_of_battle(&mut self, state: &State) -> Order {
        let all: Vec<_> = state.battles().iter().map(|battle| battle.id).collect();
        let any = self.pick(&all).filter(|_| self.once_in(3));
        let battle = any.unwrap_or_else(|| self.battle(state));
        Order::EndBattle { battle, award: self.award(state), outcome: self.optional_reason() }
    }

    fn award(&mut self, state: &State) -> Option<Award> {
        match self.below(4) {
            0 => Some(Award::Won { side: self.side(state), margin: self.optional_reason() }),
            1 => Some(Award::Drawn),
            _ => None,
        }
    }
}
