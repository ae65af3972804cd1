//! A state as other programs get it: what `wardiary state --json` prints, and what a replay steps through.

mod battle;
mod campaign;
mod outcome;
mod sightings;

pub use campaign::proposals;

use crate::{
    book::Moment,
    diary::EntryNo,
    notation::due_text,
    state::{Scheduled, Stack, State, Unit},
};
use serde_json::{Map, Value, json};

/// The whole state after an entry of a diary with this title.
#[must_use]
pub fn as_json(title: &str, entry: EntryNo, state: &State) -> Value {
    let mut all = without_units(title, entry, state);
    let units = state.units().iter().map(|unit| of_unit(state, unit)).collect();
    let before_battles = all.keys().position(|key| key == "battles").unwrap_or(all.len());
    all.shift_insert(before_battles, "units".into(), units);
    all.into()
}

/// All of it but the units.
pub(super) fn without_units(title: &str, entry: EntryNo, state: &State) -> Map<String, Value> {
    let mut all = Map::new();
    all.insert("title".into(), title.into());
    all.insert("entry".into(), entry.into());
    all.insert("branch".into(), json!(Some(state.branch()).filter(|name| !name.is_empty())));
    if let Some(program) = state.program() {
        all.insert("program".into(), program.into());
    }
    all.insert("rules".into(), state.book().name.clone().into());
    all.insert("date".into(), state.date().into());
    all.extend(clock_json(state).map(|clock| ("clock".into(), clock)));
    all.extend(campaign::of_campaign(state).map(|campaign| ("campaign".into(), campaign)));
    let sides = state.sides().iter().map(|s| json!({ "id": s.id, "name": &*s.name }));
    all.insert("sides".into(), sides.collect());
    if !state.maps().is_empty() {
        let maps = state.maps().iter().map(|map| map_json(state, map));
        all.insert("maps".into(), maps.collect());
    }
    let stacks = state.stacks().iter().map(stack_json);
    all.insert("stacks".into(), stacks.collect());
    all.insert("battles".into(), state.battles().iter().map(|battle| battle::of_battle(state, battle)).collect());
    all
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

fn map_json(state: &State, map: &crate::state::Map) -> Value {
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

/// A unit.
pub(super) fn of_unit(state: &State, unit: &Unit) -> Value {
    let ladder = &state.book().ladder;
    let mut json = json!({
        "id": unit.id,
        "name": &*unit.name,
        "side": unit.side,
        "stack": unit.stack,
        "kind": &*unit.kind,
        "strength": unit.strength,
        "edna": unit.edna,
        "grade": ladder.name(unit.grade),
        "grade_used": ladder.name(state.grade_used(unit)),
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
