//! The campaign's clock, in words. Source: RULES 7.

use wardiary_base::{id::Id, text};
use wardiary_rules::{
    event::ClockEvent,
    notation::{due_text, row_text},
    state::State,
};

/// An event of the clock, and a sentence for each thing that comes due with it.
pub(super) fn sentences(before: &State, after: &State, event: &ClockEvent) -> Vec<String> {
    let clock = &after.book().clock;
    match event {
        ClockEvent::Advanced { from, to } => {
            let calendar = after.calendar();
            let due = calendar.due().iter().filter(|scheduled| scheduled.due > *from);
            let due = due.map(|scheduled| {
                format!("due now: {} “{}”", scheduled.item, text::sanitize(&due_text(after, scheduled)))
            });
            std::iter::once(format!("it is {}", clock.format_moment(*to))).chain(due).collect()
        }
        // What a table makes due is due at once.
        ClockEvent::Scheduled { item, at, .. } if *at <= before.calendar().now => {
            let what = after.calendar().item(*item).map_or(String::new(), |item| due_text(after, item));
            vec![format!("due now: {item} “{}”", text::sanitize(&what))]
        }
        ClockEvent::Scheduled { item, at, .. } => vec![format!("due on {} as number {item}", clock.format_moment(*at))],
        ClockEvent::Settled { item } => {
            let what =
                before.calendar().item(*item).map_or(String::new(), |item| text::sanitize(&due_text(before, item)));
            vec![format!("settled: “{what}”")]
        }
    }
}

pub(super) fn consulted(after: &State, (table, total): (&str, i32), message: &str, who: Option<Id>) -> String {
    format!("rolled {total} on {}: {}", text::display_name(table), row_text(after, message, who))
}
