//! Which units of a force take part in a combat.

use crate::{
    order::Force,
    rules::{
        Refusal, Resolver,
        refusal::{BattleRefusal, CombatRefusal, SupportRefusal},
    },
};
use wardiary_base::id::{BattleId, UnitId};

impl Resolver<'_> {
    /// The units of a force that can take part in a combat. A unit that is named itself must; of a stack or side those
    /// that can do. If a side is in several battles, only its units in the intended battle count.
    pub(in crate::rules) fn combatants(
        &self,
        force: &Force,
        within: Option<BattleId>,
    ) -> Result<(BattleId, Vec<UnitId>), Refusal> {
        let named = |unit: UnitId| force.who.contains(&unit.into());
        let mut units = self.living_units(&force.who)?;
        let elsewhere = |unit: &UnitId| within.is_some() && self.state.battle_of(*unit).map(|b| b.id) != within;
        units.retain(|unit| named(*unit) || !elsewhere(unit));
        if let Some(both) = force.support.iter().find(|s| named(s.unit)) {
            return Err(SupportRefusal::Fights { unit: both.unit }.into());
        }
        // Of a stack or side, the supporting units are not in the line.
        let supports = |unit: &UnitId| force.support.iter().any(|s| s.unit == *unit);
        fail_if!(units.iter().all(supports), SupportRefusal::EmptyLine);
        units.retain(|unit| !supports(unit));
        let all = units.clone();
        for unit in &all {
            let found = self.living_unit(*unit)?;
            let refusal = if self.state.battle_of(*unit).is_none() {
                Refusal::from(BattleRefusal::NotInBattle { who: (*unit).into() })
            } else if !self.state.rolls_in_combat(found) {
                CombatRefusal::NoDie { unit: *unit }.into()
            } else {
                continue;
            };
            fail_if!(named(*unit) || units.len() == 1, refusal);
            units.retain(|u| u != unit);
        }
        Ok((self.common_battle_of(&units)?, units))
    }

    /// The battle of units that must be of one side and in one battle.
    fn common_battle_of(&self, units: &[UnitId]) -> Result<BattleId, Refusal> {
        let first = self.living_unit(units[0])?;
        let battle = self.state.battle_of(units[0]).map(|b| b.id);
        for unit in &units[1..] {
            let other = self.living_unit(*unit)?;
            let (first, second) = ((first.side, first.id.into()), (other.side, other.id.into()));
            fail_if!(first.0 != second.0, Refusal::TwoSides { first: first.1, second: second.1 });
            if self.state.battle_of(*unit).map(|b| b.id) != battle {
                return Err(BattleRefusal::TwoBattles { first: first.1, second: second.1 }.into());
            }
        }
        battle.ok_or_else(|| BattleRefusal::NotInBattle { who: first.id.into() }.into())
    }
}
