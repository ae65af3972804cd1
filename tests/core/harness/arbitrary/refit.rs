//! Orders between battles.

use super::Chance;
use wardiary::{
    order::{Gains, Order, RefitOrder},
    rules::proposals,
    state::{State, Unit},
};

impl Chance<'_> {
    /// An order between battles: one that is proposed, where there is one, or any.
    pub fn refit_order(&mut self, state: &State) -> RefitOrder {
        let proposed = proposals(state).into_iter().filter_map(|proposal| match proposal.order {
            Order::Refit(order) => Some(order),
            _ => None,
        });
        let mut proposed: Vec<RefitOrder> = proposed.collect();
        if !proposed.is_empty() && !self.once_in(3) {
            return proposed.swap_remove(self.below(proposed.len()));
        }
        let ruled = self.once_in(2);
        let amount = |chance: &mut Self| if ruled { chance.small(3) } else { 0 };
        let gains = Gains { strength: amount(self).into(), edna: amount(self), grade: amount(self) / 2 };
        let worn = |u: &Unit| u.edna.now < u.edna.full || u.strength.now < u.strength.full;
        let unit = self.worn_unit(state, |u| u.is_alive() && state.battle_of(u.id).is_none() && worn(u));
        RefitOrder::Recover { who: vec![unit.into()], gains, why: self.why() }
    }
}
