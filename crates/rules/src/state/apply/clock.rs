//! Events of the campaign's clock. Source: RULES 7.

use super::{Problem, State, Validity, next, no_such, same};
use crate::{event::ClockEvent, state::Scheduled};
use std::sync::Arc;
use wardiary_base::{book::Moment, id::UnitId, text};

impl State {
    pub(super) fn apply_clock_event(&mut self, event: &ClockEvent) -> Validity {
        let (clock, calendar) = (&self.book.clock, &self.calendar);
        match event {
            ClockEvent::Advanced { from, to } => {
                same("the moment", from, &calendar.now)?;
                if !clock.has(*to) {
                    return Err(Problem::NoMoment { moment: *to }.at("to"));
                }
                if to <= from {
                    return Err(Problem::NotLater { to: *to }.at("to"));
                }
                self.fight_through(*from);
                Arc::make_mut(&mut self.calendar).now = *to;
            }
            ClockEvent::Scheduled { item, at, what, who } => {
                self.need_force(*who)?;
                if !clock.has(*at) {
                    return Err(Problem::NoMoment { moment: *at }.at("at"));
                }
                next("scheduled item", "item", *item, calendar.next_item())?;
                let what = text::sanitize(what).trim().to_string();
                let scheduled = Scheduled { item: *item, at: *at, what, who: *who };
                Arc::make_mut(&mut self.calendar).schedule(scheduled);
            }
            ClockEvent::Settled { item } => {
                calendar.item(*item).ok_or(no_such("waiting item", "item", *item))?;
                Arc::make_mut(&mut self.calendar).settle(*item);
            }
        }
        Ok(())
    }

    /// Makes the current moment the first of the campaign.
    pub(in crate::state) fn begin_calendar(&mut self) {
        Arc::make_mut(&mut self.calendar).begin();
    }

    /// Records that units in a battle or in contact had no rest in this part.
    fn fight_through(&mut self, part: Moment) {
        let in_contact = self.contacts().iter().flat_map(|contact| [contact.forces.0, contact.forces.1]);
        let in_contact = in_contact.flat_map(|force| self.units_of_force(force)).map(|unit| unit.id);
        let units: Vec<UnitId> = self.engaged.keys().copied().chain(in_contact).collect();
        for unit in units {
            if let Some(unit) = self.unit_mut(unit) {
                unit.service.fight(part);
            }
        }
    }
}
