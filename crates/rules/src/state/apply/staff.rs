//! Events of staff work: messages, rulings and written orders. Source: RULES 7.

use super::{EventProblem, State, Validity, need_next, no_such};
use crate::{
    event::StaffEvent,
    state::staff::{Answer, Message, WrittenOrders, stored_text},
};
use wardiary_base::{
    book::Moment,
    id::{Id, SideId},
};

impl State {
    pub(super) fn apply_staff_event(&mut self, event: &StaffEvent) -> Validity {
        let now = self.calendar.now;
        match event {
            StaffEvent::Told { message, sides, text, due } => {
                self.need_any_side(sides, "sides")?;
                self.need_moment(*due)?;
                need_next("message", "message", *message, self.next_message_number())?;
                self.staff_mut().send(Message {
                    number: *message,
                    sides: sides.clone(),
                    text: stored_text(text),
                    due: due.unwrap_or(now),
                    delivered: due.is_none().then_some(now),
                });
            }
            StaffEvent::Delivered { message } => {
                if !self.undelivered().iter().any(|due| due.number == *message) {
                    return Err(no_such("message due", "message", *message));
                }
                self.staff_mut().deliver(*message, now);
            }
            StaffEvent::Revealed { what, to } => {
                self.need_any_side(to, "to")?;
                self.check_ruling(*what, to)?;
                self.staff_mut().reveal(*what, to);
            }
            StaffEvent::Hidden { what, from } => {
                self.need_sides(from.iter().copied())?;
                self.check_ruling(*what, from)?;
                self.staff_mut().hide(*what, from);
            }
            StaffEvent::HandedIn { number, side, text, due } => {
                self.need_side(*side)?;
                self.need_moment(*due)?;
                need_next("hand-in", "number", *number, self.next_orders_number())?;
                self.staff_mut().hand_in(WrittenOrders {
                    number: *number,
                    side: *side,
                    text: stored_text(text),
                    received: now,
                    due: due.unwrap_or(now),
                    answer: None,
                });
            }
            StaffEvent::Granted { number, why } | StaffEvent::Refused { number, why } => {
                if self.written_order(*number).is_none_or(|orders| orders.answer.is_some()) {
                    return Err(no_such("hand-in without an answer", "number", *number));
                }
                let why = why.as_deref().map(stored_text).filter(|why| !why.is_empty());
                let is_given = matches!(event, StaffEvent::Granted { .. });
                self.staff_mut().answer(*number, Answer { is_given, answered_at: now, why });
            }
        }
        Ok(())
    }

    fn need_any_side(&self, sides: &[SideId], field: &'static str) -> Validity {
        fail_if!(sides.is_empty(), EventProblem::Nobody.at(field));
        self.need_sides(sides.iter().copied())
    }

    fn need_moment(&self, due: Option<Moment>) -> Validity {
        match due {
            Some(moment) if !self.book.clock.contains(moment) => Err(EventProblem::NoMoment { moment }.at("due")),
            _ => Ok(()),
        }
    }

    /// Checks that the subject of a ruling exists and is not one of the sides' own.
    fn check_ruling(&self, what: Id, sides: &[SideId]) -> Validity {
        fail_if!(self.kind(what).is_none(), EventProblem::UnknownId { id: what }.at("what"));
        match sides.iter().find(|side| self.side_of(what) == Some(**side)) {
            Some(side) => Err(EventProblem::BelongsTo { who: what, side: *side }.at("what")),
            None => Ok(()),
        }
    }
}
