//! The next step of a battle, chosen from all allowed actions. Source: RULES 2.3, 4.3, 5.8, 8.
//!
//! It is computed for every frame, so it looks only at what is under way, not at what each unit could do;
//! [`super::outstanding()`] does that.

use super::{outstanding::is_round_due, resolve};
use crate::{
    order::{Order, StackOrder},
    state::{Battle, PendingDecision, State},
};
use wardiary_base::{
    book::{Mechanism, TurnPhase},
    id::{SideId, StackId},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextStep {
    Decide(PendingDecision),
    Initiative,
    /// Fight the next phase of the open combat with this index.
    Phase(usize),
    /// Fight a round of a Conflict, or the rest of one: the Conflict's index, and the stack that orders it.
    Round(usize, StackId),
    Act(SideId),
    /// All sides act together, or in any order.
    ActTogether,
    /// Check exhaustion, which ends the turn.
    Exhaustion,
}

pub fn next_step(state: &State, battle: &Battle) -> Option<NextStep> {
    if battle.ended.is_some() {
        return None;
    }
    if let Some(decision) = battle.pending_decision() {
        return Some(NextStep::Decide(decision));
    }
    if battle.awaits_initiative(state) {
        return Some(NextStep::Initiative);
    }
    let under_way = battle.combats.iter().position(|combat| combat.ended.is_none() && combat.conflict.is_none());
    if let Some(at) = under_way {
        return Some(NextStep::Phase(at));
    }
    if let Some((at, stack)) = due_round(state, battle) {
        return Some(NextStep::Round(at, stack));
    }
    Some(match (battle.current_phase(state), battle.acting_side) {
        _ if !state.book().uses(Mechanism::Turns) => NextStep::ActTogether,
        (TurnPhase::Exhaustion, _) => NextStep::Exhaustion,
        (_, Some(side)) => NextStep::Act(side),
        (_, None) => NextStep::ActTogether,
    })
}

/// The first Conflict with a round under way, or else with a round due, that can be ordered now.
fn due_round(state: &State, battle: &Battle) -> Option<(usize, StackId)> {
    if battle.conflicts.iter().all(|conflict| conflict.ended.is_some()) {
        return None;
    }
    let order = state.order_of_conflicts(battle.id);
    let open = || order.iter().copied().filter(|at| battle.conflicts[*at].ended.is_none());
    let under_way = open().filter(|at| battle.conflicts[*at].under_way);
    let due = open().filter(|at| is_round_due(state, battle, *at, &battle.conflicts[*at]));
    under_way.chain(due).find_map(|at| {
        let stack = state.round_orderer(battle.id, at)?;
        let order = Order::Stacks(StackOrder::Round { stack });
        resolve(state, &order, &[]).is_ok().then_some((at, stack))
    })
}
