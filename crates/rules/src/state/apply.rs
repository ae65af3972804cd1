//! Events: checks whether an event is possible in a state, and applies it.
//!
//! [`State::apply`] names every event once and delegates to the file of its mechanism. There, every check comes before
//! the first change, so that an impossible event changes nothing. The rules only make possible events, and loading
//! reports the first that is not, so [`State::replay`] has no error to report.

mod battle;
mod campaign;
mod combat;
mod intel;
mod map;
mod roster;
mod stacks;

use super::{Battle, Contingent, EntityKind, EventError, EventProblem, FailedTest, Shift, State, Unit};
use crate::{event::Event, order::Term, refusal::EventValue};
use std::sync::Arc;
use wardiary_base::{
    book::Grade,
    id::{BattleId, Id, MAX_ID, SideId, UnitId},
    text::Text,
};

type Validity = Result<(), EventError>;

impl State {
    /// Applies an event, or changes nothing and fails with the first error: a wrong id, a value before that is not the
    /// current one, or a value after that is out of range.
    pub fn apply(&mut self, event: &Event) -> Validity {
        self.check_going_on(event)?;
        match event {
            Event::Abandoned | Event::Noted | Event::Argued { .. } => {}
            Event::Opened { program } => self.program = Some(program.clone()),
            Event::RulesChanged(draft) => self.change_rules(self.check_rules(draft)?),
            Event::LadderChanged { rules, grades } => self.change_ladder(rules, grades)?,
            Event::SideMade { id, name } => self.add_side(*id, name)?,
            Event::StackMade { id, side, name, formation } => self.add_stack(*id, *side, name, formation)?,
            Event::UnitMade(recruit) => self.add_unit(recruit)?,
            Event::Renamed { id, to, .. } => self.rename(*id, to)?,
            Event::BranchNamed { name } => self.branch = name.as_name().into(),
            Event::Assigned { unit, from, to } => self.assign(*unit, *from, *to)?,
            Event::DateSet { from, to } => {
                need_current("the date", &date_value(from), &date_value(&self.date))?;
                self.date = to.as_name().into();
            }
            Event::Clock(event) => self.apply_clock_event(event)?,
            Event::Victory(event) => self.apply_victory_event(event)?,
            Event::Refit(event) => self.apply_refit_event(event)?,
            Event::Theatre(event) => self.apply_theatre_event(event)?,
            Event::Staff(event) => self.apply_staff_event(event)?,
            Event::Consulted { who, table, becomes, .. } => {
                self.need_force(*who)?;
                if let Some(state) = becomes {
                    Arc::make_mut(&mut self.table_states).insert(table.to_lowercase(), state.clone());
                }
            }
            Event::Rolled { who, .. } => self.need_force(*who)?,
            // ---- units
            Event::EdnaTested { unit, acts, from, to, .. } => {
                let unit = self.need_unit_mut(*unit)?;
                unit.check_edna(*from, *to)?;
                unit.record_test(*acts, FailedTest { edna_before: *from, rerolls: 0 }, *to);
            }
            Event::EdnaRetested { unit, acts, against, from, to, .. } => {
                let unit = self.need_unit_mut(*unit)?;
                unit.check_edna(*from, *to)?;
                let again = unit.failed_test.map_or(1, |failed| failed.rerolls.saturating_add(1));
                unit.record_test(*acts, FailedTest { edna_before: *against, rerolls: again }, *to);
            }
            Event::EdnaWorn { unit, from, to, .. } | Event::EdnaRuled { unit, from, to } => {
                let unit = self.need_unit_mut(*unit)?;
                unit.check_edna(*from, *to)?;
                unit.go_on().edna.now = *to;
            }
            Event::Demoted { unit, from, to, used, spent } => self.demote(*unit, (*from, *to), *used, *spent)?,
            Event::Regraded { unit, from, to } => {
                let lowest = self.book.ladder.lowest();
                let unit = self.need_unit_mut(*unit)?;
                unit.check_grade(*from, *to, lowest)?;
                unit.go_on().grade = *to;
                if to < from {
                    unit.history.promote();
                }
            }
            Event::PushedBack { unit, by, leaves } => self.push_back(*unit, *by, *leaves)?,
            Event::Shifted { unit, by, term } => self.need_unit_mut(*unit)?.shift(*by, *term)?,
            Event::Eliminated { unit, from, .. } => self.eliminate(*unit, *from)?,
            Event::StrengthLost { unit: id, from, to } | Event::StrengthRestored { unit: id, from, to } => {
                let unit = self.need_unit_mut(*id)?;
                unit.check_strength(*from, *to)?;
                unit.go_on().set_strength(*to);
                self.remove_if_empty(*id);
            }
            // ---- battles
            Event::BattleBegun { id, name, sides, map } => self.begin_battle((*id, *map), name, sides)?,
            Event::Arrived { battle, units } => {
                let arrivals = self.check_arrival(*battle, units)?;
                self.engage(*battle, arrivals, |contingent| &mut contingent.arrived);
            }
            Event::BattleEnded { battle, how, outcome, decision } => {
                self.check_end(*battle, decision.as_ref())?;
                self.change_battle(*battle, |state, b| {
                    state.end_battle(b, *how, outcome.as_ref());
                    state.decide_battle(b, decision.as_ref());
                });
            }
            Event::InitiativeWon { battle, side } => self.need_party(*battle, *side)?.initiative_winner = Some(*side),
            Event::FirstChosen { battle, side } => self.need_party(*battle, *side)?.first_side = Some(*side),
            Event::PhaseBegun { battle, phase, side } => {
                let phases = self.book.turn.phases.len();
                let battle = self.need_battle_mut(*battle)?;
                battle.check_phase(*phase, phases, *side)?;
                (battle.phase, battle.acting_side) = (usize::from(*phase), *side);
            }
            Event::TurnEnded { battle, turn } => {
                let units: Vec<UnitId> =
                    self.need_battle(*battle)?.contingents.iter().flat_map(Contingent::units).collect();
                self.change_battle(*battle, |state, b| state.end_turn(b, *turn));
                self.clear_failed_tests(&units);
            }
            Event::Objected { battle, side, off } => self.need_party(*battle, *side)?.set_objection(*side, *off),
            Event::Exhausted { battle, side, .. } => self.need_party(*battle, *side)?.exhaust(*side),
            // ---- dice tests and volleys
            Event::DiceTested { passed, failed, dice, .. } => self.check_tests(passed, failed, dice)?,
            Event::Volleyed { battle, unit, freely, hits, .. } => self.volley(*battle, *unit, *freely, hits)?,
            // ---- combats
            Event::CombatOpened { battle, first, second } => {
                self.open_combat(*battle, first, second)?;
                self.clear_failed_tests(&first.1);
                self.clear_failed_tests(&second.1);
            }
            Event::Committed { battle, combat, units } => {
                self.commit(*battle, *combat, units)?;
                self.clear_failed_tests(units);
            }
            Event::Thrown { battle, combat, dice, bonus, support, left_out } => {
                self.need_units(left_out)?;
                self.need_battle_mut(*battle)?.need_combat(*combat)?.throw(dice, *bonus, support, left_out);
            }
            Event::Rethrown { battle, combat, dice } => {
                self.need_battle_mut(*battle)?.need_combat(*combat)?.rethrow(*combat, dice)?;
            }
            Event::PhaseFought { battle, combat, carried, .. } => self.fight_phase(*battle, *combat, *carried)?,
            Event::CombatEnded { battle, combat, how } => self.end_combat(*battle, *combat, *how)?,
            Event::Supported { battle, combat, units, clashes } => self.support(*battle, *combat, units, clashes)?,
            // ---- stacks
            Event::Stacks(event) => self.apply_stack_event(event)?,
            Event::Map(event) => self.apply_map_event(event)?,
            Event::Intel(event) => self.apply_intel_event(event)?,
        }
        Ok(())
    }

