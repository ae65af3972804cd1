//! Exhaustion, and the automatic end of a battle. Source: RULES 4.2.

use super::Resolver;
use crate::{
    event::{BattleEnd, Event},
    state::Contingent,
};
use wardiary_base::{
    book::{ExhaustedFrom, Mechanism, Rulebook, TurnPhase},
    id::BattleId,
};

/// Whether exhaustion is immediate: the rulebook says so, or its turns have no exhaustion check.
fn is_immediate(book: &Rulebook) -> bool {
    let checked = book.uses(Mechanism::Turns) && book.turn.phases.contains(&TurnPhase::Exhaustion);
    book.exhaustion.exhausted_from == ExhaustedFrom::AtOnce || !checked
}

/// Applies the consequences of any losses: immediate exhaustion, and the end of battles.
pub(super) fn update_exhaustion(resolver: &mut Resolver) {
    let open: Vec<BattleId> = resolver.state.open_battles().map(|b| b.id).collect();
    for battle in open {
        if is_immediate(resolver.state.book()) {
            resolver.mark_exhaustion(battle);
        }
        resolver.end_if_decided(battle);
    }
}

impl Resolver<'_> {
    /// Marks each side that has reached its Exhaustion Point.
    pub(super) fn mark_exhaustion(&mut self, battle: BattleId) {
        if !self.state.book().uses(Mechanism::Exhaustion) {
            return;
        }
        let Some(found) = self.state.battle(battle).filter(|b| b.ended.is_none()) else { return };
        let reached: Vec<Event> = found
            .contingents
            .iter()
            .filter(|c| !c.exhausted)
            .filter_map(|c| Some((c.side, self.state.losses(found, c)?)))
            .filter(|(_, losses)| losses.lost >= losses.exhaustion_point)
            .map(|(side, losses)| Event::Exhausted { battle, side, lost: losses.lost, point: losses.exhaustion_point })
            .collect();
        reached.into_iter().for_each(|event| self.emit(event));
    }

    /// Ends a battle in which at most one side has units left, or all sides are exhausted.
    pub(super) fn end_if_decided(&mut self, battle: BattleId) {
        let Some(found) = self.state.battle(battle).filter(|b| b.ended.is_none()) else { return };
        let stands = |contingent: &&Contingent| contingent.units().any(|u| self.living_unit(u).is_ok());
        // A stack that was there when a Conflict's round began acts in it, even if it is wiped out before its turn.
        if found.conflicts.iter().any(|c| c.under_way) {
            return;
        }
        // If several sides have no units left, the side that lost its last unit now.
        let falls = |contingent: &&Contingent| {
            let fell = |event: &Event| matches!(event, Event::Eliminated { unit, .. } if contingent.contains(*unit));
            self.events.iter().any(fell)
        };
        let all_gone = || found.contingents.iter().filter(|c| !stands(c));
        let gone = all_gone().find(falls).or_else(|| all_gone().next());
        let how = match gone {
            Some(contingent) if found.contingents.iter().filter(stands).count() < 2 => {
                BattleEnd::NoneLeft(contingent.side)
            }
            _ if found.contingents.iter().all(|c| c.exhausted) => BattleEnd::AllExhausted,
            _ => return,
        };
        let decision = self.state.decision_by_rules(found);
        self.end_combats(battle);
        self.emit(Event::BattleEnded { battle, how, outcome: None, decision });
        self.halt_beaten(battle);
    }
}
