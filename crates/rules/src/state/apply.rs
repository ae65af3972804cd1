//! Events: whether one is possible in a state, and what it does to it.
//!
//! [`State::validate`] and [`State::apply`] name every event once each and delegate to the file of its mechanism, which
//! checks it and applies it. [`State::apply`] can apply every event that [`State::validate`] accepts, and is total: the
//! rules only make valid events, and loading validates each, so that playing never fails halfway.

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
mod unit;
mod victory;

use super::{Battle, Contingent, EntityKind, EventError, FailedTest, Problem, Shift, State, Unit};
use crate::{event::Event, order::Term, refusal::Value};
use wardiary_base::{
    book::Grade,
    id::{BattleId, Id, MAX_ID, SideId, UnitId},
    text,
};

type Validity = Result<(), EventError>;

impl State {
    /// Checks whether an event is possible in this state.
    ///
    /// # Errors
    /// The first error: an id of nothing or of another kind of thing, a value before the event that is not the current
    /// one, or a value after the event that is out of range.
    pub fn validate(&self, event: &Event) -> Validity {
        self.validate_going_on(event)?;
        match event {
            Event::Opened { .. }
            | Event::Abandoned
            | Event::Noted
            | Event::Argued { .. }
            | Event::BranchNamed { .. } => Ok(()),
            Event::RulesChanged(draft) => self.validate_rules(draft),
            Event::LadderChanged { rules, grades } => self.validate_ladder(rules, grades),
            Event::SideMade { id, .. } => self.need_free((*id).into()),
            Event::StackMade { id, side, .. } => self.need_free((*id).into()).and(self.need_side(*side)),
            Event::UnitMade(recruit) => self.recruit(recruit).map(drop),
            Event::Renamed { id, .. } => self.validate_renaming(*id),
            Event::Assigned { unit, from, to } => self.validate_assignment(*unit, *from, *to),
            Event::DateSet { from, .. } => same("the date", &in_quotes(from), &in_quotes(&self.date)),
            Event::Clock(event) => self.validate_clock_event(event),
            Event::Victory(event) => self.validate_victory_event(event),
            Event::Refit(event) => self.validate_refit_event(event),
            Event::Theatre(event) => self.validate_theatre_event(event),
            Event::Staff(event) => self.validate_staff_event(event),
            Event::Consulted { who, .. } => self.need_force(*who),
            // ---- battles
            Event::BattleBegun { id, sides, map, .. } => {
                self.need_free((*id).into())?;
                map.map_or(Ok(()), |map| self.need_map(map).map(drop))?;
                self.validate_parties(sides)
            }
            Event::Arrived { battle, units } => self.validate_arrival(*battle, units),
            Event::BattleEnded { battle, decision, .. } => self.validate_end(*battle, decision.as_ref()),
            Event::TurnEnded { battle, .. } => self.need_battle(*battle).map(drop),
            Event::InitiativeWon { battle, side }
            | Event::FirstChosen { battle, side }
            | Event::Exhausted { battle, side, .. } => in_battle((*side, self.need_battle(*battle)?)),
            Event::PhaseBegun { battle, phase, side } => self.validate_phase(*battle, *phase, *side),
            // ---- units
            Event::EdnaTested { unit, from, to, .. }
            | Event::EdnaRetested { unit, from, to, .. }
            | Event::EdnaWorn { unit, from, to, .. }
            | Event::EdnaRuled { unit, from, to } => self.validate_edna(*unit, *from, *to),
            Event::Demoted { unit, from, to, used, spent } => {
                self.validate_demotion(*unit, (*from, *to), *used, *spent)
            }
            Event::Regraded { unit, from, to } => self.validate_grade(*unit, *from, *to),
            Event::PushedBack { unit, by } => self.validate_push_back(*unit, *by),
            Event::Shifted { unit, by, term } => self.validate_shift(*unit, *by, *term),
            Event::Eliminated { unit, from, .. } => same("its strength", from, &self.need_unit(*unit)?.strength.now),
            Event::StrengthLost { unit, from, to } | Event::StrengthRestored { unit, from, to } => {
                self.validate_strength(*unit, *from, *to)
            }
            // ---- combats
            Event::CombatOpened { battle, first, second } => self.validate_opening(*battle, [first, second]),
            Event::Committed { battle, combat, units } => self.validate_commitment(*battle, *combat, units),
            Event::Rethrown { battle, combat, dice } => self.validate_rethrow(*battle, *combat, dice),
            Event::Thrown { battle, combat, .. }
            | Event::PhaseFought { battle, combat, .. }
            | Event::CombatEnded { battle, combat, .. } => self.need_combat(*battle, *combat).map(drop),
            Event::Supported { battle, combat, units, clashes } => {
                self.validate_support(*battle, *combat, units, clashes)
            }
            // ---- dice tests and volleys
            Event::Objected { battle, side, .. } => in_battle((*side, self.need_battle(*battle)?)),
            Event::DiceTested { passed, failed, dice, .. } => self.validate_tests(passed, failed, dice),
            Event::Volleyed { battle, unit, hits, .. } => self.validate_volley(*battle, *unit, hits),
            // ---- stacks
            Event::Stacks(event) => self.validate_stack_event(event),
            Event::Map(event) => self.validate_map_event(event),
            Event::Intel(event) => self.validate_intel_event(event),
        }
    }

