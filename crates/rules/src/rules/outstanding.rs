//! The remaining actions of a battle's turn, which ending the turn would cut short. Source: RULES 2.3, 4.3, 5.8.
//!
//! A turn can always be ended, since players may intend it. The program only reports the remaining actions, before and after.

mod attackers;

use super::{refusal::Attack, resolve};
use crate::{
    order::{Order, StackOrder},
    state::{Battle, Conflict, PendingDecision, State},
};
use attackers::Attackers;
use std::collections::BTreeMap;
use wardiary_base::{
    book::{Mechanism, TurnPhase},
    id::{BattleId, SideId, StackId, UnitId},
};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outstanding {
    /// The open combats with phases left, by index in the battle.
    pub combats: Vec<usize>,
    /// The Conflicts whose round of this turn is due, by index; on a map left to right, top to bottom.
    pub due_rounds: Vec<usize>,
    /// The Conflicts with a round under way, which continues in the next turn.
    pub open_rounds: Vec<usize>,
    /// The Conflicts that stacks in contact on the map could open: a stack, and its adjacent enemies.
    pub contacts: Vec<(StackId, Vec<StackId>)>,
    /// The units that some order could still make attack or support a combat this turn, in roster order.
    pub units: Vec<UnitId>,
}

impl Outstanding {
    pub fn is_empty(&self) -> bool {
        let Self { combats, due_rounds: rounds, open_rounds: under_way, contacts, units } = self;
        [combats, rounds, under_way].iter().all(|left| left.is_empty()) && contacts.is_empty() && units.is_empty()
    }
}

/// The remaining actions of a battle's turn; empty if the battle is over.
pub fn outstanding(state: &State, battle: BattleId) -> Outstanding {
    let Some(battle) = state.battle(battle).filter(|b| b.ended.is_none()) else { return Outstanding::default() };
    let order = state.order_of_conflicts(battle.id);
    let conflicts = |which: &dyn Fn(usize, &Conflict) -> bool| {
        let open = order.iter().copied().filter(|at| battle.conflicts[*at].ended.is_none());
        open.filter(|at| which(*at, &battle.conflicts[*at])).collect()
    };
    let (mut units, mut contacts): (Vec<UnitId>, _) = (Vec::new(), Vec::new());
    if state.book().uses(Mechanism::Turns) {
        let attackers = Attackers::new(state, battle);
        units.extend(attackers.units());
        contacts = attackers.contacts();
        units.sort_by_key(|id| state.roster_index(*id));
    }
    let combats = battle.combats.iter().enumerate();
    let combats = combats.filter(|(_, combat)| combat.ended.is_none() && combat.conflict.is_none());
    Outstanding {
        combats: combats.map(|(at, _)| at).collect(),
        due_rounds: conflicts(&|at, conflict| is_round_due(state, battle, at, conflict)),
        open_rounds: conflicts(&|_, conflict| conflict.under_way),
        contacts,
        units,
    }
}

/// How each unit in a battle can still attack or support a combat, combat first.
pub fn attacks_left(state: &State, battle: &Battle) -> BTreeMap<UnitId, Vec<Attack>> {
    if battle.ended.is_some() || !state.book().uses(Mechanism::Turns) {
        return BTreeMap::new();
    }
    Attackers::new(state, battle).attacks()
}

/// Whether a round of a Conflict is due this turn and some side may order it.
pub(super) fn is_round_due(state: &State, battle: &Battle, at: usize, conflict: &Conflict) -> bool {
    let most = state.book().stacks.rounds_a_turn.unwrap_or(1);
    let left = state.book().uses(Mechanism::Turns) && conflict.rounds_begun < most && !conflict.under_way;
    left && !state.is_past_rounds(conflict, battle.phase) && state.round_orderer(battle.id, at).is_some()
}

/// Whether a part of the turn is left in which a side may attack.
fn has_attack_part_left(state: &State, battle: &Battle, side: SideId) -> bool {
    let later = state.book().turn.phases.iter().skip(battle.phase + 1);
    let order = battle.order_of_sides();
    let place = |side| order.iter().position(|s| *s == side);
    let to_come = matches!(battle.current_phase(state), TurnPhase::EachSide(_))
        && battle.acting_side.is_some_and(|acting| place(side) > place(acting));
    battle.may_act(state, side) || to_come || later.into_iter().any(TurnPhase::sides_act)
}

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

/// The next step of a battle, chosen from all allowed actions. It is computed for every frame, so it looks only at what
/// is under way, not at what each unit could do; [`outstanding`] does that. Source: RULES 2.3, 4.3, 5.8, 8.
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
