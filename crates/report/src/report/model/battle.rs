//! Battles as JSON.

use super::campaign;
use serde_json::{Value, json};
use wardiary_base::book::DefeatCarry;
use wardiary_rules::{
    notation::{self, battle_over_reason, combat_end_reason, refusal::describe_decision},
    rules,
    state::{Battle, Combat, CombatLine, Conflict, State},
};

pub(in crate::report) fn battle_json(state: &State, battle: &Battle) -> Value {
    let sides = battle.contingents.iter().map(|contingent| {
        let losses = state.losses(battle, contingent);
        let mut json = json!({
            "side": contingent.side,
            "initial": losses.map(|losses| losses.initial),
            "lost": losses.map(|losses| losses.lost),
            "point": losses.map(|losses| losses.exhaustion_point),
            "exhausted": contingent.exhausted,
        });
        if notation::carries_over(state, DefeatCarry::PerBattle) {
            json["defeats"] = defeats_json(state, contingent.carried_defeats);
        }
        json
    });
    let left = rules::outstanding(state, battle.id);
    // A round of a Conflict is part of the Conflict's JSON, not a combat of its own.
    let combats: Vec<_> = battle.combats.iter().enumerate().filter(|(_, combat)| combat.conflict.is_none()).collect();
    let mut json = json!({
        "id": battle.id,
        "name": &*battle.name,
        "turn": battle.turn,
        "phase": battle.current_phase(state).name(),
        "acting": battle.acting_side,
        "awaiting": battle.pending_decision().map(|decision| describe_decision(decision, state)),
        "over": battle_over_reason(state, battle),
        "decision": battle.decision.as_ref().map(campaign::decision_json),
        "sides": sides.collect::<Vec<_>>(),
        "pushed_back": battle.pushed_back.iter().map(|p| json!({ "unit": p.unit, "by": p.beaten_by })).collect::<Vec<_>>(),
        "combats": combats.iter().map(|(_, combat)| combat_json(state, combat)).collect::<Vec<_>>(),
        "objections": battle.objectors,
        "conflicts": battle.conflicts.iter().map(conflict_json).collect::<Vec<_>>(),
        "outstanding": {
            "combats": left.combats.iter().filter_map(|at| combats.iter().position(|(n, _)| n == at)).collect::<Vec<_>>(),
            "rounds": left.due_rounds,
            "under_way": left.open_rounds,
            "units": left.units,
        },
    });
    if let (Value::Object(json), Some(map)) = (&mut json, battle.map) {
        json.insert("map".into(), json!(map));
        json.insert("moved".into(), battle.moved.iter().map(|moved| json!(moved.unit)).collect());
        json["outstanding"]["contacts"] =
            left.contacts.iter().map(|(stack, beside)| json!({ "stack": stack, "beside": beside })).collect();
    }
    json
}

fn conflict_json(conflict: &Conflict) -> Value {
    let stacks = conflict.stacks.iter().filter(|s| !s.fled);
    json!({
        "round": conflict.round,
        "over": conflict.ended.is_some(),
        "to_act": conflict.to_act,
        "stacks": stacks.map(|s| json!({ "stack": s.stack, "init": s.init })).collect::<Vec<_>>(),
    })
}

/// The defeats carried over, and how many eliminate a unit.
fn defeats_json(state: &State, carried: u16) -> Value {
    json!({ "left_over": carried, "eliminate_every": state.book().scrud.eliminate_every })
}

fn combat_json(state: &State, combat: &Combat) -> Value {
    let side = |line: &CombatLine| {
        let mut json = json!({ "side": line.side, "units": line.units });
        if notation::carries_over(state, DefeatCarry::PerCombat) {
            json["defeats"] = defeats_json(state, line.carried_defeats);
        }
        json
    };
    let sides: Vec<Value> = combat.lines.iter().map(side).collect();
    json!({
        "phases": combat.phases_fought,
        "over": combat.ended.map(|how| combat_end_reason(state, how, None)),
        "sides": sides,
    })
}
