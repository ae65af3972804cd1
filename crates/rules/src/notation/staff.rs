//! Words for staff work: orders that sides handed in, messages on their way, and rulings on what sides know. Source:
//! RULES 7.

use super::written_order;
use crate::state::{AnswerKind, Message, State, VisibilityRuling, WrittenOrders};
use std::collections::BTreeMap;
use wardiary_base::{
    book::Moment,
    id::{Id, SideId},
    text,
};

/// All pending staff work and standing rulings, one a line.
pub fn staff_work(state: &State) -> Vec<String> {
    let waiting = state.waiting_orders();
    let waiting = waiting.iter().map(|orders| {
        let (what, when) = arrival_text(state, orders.due);
        let label = state.orders_label(orders.number);
        format!("{what}: orders {label} of {} “{}”{when}", state.name(orders.side), orders.text)
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

/// The waiting orders that a newer one of the same side replaces because it marches or halts the same force at the same
/// time; each with the newer. Only texts that read as orders count, and none that was refused or cancelled.
pub fn replaced_orders(state: &State) -> BTreeMap<u32, u32> {
    let is_open = |orders: &WrittenOrders| orders.answer.is_none();
    let is_alive =
        |orders: &&WrittenOrders| orders.answer.as_ref().is_none_or(|answer| answer.kind == AnswerKind::Granted);
    let since_open = state.written_orders().iter().skip_while(|orders| !is_open(orders)).filter(is_alive);
    let sent = since_open.filter_map(|orders| Some((orders, written_order(state, orders).ok()?.sent_force()?)));
    let sent: Vec<(&WrittenOrders, Id)> = sent.collect();
    let newer = |(at, (older, force)): (usize, &(&WrittenOrders, Id))| {
        let replaces = |(newer, other): &&(&WrittenOrders, Id)| {
            other == force && newer.side == older.side && newer.due == older.due.max(newer.received)
        };
        let (newer, _) = sent[at + 1..].iter().rfind(replaces).filter(|_| is_open(older))?;
        Some((older.number, newer.number))
    };
    sent.iter().enumerate().filter_map(newer).collect()
}

/// The status of written orders: `due`, `due on day 3, dawn`, `granted on day 2`, `refused: “the bridge is down”`.
pub fn orders_status(state: &State, orders: &WrittenOrders) -> String {
    let clock = &state.book().clock;
    let on = |at| if clock.is_on() { format!(" on {}", clock.format_moment(at)) } else { String::new() };
    match &orders.answer {
        None if orders.due <= state.calendar().now => "due".into(),
        None => format!("due{}", on(orders.due)),
        Some(answer) => {
            let how = answer.kind.word();
            let why = answer.why.as_ref().map_or_else(String::new, |why| format!(": “{why}”"));
            format!("{how}{}{why}", on(answer.answered_at))
        }
    }
}
