//! Validation of events of dice tests and volleys.

use super::{Problem, State, Validity};
use wardiary_base::id::{BattleId, UnitId};

impl State {
    pub(super) fn validate_tests(&self, passed: &[UnitId], failed: &[UnitId], dice: &[u8]) -> Validity {
        let all: Vec<UnitId> = passed.iter().chain(failed).copied().collect();
        if all.is_empty() || !(dice.is_empty() || dice.len() == all.len()) {
            return Err(Problem::TestDice { units: all.len(), dice: dice.len() }.at("dice"));
        }
        all.iter().try_for_each(|unit| self.need_unit(*unit).map(drop))
    }

    pub(super) fn validate_volley(&self, battle: BattleId, unit: UnitId, hits: &[(UnitId, u16)]) -> Validity {
        let battle = self.need_battle(battle)?;
        for id in hits.iter().map(|(target, _)| *target).chain([unit]) {
            let found = self.need_unit(id)?;
            if !battle.contingent(found.side).is_some_and(|c| c.has(id)) {
                return Err(Problem::NotIn { who: id.into(), of: battle.id.into() }.at("unit"));
            }
        }
        Ok(())
    }
}
