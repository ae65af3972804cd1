//! Validation of events of combats.

use super::{Battle, EventError, Problem, State, Validity, in_battle, no_such};
use crate::{
    event::{Cast, Clash},
    state::Combat,
};
use wardiary_base::id::{BattleId, SideId, UnitId};

impl State {
    /// The combat with this index in the battle, if it is not over.
    fn combat(&self, battle: BattleId, combat: u16) -> Result<(&Battle, &Combat), EventError> {
        let battle = self.need_battle(battle)?;
        match battle.combats.get(usize::from(combat)) {
            Some(found) if found.over.is_none() => Ok((battle, found)),
            _ => Err(no_such("open combat", "combat", combat.into())),
        }
    }

    pub(super) fn need_combat(&self, battle: BattleId, combat: u16) -> Result<&Combat, EventError> {
        self.combat(battle, combat).map(|(_, combat)| combat)
    }

    pub(super) fn validate_opening(&self, battle: BattleId, lines: [&(SideId, Vec<UnitId>); 2]) -> Validity {
        let battle = self.need_battle(battle)?;
        lines.into_iter().try_for_each(|(side, units)| {
            in_battle((*side, battle))?;
            self.validate_line(battle, *side, units)
        })
    }

    /// Checks a line of a new combat: at least one living unit, all of them in the battle for that side.
    fn validate_line(&self, battle: &Battle, side: SideId, units: &[UnitId]) -> Validity {
        if units.is_empty() {
            return Err(Problem::Nobody.at("first"));
        }
        units.iter().try_for_each(|id| {
            let unit = self.need_unit(*id)?;
            let there = battle.contingent(side).is_some_and(|c| c.has(*id));
            if there && unit.is_alive() {
                return Ok(());
            }
            Err(Problem::CannotBeThere { who: (*id).into() }.at("first"))
        })
    }

    pub(super) fn validate_commitment(&self, battle: BattleId, combat: u16, units: &[UnitId]) -> Validity {
        let combat = self.need_combat(battle, combat)?;
        units.iter().try_for_each(|id| {
            let unit = self.need_unit(*id)?;
            if combat.lines.iter().any(|line| line.side == unit.side) && combat.side_of(*id).is_none() {
                return Ok(());
            }
            Err(Problem::CannotBeThere { who: (*id).into() }.at("units"))
        })
    }

    pub(super) fn validate_rethrow(&self, battle: BattleId, combat: u16, dice: &[(u16, Cast)]) -> Validity {
        let thrown = self.need_combat(battle, combat)?.thrown.as_ref();
        let thrown = thrown.ok_or(no_such("throw on the table of combat", "combat", combat.into()))?;
        let line = &thrown.dice[thrown.decider()];
        match dice.iter().find(|(at, _)| usize::from(*at) >= line.len()) {
            Some((at, _)) => Err(no_such("die", "dice", (*at).into())),
            None => Ok(()),
        }
    }

    /// Checks that supporters are living units of the battle outside both lines, and that only supporters clash.
    pub(super) fn validate_support(
        &self,
        battle: BattleId,
        combat: u16,
        units: &[UnitId],
        clashes: &[Clash<UnitId>],
    ) -> Validity {
        let (battle, combat) = self.combat(battle, combat)?;
        units.iter().try_for_each(|id| -> Validity {
            let unit = self.need_unit(*id)?;
            let there = battle.contingents.iter().any(|c| c.has(*id));
            if there && unit.is_alive() && combat.side_of(*id).is_none() {
                return Ok(());
            }
            Err(Problem::CannotBeThere { who: (*id).into() }.at("units"))
        })?;
        match clashes.iter().flat_map(|clash| [clash.by, clash.at]).find(|id| !units.contains(id)) {
            Some(id) => Err(Problem::CannotBeThere { who: id.into() }.at("clashes")),
            None => Ok(()),
        }
    }
}
