//! Validation of events of staff work. Source: RULES 7.

use super::{State, Validity};
use crate::{
    event::StaffEvent,
    state::{ClockError, EventError, StaffError},
};
use wardiary_base::{
    book::Moment,
    id::{Id, SideId},
};

impl State {
    pub(super) fn validate_staff_event(&self, event: &StaffEvent) -> Validity {
        match event {
            StaffEvent::Told { message, sides, due, .. } => {
                self.need_sides(sides, "sides")?;
                self.need_moment(*due)?;
                numbered(*message, self.next_message(), "message")
            }
            StaffEvent::Delivered { message } => {
                let is_due = self.undelivered().iter().any(|due| due.number == *message);
                if is_due { Ok(()) } else { Err(StaffError::NotDue { message: *message }.into()) }
            }
            StaffEvent::Revealed { what, to } => {
                self.need_sides(to, "to")?;
                self.validate_ruling(*what, to)
            }
            StaffEvent::Hidden { what, from } => {
                from.iter().try_for_each(|side| self.need_side(*side))?;
                self.validate_ruling(*what, from)
            }
            StaffEvent::HandedIn { number, side, due, .. } => {
                self.need_side(*side)?;
                self.need_moment(*due)?;
                numbered(*number, self.next_written(), "number")
            }
            StaffEvent::Granted { number, .. } | StaffEvent::Refused { number, .. } => {
                let waits = self.written(*number).is_some_and(|orders| orders.answer.is_none());
                if waits { Ok(()) } else { Err(StaffError::NotWaiting { number: *number }.into()) }
            }
        }
    }

    fn need_sides(&self, sides: &[SideId], field: &'static str) -> Validity {
        if sides.is_empty() {
            return Err(StaffError::NoSide { field }.into());
        }
        sides.iter().try_for_each(|side| self.need_side(*side))
    }

    fn need_moment(&self, due: Option<Moment>) -> Validity {
        match due {
            Some(moment) if !self.book.clock.has(moment) => Err(ClockError::NoMoment { moment, field: "due" }.into()),
            _ => Ok(()),
        }
    }

    /// Checks that the subject of a ruling exists and is not one of the sides' own.
    fn validate_ruling(&self, what: Id, sides: &[SideId]) -> Validity {
        if self.kind(what).is_none() {
            return Err(EventError::UnknownId { id: what });
        }
        match sides.iter().find(|side| self.side_of(what) == Some(**side)) {
            Some(side) => Err(StaffError::Own { side: *side, what }.into()),
            None => Ok(()),
        }
    }
}

fn numbered(number: u32, next: u32, field: &'static str) -> Validity {
    if number == next { Ok(()) } else { Err(StaffError::Number { number, next, field }.into()) }
}
