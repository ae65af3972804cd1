//! Events that decide who has won. Source: RULES 7.

use super::{EventProblem, State, Validity, need_contingent};
use crate::{
    event::{Decision, Event, StaffEvent, VictoryEvent},
    state::{CampaignEnd, EntityKind},
};
use wardiary_base::id::{BattleId, SideId};

impl State {
    /// After the end of the campaign accepts only events that are words.
    pub(super) fn check_going_on(&self, event: &Event) -> Validity {
        let is_words = matches!(
            event,
            Event::Opened { .. }
                | Event::Abandoned
                | Event::Noted
                | Event::Renamed { .. }
                | Event::BranchNamed { .. }
                | Event::Staff(StaffEvent::Told { due: None, .. })
        );
        if self.ended.is_none() || is_words { Ok(()) } else { Err(EventProblem::CampaignOver.at("decision")) }
    }

    pub(super) fn apply_victory_event(&mut self, event: &VictoryEvent) -> Validity {
        match event {
            VictoryEvent::BattleDecided { battle: id, decision, outcome } => {
                let battle = &self.battles[self.need(*id, EntityKind::Battle, "battle")?];
                if battle.ended.is_none() || battle.decision.is_some() {
                    return Err(EventProblem::Decided { battle: *id }.at("battle"));
                }
                decision.award.winner().map_or(Ok(()), |side| need_contingent(side, battle))?;
                self.change_battle(*id, |state, battle| {
                    state.decide_battle(battle, Some(decision));
                    battle.outcome = outcome.as_deref().map(Into::into);
                });
            }
            VictoryEvent::Scored { side, by } => {
                self.need_side(*side)?;
                match self.ruling_points.iter_mut().find(|(other, _)| other == side) {
                    Some((_, points)) => *points += i64::from(*by),
                    None => self.ruling_points.push((*side, (*by).into())),
                }
            }
            VictoryEvent::CampaignEnded { decision, outcome } => {
                if let Some(battle) = self.open_battles().next() {
                    return Err(EventProblem::BattleOpen { battle: battle.id }.at("decision"));
                }
                self.need_sides(winner(decision.as_ref()))?;
                let outcome = outcome.as_deref().map(Into::into);
                self.ended = Some(CampaignEnd { decision: decision.clone(), outcome }.into());
            }
        }
        Ok(())
    }

    pub(super) fn check_end(&self, battle: BattleId, decision: Option<&Decision>) -> Validity {
        let battle = self.need_battle(battle)?;
        winner(decision).map_or(Ok(()), |side| need_contingent(side, battle))
    }
}

fn winner(decision: Option<&Decision>) -> Option<SideId> {
    decision.and_then(|decision| decision.award.winner())
}
