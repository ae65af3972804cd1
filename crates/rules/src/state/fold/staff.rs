//! Applies events of staff work: messages, rulings and written orders. Source: RULES 7.

use crate::{
    event::StaffEvent,
    state::{
        State,
        staff::{Answer, Message, WrittenOrders, kept},
    },
};

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
