//! Words for the status of battles, combats, Conflicts and stacks, for `wardiary state` and comparisons of states.

use super::{
    battle_over_reason, carries_over, combat_end_reason, combat_name, leftover_text, refusal::describe_decision,
};
use crate::{
    order::{Posture, ScreenTarget},
    state::{Battle, Combat, Conflict, Stack, State},
};
use wardiary_base::{
    book::{Carry, Mechanism},
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

/// `combat XX Corps v XIII Corps: 1 phase, going on`
pub fn combat_status(state: &State, battle: &Battle, combat: &Combat) -> String {
    let name = combat_name(state, battle, combat);
    let over = combat.ended.map_or("going on".into(), |how| combat_end_reason(state, how, None));
    let counted = combat.lines.iter().filter(|_| carries_over(state, Carry::PerCombat) && combat.ended.is_none());
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
    // A finished Conflict lists everybody who took part, including those who fled; a stack that came back is listed
    // once.
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
        (None, None) => format!("round {} comes next", conflict.round),
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
        ScreenTarget::Structure(what) => format!("screens {}", text::sanitize(what)),
    }));
    text.join(", ")
}
