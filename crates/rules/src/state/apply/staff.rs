//! Events of staff work: messages, rulings and written orders. Source: RULES 7.

use super::{Problem, State, Validity, next, no_such};
use crate::{
    event::StaffEvent,
    state::staff::{Answer, Message, WrittenOrders, kept},
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

impl State {
    pub(super) fn apply_staff_event(&mut self, event: &StaffEvent) {
        let now = self.calendar.now;
        let staff = self.staff_mut();
        let answer = |is_given, why: &Option<String>| {
            let why = why.as_deref().map(kept).filter(|why| !why.is_empty());
            Answer { is_given, at: now, why }
        };
        match event {
            StaffEvent::Told { message, sides, text, due } => staff.send(Message {
                number: *message,
                sides: sides.clone(),
                text: kept(text),
                due: due.unwrap_or(now),
                delivered: due.is_none().then_some(now),
            }),
            StaffEvent::Delivered { message } => staff.deliver(*message, now),
            StaffEvent::Revealed { what, to } => staff.reveal(*what, to),
            StaffEvent::Hidden { what, from } => staff.hide(*what, from),
            StaffEvent::HandedIn { number, side, text, due } => staff.hand_in(WrittenOrders {
                number: *number,
                side: *side,
                text: kept(text),
                received: now,
                due: due.unwrap_or(now),
                answer: None,
            }),
            StaffEvent::Granted { number, why } => staff.answer(*number, answer(true, why)),
            StaffEvent::Refused { number, why } => staff.answer(*number, answer(false, why)),
        }
    }
}
