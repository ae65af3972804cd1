//! Validation: whether an event can have happened in a state. What is accepted here, [`State::apply`] can apply.
//!
//! [`State::validate`] names every event once and leaves each to the file of its mechanism.

mod battle;
mod combat;
mod fire;
mod roster;
mod stacks;
mod unit;

use super::{Battle, EntityKind, State, Unit};
use crate::{
    event::Event,
    id::{BattleId, Id, MAX_ID, SideId, UnitId},
    text,
};

/// Why an event can't have happened in a state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct EventError {
    field: Option<&'static str>,
    what: String,
    hint: Option<String>,
}

impl EventError {
    pub(super) fn new(what: impl Into<String>) -> Self {
        Self { field: None, what: what.into(), hint: None }
    }

    /// The same error, blamed on a field of the event.
    pub(super) fn of(mut self, field: &'static str) -> Self {
        self.field = Some(field);
        self
    }

    /// The same error, with advice.
    pub(super) fn hinted(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The field of the event that is to blame, where it is one.
    #[must_use]
    pub fn field(&self) -> Option<&'static str> {
        self.field
    }

    /// What to do about it, where that is known.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        self.hint.clone()
    }
}

type Validity = Result<(), EventError>;

impl State {
    /// Whether an event can have happened here.
    ///
    /// # Errors
    /// The first thing that speaks against it: an id of nothing or of something else, a value before that is not the
    /// present one, a value after that is out of range.
    pub fn validate(&self, event: &Event) -> Validity {
        match event {
            Event::Opened { .. }
            | Event::Abandoned
            | Event::Noted
            | Event::Argued { .. }
            | Event::BranchNamed { .. } => Ok(()),
            Event::RulesChanged(draft) => self.validate_rules(draft),
            Event::SideMade { id, .. } => self.need_free((*id).into()),
            Event::StackMade { id, side, .. } => self.need_free((*id).into()).and(self.need_side(*side)),
            Event::UnitMade(recruit) => self.recruit(recruit).map(drop),
            Event::Renamed { id, .. } => self.validate_renaming(*id),
            Event::Assigned { unit, from, to } => self.validate_assignment(*unit, *from, *to),
            Event::DateSet { from, .. } => same("the date", &from.as_str(), &self.date.as_str()),
            // ---- battles
            Event::BattleBegun { id, sides, .. } => self.need_free((*id).into()).and(self.validate_parties(sides)),
            Event::Arrived { battle, units } => self.validate_arrival(*battle, units),
            Event::BattleEnded { battle, .. } | Event::TurnEnded { battle, .. } => self.need_battle(*battle).map(drop),
            Event::InitiativeWon { battle, side }
            | Event::FirstChosen { battle, side }
            | Event::Exhausted { battle, side, .. } => in_battle((*side, self.need_battle(*battle)?)),
            Event::PhaseBegun { battle, phase, side } => self.validate_phase(*battle, *phase, *side),
            // ---- units
            Event::EdnaTested { unit, from, to, .. }
            | Event::EdnaWorn { unit, from, to, .. }
            | Event::EdnaRuled { unit, from, to } => self.validate_edna(*unit, *from, *to),
            Event::Demoted { unit, from, to } | Event::Regraded { unit, from, to } => {
                self.validate_grade(*unit, *from, *to)
            }
            Event::PushedBack { unit } => self.need_unit(*unit).map(drop),
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
            Event::DiceTested { passed, failed, dice, .. } => self.validate_tests(passed, failed, dice),
            Event::Volleyed { battle, unit, hits, .. } => self.validate_volley(*battle, *unit, hits),
            // ---- stacks
            Event::Stacks(event) => self.validate_stack_event(event),
        }
    }

    /// Refuses an id that is out of range or taken.
    pub(super) fn need_free(&self, id: Id) -> Validity {
        if id.0 == 0 || id.0 > MAX_ID {
            return Err(EventError::new(format!("a number is 1 to {MAX_ID}, not {}", id.0)).of("id"));
        }
        match self.kind(id) {
            None => Ok(()),
            Some(kind) => {
                let what = format!("the number {id} is taken by the {} {}", kind.word(), self.name(id));
                Err(EventError::new(what).of("id").hinted(format!("#{} is free", self.next_id())))
            }
        }
    }

    /// The error of an id that is not of the kind that is wanted, with what there is of that kind.
    pub(super) fn not_found(&self, id: Id, wanted: EntityKind, field: &'static str) -> EventError {
        let word = wanted.word();
        let error = match self.kind(id) {
            Some(kind) => EventError::new(format!("{id} is the {} {}, no {word}", kind.word(), self.name(id))),
            None => EventError::new(format!("there is no {word} {id}")),
        };
        let all: Vec<String> = match wanted {
            EntityKind::Side => self.sides.iter().map(|s| format!("{} {}", s.id, s.name)).collect(),
            EntityKind::Stack => self.stacks.iter().map(|s| format!("{} {}", s.id, s.name)).collect(),
            EntityKind::Battle => self.open_battles().map(|b| format!("{} {}", b.id, b.name)).collect(),
            EntityKind::Unit => Vec::new(),
        };
        let error = error.of(field);
        match all.len() {
            0 => error,
            1..=6 => error.hinted(format!("there is {}", text::list(&all))),
            n => error.hinted(format!("there are {n}, from {} to {}", all[0], all[n - 1])),
        }
    }

    pub(super) fn need_side(&self, id: SideId) -> Validity {
        self.side(id).map(drop).ok_or_else(|| self.not_found(id.into(), EntityKind::Side, "side"))
    }

    fn need_unit(&self, id: UnitId) -> Result<&Unit, EventError> {
        self.unit(id).ok_or_else(|| self.not_found(id.into(), EntityKind::Unit, "unit"))
    }

    /// The battle of that id, if it is not over.
    fn need_battle(&self, id: BattleId) -> Result<&Battle, EventError> {
        let battle = self.battle(id).ok_or_else(|| self.not_found(id.into(), EntityKind::Battle, "battle"))?;
        match battle.over {
            None => Ok(battle),
            Some(_) => Err(EventError::new(format!("the battle {} is over", battle.name)).of("battle")),
        }
    }
}

/// A value that an event says was there before must be the present one.
fn same<T: PartialEq + std::fmt::Debug>(what: &str, said: &T, is: &T) -> Validity {
    if said == is { Ok(()) } else { Err(EventError::new(format!("{what} was {is:?}, not {said:?}")).of("from")) }
}

/// A value after must not be more than the full one.
fn within(what: &str, to: u16, full: u16) -> Validity {
    if to <= full {
        Ok(())
    } else {
        Err(EventError::new(format!("{what} of {to} is more than the full {full}")).of("to"))
    }
}

fn in_battle((side, battle): (SideId, &Battle)) -> Validity {
    if battle.contingent(side).is_some() {
        return Ok(());
    }
    Err(EventError::new(format!("that side is not in the battle {}", battle.name)).of("side"))
}
