//! How battles begin, go on and end, in words.

use super::Scene;
use wardiary_base::{
    book::TurnPhase,
    id::{BattleId, SideId, UnitId},
    text,
};
use wardiary_rules::{
    event::Event,
    notation::{battle_end, can_still, conflict_stacks, some_units},
    order::Order,
    rules,
    state::State,
};

pub(super) fn begun(state: &State, name: &str, sides: &[(SideId, Vec<UnitId>)]) -> String {
    let side = |(side, units): &(SideId, Vec<UnitId>)| {
        format!("{} with {}", state.name(*side), text::count(units.len(), "unit", "units"))
    };
    let sides: Vec<String> = sides.iter().map(side).collect();
    format!("the battle {name} began: {}", text::list(&sides))
}

fn ended(state: &State, battle: BattleId) -> String {
    let why = state.battle(battle).and_then(|battle| battle_end(state, battle));
    format!("the battle {} ended{}", state.name(battle), why.map_or(String::new(), |why| format!(": {why}")))
}

/// That a turn ended, and what it left undone. The combats that were broken off are told by themselves.
pub(super) fn turn_ended(scene: &Scene, battle: BattleId, turn: u32) -> Vec<String> {
    let of_battle = scene.of_battle(battle);
    let left = rules::outstanding(scene.before, battle);
    let goes_on = |at: &usize| {
        let stacks = conflict_stacks(scene.before, battle, *at);
        format!("the round under way in the Conflict of {stacks} goes on in turn {}{of_battle}", turn.saturating_add(1))
    };
    let rounds = no_rounds(scene, battle, turn, &left.rounds).into_iter().chain(left.under_way.iter().map(goes_on));
    let units = could_still(scene, battle, turn, &left.units);
    std::iter::once(format!("turn {turn}{of_battle} ended")).chain(rounds).chain(units).collect()
}

/// That a battle ended. Where somebody ended it or its turn, it is said first what that left undone.
pub(super) fn battle_ended(scene: &Scene, battle: BattleId) -> Vec<String> {
    let ends =
        matches!(scene.entry.order.given(), Order::EndBattle { .. } | Order::EndTurn { .. } | Order::Pass { .. });
    let mut told = if ends { left_by_battle(scene, battle) } else { Vec::new() };
    told.push(ended(scene.after, battle));
    told
}

/// What the end of a battle left undone. The combats that were broken off are told by themselves.
fn left_by_battle(scene: &Scene, battle: BattleId) -> Vec<String> {
    let turn = scene.before.battle(battle).map_or(0, |b| b.turn);
    let left = rules::outstanding(scene.before, battle);
    let broken_off = |at: &usize| {
        let stacks = conflict_stacks(scene.before, battle, *at);
        format!("the round under way in the Conflict of {stacks}{} was broken off", scene.in_battle(battle))
    };
    let rounds = no_rounds(scene, battle, turn, &left.rounds).into_iter().chain(left.under_way.iter().map(broken_off));
    rounds.chain(could_still(scene, battle, turn, &left.units)).collect()
}

/// That units could have attacked in a turn, and did not.
fn could_still(scene: &Scene, battle: BattleId, turn: u32, units: &[UnitId]) -> Option<String> {
    let did = can_still(scene.after, units, "ed");
    let of_battle = scene.of_battle(battle);
    (!units.is_empty())
        .then(|| format!("could still have {did} in turn {turn}{of_battle}: {}", some_units(scene.after, units)))
}

/// That a turn went on without a round of some Conflicts.
fn no_rounds(scene: &Scene, battle: BattleId, turn: u32, conflicts: &[usize]) -> Vec<String> {
    let no_round = |at: &usize| {
        let stacks = conflict_stacks(scene.before, battle, *at);
        format!("no round of the Conflict of {stacks} was fought in turn {turn}{}", scene.of_battle(battle))
    };
    conflicts.iter().map(no_round).collect()
}

