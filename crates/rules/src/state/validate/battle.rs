//! Validation of events of battles and their turns.

use super::{EventError, Problem, State, Unit, Validity, in_battle};
use std::collections::BTreeSet;
use wardiary_base::id::{BattleId, SideId, UnitId};

impl State {
    /// Checks the parties of a new battle: at least two sides, each with its own living units that are in no battle.
    pub(super) fn validate_parties(&self, sides: &[(SideId, Vec<UnitId>)]) -> Validity {
        if sides.len() < 2 {
            return Err(Problem::TooFewParties.at("parties"));
        }
        for (i, (side, units)) in sides.iter().enumerate() {
            self.need_side(*side)?;
            if units.is_empty() || sides[..i].iter().any(|(other, _)| other == side) {
                return Err(Problem::NotOneParty { side: *side }.at("parties"));
            }
            let mut named = BTreeSet::new();
            for unit in units {
                if self.need_unengaged(*unit)?.side != *side || !named.insert(unit) {
                    return Err(Problem::CannotBeThere { who: (*unit).into() }.at("parties"));
                }
            }
        }
        Ok(())
    }

    pub(super) fn validate_arrival(&self, battle: BattleId, units: &[UnitId]) -> Validity {
        let battle = self.need_battle(battle)?;
        units.iter().try_for_each(|unit| in_battle((self.need_unengaged(*unit)?.side, battle)))
    }

    pub(super) fn validate_phase(&self, battle: BattleId, phase: u8, side: Option<SideId>) -> Validity {
        let battle = self.need_battle(battle)?;
        if usize::from(phase) >= self.book.turn.phases.len() {
            return Err(Problem::NoSuch { what: "phase", number: phase.into() }.at("phase"));
        }
        side.map_or(Ok(()), |side| in_battle((side, battle)))
    }

    /// A living unit that is in no battle.
    fn need_unengaged(&self, unit: UnitId) -> Result<&Unit, EventError> {
        let unit = self.need_unit(unit)?;
        if !unit.is_alive() {
            return Err(Problem::Eliminated { unit: unit.id }.at("units"));
        }
        match self.battle_of(unit.id) {
            Some(battle) => Err(Problem::InBattle { unit: unit.id, battle: battle.id }.at("units")),
            None => Ok(unit),
        }
    }
}
