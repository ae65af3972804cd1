//! Words for the next step of a battle, and the order that takes it. The order for the next phase of a combat names the
//! units still in it, not their whole corps and not the fallen. Source: RULES 2.3.

use super::{combat_name, conflict_stacks, names::FORCES, reference_text, refusal::describe_decision};
use crate::{
    order::Verb,
    rules::NextStep,
    state::{Battle, CombatLine, EntityKind, PendingDecision, State},
};
use wardiary_base::{
    book::{Mechanism, TurnPhase},
    id::{BattleId, Id, StackId},
    sides::CombatSide,
};

/// The next step as shown in the header: `phase 2 of Caldwell v Pickett`, `French to act`.
pub fn next_step_text(state: &State, battle: &Battle, step: NextStep) -> String {
    match step {
        NextStep::Decide(decision) => describe_decision(decision, state),
        NextStep::Initiative => "initiative to roll".into(),
        NextStep::Phase(at) => battle.combats.get(at).map_or_else(String::new, |combat| {
            format!("phase {} of {}", combat.phases_fought + 1, combat_name(state, battle, combat))
        }),
        NextStep::Round(at, _) => {
            let under_way = state.conflict(battle.id, at).is_some_and(|conflict| conflict.under_way);
            let what = if under_way { "rest of the round" } else { "round" };
            format!("{what} of {}", conflict_stacks(state, battle.id, at))
        }
        NextStep::Act(side) => format!("{} to act", state.name(side)),
        NextStep::Exhaustion => "exhaustion check".into(),
        NextStep::ActTogether if !state.book().uses(Mechanism::Turns) => "under way".into(),
        NextStep::ActTogether => match battle.current_phase(state) {
            TurnPhase::EachSide(what) | TurnPhase::Together(what) | TurnPhase::Rounds(what) => what.to_string(),
            TurnPhase::Initiative | TurnPhase::Exhaustion => "to continue".into(),
        },
    }
}

/// The order that takes a step; `None` if a player has a choice.
pub fn step_order(state: &State, battle: &Battle, step: NextStep) -> Option<String> {
    let side = |side| reference_text(state, Id::from(side), &[EntityKind::Side]);
    Some(match step {
        NextStep::Decide(PendingDecision::First(winner)) => {
            format!("first {}{}", side(winner), in_battle_suffix(state, battle.id))
        }
        NextStep::Decide(PendingDecision::Rerolls(decider, _)) => {
            format!("stand {}{}", side(decider), in_battle_suffix(state, battle.id))
        }
        NextStep::Initiative => format!("initiative{}", in_battle_suffix(state, battle.id)),
        NextStep::Phase(at) => {
            let acts = |by: &CombatSide| {
                let line = battle.combats.get(at).map(|combat| &combat.lines[*by]);
                line.is_some_and(|line| Some(line.side) == battle.acting_side)
            };
            next_phase_order(state, battle, at, CombatSide::BOTH.into_iter().find(acts).unwrap_or(CombatSide::First))
        }
        NextStep::Round(_, stack) => round_order(state, stack),
        NextStep::Exhaustion => format!("pass{}", in_battle_suffix(state, battle.id)),
        NextStep::Act(_) | NextStep::ActTogether => return None,
    })
}

/// The order for a Conflict's round, or for the rest of one, as given by this stack.
pub fn round_order(state: &State, stack: StackId) -> String {
    format!("{} {}", Verb::Round.as_str(), reference_text(state, stack.into(), &[EntityKind::Stack]))
}

/// ` in "The left wing"` if several battles are open, else empty.
pub fn in_battle_suffix(state: &State, battle: BattleId) -> String {
    if state.open_battles().count() > 1 {
        format!(" in {}", reference_text(state, battle.into(), &[EntityKind::Battle]))
    } else {
        String::new()
    }
}

/// The order for the next phase, given by this side of the combat, or by the other if this side may not give it.
pub fn next_phase_order(state: &State, battle: &Battle, at: usize, by: CombatSide) -> String {
    let Some(combat) = battle.combats.get(at) else { return String::new() };
    let by = if state.may_order_phase(battle, combat, by) { by } else { by.opponent() };
    format!(
        "scrud {} v {}",
        remaining_units_text(state, &combat.lines[by]),
        remaining_units_text(state, &combat.lines[by.opponent()])
    )
}

/// The units still in a line of a combat, by name.
pub fn remaining_units_text(state: &State, line: &CombatLine) -> String {
    state.remaining_in(line).iter().map(|id| reference_text(state, *id, FORCES)).collect::<Vec<_>>().join(" + ")
}
