//! The phases of a combat in words: defeats, and what became of the units.

use super::{EntryContext, sentence};
use wardiary_base::{
    book::Grade,
    id::{BattleId, Id, SideId, UnitId},
    text,
};
use wardiary_rules::{
    event::{Cause, CombatEnd, Event},
    notation::{combat_end_sentence, combat_name, die_owner, distinguishing_forces},
    state::{Battle, Combat, State},
};

/// Whether an event is reported with the phase before it.
pub(super) fn is_casualty(event: &Event) -> bool {
    matches!(
        event,
        Event::Demoted { .. } | Event::PushedBack { .. } | Event::Eliminated { .. } | Event::StrengthLost { .. }
    )
}

/// The two sides of a combat: from the entry that opened it, or from the state.
fn sides_of(scene: &EntryContext, (battle, combat): (BattleId, u16)) -> Option<(SideId, SideId)> {
    let place = usize::from(combat);
    let known = [scene.before, scene.after].into_iter().find_map(|state| state.battle(battle)?.combats.get(place));
    if let Some(known) = known {
        return Some((known.lines.first.side, known.lines.second.side));
    }
    scene.entry.events.iter().find_map(|event| match event {
        Event::CombatOpened { battle: b, first, second } if *b == battle => Some((first.0, second.0)),
        _ => None,
    })
}

/// The defeats of each side in a phase.
pub(super) fn defeats(scene: &EntryContext, combat: (BattleId, u16), defeats: (u16, u16)) -> String {
    let there = scene.in_battle(combat.0);
    let many = |n: u16| if n == 0 { "no defeat".into() } else { text::count(n.into(), "defeat", "defeats") };
    match (defeats, sides_of(scene, combat)) {
        ((0, 0), _) => format!("nobody was beaten{there}"),
        ((first, second), Some((one, other))) => {
            let (one, other) = (scene.name(one), scene.name(other));
            format!("{one} suffered {}, {other} suffered {}{there}", many(first), many(second))
        }
        // Only a save not written by the program has such a combat.
        ((first, second), None) => format!("{} to {}{there}", many(first), many(second)),
    }
}

/// What became of the defeated units; units with the same fate share a sentence.
pub(super) fn casualties(scene: &EntryContext, casualties: &[&Event]) -> Vec<String> {
    let mut demoted: Vec<(String, Vec<String>)> = Vec::new();
    let mut rest = Vec::new();
    let mut pushed = Vec::new();
    for event in casualties {
        match event {
            Event::Demoted { unit, from, to, used, .. } => {
                let change = demotion(scene.after, (*from, *to), *used);
                match demoted.iter_mut().find(|(c, _)| *c == change) {
                    Some((_, names)) => names.push(scene.name(*unit)),
                    None => demoted.push((change, vec![scene.name(*unit)])),
                }
            }
            Event::PushedBack { unit, by } => pushed.push((*unit, *by)),
            other => rest.extend(sentence(scene, other)),
        }
    }
    let mut described: Vec<String> =
        demoted.iter().map(|(change, names)| format!("{} demoted, {change}", text::list(names))).collect();
    if !pushed.is_empty() {
        described.push(pushed_back(scene.after, &pushed));
    }
    described.extend(rest);
    described
}

/// The units pushed back, and by whom if the diary records it.
pub(super) fn pushed_back(state: &State, pushed: &[(UnitId, Option<Id>)]) -> String {
    let one = |(unit, by): &(UnitId, Option<Id>)| match by {
        Some(by) => format!("{} by {}", state.name(*unit), die_owner(state, *by)),
        None => state.name(*unit),
    };
    match pushed {
        [(unit, Some(by))] => format!("{} pushed back by {}", state.name(*unit), die_owner(state, *by)),
        [(unit, None)] => format!("{} pushed back", state.name(*unit)),
        _ => format!("pushed back: {}", pushed.iter().map(one).collect::<Vec<_>>().join(", ")),
    }
}

