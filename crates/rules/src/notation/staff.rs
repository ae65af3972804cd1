//! Words for staff work: orders that sides handed in, messages on their way, and rulings on what sides know. Source:
//! RULES 7.

use crate::state::{Message, State, VisibilityRuling, WrittenOrders};
use wardiary_base::{book::Moment, id::SideId, text};

/// All pending staff work and standing rulings, one a line.
pub fn staff_work(state: &State) -> Vec<String> {
    let waiting = state.waiting_orders();
    let waiting = waiting.iter().map(|orders| {
        let (what, when) = arrival_text(state, orders.due);
        format!("{what}: orders {} of {} “{}”{when}", orders.number, state.name(orders.side), orders.text)
    });
    let coming = pending_messages(state);
    let coming = coming.iter().map(|message| {
        let (what, when) = arrival_text(state, message.due);
        format!("{what}: message to {} “{}”{when}", side_names(state, &message.sides), message.text)
    });
    waiting.chain(coming).chain(rulings(state)).collect()
}

/// `due`, or `coming` and ` on day 3, dawn`.
fn arrival_text(state: &State, at: Moment) -> (&'static str, String) {
    if at <= state.calendar().now {
        return ("due", String::new());
    }
    ("coming", format!(" on {}", state.book().clock.format_moment(at)))
}

/// The undelivered messages, the next first.
pub fn pending_messages(state: &State) -> Vec<&Message> {
    let mut coming: Vec<&Message> = state.messages().iter().filter(|message| message.delivered.is_none()).collect();
    coming.sort_by_key(|message| message.due);
    coming
}

/// `revealed to Blue: XX Corps, 1st Foot`, one line for each side and ruling.
fn rulings(state: &State) -> Vec<String> {
    let mut lines: Vec<(String, Vec<String>)> = Vec::new();
    for (what, side, ruled) in state.rulings() {
        let whom = side.map_or_else(|| "all other sides".into(), |side| state.name(side));
        let heading = match ruled {
            VisibilityRuling::Revealed => format!("revealed to {whom}"),
            VisibilityRuling::Hidden => format!("hidden from {whom}"),
        };
        match lines.iter_mut().find(|(other, _)| *other == heading) {
            Some((_, names)) => names.push(state.name(what)),
            None => lines.push((heading, vec![state.name(what)])),
        }
    }
    lines.into_iter().map(|(heading, names)| format!("{heading}: {}", names.join(", "))).collect()
}

pub fn side_names(state: &State, sides: &[SideId]) -> String {
    text::list(&sides.iter().map(|side| state.name(*side)).collect::<Vec<_>>())
}

/// The status of written orders: `due`, `due on day 3, dawn`, `granted on day 2`, `refused: “the bridge is down”`.
pub fn orders_status(state: &State, orders: &WrittenOrders) -> String {
    let clock = &state.book().clock;
    let on = |at| if clock.is_on() { format!(" on {}", clock.format_moment(at)) } else { String::new() };
    match &orders.answer {
        None if orders.due <= state.calendar().now => "due".into(),
        None => format!("due{}", on(orders.due)),
        Some(answer) => {
            let how = if answer.is_given { "granted" } else { "refused" };
            let why = answer.why.as_ref().map_or_else(String::new, |why| format!(": “{why}”"));
            format!("{how}{}{why}", on(answer.answered_at))
        }
    }
}
