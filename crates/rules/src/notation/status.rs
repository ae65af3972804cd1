//! Words for the status of battles, combats, Conflicts and stacks, for `wardiary state` and comparisons of states: names
//! of combats, effects of support dice, what a phase did to whom, and defeats left over from the last elimination. Source: RULES 2.2, step 6.

use super::{battle_over_reason, combat_end_reason, refusal::describe_decision};
use crate::{
    event::{Cause, Clash, ClashEffect, ClashKind, Event},
    order::{Order, Posture, ScreenTarget},
    rules::{FoughtPhase, Step, scrud::Fate, support::SupportTask},
    state::{Battle, Combat, CombatLine, Conflict, Stack, State},
};
use wardiary_base::{
    book::{DefeatCarry, Mechanism},
    id::{Id, UnitId},
    sides::CombatSide,
    text,
};

/// `turn 2, Fight, Germans to act; …`, or how it ended.
pub fn battle_status(state: &State, battle: &Battle) -> String {
    let turns = state.book().uses(Mechanism::Turns);
    if let Some(why) = battle_over_reason(state, battle) {
        let in_turn = if turns { format!(" in turn {}", battle.turn) } else { String::new() };
        return format!("over{in_turn}: {why}");
    }
    let waits =
        battle.pending_decision().map_or(String::new(), |decision| format!("; {}", describe_decision(decision, state)));
    if !turns {
        return format!("under way{waits}");
    }
    let acting = battle.acting_side.map_or(String::new(), |side| format!(", {} to act", state.name(side)));
    format!("turn {}, {}{acting}{waits}", battle.turn, battle.current_phase(state).name())
}

/// `combat XX Corps v XIII Corps: 1 phase, under way`
pub fn combat_status(state: &State, battle: &Battle, combat: &Combat) -> String {
    let name = combat_name(state, battle, combat);
    let over = combat.ended.map_or("under way".into(), |how| combat_end_reason(state, how, None));
    let counted = combat.lines.iter().filter(|_| carries_over(state, DefeatCarry::PerCombat) && combat.ended.is_none());
    let counted =
        counted.filter_map(|line| Some((state.name(line.side), leftover_defeats_text(state, line.carried_defeats)?)));
    let phases = text::count(combat.phases_fought.into(), "phase", "phases");
    let line = format!("combat {name}: {phases}, {over}");
    counted.fold(line, |line, (side, defeats)| format!("{line}; {side}: {defeats}"))
}

/// `2 of 3 defeats towards an elimination`; `None` without leftover defeats.
pub fn leftover_defeats_text(state: &State, carried: u16) -> Option<String> {
    leftover_text(state, carried).map(|of| format!("{of} defeats towards an elimination"))
}

/// `Conflict of Red Guard and Blue Guard: round 2, Red Guard to strike`
pub fn conflict_status(state: &State, conflict: &Conflict) -> String {
    // A finished Conflict lists all stacks that took part, also those that fled, each once.
    let mut there: Vec<String> = Vec::new();
    for stack in conflict.stacks.iter().filter(|s| !s.fled || conflict.ended.is_some()) {
        let name = state.name(stack.stack);
        if !there.contains(&name) {
            there.push(name);
        }
    }
    let how = match (conflict.ended, conflict.to_act.first()) {
        (Some(_), _) => "over".into(),
        (None, Some(next)) => format!("round {}, {} to strike", conflict.round, state.name(*next)),
        (None, None) => format!("round {} is next", conflict.round),
    };
    format!("Conflict of {}: {how}", text::list(&there))
}

/// A stack's leader, posture and screen; empty if it has none of these.
pub fn stance_text(state: &State, stack: &Stack) -> String {
    let mut text = Vec::new();
    text.extend(stack.leader.map(|unit| format!("led by {}", state.name(unit))));
    text.extend((stack.posture != Posture::Neutral).then(|| stack.posture.word().to_string()));
    text.extend(stack.screening.as_ref().map(|screen| match screen {
        ScreenTarget::Edge(other, edge) => format!("screens the {} of {}", edge.word(), state.name(*other)),
        ScreenTarget::Unit(unit) => format!("screens {}", state.name(*unit)),
        ScreenTarget::Structure(what) => format!("screens {what}"),
    }));
    text.join(", ")
}

/// `Germans v Russians`; `XX Corps v Guard and 2 more` if the sides are ambiguous.
pub fn combat_name(state: &State, battle: &Battle, combat: &Combat) -> String {
    distinguishing_forces(state, battle, combat).unwrap_or_else(|| {
        let sides = combat.lines.as_ref().map(|line| state.name(line.side));
        format!("{} v {}", sides.first, sides.second)
    })
}

