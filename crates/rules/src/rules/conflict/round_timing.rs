//! When the rounds of a turn are fought: those of all Conflicts come first. Source: RULES 5.8.

use super::ConflictRef;
use crate::{
    rules::{Refusal, Resolver, outstanding, outstanding::is_round_due, refusal::StackRefusal},
    state::{Battle, Conflict, State},
};
use wardiary_base::{
    book::{Mechanism, TurnOrder, TurnPhase},
    id::BattleId,
};

impl State {
    /// Whether the order of a turn's parts is enforced.
    pub(crate) fn has_strict_turn_order(&self) -> bool {
        self.book().uses(Mechanism::Turns) && self.book().turn.order == TurnOrder::Strict
    }

    /// Whether a turn at this phase is past the rounds of a Conflict. Under a strict order rounds belong to their own
    /// parts of the turn, except for a Conflict that is opened later, which fights at once.
    pub(crate) fn is_past_rounds(&self, conflict: &Conflict, phase: usize) -> bool {
        let turn = &self.book().turn;
        let has = |phase: &TurnPhase| turn.has_rounds(phase);
        let past = turn.phases.iter().take(phase).any(has) && !turn.phases.iter().skip(phase).any(has);
        self.has_strict_turn_order() && past && !conflict.opened_this_turn && !conflict.under_way
    }

    /// The Conflicts whose rounds are skipped if the turn goes to a phase.
    pub fn rounds_skipped_by(&self, battle: &Battle, phase: usize) -> Vec<usize> {
        let mut due = outstanding(self, battle.id).due_rounds;
        due.retain(|at| battle.conflicts.get(*at).is_some_and(|conflict| self.is_past_rounds(conflict, phase)));
        due
    }
}

impl Resolver<'_> {
    /// Refuses a round, in the part of the turn for rounds, while another Conflict that comes first on the map has a
    /// round due or under way. Without a map or a strict order players choose. Source: RULES 5.8.
    pub(super) fn check_round_is_next(&self, (battle, conflict): ConflictRef) -> Result<(), Refusal> {
        let found = self.open_battle(battle)?;
        if !self.state.has_strict_turn_order() || !self.state.book().turn.has_rounds(found.current_phase(&self.state)) {
            return Ok(());
        }
        let order = self.state.order_of_conflicts(battle);
        let before = order.into_iter().take_while(|at| *at != conflict).map(|at| (at, &found.conflicts[at]));
        let open = before.filter(|(_, other)| other.ended.is_none());
        let mut first = open.filter(|(at, other)| other.under_way || is_round_due(&self.state, found, *at, other));
        match first.find_map(|(_, other)| self.state.first_cell_of_conflict(other)) {
            Some((area, stack)) => Err(StackRefusal::OtherConflictFirst { stack, area }.into()),
            None => Ok(()),
        }
    }

    /// Refuses an attack while a round of a Conflict comes first: a round under way, the immediate first round of a
    /// Conflict opened this turn, and, in the part of the turn for rounds, every due round; in a turn without that
    /// part, at any time.
    pub(in crate::rules) fn check_no_round_due(&self, id: BattleId) -> Result<(), Refusal> {
        Ok(self.state.check_no_round_due(self.open_battle(id)?)?)
    }
}

impl State {
    /// Refuses an attack in a battle while a round of a Conflict comes first.
    pub(in crate::rules) fn check_no_round_due(&self, battle: &Battle) -> Result<(), StackRefusal> {
        let turn = &self.book().turn;
        let here = turn.has_rounds(battle.current_phase(self));
        let everywhere = here || !turn.phases.iter().any(|phase| turn.has_rounds(phase));
        let comes_first = |(at, conflict): (usize, &Conflict)| {
            let due = || is_round_due(self, battle, at, conflict) && (everywhere || conflict.opened_this_turn);
            conflict.ended.is_none() && (conflict.under_way || due())
        };
        if self.has_strict_turn_order() && battle.conflicts.iter().enumerate().any(comes_first) {
            return Err(StackRefusal::RoundsDue { battle: battle.id });
        }
        Ok(())
    }
}
