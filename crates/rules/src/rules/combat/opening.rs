//! The SCRUD order: fights the next phase of an open combat, or the first of a new one.

use crate::{
    event::Event,
    order::Force,
    rules::{
        Refusal, Resolver, RuleResult,
        refusal::{Aggression, Attack, BattleRefusal, CombatRefusal},
    },
    state::{Battle, Combat, CombatLine, State, Unit},
};
use wardiary_base::{
    book::Blows,
    id::{BattleId, SideId, StackId, UnitId},
    sides::{BothSides, CombatSide},
};

impl State {
    /// Whether a side's units let it order the next phase of a combat. The side that opened it may not if it is
    /// exhausted, or has only ineffective units left in it. Source: RULES 1, 4.2.
    pub fn may_order_phase(&self, battle: &Battle, combat: &Combat, side: CombatSide) -> bool {
        let line = &combat.lines[side];
        side == CombatSide::Second || (!battle.is_exhausted(line.side) && self.is_effective(line))
    }

    /// Whether any living unit of a line is not ineffective.
    fn is_effective(&self, line: &CombatLine) -> bool {
        line.units.iter().filter_map(|unit| self.unit(*unit)).any(|unit| unit.is_alive() && !unit.is_ineffective())
    }
}

impl Resolver<'_> {
    pub(in crate::rules) fn scrud(&mut self, first: &Force, second: &Force) -> RuleResult {
        let within = self.state.common_battle(first, second).map(|battle| battle.id);
        let (id, own) = self.combatants(first, within)?;
        let (other_battle, enemy) = self.combatants(second, within)?;
        let battle = self.ready_battle(id)?;
        let sides = BothSides::new(self.living(own[0])?.side, self.living(enemy[0])?.side);
        if sides.first == sides.second {
            return Err(Refusal::OwnSide { side: sides.first }.into());
        }
        if other_battle != id {
            return Err(BattleRefusal::TwoBattles { first: own[0].into(), second: enemy[0].into() }.into());
        }
        let between = self.state.combat_between(battle, &own, &enemy);
        // In an open combat the units in it fight on, whatever stack the order names.
        let fight_on = between.map(|(_, turned, combat)| {
            let lines = combat.lines.as_ref().map(|line| self.living_of(line));
            if turned { lines.swapped() } else { lines }
        });
        let BothSides { first: ours, second: theirs } =
            fight_on.unwrap_or_else(|| BothSides::new(own.clone(), enemy.clone()));
        self.in_no_conflict(id, &ours, &theirs)?;
        let new = battle.combats.len();
        let forces = BothSides::new(first, second);
        let (at, forces) = if let Some((at, turned, combat)) = between {
            self.can_go_on(combat, forces)?;
            if !turned {
                // The enemy may still order the next phase.
                self.not_exhausted(id, sides.first, Aggression::NextPhase)?;
                if !self.state.is_effective(&combat.lines.first) {
                    return Err(CombatRefusal::AllIneffective { side: sides.first }.into());
                }
            }
            (at, if turned { forces.swapped() } else { forces })
        } else {
            self.open_combat(id, sides, (first, own), (second, enemy))?;
            (new, forces)
        };
        self.throw(id, at, forces.map(|force| force.dice), forces.map(|force| force.support.clone()))
    }

    fn living_of(&self, line: &CombatLine) -> Vec<UnitId> {
        let living = |unit: &UnitId| self.state.unit(*unit).is_some_and(Unit::is_alive);
        line.units.iter().copied().filter(living).collect()
    }

    /// Refuses a combat between stacks of a Conflict whose rounds are phases of SCRUD. Source: RULES 5.8.
    fn in_no_conflict(&self, battle: BattleId, own: &[UnitId], enemy: &[UnitId]) -> Result<(), CombatRefusal> {
        if self.state.book().stacks.blows != Blows::Scrud {
            return Ok(());
        }
        let stack = |unit: &UnitId| self.state.unit(*unit).and_then(|u| u.stack);
        let conflict = |stack: StackId| self.state.conflict_of(stack).filter(|(there, _)| *there == battle);
        let enemies: Vec<_> = enemy.iter().filter_map(stack).filter_map(conflict).collect();
        let mut stacks = own.iter().filter_map(stack);
        match stacks.find(|stack| conflict(*stack).is_some_and(|at| enemies.contains(&at))) {
            Some(stack) => Err(CombatRefusal::InConflict { stack }),
            None => Ok(()),
        }
    }

    /// Refuses another phase of a combat that is over, or with units that are not in it.
    fn can_go_on(&self, combat: &Combat, forces: BothSides<&Force>) -> Result<(), Refusal> {
        if let Some(how) = combat.over {
            return Err(CombatRefusal::CombatOver { how }.into());
        }
        let stranger = |force: &Force| {
            let mut named = force.who.iter().filter_map(|id| match self.state.units_meant(*id)[..] {
                [unit] => Some(unit.id),
                _ => None,
            });
            named.find(|u| combat.side_of(*u).is_none())
        };
        match stranger(forces.first).or_else(|| stranger(forces.second)) {
            Some(unit) => Err(CombatRefusal::NotInThatCombat { unit }.into()),
            None => Ok(()),
        }
    }

    fn open_combat(
        &mut self,
        id: BattleId,
        sides: BothSides<SideId>,
        (first, mut own): (&Force, Vec<UnitId>),
        (second, mut enemy): (&Force, Vec<UnitId>),
    ) -> RuleResult {
        let battle = self.open_battle(id)?;
        self.not_exhausted(id, sides.first, Aggression::Open)?;
        if !battle.may_act(&self.state, sides.first) {
            return Err(BattleRefusal::NotTheirTurn { side: sides.first, battle: id, now: battle.acting }.into());
        }
        for (force, units, opens) in [(first, &mut own, true), (second, &mut enemy, false)] {
            for unit in units.clone() {
                let found = self.living(unit)?;
                let refusal = if opens && found.is_ineffective() {
                    Refusal::Ineffective { who: unit.into() }
                } else if self.state.combat_of(unit).is_some() {
                    CombatRefusal::InCombat { unit }.into()
                } else if let Some(spent) = self.state.attack_spent(unit, Attack::Combat).filter(|_| opens) {
                    spent.into()
                } else if let Some(spent) = self.state.spent_by_moving(unit, None).filter(|_| opens) {
                    spent.into()
                } else {
                    continue;
                };
                if force.who.contains(&unit.into()) || units.len() == 1 {
                    return Err(refusal.into());
                }
                units.retain(|u| *u != unit);
            }
        }
        self.near_enough(first, &mut own, &enemy)?;
        self.near_enough(second, &mut enemy, &own)?;
        self.rounds_come_first(id)?;
        self.emit(Event::CombatOpened { battle: id, first: (sides.first, own), second: (sides.second, enemy) });
        Ok(())
    }
}
