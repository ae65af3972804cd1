//! What `wardiary state` says of a campaign between its battles: a key of the JSON for each subject, and lines of the text.

use super::proposals;
use crate::{rules, state::State, text};
use serde_json::{Map, Value};

/// The subjects that there is something to say of; nothing where there is none.
pub(super) fn as_json(state: &State) -> Option<Value> {
    let mut all = Map::new();
    let proposed = rules::proposals(state);
    if !proposed.is_empty() {
        all.insert("proposals".into(), proposals::as_json(state, &proposed));
    }
    (!all.is_empty()).then(|| all.into())
}

/// The same in lines.
pub(super) fn describe(state: &State) -> Vec<String> {
    let proposed = rules::proposals(state).len();
    let lines = (proposed > 0)
        .then(|| format!("proposed: {}, which `wardiary proposals` lists", text::count(proposed, "order", "orders")));
    lines.into_iter().collect()
}
