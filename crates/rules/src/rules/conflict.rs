//! Conflicts: opening, fighting rounds, joining and leaving. Source: RULES 5.8.

mod beside;
mod blow;
mod by_scrud;
mod due;
mod opening;
mod rotation;
mod round;

pub use beside::stacks_beside;

use super::{
    Refusal, Resolver, RuleResult,
    refusal::{MapRefusal, StackRefusal},
};
use crate::{
    event::{ConflictEnd, StackEvent},
    state::{Awaiting, Conflict, ConflictStack, State},
};
use wardiary_base::id::{BattleId, SideId, StackId};

/// A battle and the index of a Conflict in it.
type Where = (BattleId, usize);

fn number(at: usize) -> u16 {
    u16::try_from(at).expect("a battle has fewer Conflicts than that")
}

impl State {
    /// The order of acting in the next round of a Conflict: the highest Init first; on a tie the first player's stacks,
    /// then creation order.
    pub fn order_of_acting(&self, battle: BattleId, at: usize) -> Vec<StackId> {
        let (Some(found), Some(conflict)) = (self.battle(battle), self.conflict(battle, at)) else { return Vec::new() };
        let sides = found.order_of_sides();
        let mut acting: Vec<&ConflictStack> =
            conflict.stacks.iter().filter(|s| !s.fled && self.has_units(s.stack)).collect();
        acting.sort_by_cached_key(|s| {
            let side = self.side_of(s.stack.into());
            (
                std::cmp::Reverse(self.numbers_used(s.stack).init),
                sides.iter().position(|o| Some(*o) == side),
                self.stack_place(s.stack),
            )
        });
        acting.into_iter().map(|s| s.stack).collect()
    }

    /// Whether a stack has units left; in a Conflict only those in its battle count.
    pub fn has_units(&self, stack: StackId) -> bool {
        self.units_standing(stack).next().is_some()
    }

    /// The enemy that a stack strikes by default: the last one it fought, or the one at the same position in the order
    /// in which both sides joined; on a map an adjacent one, if there is any. Stacks that are wiped out are skipped.
    pub fn opposite(&self, conflict: &Conflict, stack: StackId) -> Option<StackId> {
        let side = self.side_of(stack.into());
        let of = |own: bool| {
            conflict.stacks.iter().filter(move |s| !s.fled && (self.side_of(s.stack.into()) == side) == own)
        };
        let place = of(true).position(|s| s.stack == stack)?;
        let enemies: Vec<StackId> = of(false).map(|s| s.stack).collect();
        let can = |enemy: &StackId| !self.order_of_loss(*enemy, self.edge_of(conflict, *enemy, stack), true).is_empty();
        let met = conflict.contacts.iter().rev().find_map(|c| match (c.stack, c.enemy) {
            (own, enemy) | (enemy, own) if own == stack => Some(enemy),
            _ => None,
        });
        let opposite = (0..enemies.len()).map(|i| enemies[(place + i) % enemies.len()]);
        met.into_iter().chain(opposite).find(|enemy| can(enemy) && self.can_strike_at(conflict, stack, *enemy).is_ok())
    }
}

impl Resolver<'_> {
    pub(super) fn disengage(&mut self, stack: StackId) -> RuleResult {
        self.stack(stack)?;
        let (battle, at) = self.conflict_with(stack)?;
        let how = ConflictEnd::Disengaged;
        self.emit_stack(StackEvent::ConflictEnded { battle, conflict: number(at), how });
        Ok(())
    }

    /// The Conflict that a stack is in. Refuses while its battle waits for a decision.
    fn conflict_with(&self, stack: StackId) -> Result<Where, Refusal> {
        self.stack(stack)?;
        let (battle, at) = self.state.conflict_of(stack).ok_or(StackRefusal::NoConflict { stack })?;
        self.ready_battle(battle)?;
        Ok((battle, at))
    }

    fn conflict(&self, (battle, at): Where) -> &Conflict {
        self.state.conflict(battle, at).expect("it was found there, and Conflicts stay where they are")
    }

    /// Refuses while a round is under way.
    pub(super) fn between_rounds(&self, battle: BattleId, at: usize) -> Result<(), StackRefusal> {
        let conflict = self.conflict((battle, at));
        match conflict.to_act.first().filter(|_| conflict.under_way) {
            Some(next) => Err(StackRefusal::UnderWay { next: *next }),
            None => Ok(()),
        }
    }

    /// Refuses any order that would leave the units of a stack in a Conflict in several areas. Stacks that an older
    /// diary has left so are exempt. Source: RULES 5.8.
    pub(super) fn keep_together(&self, before: &[StackId]) -> Result<(), Refusal> {
        let mut scattered = self.state.scattered_in_conflicts().into_iter().filter(|stack| !before.contains(stack));
        let torn = scattered.find_map(|stack| Some((stack, self.state.areas_of_scattered(stack)?)));
        torn.map_or(Ok(()), |(stack, units)| Err(MapRefusal::WouldScatter { stack, units }.into()))
    }

    /// Applies the consequences of an order for Conflicts: a round ends when all stacks have acted, and a Conflict ends
    /// when no opposing stacks can fight on.
    pub(super) fn follow_conflicts(&mut self) {
        let open = self.state.open_battles().flat_map(|b| (0..b.conflicts.len()).map(|at| (b.id, at)));
        for at in open.collect::<Vec<Where>>() {
            if self.conflict(at).over.is_none() {
                self.follow_conflict(at);
            }
        }
    }

    fn follow_conflict(&mut self, at: Where) {
        let (battle, conflict) = (at.0, number(at.1));
        let waits = self.state.battle(battle).is_some_and(|b| matches!(b.awaiting(), Some(Awaiting::Rerolls(..))));
        let found = self.conflict(at);
        if found.under_way && found.to_act.is_empty() && !waits {
            self.emit_stack(StackEvent::RoundEnded { battle, conflict, round: found.round });
            self.reform(at, false);
        }
        let found = self.conflict(at);
        let mut sides: Vec<SideId> = found.stacks.iter().filter_map(|s| self.state.side_of(s.stack.into())).collect();
        sides.sort();
        sides.dedup();
        let fights_on = |side: SideId| {
            let mut own = found.stacks.iter().filter(|s| !s.fled && self.state.side_of(s.stack.into()) == Some(side));
            own.any(|s| self.state.has_units(s.stack) || found.to_act.contains(&s.stack))
        };
        if let Some(side) = sides.into_iter().find(|side| !fights_on(*side)) {
            let how = ConflictEnd::NoneLeft(side);
            self.emit_stack(StackEvent::ConflictEnded { battle, conflict, how });
        }
    }
}
