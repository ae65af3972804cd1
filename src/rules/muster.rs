//! Making sides, stacks and units, and moving units between stacks. Source: RULES 4.1, 6.

use super::{Flow, Play, Refusal};
use crate::{event::Event, id::Id, order::Order, text};

impl Play<'_> {
    /// Lets an event happen if it fits; what speaks against it is the refusal.
    pub(super) fn happens_if_it_fits(&mut self, event: Event) -> Flow {
        self.state.fits(&event).map_err(Refusal::Event)?;
        self.happens(event);
        Ok(())
    }

    pub(super) fn muster(&mut self, order: &Order) -> Flow {
        match order {
            Order::Side { id, name } => {
                well_named(name)?;
                self.happens_if_it_fits(Event::SideMade { id: *id, name: name.clone() })
            }
            Order::Stack { id, side, name } => {
                well_named(name)?;
                self.happens_if_it_fits(Event::StackMade { id: *id, side: *side, name: name.clone() })
            }
            Order::Unit(recruit) => {
                well_named(&recruit.name)?;
                self.happens_if_it_fits(Event::UnitMade(recruit.clone()))
            }
            Order::Rename { id, name } => {
                well_named(name)?;
                self.state.kind(*id).ok_or(Refusal::Nobody { id: *id })?;
                let from = self.state.name(*id);
                self.happens_if_it_fits(Event::Renamed { id: *id, from, to: name.clone() })
            }
            Order::Assign { units, stack } => {
                let units = self.all_living(&units.iter().map(|u| Id::from(*u)).collect::<Vec<_>>())?;
                for unit in units {
                    let from = self.living(unit)?.stack;
                    if from != *stack {
                        self.happens_if_it_fits(Event::Assigned { unit, from, to: *stack })?;
                    }
                }
                if self.events.is_empty() { Err(Refusal::NoChange.into()) } else { Ok(()) }
            }
            Order::Date { date } => {
                well_named(date)?;
                let from = self.state.date().to_string();
                self.happens_if_it_fits(Event::DateSet { from, to: date.clone() })
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
