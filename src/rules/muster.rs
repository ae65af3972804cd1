//! Making sides, stacks and units, and moving units between stacks. Source: RULES 4.1, 6.

use super::{Refusal, Resolver, RuleResult};
use crate::{event::Event, id::Id, order::Order, text};

impl Resolver<'_> {
    /// Emits an event if it is valid; if not, its error is the refusal.
    pub(super) fn emit_if_valid(&mut self, event: Event) -> RuleResult {
        self.state.validate(&event).map_err(Refusal::Event)?;
        self.emit(event);
        Ok(())
    }

    pub(super) fn muster(&mut self, order: &Order) -> RuleResult {
        match order {
            Order::Side { id, name } => {
                well_named(name)?;
                self.emit_if_valid(Event::SideMade { id: *id, name: name.clone() })
            }
            Order::Stack { id, side, name } => {
                well_named(name)?;
                self.emit_if_valid(Event::StackMade { id: *id, side: *side, name: name.clone() })
            }
            Order::Unit(recruit) => {
                well_named(&recruit.name)?;
                self.emit_if_valid(Event::UnitMade(recruit.clone()))
            }
            Order::Rename { id, name } => {
                well_named(name)?;
                self.state.kind(*id).ok_or(Refusal::Nobody { id: *id })?;
                let from = self.state.name(*id);
                self.emit_if_valid(Event::Renamed { id: *id, from, to: name.clone() })
            }
            Order::Assign { units, stack } => {
                let units = self.all_living(&units.iter().map(|u| Id::from(*u)).collect::<Vec<_>>())?;
                for unit in units {
                    let from = self.living(unit)?.stack;
                    if from != *stack {
                        self.emit_if_valid(Event::Assigned { unit, from, to: *stack })?;
                    }
                }
                if self.events.is_empty() { Err(Refusal::NoChange.into()) } else { Ok(()) }
            }
            Order::Date { date } => {
                well_named(date)?;
                let from = self.state.date().to_string();
                self.emit_if_valid(Event::DateSet { from, to: date.clone() })
            }
            _ => unreachable!("only orders of the muster are handed here"),
        }
    }
}

pub(super) fn well_named(name: &str) -> Result<(), Refusal> {
    match text::fault_of_name(name) {
        None => Ok(()),
        Some(fault) => Err(Refusal::Name(fault)),
    }
}
