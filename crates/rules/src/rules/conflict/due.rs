//! When a turn has its rounds: those of all Conflicts first, then what the others do. Source: RULES 5.8.

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
    pub fn rounds_left_by(&self, battle: &Battle, phase: usize) -> Vec<usize> {
        let mut due = outstanding(self, battle.id).rounds;
        due.retain(|at| battle.conflicts.get(*at).is_some_and(|conflict| self.is_past_rounds(conflict, phase)));
        due
    }
}

impl Resolver<'_> {
    /// Refuses a round, in the part of the turn that has the rounds, while another's is due or under way that comes before it on
    /// the map. Without a map, and where a turn has no strict order, players choose. Source: RULES 5.8.
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

    /// Refuses an attack while a round of a Conflict comes before it: a round that is under way, the first of one that was
    /// opened this turn, which is fought at once, and in the part of the turn that has the rounds every one that is due; in a turn
    /// that has no such part, at any time.
    pub(in crate::rules) fn rounds_come_first(&self, id: BattleId) -> Result<(), Refusal> {
        Ok(self.state.rounds_come_first(self.open_battle(id)?)?)
    }
}

impl State {
    /// Refuses an attack in a battle while a round of a Conflict comes before it.
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
