//! Events of the campaign's clock. Source: RULES 7.

use super::{EventProblem, State, Validity, need_current, need_next, no_such};
use crate::{event::ClockEvent, state::Scheduled};
use std::sync::Arc;
use wardiary_base::{book::Moment, id::UnitId, text};

impl State {
    pub(super) fn apply_clock_event(&mut self, event: &ClockEvent) -> Validity {
        let (clock, calendar) = (&self.book.clock, &self.calendar);
        match event {
            ClockEvent::Advanced { from, to } => {
                need_current("the moment", from, &calendar.now)?;
                fail_if!(!clock.contains(*to), EventProblem::NoMoment { moment: *to }.at("to"));
                fail_if!(to <= from, EventProblem::NotLater { to: *to }.at("to"));
                self.record_fighting(*from);
                Arc::make_mut(&mut self.calendar).now = *to;
            }
            ClockEvent::Scheduled { item, at, what, who } => {
                self.need_force(*who)?;
                fail_if!(!clock.contains(*at), EventProblem::NoMoment { moment: *at }.at("at"));
                need_next("scheduled item", "item", *item, calendar.next_item())?;
                let what = text::sanitize(what).trim().to_string();
                let scheduled = Scheduled { item: *item, due: *at, text: what, force: *who };
                Arc::make_mut(&mut self.calendar).schedule(scheduled);
            }
            ClockEvent::Settled { item } => {
                calendar.item(*item).ok_or(no_such("waiting item", "item", *item))?;
                Arc::make_mut(&mut self.calendar).settle(*item);
            }
        }
        Ok(())
    }

    /// Records that units in a battle or in contact had no rest in this part.
    fn record_fighting(&mut self, part: Moment) {
        let in_contact = self.contacts().iter().flat_map(|contact| [contact.forces.0, contact.forces.1]);
        let in_contact = in_contact.flat_map(|force| self.units_of_force(force)).map(|unit| unit.id);
        let units: Vec<UnitId> = self.battle_by_unit.keys().copied().chain(in_contact).collect();
        for unit in units {
            if let Some(unit) = self.unit_mut(unit) {
                unit.history.fight(part);
            }
        }
    }
}