/// The rounds that a turn leaves by going on to a phase; at its end, or the battle's, they are told with that.
fn rounds_left(scene: &Scene, at: usize, battle: BattleId, phase: u8) -> Vec<String> {
    let Some(before) = scene.before.battle(battle) else { return Vec::new() };
    let earlier = |event: &Event| matches!(event, Event::PhaseBegun { battle: b, .. } if *b == battle);
    let ends = |event: &Event| matches!(event, Event::TurnEnded { battle: b, .. } | Event::BattleEnded { battle: b, .. } if *b == battle);
    if scene.entry.events[..at].iter().any(earlier) || scene.entry.events.iter().any(ends) {
        return Vec::new();
    }
    no_rounds(scene, battle, before.turn, &scene.before.rounds_left_by(before, usize::from(phase)))
}

/// That a turn has gone on to a part of it: who acts now, unless the turn has gone on from there too. An initiative that it
/// went past without a roll is told with the first part after it.
pub(super) fn phase_begun(
    scene: &Scene,
    at: usize,
    (battle, phase, side): (BattleId, u8, Option<SideId>),
) -> Vec<String> {
    let goes_on = |event: &Event| match event {
        Event::PhaseBegun { battle: b, .. }
        | Event::TurnEnded { battle: b, .. }
        | Event::BattleEnded { battle: b, .. } => *b == battle,
        _ => false,
    };
    let phases = &scene.after.book().turn.phases;
    let begins = || match (side, phases.get(usize::from(phase))?) {
        (Some(side), _) => Some(format!("{} to act{}", scene.name(side), scene.in_battle(battle))),
        (None, TurnPhase::Initiative) => Some(format!("the initiative is next{}", scene.in_battle(battle))),
        (None, TurnPhase::Together(what) | TurnPhase::Rounds(what)) => {
            let open = scene.after.battle(battle).is_some_and(|b| b.conflicts.iter().any(|c| c.over.is_none()));
            let none = if what.contains("Conflict") && !open { " (no Conflict is open)" } else { "" };
            Some(format!("all to act{}: {what}{none}", scene.in_battle(battle)))
        }
        (None, TurnPhase::EachSide(_) | TurnPhase::Exhaustion) => None,
    };
    let is_last = !scene.entry.events[at + 1..].iter().any(goes_on);
    let unrolled =
        is_unrolled(scene, at, battle).then(|| format!("nobody rolled for the initiative{}", scene.in_battle(battle)));
    let rounds = rounds_left(scene, at, battle, phase);
    let handed_on = is_last.then(|| handed_on(scene, battle)).flatten();
    unrolled.into_iter().chain(rounds).chain(handed_on).chain(is_last.then(begins).flatten()).collect()
}

/// Who could still have attacked in a part of the turn that is over for his side, where the turn itself goes on: under a strict
/// order the side has no other. At the turn's end the rest are told.
fn handed_on(scene: &Scene, battle: BattleId) -> Option<String> {
    let turn = scene.before.battle(battle)?.turn;
    if scene.after.battle(battle)?.turn != turn {
        return None;
    }
    let left = rules::outstanding(scene.after, battle).units;
    let mut units = rules::outstanding(scene.before, battle).units;
    units.retain(|unit| !left.contains(unit));
    could_still(scene, battle, turn, &units)
}

/// Whether the turn has just gone on past an initiative for which nobody has rolled, where the rules leave that free.
fn is_unrolled(scene: &Scene, at: usize, battle: BattleId) -> bool {
    let Some(before) = scene.before.battle(battle) else { return false };
    let earlier = scene.entry.events[..at].iter().rev().find_map(|event| match event {
        Event::PhaseBegun { battle: b, phase, .. } if *b == battle => Some(usize::from(*phase)),
        _ => None,
    });
    let left = scene.before.book().turn.phases.get(earlier.unwrap_or(before.phase));
    matches!(left, Some(TurnPhase::Initiative)) && before.initiative.is_none()
}
