//! Creating sides, stacks and units, and moving units between stacks. Source: RULES 4.1, 6.

use super::{Refusal, Resolver, RuleResult};
use crate::{event::Event, order::Recruit, state::EntityKind};
use wardiary_base::{
    id::{BattleId, Id, SideId, StackId, UnitId},
    text::{self, Text},
};

impl Resolver<'_> {
    /// Emits an event if it is valid; otherwise refuses with its error.
    pub(super) fn emit_if_valid(&mut self, event: Event) -> RuleResult {
        self.state.apply(&event).map_err(Refusal::Event)?;
        self.events.push(event);
        Ok(())
    }

    pub(super) fn create_side(&mut self, id: SideId, name: &Text) -> RuleResult {
        check_name(name)?;
        self.emit_if_valid(Event::SideMade { id, name: name.clone() })
    }

    pub(super) fn create_stack(&mut self, id: StackId, side: SideId, name: &Text) -> RuleResult {
        check_name(name)?;
        self.emit_if_valid(Event::StackMade { id, side, name: name.clone(), formation: Text::default() })
    }

    pub(super) fn create_unit(&mut self, recruit: &Recruit) -> RuleResult {
        check_name(&recruit.name)?;
        self.emit_if_valid(Event::UnitMade(recruit.clone()))
    }

    pub(super) fn rename(&mut self, id: Id, name: &Text) -> RuleResult {
        check_name(name)?;
        if self.state.kind(id).ok_or(Refusal::UnknownId { id })? == EntityKind::Battle {
            self.check_battle_name(name, Some(BattleId(id.0)))?;
        }
        let from = self.state.name(id).into();
        self.emit_if_valid(Event::Renamed { id, from, to: name.clone() })
    }

    pub(super) fn assign(&mut self, units: &[UnitId], stack: Option<StackId>) -> RuleResult {
        let units = self.living_units(&units.iter().map(|u| Id::from(*u)).collect::<Vec<_>>())?;
        for unit in units.clone() {
            let from = self.living_unit(unit)?.stack;
            if from != stack {
                self.emit_if_valid(Event::Assigned { unit, from, to: stack })?;
            }
        }
        fail_if!(self.events.is_empty(), Refusal::NoChange);
        // The unit may then share an area with units of another stack.
        units.iter().try_for_each(|unit| self.check_room(*unit))
    }

    pub(super) fn set_date(&mut self, date: &Text) -> RuleResult {
        fail_if!(date.is_blank(), Refusal::NoDate);
        check_name(date)?;
        let from = self.state.date().clone();
        self.emit_if_valid(Event::DateSet { from, to: date.clone() })
    }
}

pub(super) fn check_name(name: &Text) -> Result<(), Refusal> {
    match text::name_fault(name) {
        None => Ok(()),
        Some(fault) => Err(Refusal::Name(fault)),
    }
}
