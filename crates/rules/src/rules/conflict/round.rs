//! The rounds of a Conflict: beginning them, and acting in them. Source: RULES 5.8.

use super::{ConflictRef, conflict_number};
use crate::{
    event::StackEvent,
    rules::{
        Refusal, Resolver, RuleResult,
        refusal::{BarredAttack, BattleRefusal, IdlePhase, StackRefusal},
    },
    state::State,
};
use wardiary_base::{
    book::{Blows, Mechanism, TurnOrder, TurnPhase},
    id::StackId,
};

impl Resolver<'_> {
    /// Updates the numbers of the stacks in a Conflict: of all stacks including Init, or only of those whose formation
    /// has changed.
    pub(super) fn update_formations(&mut self, (battle, at): ConflictRef, with_init: bool) {
        let stacks: Vec<StackId> =
            self.conflict((battle, at)).stacks.iter().filter(|s| !s.fled).map(|s| s.stack).collect();
        for stack in stacks.into_iter().filter(|s| self.state.has_units(*s)).collect::<Vec<_>>() {
            let formation = self.state.formation(stack);
            let standing = self.conflict((battle, at)).active_stack(stack).map(|s| &s.formation);
            if with_init || standing != Some(&formation) {
                let init = with_init.then(|| self.state.numbers(&formation).init);
                self.emit_stack(StackEvent::Formed { battle, conflict: conflict_number(at), stack, formation, init });
            }
        }
    }

    /// Begins the round unless it has begun: all stacks reform, and their order is set.
    pub(super) fn begin_round(&mut self, (battle, at): ConflictRef, by: StackId) -> Result<(), Refusal> {
        if self.conflict((battle, at)).under_way {
            return Ok(());
        }
        self.check_can_begin_round((battle, at))?;
        self.check_round_is_next((battle, at))?;
        self.check_can_order_round((battle, at), by)?;
        let there = self.conflict((battle, at)).stacks.iter().filter(|s| !s.fled);
        there.into_iter().try_for_each(|s| self.state.check_in_one_area(s.stack))?;
        self.update_formations((battle, at), false);
        let order = match self.state.book().stacks.blows {
            Blows::D20 => self.state.acting_order(battle, at),
            Blows::Scrud => Vec::new(),
        };
        self.emit_stack(StackEvent::RoundBegun { battle, conflict: conflict_number(at), order });
        Ok(())
    }

    /// Refuses a round that the turn sequence has no room for: there have been enough this turn, or it is before
    /// anybody acts.
    fn check_can_begin_round(&self, (battle, at): ConflictRef) -> Result<(), Refusal> {
        let book = self.state.book();
        if !book.uses(Mechanism::Turns) {
            return Ok(());
        }
        if let Some(rounds) = book.stacks.rounds_a_turn.filter(|most| self.conflict((battle, at)).rounds_begun >= *most)
        {
            return Err(StackRefusal::RoundsFought { rounds }.into());
        }
        let found = self.open_battle(battle)?;
        fail_if!(self.state.is_past_rounds(self.conflict((battle, at)), found.phase), StackRefusal::RoundsOver);
        let phase = match found.current_phase(&self.state) {
            TurnPhase::Initiative => IdlePhase::Initiative,
            TurnPhase::Exhaustion => IdlePhase::Exhaustion,
            TurnPhase::EachSide(_) | TurnPhase::Together(_) | TurnPhase::Rounds(_) => return Ok(()),
        };
        match book.turn.order {
            TurnOrder::Free => Ok(()),
            TurnOrder::Strict => Err(StackRefusal::NoRoundNow { phase }.into()),
        }
    }

    /// Refuses a round ordered by a side that is exhausted or ineffective.
    fn check_can_order_round(&self, (battle, at): ConflictRef, by: StackId) -> Result<(), Refusal> {
        let (found, side) = (self.open_battle(battle)?, self.stack(by)?.side);
        if self.state.may_order_round(found, self.conflict((battle, at)), side) {
            return Ok(());
        }
        fail_if!(!found.is_exhausted(side), StackRefusal::AllIneffective { side });
        let somebody_may = self.state.round_orderer(battle, at).is_some();
        let from = if somebody_may { BarredAttack::NextRound } else { BarredAttack::PassedOver };
        Err(BattleRefusal::Exhausted { side, battle, from }.into())
    }

    /// Refuses a stack that does not have to act in the round.
    pub(super) fn check_has_yet_to_act(&self, at: ConflictRef, stack: StackId) -> Result<(), StackRefusal> {
        let yet = self.conflict(at).to_act.contains(&stack);
        if yet { Ok(()) } else { Err(StackRefusal::Acted { stack }) }
    }

    pub(super) fn begin_stack_turn(&mut self, stack: StackId) -> RuleResult<ConflictRef> {
        self.begin_stack_turn_by(stack, |_, _| stack)
    }

    /// The same; if the round has not begun, `orders` chooses the stack that orders it.
    fn begin_stack_turn_by(
        &mut self,
        stack: StackId,
        orders: impl Fn(&State, ConflictRef) -> StackId,
    ) -> RuleResult<ConflictRef> {
        let at = self.conflict_with(stack)?;
        fail_if!(self.state.book().stacks.blows == Blows::Scrud, StackRefusal::ByScrud);
        self.begin_round(at, orders(&self.state, at))?;
        self.check_has_yet_to_act(at, stack)?;
        match self.conflict(at).to_act.first() {
            Some(next) if *next != stack => Err(StackRefusal::NotItsTurn { stack, next: *next }.into()),
            _ => Ok(at),
        }
    }

    /// Makes a stack pass its turn in the round. Its side need not be one that may order the round, so that others can
    /// act.
    pub(in crate::rules) fn hold(&mut self, stack: StackId) -> RuleResult {
        let orders = |state: &State, (battle, at): ConflictRef| state.round_orderer(battle, at).unwrap_or(stack);
        let (battle, at) = self.begin_stack_turn_by(stack, orders)?;
        self.emit_stack(StackEvent::Held { battle, conflict: conflict_number(at), stack });
        Ok(())
    }

    /// Plays the rest of a round: each stack that has not acted strikes the opposite stack.
    pub(in crate::rules) fn round(&mut self, stack: StackId) -> RuleResult {
        let at = self.conflict_with(stack)?;
        self.begin_round(at, stack)?;
        let (battle, conflict) = (at.0, conflict_number(at.1));
        let acting = self.conflict(at).to_act.clone();
        if self.state.book().stacks.blows == Blows::Scrud {
            for stack in acting {
                self.emit_stack(StackEvent::Held { battle, conflict, stack });
            }
            return self.round_by_scrud(at);
        }
        let faces = if acting.is_empty() { Vec::new() } else { self.roll_blows(&acting)? };
        for (by, face) in acting.into_iter().zip(faces) {
            match self.state.default_target(self.conflict(at), by) {
                Some(target) => {
                    let edge = self.state.edge_of(self.conflict(at), target, by);
                    self.resolve_blow(at, by, (target, edge), face)?;
                }
                // Nobody is left to strike; the stack's die counts for nothing.
                None => self.emit_stack(StackEvent::Held { battle, conflict, stack: by }),
            }
        }
        Ok(())
    }
}
