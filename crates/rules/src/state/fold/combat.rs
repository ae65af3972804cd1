//! Applies events to combats. Source: RULES 2.

use crate::{
    event::{Cast, CombatEnd},
    order::{Support, Term},
    state::{Battle, Combat, CombatLine, Conflict, PushBack, State, Throw},
};
use wardiary_base::{
    book::{Blows, Carry, Mechanism},
    id::{Id, SideId, UnitId},
    sides::{BothSides, CombatSide},
};

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
