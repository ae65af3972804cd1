//! Units that join an open combat.

use super::combat_number;
use crate::{
    event::Event,
    rules::{
        Refusal, Resolver, RuleResult,
        refusal::{Attack, BarredAttack, BattleRefusal, CombatRefusal},
    },
    state::Combat,
};
use wardiary_base::id::{BattleId, Id, SideId, UnitId};

/// The units of the other line of a combat.
fn enemies_of(combat: &Combat, side: SideId) -> Vec<UnitId> {
    combat.lines.iter().filter(|line| line.side != side).flat_map(|line| line.units.clone()).collect()
}

impl Resolver<'_> {
    pub(in crate::rules) fn commit(&mut self, who: &[Id], to: Id) -> RuleResult {
        let (battle, at, _) = self.combat_with(to, |stack| CombatRefusal::NoReserves { to, stack })?;
        self.ready_battle(battle)?;
        let units = self.living_units(who)?;
        let combat = &self.open_battle(battle)?.combats[at];
        let attacker = combat.lines.first.side;
        let (mut joining, mut cannot) = (Vec::new(), None);
        for id in units {
            let unit = self.living_unit(id)?;
            fail_if!(!combat.lines.iter().any(|l| l.side == unit.side), CombatRefusal::NoSideThere { side: unit.side });
            // Of a stack or side those that can join do; a unit that is named itself must.
            let named = who.contains(&id.into());
            if let Err(elsewhere) = self.check_fights_in(battle, id, to) {
                fail_if!(named, elsewhere);
                cannot = Some(elsewhere.into());
                continue;
            }
            fail_if!(!self.state.rolls_in_combat(unit), CombatRefusal::NoDie { unit: id });
            let attacks = unit.side == attacker;
            if attacks {
                self.check_not_exhausted(battle, attacker, BarredAttack::Reserves)?;
            }
            let spent = self.state.attack_refusal(id, Attack::Combat).filter(|_| attacks);
            let moved = self.state.attack_after_move_refusal(id, None).filter(|_| attacks);
            let refusal = if unit.is_ineffective() {
                Refusal::Ineffective { who: id.into() }
            } else if self.state.combat_of(id).is_some() {
                CombatRefusal::InCombat { unit: id }.into()
            } else if let Some(spent) = spent {
                spent.into()
            } else if let Some(spent) = moved {
                spent.into()
            } else if let Err(far) = self.state.check_near_any(id, &enemies_of(combat, unit.side)) {
                far.into()
            } else {
                joining.push(id);
                continue;
            };
            fail_if!(named, refusal);
            cannot = Some(refusal);
        }
        fail_if!(joining.is_empty(), cannot.unwrap_or(Refusal::NobodyNamed));
        self.conclude(Event::Committed { battle, combat: combat_number(at), units: joining })
    }

    /// Refuses a unit that is not in that battle, in which `to` fights.
    fn check_fights_in(&self, battle: BattleId, unit: UnitId, to: Id) -> Result<(), BattleRefusal> {
        match self.state.battle_of(unit) {
            Some(found) if found.id == battle => Ok(()),
            Some(_) => Err(BattleRefusal::TwoBattles { first: unit.into(), second: to }),
            None => Err(BattleRefusal::NotInBattle { who: unit.into() }),
        }
    }
}
