//! Finds, in words, how two events differ if their sentences are equal.

use serde_json::Value;
use wardiary_base::{document, text};
use wardiary_rules::event::Event;

/// Fields that sentences leave out: the field, its name, and whether its number means something to players.
const DETAIL_FIELDS: &[(&str, &str, bool)] = &[
    ("ap", "the AP", true),
    ("battle", "the battle", false),
    ("bonus", "the bonus dice", false),
    ("by", "by whose doing", false),
    ("carried", "the defeats carried over", false),
    ("clashes", "what counter-battery and air defence did", false),
    ("combat", "which combat of the turn it was", false),
    ("conflict", "which Conflict of the battle it was", false),
    ("damage", "the damage", true),
    ("dice", "the dice", true),
    ("dp", "the DP", true),
    ("first", "who stood on the first side", false),
    ("formation", "how the stack stood", false),
    ("from", "how it stood before", false),
    ("hits", "the hits", false),
    ("how", "how it ended", false),
    ("init", "the Init", true),
    ("order", "the order of acting", false),
    ("outcome", "the outcome", false),
    ("phase", "the phase", false),
    ("round", "the round", true),
    ("second", "who stood on the second side", false),
    ("side", "the side", false),
    ("sides", "who was there", false),
    ("spare", "the damage to spare", true),
    ("spent", "the steps of promotions that fell away", true),
    ("support", "the support", false),
    ("to", "how it stands after", false),
    ("total", "the total", true),
    ("units", "the units", false),
    ("used", "the grades it fought with", false),
];

/// The difference of the first event that differs, or the number of events if only that differs.
pub(in crate::diary) fn detail(was: &[Event], now: &[Event]) -> String {
    if was.len() != now.len() {
        let many = |events: &[Event]| text::count(events.len(), "fact", "facts");
        return format!("{} came of it, where {} are written", many(now), many(was));
    }
    let differing = was.iter().zip(now).find(|(was, now)| was != now);
    let fields =
        differing.and_then(|(was, now)| first_difference(&document::to_json(was), &document::to_json(now), ""));
    fields.unwrap_or_else(|| "another fact of the same words".into())
}

/// The first field in which two values differ, in words.
fn first_difference(was: &Value, now: &Value, field: &str) -> Option<String> {
    if was == now {
        return None;
    }
    if let (Some(then), Some(again)) = (was.as_object(), now.as_object()) {
        let missing = &Value::Null;
        let fields = then.keys().chain(again.keys().filter(|key| !then.contains_key(*key)));
        let mut inner = fields.filter_map(|key| {
            let of = |object: &serde_json::Map<String, Value>| object.get(key).unwrap_or(missing).clone();
            first_difference(&of(then), &of(again), key)
        });
        return inner.next();
    }
    let known = DETAIL_FIELDS.iter().find(|(name, ..)| *name == field);
    let what = known.map_or_else(|| field.replace('_', " "), |(_, what, _)| (*what).to_string());
    let number = |value: &Value| if value.is_null() { Some(0) } else { value.as_u64() };
    match (number(was), number(now)) {
        (Some(was), Some(now)) if known.is_some_and(|(.., shown)| *shown) => {
            Some(format!("{what}, {now} and not {was}"))
        }
        _ => Some(what),
    }
}