/// The forces of a combat, if another combat of the same sides has been in the battle this turn.
pub fn distinguishing_forces(state: &State, battle: &Battle, combat: &Combat) -> Option<String> {
    let sides = |combat: &Combat| {
        let mut sides = [combat.lines.first.side, combat.lines.second.side];
        sides.sort();
        sides
    };
    let alike = |other: &&Combat| other.conflict.is_none() && sides(other) == sides(combat);
    let several = battle.combats.iter().filter(alike).count() > 1;
    several.then(|| {
        let forces = combat.lines.as_ref().map(|line| force_name(state, line));
        format!("{} v {}", forces.first, forces.second)
    })
}

/// The units left in a line, or all of its units if none is left: `A`, `A and B`, `A and 2 more`.
fn force_name(state: &State, line: &CombatLine) -> String {
    let mut ids = state.remaining_in(line);
    if ids.is_empty() {
        ids = line.units.iter().copied().map(Id::from).collect();
    }
    match ids[..] {
        [] => state.name(line.side),
        [one] => state.name(one),
        [one, other] => format!("{} and {}", state.name(one), state.name(other)),
        [first, ..] => format!("{} and {} more", state.name(first), ids.len() - 1),
    }
}

pub fn support_task_word(task: SupportTask) -> &'static str {
    match task {
        SupportTask::Artillery => "artillery",
        SupportTask::CounterBattery => "counter-battery",
        SupportTask::Aircraft => "aircraft",
        SupportTask::AirDefence => "air-defence",
    }
}

/// `counter-battery: Guns (5) v Heavy Battery (3): demoted and silenced`
pub fn describe_clash<W: Copy>(clash: &Clash<W>, name: impl Fn(W) -> String) -> String {
    let (what, effect) = match (clash.what, clash.effect) {
        (ClashKind::CounterBattery, ClashEffect::Nothing) => ("counter-battery", "no effect"),
        (ClashKind::CounterBattery, ClashEffect::Silenced) => ("counter-battery", "silenced"),
        (ClashKind::CounterBattery, ClashEffect::Demoted) => ("counter-battery", "demoted and silenced"),
        (ClashKind::CounterBattery, ClashEffect::Destroyed) => ("counter-battery", "destroyed"),
        (ClashKind::AirDefence, ClashEffect::Nothing) => ("air defence", "not stopped"),
        (ClashKind::AirDefence, ClashEffect::Silenced) => ("air defence", "driven off"),
        (ClashKind::AirDefence, ClashEffect::Demoted) => ("air defence", "demoted and driven off"),
        (ClashKind::AirDefence, ClashEffect::Destroyed) => ("air defence", "shot down"),
    };
    let (by, at) = (name(clash.by), name(clash.at));
    format!("{what}: {by} ({}) v {at} ({}): {effect}", clash.scores.0, clash.scores.1)
}

pub fn carries_over(state: &State, carry: DefeatCarry) -> bool {
    let (book, scrud) = (state.book(), &state.book().scrud);
    book.uses(Mechanism::Scrud) && scrud.carry == carry && scrud.eliminate_every.is_some_and(|every| every > 1)
}

/// `2 of 3`: leftover defeats out of those needed to eliminate a unit; `None` if there are none.
pub fn leftover_text(state: &State, carried: u16) -> Option<String> {
    let every = state.book().scrud.eliminate_every?;
    (carried > 0).then(|| format!("{carried} of {every}"))
}

/// The leftover defeats of each side in a battle: `Germans 1 of 3`. With several open combats each is named.
pub fn leftover_in_battle(state: &State, battle: &Battle) -> Vec<String> {
    if battle.ended.is_some() {
        return Vec::new();
    }
    if carries_over(state, DefeatCarry::PerBattle) {
        let of = |carried| leftover_text(state, carried);
        let sides = battle.contingents.iter().filter_map(|c| Some((c.side, of(c.carried_defeats)?)));
        return sides.map(|(side, defeats)| format!("{} {defeats}", state.name(side))).collect();
    }
    if !carries_over(state, DefeatCarry::PerCombat) {
        return Vec::new();
    }
    let going_on: Vec<&Combat> =
        battle.combats.iter().filter(|combat| combat.ended.is_none() && combat.conflict.is_none()).collect();
    let of_combat = |combat: &&Combat| {
        let which = match going_on.len() {
            1 => String::new(),
            _ => format!(" in {}", combat_name(state, battle, combat)),
        };
        let lines =
            combat.lines.iter().filter_map(|line| Some((line.side, leftover_text(state, line.carried_defeats)?)));
        lines.map(|(side, defeats)| format!("{} {defeats}{which}", state.name(side))).collect::<Vec<_>>()
    };
    going_on.iter().flat_map(of_combat).collect()
}

/// Maximum number of units named that take no part.
const MAX_IDLE: usize = 4;

