//! Staff work as JSON: messages, orders that sides handed in, and rulings on what sides know. Source: RULES 7.

use serde_json::{Map, Value, json};
use wardiary_base::{
    book::Moment,
    id::{Id, SideId},
};
use wardiary_rules::state::{Message, State, VisibilityRuling, WrittenOrders};

/// A key for each subject that exists.
pub(super) fn staff_json(state: &State) -> Map<String, Value> {
    let mut all = Map::new();
    let mut tell = |key: &str, values: Vec<Value>| {
        if !values.is_empty() {
            all.insert(key.into(), values.into());
        }
    };
    tell("messages", state.messages().iter().map(|message| message_json(state, message)).collect());
    tell("written_orders", state.written_orders().iter().map(|orders| written_json(state, orders)).collect());
    tell("rulings", state.rulings().map(|ruling| ruling_json(state, ruling)).collect());
    all
}

fn message_json(state: &State, message: &Message) -> Value {
    json!({
        "number": message.number,
        "to": message.sides,
        "text": message.text,
        "due": moment(state, message.due),
        "is_delivered": message.delivered.is_some(),
        "delivered": message.delivered.and_then(|at| moment(state, at)),
    })
}

/// Orders that a side handed in.
pub fn written_json(state: &State, orders: &WrittenOrders) -> Value {
    let answer = orders.answer.as_ref();
    let status = answer.map_or("waiting", |answer| if answer.is_given { "given" } else { "refused" });
    json!({
        "number": orders.number,
        "side": orders.side,
        "text": orders.text,
        "received": moment(state, orders.received),
        "due": moment(state, orders.due),
        "status": status,
        "answered": answer.and_then(|answer| moment(state, answer.answered_at)),
        "why": answer.and_then(|answer| answer.why.clone()),
    })
}

fn ruling_json(state: &State, (what, side, ruled): (Id, Option<SideId>, VisibilityRuling)) -> Value {
    let ruled = match ruled {
        VisibilityRuling::Revealed => "revealed",
        VisibilityRuling::Hidden => "hidden",
    };
    // A ruling without a side applies to all sides but the subject's own.
    json!({ "of": what, "name": state.name(what), "side": side, "ruled": ruled })
}

fn moment(state: &State, at: Moment) -> Option<String> {
    let clock = &state.book().clock;
    clock.is_on().then(|| clock.format_moment(at))
}
