//! When a turn has its rounds: those of all Conflicts first, then what the others do. Source: RULES 5.8.

use crate::{
    book::{Mechanism, TurnOrder, TurnPhase},
    id::BattleId,
    rules::{Refusal, Resolver, outstanding, refusal::StackRefusal},
    state::{Battle, Conflict, State},
};

impl State {
    /// Whether the parts of a turn are enforced.
    pub(crate) fn keeps_order(&self) -> bool {
        self.book().uses(Mechanism::Turns) && self.book().turn.order == TurnOrder::Strict
    }

    /// Whether a turn that is at this phase, or goes on to it, has gone past the rounds of a Conflict. Under a strict order the
    /// parts that are for them have them; only a Conflict that is opened later fights at once.
    pub(crate) fn is_past_rounds(&self, conflict: &Conflict, phase: usize) -> bool {
        let turn = &self.book().turn;
        let has = |phase: &TurnPhase| turn.has_rounds(phase);
        let past = turn.phases.iter().take(phase).any(has) && !turn.phases.iter().skip(phase).any(has);
        self.keeps_order() && past && !conflict.opened_this_turn && !conflict.under_way
    }

    /// The Conflicts whose rounds a turn leaves by going on to a phase.
    pub(crate) fn rounds_left_by(&self, battle: &Battle, phase: usize) -> Vec<usize> {
        let mut due = outstanding(self, battle.id).rounds;
        due.retain(|at| battle.conflicts.get(*at).is_some_and(|conflict| self.is_past_rounds(conflict, phase)));
        due
    }
}

impl Resolver<'_> {
    /// Refuses a new Conflict in the part of the turn that has the rounds, while one of them is still to be fought.
    pub(super) fn rounds_come_first(&self, id: BattleId) -> Result<(), Refusal> {
        let has_rounds = self.state.book().turn.has_rounds(self.open_battle(id)?.phase_of(&self.state));
        if !self.state.keeps_order() || !has_rounds {
            return Ok(());
        }
        let left = outstanding(&self.state, id);
        let none = left.rounds.is_empty() && left.under_way.is_empty();
        if none { Ok(()) } else { Err(StackRefusal::RoundsDue { battle: id }.into()) }
    }
}
