//! What is still to do in a battle's turn, and what its end would break off. Source: RULES 2.3, 4.3, 5.8.
//!
//! Nobody is kept from ending a turn: players may mean it. So the program says what is left, before and after.

use super::refusal::Attack;
use crate::{
    book::{Mechanism, TurnPhase},
    id::{BattleId, SideId, UnitId},
    state::{Battle, Conflict, State, Unit},
};

/// What is still to do in a battle's turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outstanding {
    /// The combats under way, with phases left: their places in the battle's list.
    pub combats: Vec<usize>,
    /// The Conflicts whose round of this turn is due, likewise.
    pub rounds: Vec<usize>,
    /// The Conflicts in which a round is under way. It goes on in the next turn.
    pub under_way: Vec<usize>,
    /// The units that can still attack, or support an attack, in roster order. Being attacked is no attack, and an EDNA test is
    /// none: whatever else they did this turn, they are here.
    pub units: Vec<UnitId>,
}

impl Outstanding {
    /// Whether nothing is left to do.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.combats.is_empty() && self.rounds.is_empty() && self.under_way.is_empty() && self.units.is_empty()
    }
}

/// What is still to do in a battle's turn; nothing in a battle that is over.
#[must_use]
pub fn outstanding(state: &State, battle: BattleId) -> Outstanding {
    let Some(battle) = state.battle(battle).filter(|b| b.over.is_none()) else { return Outstanding::default() };
    let conflicts = |which: &dyn Fn(usize, &Conflict) -> bool| {
        let open = battle.conflicts.iter().enumerate().filter(|(_, c)| c.over.is_none());
        open.filter(|(at, c)| which(*at, c)).map(|(at, _)| at).collect()
    };
    let mut units: Vec<UnitId> = Vec::new();
    if state.book().uses(Mechanism::Turns) {
        let there = battle.contingents.iter().flat_map(crate::state::Contingent::units);
        units.extend(there.filter(|id| state.unit(*id).is_some_and(|unit| may_attack_yet(state, battle, unit))));
        units.sort_by_key(|id| state.roster_place(*id));
    }
    let combats = battle.combats.iter().enumerate();
    let combats = combats.filter(|(_, combat)| combat.over.is_none() && combat.conflict.is_none());
    Outstanding {
        combats: combats.map(|(at, _)| at).collect(),
        rounds: conflicts(&|at, conflict| is_due(state, battle, at, conflict)),
        under_way: conflicts(&|_, conflict| conflict.under_way),
        units,
    }
}

/// Whether a round of a Conflict is due this turn, and somebody may order it.
fn is_due(state: &State, battle: &Battle, at: usize, conflict: &Conflict) -> bool {
    let most = state.book().stacks.rounds_a_turn.unwrap_or(1);
    let left = state.book().uses(Mechanism::Turns) && conflict.begun < most && !conflict.under_way;
    left && !state.is_past_rounds(conflict, battle.phase) && state.orders_round(battle.id, at).is_some()
}

/// Whether the turn has a part left in which a side may attack.
fn has_a_part_yet(state: &State, battle: &Battle, side: SideId) -> bool {
    let later = state.book().turn.phases.iter().skip(battle.phase + 1);
    let acts = |phase: &TurnPhase| matches!(phase, TurnPhase::EachSide(_) | TurnPhase::Together(_));
    let order = battle.order_of_sides();
    let place = |side| order.iter().position(|s| *s == side);
    let to_come = matches!(battle.phase_of(state), TurnPhase::EachSide(_))
        && battle.acting.is_some_and(|acting| place(side) > place(acting));
    battle.may_act(state, side) || to_come || later.into_iter().any(acts)
}

/// Whether a unit can still attack this turn, or support an attack.
fn may_attack_yet(state: &State, battle: &Battle, unit: &Unit) -> bool {
    let supported = || battle.combats.iter().any(|c| c.supported.iter().any(|(other, _)| *other == unit.id));
    let in_conflict = || unit.stack.is_some_and(|stack| state.conflict_of(stack).is_some());
    if !unit.is_alive() || unit.is_ineffective() || state.attack_of(unit.id).is_some() || supported() || in_conflict() {
        return false;
    }
    let (book, fresh) = (state.book(), !battle.is_exhausted(unit.side));
    let fires = book.uses(Mechanism::Volleys) && !state.weapons_of(unit).is_empty();
    let fights = book.uses(Mechanism::Scrud) && state.rolls_in_combat(unit) && state.combat_of(unit.id).is_none();
    let supports = book.uses(Mechanism::Scrud) && book.troop(&unit.kind).is_some_and(|t| t.support.is_some());
    let counts = unit.stats.is_some() || state.rolls_in_combat(unit);
    let stack = unit.stack.filter(|_| book.uses(Mechanism::Stacks) && counts);
    let engages = stack.is_some() && !state.has_fought_a_round(unit.id);
    let stays = state.spent_by_moving(unit.id, None).is_none();
    let fires_freely = || state.attacks_freely(unit);
    let moved_enough = |attack: Attack| stays || (attack == Attack::Volley && fires_freely());
    let can = |attack: Attack| state.attack_spent(unit.id, attack).is_none() && moved_enough(attack);
    let attacks = (fires && can(Attack::Volley)) || (fresh && (fights || engages) && can(Attack::Combat));
    supports || (attacks && has_a_part_yet(state, battle, unit.side))
}
