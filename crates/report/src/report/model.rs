//! A state as JSON: what `wardiary state --json` prints, and what a replay steps through.

mod battle;
mod campaign;

pub(super) use battle::battle_json;
pub use campaign::written_json;
pub use campaign::{campaign_json, proposals, sightings};

use serde::Serialize;
use serde_json::{Map, Value, json};
use wardiary_base::{book::Moment, text::Text};
use wardiary_diary::diary::EntryNo;
use wardiary_rules::{
    event::Reading,
    notation::due_text,
    state::{Scheduled, Side, Stack, State, Unit},
};

pub fn state_json(title: &Text, entry: EntryNo, state: &State) -> Value {
    let mut all = Map::new();
    all.insert("title".into(), json!(title));
    all.insert("entry".into(), entry.into());
    for part in PARTS {
        all.extend((part.value)(state).map(|value| (part.name.to_string(), value)));
    }
    let units = state.units().iter().map(|unit| unit_json(state, unit)).collect();
    all.insert(UNITS.into(), units);
    all.insert(BATTLES.into(), state.battles().iter().map(|battle| battle_json(state, battle)).collect());
    all.into()
}

pub(super) const UNITS: &str = "units";
pub(super) const BATTLES: &str = "battles";

pub(super) struct StatePart {
    pub name: &'static str,
    pub value: fn(&State) -> Option<Value>,
    /// A cheap check that the part is equal in two states; false if only comparing the values would tell.
    pub same: fn(&State, &State) -> bool,
}

/// A check that never knows, so that the values are compared.
fn never_same(_: &State, _: &State) -> bool {
    false
}

pub(super) const PARTS: &[StatePart] = &[
    StatePart {
        name: "branch",
        value: |state| Some(json!(Some(state.branch()).filter(|name| !name.is_empty()))),
        same: never_same,
    },
    StatePart { name: "program", value: |state| state.program().map(|program| json!(program)), same: never_same },
    StatePart { name: "rules", value: |state| Some(json!(state.book().name)), same: never_same },
    StatePart { name: "date", value: |state| Some(json!(state.date())), same: never_same },
    StatePart { name: "clock", value: clock_json, same: never_same },
    StatePart {
        name: "tables",
        value: |state| {
            let states = state.table_states().map(|(table, now)| json!({ "table": table, "state": now.name }));
            let states: Vec<Value> = states.collect();
            (!states.is_empty()).then(|| json!(states))
        },
        same: never_same,
    },
    StatePart { name: "campaign", value: campaign::campaign_json, same: never_same },
    StatePart {
        name: "sides",
        value: |state| Some(state.sides().iter().map(side_json).collect()),
        same: |a, b| a.sides() == b.sides(),
    },
    StatePart {
        name: "maps",
        value: |state| {
            let maps = || state.maps().iter().map(|map| map_json(state, map)).collect();
            (!state.maps().is_empty()).then(maps)
        },
        // The theatre records who holds its places.
        same: |a, b| a.maps() == b.maps() && a.theatre().is_none() && b.theatre().is_none(),
    },
    StatePart {
        name: "stacks",
        value: |state| Some(state.stacks().iter().map(stack_json).collect()),
        same: |a, b| a.stacks() == b.stacks(),
    },
];

fn side_json(side: &Side) -> Value {
    json!({ "id": side.id, "name": &*side.name })
}

/// The time and what is scheduled, if there is a clock.
fn clock_json(state: &State) -> Option<Value> {
    let (clock, calendar) = (&state.book().clock, state.calendar());
    let moment = |at: Moment| json!({ clock.unit(): at.count, "part": clock.part(at.part) });
    let all = |scheduled: &[Scheduled]| -> Value {
        scheduled
            .iter()
            .map(|s| json!({ "item": s.item, "at": moment(s.due), "what": due_text(state, s), "force": s.force }))
            .collect()
    };
    let now = clock.is_on().then(|| moment(calendar.now));
    // Tables schedule things without a clock, too.
    (clock.is_on() || calendar.is_used())
        .then(|| json!({ "now": now, "due": all(calendar.due()), "coming": all(calendar.upcoming()) }))
}

fn map_json(state: &State, map: &wardiary_rules::state::Map) -> Value {
    let mut json = json!({ "id": map.id, "name": &*map.name });
    if !map.ground.objectives().is_empty() {
        let name = |cell| map.ground.name_of(cell).cloned().unwrap_or_default();
        let objective = |(cell, side)| json!({ "name": name(cell), "at": cell, "side": side });
        json["objectives"] = state.objectives_of(map).map(objective).collect();
    }
    json
}

fn stack_json(stack: &Stack) -> Value {
    let mut json = json!({ "id": stack.id, "side": stack.side, "name": &*stack.name });
    if let Value::Object(json) = &mut json
        && !stack.is_plain()
    {
        json.insert("posture".into(), stack.posture.word().into());
        json.insert("leader".into(), json!(stack.leader));
        json.insert("screening".into(), json!(stack.screening));
    }
    json
}

/// A number of a unit as far as it is known: plain if exact, `{"least": 5, "most": 9}` within bounds, or null.
pub fn known_number<T: Serialize>(known: Reading<T>) -> Value {
    match known {
        Reading::Exact(number) => json!(number),
        Reading::Within(estimate) => json!({ "least": estimate.least, "most": estimate.most }),
        Reading::Unknown => Value::Null,
    }
}

pub(super) fn unit_json(state: &State, unit: &Unit) -> Value {
    let ladder = &state.book().ladder;
    let mut json = json!({
        "id": unit.id,
        "name": &*unit.name,
        "side": unit.side,
        "stack": unit.stack,
        "kind": unit.kind,
        "strength": known_number(unit.strength()),
        "edna": known_number(unit.edna()),
        "grade": known_number(unit.grade().map(|grade| ladder.name(grade))),
        "grade_used": known_number(state.effective_grade(unit).map(|grade| ladder.name(grade))),
        "alive": unit.is_alive(),
        "ineffective": unit.known_ineffective(),
    });
    if let (Value::Object(json), Some(place)) = (&mut json, unit.place) {
        json.insert("map".into(), json!(place.map));
        json.insert("at".into(), json!(place.cell));
        json.insert("facing".into(), json!(place.facing));
    }
    if let Some(level) = state.supply_level(unit) {
        json["supply"] = json!(level.name);
    }
    let missing = &unit.history.lost_strength;
    if missing.permanent > 0 || missing.returning() > 0 {
        json["missing"] = json!({ "for_good": missing.permanent, "coming_back": missing.returning() });
    }
    json
}