    /// Rejects an id that is out of range or taken.
    pub(super) fn need_free(&self, id: Id) -> Validity {
        if id.0 == 0 || id.0 > MAX_ID {
            return Err(Problem::IdOutOfRange { id }.at("id"));
        }
        self.kind(id).map_or(Ok(()), |by| Err(Problem::IdTaken { id, by, free: self.next_id() }.at("id")))
    }

    /// The error for an id that is not of the wanted kind.
    pub(super) fn not_found(&self, id: Id, wanted: EntityKind, field: &'static str) -> EventError {
        Problem::NotFound { id, wanted, found: self.kind(id) }.at(field)
    }

    pub(super) fn need_side(&self, id: SideId) -> Validity {
        self.side(id).map(drop).ok_or_else(|| self.not_found(id.into(), EntityKind::Side, "side"))
    }

    /// Requires `who`, if given, to be a side, stack or unit.
    pub(super) fn need_force(&self, who: Option<Id>) -> Validity {
        let is_force = |kind| matches!(kind, EntityKind::Side | EntityKind::Stack | EntityKind::Unit);
        match who {
            Some(id) if !self.kind(id).is_some_and(is_force) => Err(self.not_found(id, EntityKind::Unit, "who")),
            _ => Ok(()),
        }
    }

    fn need_unit(&self, id: UnitId) -> Result<&Unit, EventError> {
        self.unit(id).ok_or_else(|| self.not_found(id.into(), EntityKind::Unit, "unit"))
    }

    /// The battle with this id, if it is not over.
    fn need_battle(&self, id: BattleId) -> Result<&Battle, EventError> {
        let battle = self.battle(id).ok_or_else(|| self.not_found(id.into(), EntityKind::Battle, "battle"))?;
        match battle.over {
            None => Ok(battle),
            Some(_) => Err(Problem::Over { battle: id }.at("battle")),
        }
    }
}

/// Requires the event's value before to be the current one.
fn same<T: PartialEq + Clone + Into<Value>>(what: &'static str, said: &T, is: &T) -> Validity {
    if said == is {
        return Ok(());
    }
    Err(Problem::Differs { what, said: said.clone().into(), is: is.clone().into() }.at("from"))
}

/// Rejects a value after the event that exceeds the full one.
fn within(what: &'static str, to: u16, full: u16) -> Validity {
    if to <= full { Ok(()) } else { Err(Problem::AboveFull { what, to, full }.at("to")) }
}

fn in_battle((side, battle): (SideId, &Battle)) -> Validity {
    if battle.contingent(side).is_some() {
        return Ok(());
    }
    Err(Problem::NotIn { who: side.into(), of: battle.id.into() }.at("side"))
}

/// A date as an error shows it.
fn in_quotes(date: &str) -> Value {
    match date.trim() {
        "" => Value::None("not set"),
        date => Value::Text(format!("“{date}”")),
    }
}

/// Requires a new thing to have the next number.
fn next(what: &'static str, field: &'static str, number: u32, next: u32) -> Validity {
    if number == next { Ok(()) } else { Err(Problem::NotNext { what, number, next }.at(field)) }
}

fn no_such(what: &'static str, field: &'static str, number: u32) -> EventError {
    Problem::NoSuch { what, number }.at(field)
}

fn off_ladder(grade: Grade, field: &'static str) -> EventError {
    Problem::GradeOffLadder { grade }.at(field)
}

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
