//! A diff of JSON values, and its application.
//!
//! A replay in a browser consists of these: the program computes each step's changes, and the script only applies them.
//! A location in a value is a JSON Pointer (RFC 6901).

use serde_json::{Map, Value, json};

#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Sets the value at a location: `["/units/3/edna/now", 6]`.
    Set(String, Value),
    /// Removes the value at a location: `["/units/3/at"]`.
    Remove(String),
    /// Replaces a range of a list (start, length) by values: `["/battles/0/moved", 2, 1, []]`.
    Splice(String, usize, usize, Vec<Value>),
}

pub fn diff(old: &Value, new: &Value) -> Vec<Change> {
    let mut changes = Vec::new();
    compare("", old, new, &mut changes);
    changes
}

pub(super) fn compare(at: &str, old: &Value, new: &Value, changes: &mut Vec<Change>) {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => compare_objects(at, old, new, changes),
        (Value::Array(old), Value::Array(new)) => compare_lists(at, old, new, changes),
        (old, new) if old == new => {}
        (_, new) => changes.push(Change::Set(at.into(), new.clone())),
    }
}

pub(super) fn compare_objects(at: &str, old: &Map<String, Value>, new: &Map<String, Value>, changes: &mut Vec<Change>) {
    let place = |key: &str| format!("{at}/{}", key.replace('~', "~0").replace('/', "~1"));
    changes.extend(old.keys().filter(|key| !new.contains_key(*key)).map(|key| Change::Remove(place(key))));
    for (key, value) in new {
        match old.get(key) {
            Some(old) if old == value => {}
            Some(old) => compare(&place(key), old, value, changes),
            None => changes.push(Change::Set(place(key), value.clone())),
        }
    }
}

fn compare_lists(at: &str, old: &[Value], new: &[Value], changes: &mut Vec<Change>) {
    let ahead = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let behind = old[ahead..].iter().rev().zip(new[ahead..].iter().rev()).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[ahead..old.len() - behind], &new[ahead..new.len() - behind]);
    if old.is_empty() && new.is_empty() {
        return;
    }
    let is_within = |value: &Value| value.is_object() || value.is_array();
    if old.len() == new.len() && old.iter().chain(new).all(is_within) {
        for (place, (old, new)) in (ahead..).zip(old.iter().zip(new)) {
            compare(&format!("{at}/{place}"), old, new, changes);
        }
    } else {
        changes.push(Change::Splice(at.into(), ahead, old.len(), new.to_vec()));
    }
}

/// Applies changes. Those from [`diff`] fit the old value; a change with an unknown location has no effect.
pub fn apply(value: &mut Value, changes: &[Change]) {
    for change in changes {
        match change {
            Change::Set(at, new) => set(value, at, new.clone()),
            Change::Remove(at) => {
                if let Some((Value::Object(parent), key)) = parent(value, at) {
                    parent.shift_remove(&key);
                }
            }
            Change::Splice(at, from, many, new) => {
                if let Some(Value::Array(list)) = value.pointer_mut(at)
                    && from + many <= list.len()
                {
                    list.splice(*from..from + many, new.iter().cloned());
                }
            }
        }
    }
}

fn set(value: &mut Value, at: &str, new: Value) {
    if let Some(place) = value.pointer_mut(at) {
        *place = new;
    } else if let Some((Value::Object(parent), key)) = parent(value, at) {
        parent.insert(key, new);
    }
}

fn parent<'v>(value: &'v mut Value, at: &str) -> Option<(&'v mut Value, String)> {
    let (parent, key) = at.rsplit_once('/')?;
    Some((value.pointer_mut(parent)?, key.replace("~1", "/").replace("~0", "~")))
}

impl Change {
    pub fn to_json(&self) -> Value {
        match self {
            Self::Set(at, value) => json!([at, value]),
            Self::Remove(at) => json!([at]),
            Self::Splice(at, from, many, new) => json!([at, from, many, new]),
        }
    }

    pub fn from_json(json: &Value) -> Option<Self> {
        match &json.as_array()?[..] {
            [Value::String(at)] => Some(Self::Remove(at.clone())),
            [Value::String(at), value] => Some(Self::Set(at.clone(), value.clone())),
            [Value::String(at), from, many, Value::Array(new)] => {
                let place = |number: &Value| usize::try_from(number.as_u64()?).ok();
                Some(Self::Splice(at.clone(), place(from)?, place(many)?, new.clone()))
            }
            _ => None,
        }
    }
}
