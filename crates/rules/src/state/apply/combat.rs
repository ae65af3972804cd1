//! Events of combats, dice tests and volleys. Source: RULES 2.

use super::{Battle, EventError, EventProblem, State, Unit, Validity, need_contingent, no_such};
use crate::{
    event::{Cast, Clash, CombatEnd},
    order::{Support, Term},
    state::{Combat, CombatLine, Conflict, Throw},
};
use std::sync::Arc;
use wardiary_base::{
    book::{Blows, DefeatCarry, Mechanism, PromotionMerit},
    id::{BattleId, SideId, UnitId},
    sides::{BothSides, CombatSide},
};

impl Battle {
    pub(super) fn need_combat(&mut self, at: u16) -> Result<&mut Combat, EventError> {
        need_combat(&mut self.combats, at)
    }
}

/// The combat with this index, if it is not over.
fn need_combat(combats: &mut [Combat], at: u16) -> Result<&mut Combat, EventError> {
    let found = combats.get_mut(usize::from(at)).filter(|combat| combat.ended.is_none());
    found.ok_or_else(|| no_such("open combat", "combat", at.into()))
}

impl Combat {
    pub(super) fn throw(
        &mut self,
        dice: &(Vec<Cast>, Vec<Cast>),
        bonus: (i8, i8),
        support: &(Vec<Support>, Vec<Support>),
        left_out: &[UnitId],
    ) {
        let (dice, support) = (dice.clone().into(), support.clone().into());
        let deciding = Some(CombatSide::First);
        let left_out = left_out.to_vec();
        self.thrown = Some(Throw { dice, bonus: bonus.into(), support, deciding, left_out, has_rerolls: false });
    }

    /// Replaces dice of the deciding side; then the other side decides. `number` is that of the combat.
    pub(super) fn rethrow(&mut self, number: u16, dice: &[(u16, Cast)]) -> Validity {
        let thrown = self.thrown.as_mut();
        let thrown = thrown.ok_or(no_such("pending roll of combat", "combat", number.into()))?;
        let side = thrown.decider();
        let line = &mut thrown.dice[side];
        if let Some((at, _)) = dice.iter().find(|(at, _)| usize::from(*at) >= line.len()) {
            return Err(no_such("die", "dice", (*at).into()));
        }
        for (at, cast) in dice {
            line[usize::from(*at)] = *cast;
        }
        thrown.has_rerolls |= !dice.is_empty();
        thrown.deciding = match side {
            CombatSide::First => Some(CombatSide::Second),
            CombatSide::Second => None,
        };
        Ok(())
    }
}

impl State {
    pub(super) fn check_tests(&self, passed: &[UnitId], failed: &[UnitId], dice: &[u8]) -> Validity {
        let units = passed.len() + failed.len();
        if units == 0 || !(dice.is_empty() || dice.len() == units) {
            return Err(EventProblem::TestDice { units, dice: dice.len() }.at("dice"));
        }
        self.need_units(passed.iter().chain(failed))
    }

    /// Records a volley, and credits its hits to the firing unit if the rulebook promotes for them.
    pub(super) fn volley(&mut self, id: BattleId, unit: UnitId, freely: bool, hits: &[(UnitId, u16)]) -> Validity {
        let battle = self.need_battle(id)?;
        for id in hits.iter().map(|(target, _)| *target).chain([unit]) {
            let found = self.need_unit(id)?;
            if !battle.contingent(found.side).is_some_and(|c| c.contains(id)) {
                return Err(EventProblem::NotIn { who: id.into(), of: battle.id.into() }.at("unit"));
            }
        }
        if matches!(self.book.promote.after, PromotionMerit::Inflicted(_)) {
            let hits = hits.iter().map(|(_, hits)| u32::from(*hits)).sum();
            self.change_unit(unit, |unit| unit.history.inflict(hits));
        }
        if let Some(battle) = self.battle_mut(id) {
            battle.volleyed.push(unit);
            battle.fired_freely.extend(freely.then_some(unit));
        }
        self.clear_failed_tests(&[unit]);
        Ok(())
    }

    pub(super) fn open_combat(
        &mut self,
        id: BattleId,
        first: &(SideId, Vec<UnitId>),
        second: &(SideId, Vec<UnitId>),
    ) -> Validity {
        let battle = self.need_battle(id)?;
        for (side, units) in [first, second] {
            need_contingent(*side, battle)?;
            self.check_line(battle, *side, units)?;
        }
        let line = |(side, units): &(SideId, Vec<UnitId>)| CombatLine {
            side: *side,
            units: units.clone(),
            carried_defeats: 0,
        };
        let lines = BothSides::new(line(first), line(second));
        let conflict = self.conflict_fought(battle, &lines);
        let has_turns = self.book.uses(Mechanism::Turns);
        let battle = self.need_battle_mut(id)?;
        if !has_turns {
            // Without turns no end of a turn clears these push-backs.
            battle.pushed_back.retain(|push| !first.1.contains(&push.unit) && !second.1.contains(&push.unit));
        }
        battle.combats.push(Combat {
            lines,
            phases_fought: 0,
            thrown: None,
            ended: None,
            conflict,
            supporters: Vec::new(),
        });
        Ok(())
    }