/// Maximum number of eliminated units named.
const MAX_ELIMINATED: usize = 4;

/// The living units that an order names, also by their stack or side, and that take no part in its combat:
/// `Captain Renard takes no part`.
pub fn idle_text(state: &State, order: &Order, step: &Step) -> String {
    let (named, taking): (Vec<Id>, Vec<Id>) = match (order, step) {
        (Order::Scrud { first, second }, Step::NeedDice(request)) => (
            first.who.iter().chain(&second.who).copied().collect(),
            request.dice.iter().map(|die| Id(die.owner.0)).collect(),
        ),
        (Order::Commit { who, .. }, Step::Done(done)) => {
            let joins = |event: &Event| match event {
                Event::Committed { units, .. } => units.clone(),
                _ => Vec::new(),
            };
            (who.clone(), done.events.iter().flat_map(joins).map(Id::from).collect())
        }
        _ => return String::new(),
    };
    let named = named.iter().flat_map(|id| state.units_for_id(*id)).filter(|unit| unit.is_alive());
    let idle: Vec<String> =
        named.filter(|unit| !taking.contains(&unit.id.into())).map(|unit| unit.name.to_string()).collect();
    match idle.len() {
        0 => String::new(),
        1..=MAX_IDLE => {
            let take = if idle.len() == 1 { "takes" } else { "take" };
            format!("{} {take} no part", text::list(&idle))
        }
        many => format!("{many} units take no part"),
    }
}

/// The defeats of a side in a phase, and what became of its units: `4 defeats: 2 demoted and 1 eliminated by 2 defeats
/// (Jamin), plus Gauthier eliminated for every 3rd defeat`. The units add up to the defeats: each stands for one, or for
/// as many as the text says.
pub fn defeats_text(state: &State, fought: &FoughtPhase, side: CombatSide) -> String {
    let (fates, units) = (&fought.phase.fates[side], &fought.units[side]);
    let mut groups: Vec<((bool, u16, String), Vec<UnitId>)> = Vec::new();
    for (fate, unit) in fates.iter().zip(units).filter(|(fate, _)| fate.defeats > 0) {
        let key = (is_beaten_off(fate), fate.defeats, outcome(fate));
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, units)) => units.push(*unit),
            None => groups.push((key, vec![*unit])),
        }
    }
    groups.sort();
    let names = |units: &[UnitId]| text::list(&units.iter().map(|unit| state.name(*unit)).collect::<Vec<_>>());
    let group = |((is_gone, defeats, outcome), units): &((bool, u16, String), Vec<UnitId>)| {
        let each = if units.len() > 1 { " each" } else { "" };
        let by = if *defeats > 1 { format!(" by {defeats} defeats{each}") } else { String::new() };
        let who =
            if *is_gone && units.len() <= MAX_ELIMINATED { format!(" ({})", names(units)) } else { String::new() };
        format!("{} {outcome}{by}{who}", units.len())
    };
    let defeats = match fought.phase.defeats[side] {
        0 => "none".into(),
        many => text::count(many.into(), "defeat", "defeats"),
    };
    let groups: Vec<String> = groups.iter().map(group).collect();
    let effects = if groups.is_empty() { String::new() } else { format!(": {}", text::list(&groups)) };
    let also = fates.iter().zip(units).filter(|(fate, _)| fate.eliminated == Some(Cause::EveryThird));
    let also: Vec<UnitId> = also.map(|(_, unit)| *unit).collect();
    let also = match (also.len(), state.book().scrud.eliminate_every) {
        (0, _) | (_, None) => String::new(),
        (many, Some(every)) => {
            let who = if many <= MAX_ELIMINATED { names(&also) } else { format!("{many} units") };
            format!(", plus {who} eliminated for every {} defeat", text::ordinal(every.into()))
        }
    };
    defeats + &effects + &also
}

/// Whether its own defeats eliminated a unit.
fn is_beaten_off(fate: &Fate) -> bool {
    fate.eliminated.is_some_and(|cause| cause != Cause::EveryThird)
}

/// What its own defeats did to a unit.
fn outcome(fate: &Fate) -> String {
    match fate.eliminated {
        Some(Cause::Rout) => return "routed".into(),
        Some(cause) if cause != Cause::EveryThird => return "eliminated".into(),
        _ => {}
    }
    let effects = [(fate.down > 0, "demoted"), (fate.pushed_back, "pushed back"), (fate.retired, "retired")];
    let effects: Vec<&str> = effects.into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect();
    match (effects.is_empty(), fate.lost) {
        (true, 0) => "unhurt".into(),
        (true, lost) => format!("with {lost} SP lost"),
        (false, 0) => text::list(&effects),
        (false, lost) => format!("{} with {lost} SP lost", text::list(&effects)),
    }
}
