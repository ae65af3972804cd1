//! Validation of events of the campaign's clock. Source: RULES 7.

use super::{Problem, State, Validity, next, no_such, same};
use crate::event::ClockEvent;

impl State {
    pub(super) fn validate_clock_event(&self, event: &ClockEvent) -> Validity {
        let (clock, calendar) = (&self.book.clock, &self.calendar);
        match event {
            ClockEvent::Advanced { from, to } => {
                same("the moment", from, &calendar.now)?;
                match (clock.has(*to), to > from) {
                    (false, _) => Err(Problem::NoMoment { moment: *to }.at("to")),
                    (true, false) => Err(Problem::NotLater { to: *to }.at("to")),
                    (true, true) => Ok(()),
                }
            }
            ClockEvent::Scheduled { item, at, who, .. } => {
                self.need_force(*who)?;
                if !clock.has(*at) {
                    return Err(Problem::NoMoment { moment: *at }.at("at"));
                }
                next("scheduled item", "item", *item, calendar.next_item())
            }
            ClockEvent::Settled { item } => {
                calendar.item(*item).map(drop).ok_or(no_such("waiting item", "item", *item))
            }
        }
    }
}