    /// Checks a line of a new combat: at least one living unit, all of them in the battle for that side.
    fn check_line(&self, battle: &Battle, side: SideId, units: &[UnitId]) -> Validity {
        fail_if!(units.is_empty(), EventProblem::Nobody.at("first"));
        units.iter().try_for_each(|id| {
            let unit = self.need_unit(*id)?;
            let there = battle.contingent(side).is_some_and(|c| c.contains(*id));
            if there && unit.is_alive() {
                return Ok(());
            }
            Err(EventProblem::CannotBeThere { who: (*id).into() }.at("first"))
        })
    }

    /// The Conflict whose round a new combat is. By SCRUD a round is under way only while its phase is fought.
    fn conflict_fought(&self, battle: &Battle, lines: &BothSides<CombatLine>) -> Option<usize> {
        let stack = |unit: &UnitId| self.unit(*unit).and_then(|u| u.stack);
        let in_it = |c: &Conflict| {
            let stands = |unit: &UnitId| stack(unit).is_some_and(|stack| c.active_stack(stack).is_some());
            lines.iter().flat_map(|line| &line.units).all(stands)
        };
        let by_scrud = self.book.stacks.blows == Blows::Scrud;
        battle.conflicts.iter().position(|c| by_scrud && c.ended.is_none() && c.under_way && in_it(c))
    }

    /// Adds units to the lines of their sides, in roster order.
    pub(super) fn commit(&mut self, battle: BattleId, combat: u16, units: &[UnitId]) -> Validity {
        let sides: Vec<_> = units.iter().map(|unit| self.need_unit(*unit).map(|unit| unit.side)).collect();
        let index = Arc::clone(&self.index);
        let combat = self.need_battle_mut(battle)?.need_combat(combat)?;
        let mut lines = Vec::new();
        for (unit, side) in units.iter().zip(sides) {
            let side = side?;
            let line = combat.lines.iter().position(|line| line.side == side);
            match line.filter(|_| combat.side_of(*unit).is_none()) {
                Some(line) => lines.push(line),
                None => return Err(EventProblem::CannotBeThere { who: (*unit).into() }.at("units")),
            }
        }
        for (unit, at) in units.iter().zip(lines) {
            if let Some(line) = combat.lines.iter_mut().nth(at) {
                line.units.push(*unit);
                line.units.sort_by_key(|unit| index.get(&unit.0).map(|(_, at)| *at));
            }
        }
        Ok(())
    }

    /// Counts a phase, stores the defeats left over, and ends rulings that last a phase.
    pub(super) fn fight_phase(&mut self, battle: BattleId, combat: u16, carried: (u16, u16)) -> Validity {
        let per_battle = self.book.scrud.carry == DefeatCarry::PerBattle;
        let battle = self.need_battle_mut(battle)?;
        let combat = need_combat(&mut battle.combats, combat)?;
        combat.phases_fought = combat.phases_fought.saturating_add(1);
        combat.thrown = None;
        for (line, left) in combat.lines.iter_mut().zip(BothSides::from(carried)) {
            if !per_battle {
                line.carried_defeats = left;
            } else if let Some(c) = battle.contingents.iter_mut().find(|c| c.side == line.side) {
                c.carried_defeats = left;
            }
        }
        let now = combat.phases_fought;
        let units = units_of(combat, |phase| phase == now);
        self.end_shifts(&units, |term| term == Term::Phase);
        Ok(())
    }

    /// Ends a combat, and rulings that last a combat.
    pub(super) fn end_combat(&mut self, battle: BattleId, combat: u16, how: CombatEnd) -> Validity {
        let combat = self.need_battle_mut(battle)?.need_combat(combat)?;
        combat.ended = Some(how);
        combat.thrown = None;
        let units = units_of(combat, |_| true);
        self.end_shifts(&units, |_| true);
        Ok(())
    }

    /// Records support by living units of the battle outside both lines. Only supporters clash.
    pub(super) fn support(
        &mut self,
        battle: BattleId,
        combat: u16,
        units: &[UnitId],
        clashes: &[Clash<UnitId>],
    ) -> Validity {
        let living = |unit: &UnitId| self.need_unit(*unit).map(Unit::is_alive);
        let living: Vec<Result<bool, EventError>> = units.iter().map(living).collect();
        let battle = self.need_battle_mut(battle)?;
        let combat = need_combat(&mut battle.combats, combat)?;
        for (unit, is_alive) in units.iter().zip(living) {
            let there = battle.contingents.iter().any(|c| c.contains(*unit));
            if !(is_alive? && there && combat.side_of(*unit).is_none()) {
                return Err(EventProblem::CannotBeThere { who: (*unit).into() }.at("units"));
            }
        }
        if let Some(id) = clashes.iter().flat_map(|clash| [clash.by, clash.at]).find(|id| !units.contains(id)) {
            return Err(EventProblem::CannotBeThere { who: id.into() }.at("clashes"));
        }
        let phase = combat.phases_fought.saturating_add(1);
        combat.supporters.extend(units.iter().map(|unit| (*unit, phase)));
        Ok(())
    }
}

/// The units in the lines of a combat, and those that supported it in the selected phases.
fn units_of(combat: &Combat, phases: impl Fn(u8) -> bool) -> Vec<UnitId> {
    let support = combat.supporters.iter().filter(|(_, phase)| phases(*phase)).map(|(unit, _)| *unit);
    combat.lines.iter().flat_map(|line| line.units.iter().copied()).chain(support).collect()
}