    /// Applies events that are known to be possible, as those of a loaded diary are.
    pub fn replay<'e>(&mut self, events: impl IntoIterator<Item = &'e Event>) {
        for event in events {
            let applied = self.apply(event);
            debug_assert_eq!(applied, Ok(()), "{event:?}");
        }
    }

    pub(super) fn need_free(&self, id: Id) -> Validity {
        fail_if!(id.0 == 0 || id.0 > MAX_ID, EventProblem::IdOutOfRange { id }.at("id"));
        self.kind(id).map_or(Ok(()), |by| Err(EventProblem::IdTaken { id, by, free: self.next_id() }.at("id")))
    }

    pub(super) fn not_found(&self, id: Id, wanted: EntityKind, field: &'static str) -> EventError {
        EventProblem::NotFound { id, wanted, found: self.kind(id) }.at(field)
    }

    pub(super) fn need_side(&self, id: SideId) -> Validity {
        self.need(id, EntityKind::Side, "side").map(drop)
    }

    fn need_sides(&self, sides: impl IntoIterator<Item = SideId>) -> Validity {
        sides.into_iter().try_for_each(|side| self.need_side(side))
    }

    /// Requires `who`, if given, to be a side, stack or unit.
    pub(super) fn need_force(&self, who: Option<Id>) -> Validity {
        let is_force = |kind| matches!(kind, EntityKind::Side | EntityKind::Stack | EntityKind::Unit);
        match who {
            Some(id) if !self.kind(id).is_some_and(is_force) => Err(self.not_found(id, EntityKind::Unit, "who")),
            _ => Ok(()),
        }
    }

    fn need_forces(&self, forces: impl IntoIterator<Item = Id>) -> Validity {
        forces.into_iter().try_for_each(|force| self.need_force(Some(force)))
    }

    fn need(&self, id: impl Into<Id>, kind: EntityKind, field: &'static str) -> Result<usize, EventError> {
        let id = id.into();
        self.index_of(id.0, kind).ok_or_else(|| self.not_found(id, kind, field))
    }

    fn need_unit(&self, id: UnitId) -> Result<&Unit, EventError> {
        self.need(id, EntityKind::Unit, "unit").map(|at| &*self.units[at])
    }

    fn need_unit_mut(&mut self, id: UnitId) -> Result<&mut Unit, EventError> {
        self.need(id, EntityKind::Unit, "unit").map(|at| Arc::make_mut(&mut self.units[at]))
    }

    fn need_units<'u>(&self, units: impl IntoIterator<Item = &'u UnitId>) -> Validity {
        units.into_iter().try_for_each(|unit| self.need_unit(*unit).map(drop))
    }

    /// The index of a battle that is not over.
    fn need_open(&self, id: BattleId) -> Result<usize, EventError> {
        let at = self.need(id, EntityKind::Battle, "battle")?;
        if self.battles[at].ended.is_some() { Err(EventProblem::Over { battle: id }.at("battle")) } else { Ok(at) }
    }

    fn need_battle(&self, id: BattleId) -> Result<&Battle, EventError> {
        self.need_open(id).map(|at| &self.battles[at])
    }

    fn need_battle_mut(&mut self, id: BattleId) -> Result<&mut Battle, EventError> {
        self.need_open(id).map(|at| &mut self.battles[at])
    }

    /// The battle with this id, if it is not over and the side is in it.
    fn need_party(&mut self, battle: BattleId, side: SideId) -> Result<&mut Battle, EventError> {
        let battle = self.need_battle_mut(battle)?;
        need_contingent(side, battle)?;
        Ok(battle)
    }

    fn change_unit(&mut self, id: UnitId, change: impl FnOnce(&mut Unit)) {
        if let Some(unit) = self.unit_mut(id) {
            change(unit.go_on());
        }
    }

    /// Clears the failed EDNA tests of units that have gone on to something else.
    fn clear_failed_tests(&mut self, units: &[UnitId]) {
        for id in units {
            if self.unit(*id).is_some_and(|unit| unit.failed_test.is_some()) {
                self.change_unit(*id, |_| ());
            }
        }
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
    fn end_shifts(&mut self, units: &[UnitId], which: impl Fn(Term) -> bool) {
        for id in units {
            self.change_unit(*id, |unit| unit.shifts.retain(|shift| !which(shift.term)));
        }
    }
}

