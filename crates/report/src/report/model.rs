//! A state as other programs get it: what `wardiary state --json` prints, and what a replay steps through.

mod battle;
mod campaign;
mod outcome;
mod sightings;
mod staff;

pub(super) use battle::of_battle;
pub use campaign::proposals;
pub use staff::written_json;

use serde_json::{Map, Value, json};
use wardiary_base::book::Moment;
use wardiary_diary::diary::EntryNo;
use wardiary_rules::{
    event::Reading,
    notation::due_text,
    state::{Scheduled, Side, Stack, State, Unit},
};

/// The whole state after an entry of a diary with this title.
#[must_use]
pub fn as_json(title: &str, entry: EntryNo, state: &State) -> Value {
    let mut all = Map::new();
    all.insert("title".into(), title.into());
    all.insert("entry".into(), entry.into());
    for part in PARTS {
        all.extend((part.value)(state).map(|value| (part.name.to_string(), value)));
    }
    let units = state.units().iter().map(|unit| of_unit(state, unit)).collect();
    all.insert(UNITS.into(), units);
    all.insert(BATTLES.into(), state.battles().iter().map(|battle| of_battle(state, battle)).collect());
    all.into()
}

/// Under what name a state has its units.
pub(super) const UNITS: &str = "units";
/// Under what name it has its battles.
pub(super) const BATTLES: &str = "battles";

/// A part of a state, but for its units and battles, which are many.
pub(super) struct Part {
    /// Under what name the state has it.
    pub name: &'static str,
    /// What it is; nothing where the state has no such thing.
    pub value: fn(&State) -> Option<Value>,
    /// Whether it is plainly the same in another state, without working it out; false where only that would tell.
    pub same: fn(&State, &State) -> bool,
}

/// Only what it is tells whether a part is the same.
fn unknown(_: &State, _: &State) -> bool {
    false
}

/// All parts, in their order.
pub(super) const PARTS: &[Part] = &[
    Part {
        name: "branch",
        value: |state| Some(json!(Some(state.branch()).filter(|name| !name.is_empty()))),
        same: unknown,
    },
    Part { name: "program", value: |state| state.program().map(Value::from), same: unknown },
    Part { name: "rules", value: |state| Some(state.book().name.clone().into()), same: unknown },
    Part { name: "date", value: |state| Some(state.date().into()), same: unknown },
    Part { name: "clock", value: clock_json, same: unknown },
    Part { name: "campaign", value: campaign::of_campaign, same: unknown },
    Part {
        name: "sides",
        value: |state| Some(state.sides().iter().map(side_json).collect()),
        same: |a, b| a.sides() == b.sides(),
    },
    Part {
        name: "maps",
        value: |state| {
            let maps = || state.maps().iter().map(|map| map_json(state, map)).collect();
            (!state.maps().is_empty()).then(maps)
        },
        // Who holds a place of the theatre is the theatre's.
        same: |a, b| a.maps() == b.maps() && a.theatre().is_none() && b.theatre().is_none(),
    },
    Part {
        name: "stacks",
        value: |state| Some(state.stacks().iter().map(stack_json).collect()),
        same: |a, b| a.stacks() == b.stacks(),
    },
];

fn side_json(side: &Side) -> Value {
    json!({ "id": side.id, "name": &*side.name })
}

/// What time it is and what is scheduled, where there is a clock.
fn clock_json(state: &State) -> Option<Value> {
    let (clock, calendar) = (&state.book().clock, state.calendar());
    let moment = |at: Moment| json!({ clock.unit(): at.count, "part": clock.part(at.part) });
    let all = |scheduled: &[Scheduled]| -> Value {
        scheduled
            .iter()
            .map(|s| json!({ "item": s.item, "at": moment(s.at), "what": due_text(state, s), "force": s.who }))
            .collect()
    };
    let now = clock.is_on().then(|| moment(calendar.now));
    // What tables make due is there without a clock too.
    (clock.is_on() || calendar.is_used())
        .then(|| json!({ "now": now, "due": all(calendar.due()), "coming": all(calendar.coming()) }))
}

fn map_json(state: &State, map: &wardiary_rules::state::Map) -> Value {
    let mut json = json!({ "id": map.id, "name": &*map.name });
    if !map.ground.objectives().is_empty() {
        let name = |cell| map.ground.name_of(cell).unwrap_or_default();
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

/// A number of a unit as far as it is known: as always where it is exact, `{"least": 5, "most": 9}` within bounds, or null.
pub fn reading(known: Reading, exact: impl FnOnce() -> Value) -> Value {
    match known {
        Reading::Exact => exact(),
        Reading::Within(estimate) => json!({ "least": estimate.least, "most": estimate.most }),
        Reading::Unknown => Value::Null,
    }
}

/// A unit.
pub(super) fn of_unit(state: &State, unit: &Unit) -> Value {
    let ladder = &state.book().ladder;
    let mut json = json!({
        "id": unit.id,
        "name": &*unit.name,
        "side": unit.side,
        "stack": unit.stack,
        "kind": &*unit.kind,
        "strength": reading(unit.strength_known(), || json!(unit.strength)),
        "edna": reading(unit.edna_known(), || json!(unit.edna)),
        "grade": reading(unit.grade_known(), || ladder.name(unit.grade).into()),
        "grade_used": reading(unit.grade_known(), || ladder.name(state.grade_used(unit)).into()),
        "alive": unit.is_alive(),
        "ineffective": unit.is_ineffective(),
    });
    if let (Value::Object(json), Some(place)) = (&mut json, unit.place) {
        json.insert("map".into(), json!(place.map));
        json.insert("at".into(), json!(place.cell));
        json.insert("facing".into(), json!(place.facing));
    }
    if let Some(level) = state.supply_level(unit) {
        json["supply"] = level.name.clone().into();
    }
    let missing = &unit.service.missing;
    if missing.for_good > 0 || missing.coming() > 0 {
        json["missing"] = json!({ "for_good": missing.for_good, "coming_back": missing.coming() });
    }
    json
}
