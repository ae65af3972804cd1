//! What events do to the campaign's calendar. Source: RULES 7.

use crate::{
    event::ClockEvent,
    state::{Scheduled, State},
    text,
};
use std::sync::Arc;

impl State {
    pub(super) fn apply_clock_event(&mut self, event: &ClockEvent) {
        let calendar = Arc::make_mut(&mut self.calendar);
        match event {
            ClockEvent::Advanced { to, .. } => calendar.now = *to,
            ClockEvent::Scheduled { item, at, what, who } => {
                let what = text::sanitize(what).trim().to_string();
                calendar.schedule(Scheduled { item: *item, at: *at, what, who: *who });
            }
            ClockEvent::Settled { item } => calendar.settle(*item),
        }
    }
}
