//! Refit between battles: recovery, returning losses, replacements and rebuilding. The program proposes what is due
//! ([`super::proposals`]); orders grant as much as the rulebook says or less, or more by a ruling. Source: RULES 7.

mod strength;
mod supply;

pub(super) use strength::{available_replacements, possible_gains, returning_points};
pub use supply::SupplyTrace;
pub(super) use supply::due_supply_level;

use super::{Refusal, Resolver, RuleResult, refusal::RefitRefusal};
use crate::{
    event::Event,
    order::{RefitOrder, Verb},
    state::{State, Unit},
};
use wardiary_base::id::UnitId;

impl Resolver<'_> {
    pub(super) fn refit_order(&mut self, order: &RefitOrder) -> RuleResult {
        match order {
            RefitOrder::Recover { who, gains, why } => self.recover(who, *gains, why.is_some()),
            RefitOrder::Return { who, points, why } => self.return_strength(who, *points, why.is_some()),
            RefitOrder::Replace { unit, points, why } => self.replace(*unit, *points, why.is_some()),
            RefitOrder::Supply { who, level, why } => self.supply(*who, level, why.is_some()),
            RefitOrder::Raise { unit, strength, why } => self.raise(*unit, *strength, why.is_some()),
        }
    }

    /// The unit, if it is alive and in no battle.
    fn resting_unit(&self, unit: UnitId, verb: Verb) -> Result<&Unit, Refusal> {
        let found = self.living_unit(unit)?;
        check_in_no_battle(&self.state, unit, verb)?;
        Ok(found)
    }
}

/// The events of those units that get anything.
fn events_for_units(
    units: &[UnitId],
    verb: Verb,
    get: impl Fn(UnitId) -> Result<Event, Refusal>,
) -> Result<Vec<Event>, Refusal> {
    let mut refused = None;
    let mut all = Vec::new();
    for unit in units {
        match get(*unit) {
            Ok(event) => all.push(event),
            Err(refusal) => refused = refused.or(Some(refusal)),
        }
    }
    match refused {
        // If the rulebook has no rule at all, the refusal says so.
        Some(refusal @ Refusal::Refit(RefitRefusal::NoRule { .. })) if all.is_empty() => Err(refusal),
        _ if all.is_empty() => Err(RefitRefusal::Nobody { verb }.into()),
        _ => Ok(all),
    }
}

fn check_in_no_battle(state: &State, unit: UnitId, verb: Verb) -> Result<(), Refusal> {
    match state.battle_of(unit) {
        Some(battle) => Err(RefitRefusal::InBattle { unit, battle: battle.id, verb }.into()),
        None => Ok(()),
    }
}
