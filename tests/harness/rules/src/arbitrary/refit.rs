//! Orders between battles.

use super::RandomNumbers;
use wardiary_base::{id::UnitId, text::Text};
use wardiary_rules::{
    order::{Gains, Order, RefitOrder},
    rules::proposals,
    state::{State, Unit},
};

impl RandomNumbers<'_> {
    /// An order between battles: mostly a proposed one, if there are any.
    pub fn refit_order(&mut self, state: &State) -> Order {
        let mut proposed: Vec<Order> = proposals(state).into_iter().map(|proposal| proposal.order).collect();
        if !proposed.is_empty() && !self.once_in(3) {
            return proposed.swap_remove(self.below(proposed.len()));
        }
        let so_many = Self::optional_points;
        Order::Refit(match self.below(6) {
            0 => return self.returning(state),
            1 => RefitOrder::Replace {
                unit: self.at_rest(state, |u| u.strength_in_rules().now < u.strength_in_rules().full),
                points: so_many(self),
                why: self.optional_reason(),
            },
            2 => {
                let gone: Vec<UnitId> = state.units().iter().filter(|u| !u.is_alive()).map(|u| u.id).collect();
                let free: Vec<UnitId> = gone.iter().copied().filter(|unit| state.battle_of(*unit).is_none()).collect();
                let unit = self.pick(&free).or_else(|| self.pick(&gone)).unwrap_or_else(|| self.unit(state));
                RefitOrder::Raise { unit, strength: so_many(self), why: self.optional_reason() }
            }
            3 => {
                let levels = state.book().supply.levels.iter().map(|level| level.name.clone());
                let levels: Vec<Text> = levels.chain(["low".into()]).collect();
                let level = levels[self.below(levels.len())].clone();
                let unit = self.at_rest(state, |_| true);
                let stack = state.unit(unit).and_then(|u| u.stack).filter(|_| self.below(3) == 0);
                RefitOrder::Supply { who: stack.map_or(unit.into(), Into::into), level, why: self.optional_reason() }
            }
            _ => {
                let ruled = self.once_in(2);
                let amount = |chance: &mut Self| if ruled { chance.small(3) } else { 0 };
                let gains = Gains { strength: amount(self).into(), edna: amount(self), grade: amount(self) / 2 };
                let worn = |u: &Unit| {
                    u.edna_in_rules().now < u.edna_in_rules().full
                        || u.strength_in_rules().now < u.strength_in_rules().full
                };
                RefitOrder::Recover { who: vec![self.at_rest(state, worn).into()], gains, why: self.optional_reason() }
            }
        })
    }

    fn optional_points(&mut self) -> Option<u16> {
        (self.below(2) == 0).then(|| 1 + u16::from(self.small(2)))
    }

    /// Returns strength to a unit.
    pub fn returning(&mut self, state: &State) -> Order {
        let who = vec![self.at_rest(state, |unit| unit.history.lost_strength.returning() > 0).into()];
        Order::Refit(RefitOrder::Return { who, points: self.optional_points(), why: self.optional_reason() })
    }

    /// A unit that is in no battle and for which `is_so` is true, mostly.
    fn at_rest(&mut self, state: &State, is_so: fn(&Unit) -> bool) -> UnitId {
        self.worn_unit(state, |u| u.is_alive() && state.battle_of(u.id).is_none() && is_so(u))
    }
}
