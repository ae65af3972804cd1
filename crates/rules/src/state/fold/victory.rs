//! Applies events that decide who has won. Source: RULES 7.

use crate::{
    event::VictoryEvent,
    state::{CampaignEnd, State},
};

impl State {
    pub(super) fn apply_victory_event(&mut self, event: &VictoryEvent) {
        match event {
            VictoryEvent::BattleDecided { battle, decision, outcome } => {
                self.change_battle(*battle, |state, battle| {
                    state.decide_battle(battle, Some(decision));
                    battle.outcome = outcome.as_deref().map(Into::into);
                });
            }
            VictoryEvent::Scored { side, by } => match self.awarded.iter_mut().find(|(other, _)| other == side) {
                Some((_, points)) => *points += i64::from(*by),
                None => self.awarded.push((*side, (*by).into())),
            },
            VictoryEvent::CampaignEnded { decision, outcome } => {
                let outcome = outcome.as_deref().map(Into::into);
                self.ended = Some(CampaignEnd { decision: decision.clone(), outcome }.into());
            }
        }
    }
}