/// Requires the event's value before to be the current one.
fn need_current<T: PartialEq + Clone + Into<EventValue>>(what: &'static str, given: &T, is: &T) -> Validity {
    if given == is {
        return Ok(());
    }
    Err(EventProblem::Differs { what, given: given.clone().into(), is: is.clone().into() }.at("from"))
}

/// Rejects a value after the event that exceeds the full one.
fn need_within(what: &'static str, to: u16, full: u16) -> Validity {
    if to <= full { Ok(()) } else { Err(EventProblem::AboveFull { what, to, full }.at("to")) }
}

fn need_contingent(side: SideId, battle: &Battle) -> Validity {
    if battle.contingent(side).is_some() {
        return Ok(());
    }
    Err(EventProblem::NotIn { who: side.into(), of: battle.id.into() }.at("side"))
}

fn date_value(date: &Text) -> EventValue {
    match date.raw().trim() {
        "" => EventValue::None("not set"),
        date => EventValue::Text(format!("“{date}”").into()),
    }
}

/// Requires a new thing to have the next number.
fn need_next(what: &'static str, field: &'static str, number: u32, next: u32) -> Validity {
    if number == next { Ok(()) } else { Err(EventProblem::NotNext { what, number, next }.at(field)) }
}

fn no_such(what: &'static str, field: &'static str, number: u32) -> EventError {
    EventProblem::NoSuch { what, number }.at(field)
}

fn off_ladder(grade: Grade, field: &'static str) -> EventError {
    EventProblem::GradeOffLadder { grade }.at(field)
}
