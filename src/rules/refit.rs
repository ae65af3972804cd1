//! Between battles: rest and recovery. What is due is proposed ([`super::proposals`]) and given by orders: as much as the
//! rulebook gives, less, or by a ruling more. Source: RULES 7.

mod recover;

pub(super) use recover::gains;

use super::{Refusal, Resolver, RuleResult, refusal::RefitRefusal};
use crate::{
    id::UnitId,
    order::{RefitOrder, Verb},
    state::{State, Unit},
};

impl Resolver<'_> {
    /// What an order between battles leads to.
    pub(super) fn refit_order(&mut self, order: &RefitOrder) -> RuleResult {
        match order {
            RefitOrder::Recover { who, gains, why } => self.recover(who, *gains, why.is_some()),
        }
    }

    /// The unit, if it lives and is in no battle.
    fn at_rest(&self, unit: UnitId, verb: Verb) -> Result<&Unit, Refusal> {
        let found = self.living(unit)?;
        in_no_battle(&self.state, unit, verb)?;
        Ok(found)
    }
}

/// That a unit is in no battle that is not over.
fn in_no_battle(state: &State, unit: UnitId, verb: Verb) -> Result<(), Refusal> {
    match state.battle_of(unit) {
        Some(battle) => Err(RefitRefusal::InBattle { unit, battle: battle.id, verb }.into()),
        None => Ok(()),
    }
}
