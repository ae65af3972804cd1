//! Validation of events of the campaign's clock. Source: RULES 7.

use super::{Mismatch, State, Validity, same};
use crate::{event::ClockEvent, state::ClockError};

impl State {
    pub(super) fn validate_clock_event(&self, event: &ClockEvent) -> Validity {
        let (clock, calendar) = (&self.book.clock, &self.calendar);
        match event {
            ClockEvent::Advanced { from, to } => {
                same(from, &calendar.now, Mismatch::Moment)?;
                match (clock.has(*to), to > from) {
                    (false, _) => Err(ClockError::NoMoment { moment: *to, field: "to" }.into()),
                    (true, false) => Err(ClockError::NotLater { to: *to }.into()),
                    (true, true) => Ok(()),
                }
            }
            ClockEvent::Scheduled { item, at, who, .. } => {
                self.need_force(*who)?;
                let next = calendar.next_item();
                if !clock.has(*at) {
                    return Err(ClockError::NoMoment { moment: *at, field: "at" }.into());
                }
                if *item == next { Ok(()) } else { Err(ClockError::Number { item: *item, next }.into()) }
            }
            ClockEvent::Settled { item } => {
                calendar.item(*item).map(drop).ok_or_else(|| ClockError::NotScheduled { item: *item }.into())
            }
        }
    }
}