/// A change of grade: the grade that counts, and the unit's own one if a ruling separates the two.
pub(super) fn demotion(state: &State, (from, to): (Grade, Grade), used: Option<(Grade, Grade)>) -> String {
    let ladder = &state.book().ladder;
    let change = |(from, to): (Grade, Grade)| format!("{} to {}", ladder.name(from), ladder.name(to));
    match used.filter(|used| *used != (from, to)) {
        None => change((from, to)),
        Some(used) if from == to => format!("{} (own grade {}, as before)", change(used), ladder.name(to)),
        Some(used) => format!("{} (own grade {})", change(used), change((from, to))),
    }
}

pub(super) fn eliminated(state: &State, unit: UnitId, by: Cause) -> String {
    let by = match by {
        Cause::Defeat | Cause::Losses => "",
        Cause::EveryThird => " for its side’s defeats",
        Cause::Ruling => " by a ruling",
        Cause::CounterBattery => " by counter-battery fire",
        Cause::AirDefence => " by air defence",
    };
    format!("{} eliminated{by}", state.name(unit))
}

fn found_in(state: &State, (battle, at): (BattleId, u16)) -> Option<(&State, &Battle, &Combat)> {
    let battle = state.battle(battle)?;
    Some((state, battle, battle.combats.get(usize::from(at))?))
}

/// A combat with its battle, from the state after the entry, or from the one before if the end of a turn cleared it
/// away.
fn find_combat<'s>(scene: &EntryContext<'s>, combat: (BattleId, u16)) -> Option<(&'s State, &'s Battle, &'s Combat)> {
    found_in(scene.after, combat).or_else(|| found_in(scene.before, combat))
}

/// ` of A v X in First day`: tells a combat apart from others, if there are any. `found` is where it was found.
fn combat_suffix(scene: &EntryContext, combat: (BattleId, u16), found: Option<(&State, &Battle, &Combat)>) -> String {
    let forces = found.and_then(|(state, battle, combat)| distinguishing_forces(state, battle, combat));
    format!("{}{}", forces.map_or(String::new(), |forces| format!(" of {forces}")), scene.in_battle(combat.0))
}

/// Whether the combat is a round of a Conflict, which reports it.
fn is_round(scene: &EntryContext, combat: (BattleId, u16)) -> bool {
    find_combat(scene, combat).is_some_and(|(_, _, combat)| combat.conflict.is_some())
}

/// Units joined a combat; if it is part of a Conflict, they joined that.
pub(super) fn joined(scene: &EntryContext, combat: (BattleId, u16), units: &[UnitId]) -> Option<String> {
    // Name the combat by its earlier members: nobody joins himself.
    let found = found_in(scene.before, combat).or_else(|| found_in(scene.after, combat));
    (!is_round(scene, combat))
        .then(|| format!("{} joined the combat{}", scene.names(units), combat_suffix(scene, combat, found)))
}

/// The end of a combat; `None` for a Conflict round that ran out of time or phases.
pub(super) fn ended(scene: &EntryContext, (battle, at): (BattleId, u16), how: CombatEnd) -> Option<String> {
    if is_round(scene, (battle, at)) && matches!(how, CombatEnd::TimeUp | CombatEnd::PhasesUsed) {
        return None;
    }
    // The end of a turn or battle reports what was left of it.
    let fights = |event: &Event| matches!(event, Event::PhaseFought { .. } | Event::CombatOpened { .. });
    let by_time = how == CombatEnd::TimeUp && !scene.entry.events.iter().any(fights);
    let there = scene.before.battle(battle).filter(|_| by_time);
    let text = match there.and_then(|b| Some((b, b.combats.get(usize::from(at))?))) {
        Some((found, combat)) => {
            let name = combat_name(scene.before, found, combat);
            let (fought, phases) = (combat.phases_fought, scene.before.book().scrud.phases);
            let there = scene.in_battle(battle);
            format!("the combat of {name}{there} was broken off after {fought} of {phases} phases")
        }
        None => {
            combat_end_sentence(scene.after, how, &combat_suffix(scene, (battle, at), find_combat(scene, (battle, at))))
        }
    };
    Some(text)
}
