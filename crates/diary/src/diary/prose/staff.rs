//! Staff work, in words. Source: RULES 7.

use wardiary_base::{id::SideId, text};
use wardiary_rules::{event::StaffEvent, state::State};

pub(super) fn sentence(state: &State, event: &StaffEvent) -> String {
    let clock = &state.book().clock;
    let named = |sides: &[SideId]| text::list(&sides.iter().map(|side| state.name(*side)).collect::<Vec<_>>());
    let answered = |number: u32, how: &str, why: &Option<String>| {
        let of =
            state.written_order(number).map_or_else(String::new, |orders| format!(" of {}", state.name(orders.side)));
        let why = why.as_deref().map(text::sanitize).unwrap_or_default();
        let why = if why.trim().is_empty() { String::new() } else { format!(": “{}”", why.trim()) };
        format!("orders {number}{of} {how}{why}")
    };
    match event {
        StaffEvent::Told { sides, text, due: None, .. } => message(&named(sides), text),
        StaffEvent::Told { sides, due: Some(due), .. } => {
            format!("message to {} due on {}", named(sides), clock.format_moment(*due))
        }
        StaffEvent::Delivered { message: number } => {
            let found = state.message(*number);
            found.map_or_else(String::new, |found| message(&named(&found.sides), &found.text))
        }
        StaffEvent::Revealed { what, to } => format!("{} revealed to {}", state.name(*what), named(to)),
        StaffEvent::Hidden { what, from } if from.is_empty() => {
            let others = if state.side_of(*what).is_some() { "all other sides" } else { "all sides" };
            format!("{} hidden from {others}", state.name(*what))
        }
        StaffEvent::Hidden { what, from } => format!("{} hidden from {}", state.name(*what), named(from)),
        StaffEvent::HandedIn { number, side, due, .. } => {
            let due = due.map_or_else(String::new, |due| format!(", due on {}", clock.format_moment(due)));
            format!("orders {number} handed in by {}{due}", state.name(*side))
        }
        StaffEvent::Granted { number, why } => answered(*number, "granted", why),
        StaffEvent::Refused { number, why } => answered(*number, "refused", why),
    }
}

fn message(to: &str, text: &str) -> String {
    format!("message to {to}: “{}”", text::sanitize(text).trim())
}
