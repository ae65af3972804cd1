//! When the rounds of a turn are fought: those of all Conflicts come first. Source: RULES 5.8.

use super::Where;
use crate::{
    rules::{Refusal, Resolver, outstanding, outstanding::is_due, refusal::StackRefusal},
    state::{Battle, Conflict, State},
};
use wardiary_base::{
    book::{Mechanism, TurnOrder, TurnPhase},
    id::BattleId,
};

impl State {
    /// Whether the order of a turn's parts is enforced.
    pub(crate) fn keeps_order(&self) -> bool {
        self.book().uses(Mechanism::Turns) && self.book().turn.order == TurnOrder::Strict
    }

    /// Whether a turn at this phase is past the rounds of a Conflict. Under a strict order rounds belong to their own
    /// parts of the turn, except for a Conflict that is opened later, which fights at once.
    pub(crate) fn is_past_rounds(&self, conflict: &Conflict, phase: usize) -> bool {
        let turn = &self.book().turn;
        let has = |phase: &TurnPhase| turn.has_rounds(phase);
        let past = turn.phases.iter().take(phase).any(has) && !turn.phases.iter().skip(phase).any(has);
        self.keeps_order() && past && !conflict.opened_this_turn && !conflict.under_way
    }

    /// The Conflicts whose rounds are skipped if the turn goes to a phase.
    pub fn rounds_left_by(&self, battle: &Battle, phase: usize) -> Vec<usize> {
        let mut due = outstanding(self, battle.id).rounds;
        due.retain(|at| battle.conflicts.get(*at).is_some_and(|conflict| self.is_past_rounds(conflict, phase)));
        due
    }
}

impl Resolver<'_> {
    /// Refuses a round, in the part of the turn for rounds, while another Conflict that comes first on the map has a
    /// round due or under way. Without a map or a strict order players choose. Source: RULES 5.8.
    pub(super) fn comes_next(&self, (battle, conflict): Where) -> Result<(), Refusal> {
        let found = self.open_battle(battle)?;
        if !self.state.keeps_order() || !self.state.book().turn.has_rounds(found.phase_of(&self.state)) {
            return Ok(());
        }
        let order = self.state.order_of_conflicts(battle);
        let before = order.into_iter().take_while(|at| *at != conflict).map(|at| (at, &found.conflicts[at]));
        let open = before.filter(|(_, other)| other.over.is_none());
        let mut first = open.filter(|(at, other)| other.under_way || is_due(&self.state, found, *at, other));
        match first.find_map(|(_, other)| self.state.first_of_conflict(other)) {
            Some((area, stack)) => Err(StackRefusal::RoundBefore { stack, area }.into()),
            None => Ok(()),
        }
    }

    /// Refuses an attack while a round of a Conflict comes first: a round under way, the immediate first round of a
    /// Conflict opened this turn, and, in the part of the turn for rounds, every due round; in a turn without that
    /// part, at any time.
    pub(in crate::rules) fn rounds_come_first(&self, id: BattleId) -> Result<(), Refusal> {
        Ok(self.state.rounds_come_first(self.open_battle(id)?)?)
    }
}

impl State {
    /// Refuses an attack in a battle while a round of a Conflict comes first.
    pub(in crate::rules) fn rounds_come_first(&self, battle: &Battle) -> Result<(), StackRefusal> {
        let turn = &self.book().turn;
        let here = turn.has_rounds(battle.phase_of(self));
        let everywhere = here || !turn.phases.iter().any(|phase| turn.has_rounds(phase));
        let comes_first = |(at, conflict): (usize, &Conflict)| {
            let due = || is_due(self, battle, at, conflict) && (everywhere || conflict.opened_this_turn);
            conflict.over.is_none() && (conflict.under_way || due())
        };
        if self.keeps_order() && battle.conflicts.iter().enumerate().any(comes_first) {
            return Err(StackRefusal::RoundsDue { battle: battle.id });
        }
        Ok(())
    }
}
