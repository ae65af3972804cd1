//! Events of combats, dice tests and volleys. Source: RULES 2.

use super::{Battle, EventError, Problem, State, Validity, in_battle, no_such};
use crate::{
    event::{Cast, Clash, CombatEnd},
    order::{Support, Term},
    state::{Combat, CombatLine, Conflict, PushBack, Throw},
};
use wardiary_base::{
    book::{Blows, Carry, Mechanism},
    id::{BattleId, Id, SideId, UnitId},
    sides::{BothSides, CombatSide},
};

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

impl Battle {
    fn combat_mut(&mut self, at: u16) -> Option<&mut Combat> {
        self.combats.get_mut(usize::from(at))
    }

    pub(super) fn throw(
        &mut self,
        combat: u16,
        dice: &(Vec<Cast>, Vec<Cast>),
        bonus: (i8, i8),
        support: &(Vec<Support>, Vec<Support>),
    ) {
        if let Some(combat) = self.combat_mut(combat) {
            let (dice, support) = (dice.clone().into(), support.clone().into());
            let deciding = Some(CombatSide::First);
            combat.thrown = Some(Throw { dice, bonus: bonus.into(), support, deciding, again: false });
        }
    }

    /// Replaces dice of the deciding side; then the other side decides.
    pub(super) fn rethrow(&mut self, combat: u16, dice: &[(u16, Cast)]) {
        let Some(thrown) = self.combat_mut(combat).and_then(|c| c.thrown.as_mut()) else { return };
        let side = thrown.decider();
        thrown.again |= !dice.is_empty();
        let line = &mut thrown.dice[side];
        for (at, cast) in dice {
            if let Some(die) = line.get_mut(usize::from(*at)) {
                *die = *cast;
            }
        }
        thrown.deciding = match side {
            CombatSide::First => Some(CombatSide::Second),
            CombatSide::Second => None,
        };
    }

    pub(super) fn support(&mut self, combat: u16, units: &[UnitId]) {
        if let Some(combat) = self.combat_mut(combat) {
            let phase = combat.phases.saturating_add(1);
            combat.supported.extend(units.iter().map(|unit| (*unit, phase)));
        }
    }
}

impl State {
    pub(super) fn open_combat(
        &self,
        battle: &mut Battle,
        first: &(SideId, Vec<UnitId>),
        second: &(SideId, Vec<UnitId>),
    ) {
        if !self.book.uses(Mechanism::Turns) {
            // Without turns no end of a turn clears these push-backs.
            battle.pushed_back.retain(|push| !first.1.contains(&push.unit) && !second.1.contains(&push.unit));
        }
        let line = |(side, units): &(SideId, Vec<UnitId>)| CombatLine { side: *side, units: units.clone(), carried: 0 };
        let lines = BothSides::new(line(first), line(second));
        let conflict = self.conflict_fought(battle, &lines);
        battle.combats.push(Combat { lines, phases: 0, thrown: None, over: None, conflict, supported: Vec::new() });
    }

    /// The Conflict whose round a new combat is. In Conflicts by SCRUD a round is under way only while its phase is
    /// fought.
    fn conflict_fought(&self, battle: &Battle, lines: &BothSides<CombatLine>) -> Option<usize> {
        let stack = |unit: &UnitId| self.unit(*unit).and_then(|u| u.stack);
        let in_it = |c: &Conflict| {
            let stands = |unit: &UnitId| stack(unit).is_some_and(|stack| c.standing(stack).is_some());
            lines.iter().flat_map(|line| &line.units).all(stands)
        };
        let by_scrud = self.book.stacks.blows == Blows::Scrud;
        battle.conflicts.iter().position(|c| by_scrud && c.over.is_none() && c.under_way && in_it(c))
    }

    /// Adds units to the lines of their sides, in roster order.
    pub(super) fn commit(&self, battle: &mut Battle, combat: u16, units: &[UnitId]) {
        let Some(combat) = battle.combat_mut(combat) else { return };
        for unit in units.iter().filter_map(|u| self.unit(*u)) {
            if let Some(line) = combat.lines.iter_mut().find(|l| l.side == unit.side) {
                line.units.push(unit.id);
                line.units.sort_by_key(|u| self.roster_place(*u));
            }
        }
    }

    /// Counts a phase, stores the defeats left over, and ends rulings that last a phase.
    pub(super) fn fight_phase(&mut self, battle: &mut Battle, combat: u16, carried: (u16, u16)) {
        let per_battle = self.book.scrud.carry == Carry::PerBattle;
        let Some(combat) = battle.combats.get_mut(usize::from(combat)) else { return };
        combat.phases = combat.phases.saturating_add(1);
        combat.thrown = None;
        for (line, left) in combat.lines.iter_mut().zip(BothSides::from(carried)) {
            if !per_battle {
                line.carried = left;
            } else if let Some(c) = battle.contingents.iter_mut().find(|c| c.side == line.side) {
                c.carried = left;
            }
        }
        let now = combat.phases;
        let units = units_of(combat, |phase| phase == now);
        self.lapse(&units, |term| term == Term::Phase);
    }

    pub(super) fn push_back(&mut self, unit: UnitId, by: Option<Id>) {
        let Some(battle) = self.battle_of(unit).map(|battle| battle.id) else { return };
        if let Some(battle) = self.battle_mut(battle) {
            battle.pushed_back.push(PushBack { unit, by });
        }
    }

    /// Ends a combat, and rulings that last a combat.
    pub(super) fn end_combat(&mut self, battle: &mut Battle, combat: u16, how: CombatEnd) {
        let Some(combat) = battle.combat_mut(combat) else { return };
        combat.over = Some(how);
        combat.thrown = None;
        let units = units_of(combat, |_| true);
        self.lapse(&units, |_| true);
    }
}

/// The units in the lines of a combat, and those that supported it in the selected phases.
fn units_of(combat: &Combat, phases: impl Fn(u8) -> bool) -> Vec<UnitId> {
    let support = combat.supported.iter().filter(|(_, phase)| phases(*phase)).map(|(unit, _)| *unit);
    combat.lines.iter().flat_map(|line| line.units.iter().copied()).chain(support).collect()
}
