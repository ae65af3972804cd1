//! Applies events to a state. [`State::apply`] is total: an event that [`State::validate`] rejects has no effect.
//!
//! [`State::apply`] names every event once and delegates to the file of its mechanism.

mod battle;
mod clock;
mod combat;
mod intel;
mod map;
mod refit;
mod roster;
mod stacks;
mod staff;
mod theatre;
mod victory;

use super::{Battle, Contingent, FailedTest, Shift, State, Unit};
use crate::{event::Event, order::Term};
use wardiary_base::{
    book::{Grade, Moment},
    id::{BattleId, UnitId},
    text,
};

impl State {
    /// Applies an event. An invalid event has no effect.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Abandoned
            | Event::Noted
            | Event::Argued { .. }
            | Event::DiceTested { .. }
            | Event::Consulted { .. } => {}
            Event::Opened { program } => self.program = Some(program.clone()),
            Event::RulesChanged(draft) => self.change_rules(draft),
            Event::LadderChanged { rules, grades } => self.change_ladder(rules, grades),
            Event::SideMade { id, name } => self.add_side(*id, name),
            Event::StackMade { id, side, name } => self.add_stack(*id, *side, name),
            Event::UnitMade(recruit) => self.add_unit(recruit),
            Event::Renamed { id, to, .. } => self.rename(*id, to),
            Event::BranchNamed { name } => self.branch = text::display_name(name),
            Event::Assigned { unit, to, .. } => {
                self.regroup(*unit, *to);
                self.change_unit(*unit, |unit| unit.stack = *to);
            }
            Event::DateSet { to, .. } => self.date = text::display_name(to),
            Event::Clock(event) => self.apply_clock_event(event),
            Event::Victory(event) => self.apply_victory_event(event),
            Event::Refit(event) => self.apply_refit_event(event),
            Event::Theatre(event) => self.apply_theatre_event(event),
            Event::Staff(event) => self.apply_staff_event(event),
            // ---- units
            Event::EdnaTested { unit, acts, from, to, .. } => {
                self.change_unit(*unit, |unit| unit.test(*acts, FailedTest { against: *from, again: 0 }, *to));
            }
            Event::EdnaRetested { unit, acts, against, to, .. } => {
                let again = self.unit(*unit).and_then(|u| u.failed).map_or(1, |failed| failed.again.saturating_add(1));
                self.change_unit(*unit, |unit| unit.test(*acts, FailedTest { against: *against, again }, *to));
            }
            Event::EdnaWorn { unit, to, .. } | Event::EdnaRuled { unit, to, .. } => {
                self.change_unit(*unit, |unit| unit.edna.now = *to);
            }
            Event::Demoted { unit, to, spent, .. } => self.change_unit(*unit, |unit| unit.demote(*to, *spent)),
            Event::PushedBack { unit, by } => self.push_back(*unit, *by),
            Event::Regraded { unit, from, to } => self.change_unit(*unit, |unit| {
                unit.grade = *to;
                if to < from {
                    unit.service.promote();
                }
            }),
            Event::StrengthLost { unit, to, .. } | Event::StrengthRestored { unit, to, .. } => {
                self.change_unit(*unit, |unit| unit.set_strength(*to));
                self.leave_if_gone(*unit);
            }
            Event::Eliminated { unit, .. } => {
                let now = self.calendar.now;
                let came =
                    self.battle_of(*unit).into_iter().flat_map(|battle| &battle.contingents).flat_map(Contingent::came);
                let came = came.into_iter().find(|(id, _)| id == unit);
                let fell = came.map_or(0, |(_, strength)| strength);
                self.change_unit(*unit, |unit| unit.eliminate(now, fell));
                self.leave_if_gone(*unit);
            }
            Event::Shifted { unit, by, term } => {
                self.change_unit(*unit, |unit| unit.shifts.push(Shift { by: *by, term: *term }));
            }
            // ---- battles
            Event::BattleBegun { id, name, sides, map } => self.begin_battle((*id, *map), name, sides),
            Event::Arrived { battle, units } => self.change_battle(*battle, |state, b| state.reinforce(b, units)),
            Event::BattleEnded { battle, how, outcome, decision } => {
                self.change_battle(*battle, |state, b| {
                    state.end_battle(b, *how, outcome.as_deref());
                    state.decide_battle(b, decision.as_ref());
                });
            }
            Event::InitiativeWon { battle, side } => self.change_battle(*battle, |_, b| b.initiative = Some(*side)),
            Event::FirstChosen { battle, side } => self.change_battle(*battle, |_, b| b.first = Some(*side)),
            Event::PhaseBegun { battle, phase, side } => {
                self.change_battle(*battle, |_, b| b.begin_phase(*phase, *side));
            }
            Event::TurnEnded { battle, turn } => {
                self.change_battle(*battle, |state, b| state.end_turn(b, *turn));
                self.go_on(self.units_in(*battle));
            }
            Event::Objected { battle, side, off } => self.change_battle(*battle, |_, b| b.object(*side, *off)),
            Event::Exhausted { battle, side, .. } => self.change_battle(*battle, |_, b| b.exhaust(*side)),
            Event::Volleyed { battle, unit, freely, hits, .. } => {
                self.credit_hits(*unit, hits);
                self.change_battle(*battle, |_, b| {
                    b.volleyed.push(*unit);
                    b.fired_freely.extend(freely.then_some(*unit));
                });
                self.go_on(vec![*unit]);
            }
            // ---- combats
            Event::CombatOpened { battle, first, second } => {
                self.change_battle(*battle, |state, b| state.open_combat(b, first, second));
                self.go_on(first.1.iter().chain(&second.1).copied().collect());
            }
            Event::Committed { battle, combat, units } => {
                self.change_battle(*battle, |state, b| state.commit(b, *combat, units));
                self.go_on(units.clone());
            }
            Event::Thrown { battle, combat, dice, bonus, support } => {
                self.change_battle(*battle, |_, b| b.throw(*combat, dice, *bonus, support));
            }
            Event::Rethrown { battle, combat, dice } => {
                self.change_battle(*battle, |_, b| b.rethrow(*combat, dice));
            }
            Event::PhaseFought { battle, combat, carried, .. } => {
                self.change_battle(*battle, |state, b| state.fight_phase(b, *combat, *carried));
            }
            Event::CombatEnded { battle, combat, how } => {
                self.change_battle(*battle, |state, b| state.end_combat(b, *combat, *how));
            }
            Event::Supported { battle, combat, units, .. } => {
                self.change_battle(*battle, |_, b| b.support(*combat, units));
            }
            // ---- stacks
            Event::Stacks(event) => self.apply_stack_event(event),
            Event::Map(event) => self.apply_map_event(event),
            Event::Intel(event) => self.apply_intel_event(event),
        }
    }

    fn change_unit(&mut self, id: UnitId, change: impl FnOnce(&mut Unit)) {
        if let Some(unit) = self.unit_mut(id) {
            unit.failed = None;
            change(unit);
        }
    }

    /// Clears the failed EDNA tests of units that have gone on to something else.
    fn go_on(&mut self, units: Vec<UnitId>) {
        for id in units {
            if self.unit(id).is_some_and(|unit| unit.failed.is_some()) {
                self.change_unit(id, |_| ());
            }
        }
    }

    fn units_in(&self, battle: BattleId) -> Vec<UnitId> {
        self.battle(battle).into_iter().flat_map(|b| &b.contingents).flat_map(Contingent::units).collect()
    }

    /// Changes a battle. The battle is taken out of the state meanwhile, since the change may also affect its units.
    fn change_battle(&mut self, id: BattleId, change: impl FnOnce(&mut Self, &mut Battle)) {
        let Some(mut battle) = self.battle_mut(id).map(std::mem::take) else { return };
        change(self, &mut battle);
        if let Some(slot) = self.battle_mut(id) {
            *slot = battle;
        }
    }

    /// Ends the grade shifts whose terms `which` selects.
    fn lapse(&mut self, units: &[UnitId], which: impl Fn(Term) -> bool) {
        for id in units {
            self.change_unit(*id, |unit| unit.shifts.retain(|shift| !which(shift.term)));
        }
    }
}

impl Unit {
    /// Sets the EDNA after a test, and records the test if it failed.
    fn test(&mut self, acts: bool, failed: FailedTest, edna: u8) {
        self.edna.now = edna;
        self.failed = (!acts).then_some(failed);
    }

    /// Lowers the unit's own grade, and takes `spent` steps off the shifts that raise it for the combat.
    fn demote(&mut self, to: Grade, spent: u32) {
        self.grade = to;
        let mut left = spent;
        for shift in self.shifts.iter_mut().filter(|shift| shift.term == Term::Combat && shift.by > 0) {
            let steps = shift.by.min(i8::try_from(left).unwrap_or(i8::MAX));
            shift.by -= steps;
            left -= u32::from(steps.unsigned_abs());
        }
        self.shifts.retain(|shift| shift.by != 0);
    }

    /// Sets the strength, whatever changed it.
    fn set_strength(&mut self, now: u16) {
        self.strength.now = now;
        self.service.missing.keep_within(self.strength.full.saturating_sub(now));
    }

    fn eliminate(&mut self, now: Moment, fell: u16) {
        self.service.eliminate(now, fell);
        self.strength.now = 0;
        self.shifts.clear();
        self.place = None;
    }
}
