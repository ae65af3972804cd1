//! Validation of events of staff work. Source: RULES 7.

use super::{Problem, State, Validity, next, no_such};
use crate::event::StaffEvent;
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
                next("message", "message", *message, self.next_message())
            }
            StaffEvent::Delivered { message } => {
                let is_due = self.undelivered().iter().any(|due| due.number == *message);
                if is_due { Ok(()) } else { Err(no_such("message due", "message", *message)) }
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
                next("hand-in", "number", *number, self.next_written())
            }
            StaffEvent::Granted { number, .. } | StaffEvent::Refused { number, .. } => {
                let waits = self.written(*number).is_some_and(|orders| orders.answer.is_none());
                if waits { Ok(()) } else { Err(no_such("hand-in without an answer", "number", *number)) }
            }
        }
    }

    fn need_sides(&self, sides: &[SideId], field: &'static str) -> Validity {
        if sides.is_empty() {
            return Err(Problem::Nobody.at(field));
        }
        sides.iter().try_for_each(|side| self.need_side(*side))
    }

    fn need_moment(&self, due: Option<Moment>) -> Validity {
        match due {
            Some(moment) if !self.book.clock.has(moment) => Err(Problem::NoMoment { moment }.at("due")),
            _ => Ok(()),
        }
    }

    /// Checks that the subject of a ruling exists and is not one of the sides' own.
    fn validate_ruling(&self, what: Id, sides: &[SideId]) -> Validity {
        if self.kind(what).is_none() {
            return Err(Problem::UnknownId { id: what }.at("what"));
        }
        match sides.iter().find(|side| self.side_of(what) == Some(**side)) {
            Some(side) => Err(Problem::BelongsTo { who: what, side: *side }.at("what")),
            None => Ok(()),
        }
    }
}
