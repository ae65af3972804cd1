//! Battles as JSON.

use super::outcome;
use serde_json::{Value, json};
use wardiary_base::book::Carry;
use wardiary_rules::{
    notation::{self, battle_over, combat_end, refusal::describe_decision},
    rules,
    state::{Battle, Combat, CombatLine, Conflict, State},
};

pub(in crate::report) fn of_battle(state: &State, battle: &Battle) -> Value {
    let sides = battle.contingents.iter().map(|contingent| {
        let losses = state.losses(battle, contingent);
        let known = |number: u32| losses.is_known.then_some(number);
        let mut json = json!({
            "side": contingent.side,
            "initial": known(losses.initial),
            "lost": known(losses.lost),
            "point": known(losses.point),
            "exhausted": contingent.exhausted,
        });
        if notation::counts_on(state, Carry::PerBattle) {
            json["defeats"] = defeats_json(state, contingent.carried);
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
        "phase": battle.phase_of(state).name(),
        "acting": battle.acting,
        "awaiting": battle.awaiting().map(|decision| describe_decision(decision, state)),
        "over": battle_over(state, battle),
        "decision": battle.decision.as_ref().map(outcome::decision_json),
        "sides": sides.collect::<Vec<_>>(),
        "pushed_back": battle.pushed_back.iter().map(|p| json!({ "unit": p.unit, "by": p.by })).collect::<Vec<_>>(),
        "combats": combats.iter().map(|(_, combat)| combat_json(state, combat)).collect::<Vec<_>>(),
        "objections": battle.objects,
        "conflicts": battle.conflicts.iter().map(conflict_json).collect::<Vec<_>>(),
        "outstanding": {
            "combats": left.combats.iter().filter_map(|at| combats.iter().position(|(n, _)| n == at)).collect::<Vec<_>>(),
            "rounds": left.rounds,
            "under_way": left.under_way,
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
        "over": conflict.over.is_some(),
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
        if notation::counts_on(state, Carry::PerCombat) {
            json["defeats"] = defeats_json(state, line.carried);
        }
        json
    };
    let sides: Vec<Value> = combat.lines.iter().map(side).collect();
    json!({
        "phases": combat.phases,
        "over": combat.over.map(|how| combat_end(state, how, None)),
        "sides": sides,
    })
}
