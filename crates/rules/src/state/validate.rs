//! Validation: whether an event is possible in a state. [`State::apply`] can apply every event that is accepted here.
//!
//! [`State::validate`] names every event once and delegates to the file of its mechanism.

mod battle;
mod clock;
mod combat;
mod fire;
mod intel;
mod map;
mod refit;
mod roster;
mod stacks;
mod staff;
mod theatre;
mod unit;
mod victory;

use super::{Battle, EntityKind, EventError, Problem, State, Unit};
use crate::{event::Event, refusal::Value};
use wardiary_base::{
    book::Grade,
    id::{BattleId, Id, MAX_ID, SideId, UnitId},
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
