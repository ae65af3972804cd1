//! What happened by the campaign's clock, in words. Source: RULES 7.

use crate::{event::ClockEvent, state::State, text};

/// An event of the clock, a sentence each for what comes due with it.
pub(super) fn described(before: &State, after: &State, event: &ClockEvent) -> Vec<String> {
    let clock = &after.book().clock;
    match event {
        ClockEvent::Advanced { from, to } => {
            let calendar = after.calendar();
            let due = calendar.due().iter().filter(|scheduled| scheduled.at > *from);
            let due = due.map(|scheduled| format!("due now: {} “{}”", scheduled.item, text::sanitize(&scheduled.what)));
            std::iter::once(format!("it is {}", clock.name(*to))).chain(due).collect()
        }
        ClockEvent::Scheduled { item, at, .. } => vec![format!("due on {} as number {item}", clock.name(*at))],
        ClockEvent::Settled { item } => {
            let what = before.calendar().item(*item).map_or(String::new(), |item| text::sanitize(&item.what));
            vec![format!("settled: “{what}”")]
        }
    }
}
