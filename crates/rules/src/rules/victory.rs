//! Exhaustion and the automatic end of a battle; victory: battles, the campaign, victory points. Source: RULES 4.2, 7.

use super::{
    Refusal, Resolver, RuleResult,
    refusal::{BattleRefusal, VictoryRefusal},
};
use crate::{
    event::{BattleEnd, DecidedBy, Decision, Event, VictoryEvent},
    order::{Award, Order, VictoryOrder},
    state::{Battle, Contingent, EntityKind, State, Unit},
};
use wardiary_base::{
    book::{Decides, ExhaustedFrom, Mechanism, Rulebook, TurnPhase},
    id::{BattleId, SideId},
    text::{self, Text},
};

const MAX_POINTS: u32 = 1_000_000;

impl Resolver<'_> {
    /// After the end of the campaign refuses every order except notes and other texts.
    pub(super) fn check_campaign_open(&self, order: &Order) -> Result<(), Refusal> {
        if self.state.ended().is_none() || order.is_allowed_after_campaign() {
            return Ok(());
        }
        Err(VictoryRefusal::CampaignOver.into())
    }

    pub(super) fn victory_order(&mut self, order: &VictoryOrder) -> RuleResult {
        match order {
            VictoryOrder::EndCampaign { award, why } => self.end_campaign(award.as_ref(), why.as_ref()),
            VictoryOrder::Score { side, by, .. } => self.give_points(*side, *by),
        }
    }

    fn end_campaign(&mut self, award: Option<&Award>, why: Option<&Text>) -> RuleResult {
        let open: Vec<BattleId> = self.state.open_battles().map(|battle| battle.id).collect();
        fail_if!(!open.is_empty(), VictoryRefusal::BattlesOpen { battles: open });
        let decision = match award {
            None => self.state.decision_by_points(),
            Some(award) => {
                self.check_award(award)?;
                let ahead = self.state.points_leader().filter(|(side, _)| award.winner() == Some(*side));
                let margin = ahead.and_then(|(_, by)| self.state.book().victory.margins.name_for(by));
                Some(referee_decision(award, margin))
            }
        };
        self.conclude(Event::Victory(VictoryEvent::CampaignEnded { decision, outcome: why.cloned() }))
    }

    fn give_points(&mut self, side: SideId, by: i32) -> RuleResult {
        self.state.side(side).ok_or_else(|| self.state.no_such(side, &[EntityKind::Side]))?;
        if by == 0 || by.unsigned_abs() > MAX_POINTS {
            return Err(VictoryRefusal::Points { points: by.unsigned_abs(), most: MAX_POINTS }.into());
        }
        self.conclude(Event::Victory(VictoryEvent::Scored { side, by }))
    }

    /// Refuses a winner that is not a side, or a margin whose name can't be shown.
    fn check_award(&self, award: &Award) -> Result<(), Refusal> {
        if let Some(fault) = award.margin().and_then(text::name_fault) {
            return Err(Refusal::Name(fault));
        }
        match award.winner() {
            Some(side) if self.state.side(side).is_none() => Err(self.state.no_such(side, &[EntityKind::Side])),
            _ => Ok(()),
        }
    }

    /// The decision of a battle that ends now: the one in the order, or that of the rules if they decide.
    pub(super) fn decision_of(&self, battle: &Battle, award: Option<&Award>) -> Result<Option<Decision>, Refusal> {
        let Some(award) = award else { return Ok(self.state.decision_by_rules(battle)) };
        self.check_award(award)?;
        if let Some(side) = award.winner().filter(|side| battle.contingent(*side).is_none()) {
            return Err(BattleRefusal::SideNotInBattle { side, battle: battle.id }.into());
        }
        let margins = &self.state.book().victory.battle_margins;
        let margin = award.winner().and_then(|side| margins.name_for(self.state.loss_lead(battle, side)?));
        Ok(Some(referee_decision(award, margin)))
    }

    /// Decides a battle that ended by itself without a decision.
    pub(super) fn decide_battle(&mut self, id: BattleId, award: &Award, why: Option<&Text>) -> RuleResult {
        let battle = self.state.battle(id).ok_or_else(|| self.state.no_such(id, &[EntityKind::Battle]))?;
        let Some(decision) = self.decision_of(battle, Some(award))? else { return Ok(()) };
        let outcome = why.cloned();
        self.emit(Event::Victory(VictoryEvent::BattleDecided { battle: id, decision, outcome }));
        self.halt_beaten(id);
        Ok(())
    }
}

/// A referee's decision, with the margin by the rules if the referee names none.
fn referee_decision(award: &Award, margin: Option<&Text>) -> Decision {
    let award = match award {
        Award::Won { side, margin: named } => Award::Won { side: *side, margin: named.as_ref().or(margin).cloned() },
        Award::Drawn => Award::Drawn,
    };
    Decision { award, by: DecidedBy::Word }
}

impl State {
    /// How many fewer Strength Points a side has lost in a battle than the enemy with the fewest losses.
    fn loss_lead(&self, battle: &Battle, side: SideId) -> Option<u32> {
        let lost = |of: &Contingent| self.strength_lost_in(battle, of);
        let own = battle.contingent(side).map_or(Some(0), lost)?;
        let others = battle.contingents.iter().filter(|contingent| contingent.side != side).map(lost);
        Some(others.collect::<Option<Vec<u32>>>()?.into_iter().min().unwrap_or(0).saturating_sub(own))
    }

    /// The winner of a battle as it is now, if the rules decide.
    pub(super) fn decision_by_rules(&self, battle: &Battle) -> Option<Decision> {
        let victory = &self.book().victory;
        if victory.decides == Decides::Referee {
            return None;
        }
        let has_units = |c: &&Contingent| c.units().any(|unit| self.unit(unit).is_some_and(Unit::is_alive));
        let there: Vec<&Contingent> = battle.contingents.iter().filter(has_units).collect();
        let unbroken: Vec<&Contingent> = there.iter().copied().filter(|contingent| !contingent.exhausted).collect();
        let won = |side: SideId, by: DecidedBy| {
            let lead = self.loss_lead(battle, side);
            let margin = lead.and_then(|lead| victory.battle_margins.name_for(lead)).cloned();
            Some(Decision { award: Award::Won { side, margin }, by })
        };
        let drawn = |by| Some(Decision { award: Award::Drawn, by });
        match (&there[..], &unbroken[..]) {
            ([last], _) => return won(last.side, DecidedBy::Standing),
            (_, [last]) => return won(last.side, DecidedBy::Exhaustion),
            _ if victory.decides == Decides::Broken => return drawn(DecidedBy::Exhaustion),
            _ => {}
        }
        // Considers the sides that are not exhausted; if every side has lost all its units, all sides.
        let all: Vec<&Contingent> = battle.contingents.iter().collect();
        let rivals = [unbroken, there, all].into_iter().find(|sides| !sides.is_empty()).unwrap_or_default();
        let lost = rivals.iter().map(|c| Some((self.strength_lost_in(battle, c)?, c.side)));
        let mut lost: Vec<(u32, SideId)> = lost.collect::<Option<_>>()?;
        lost.sort_by_key(|(lost, _)| *lost);
        match lost[..] {
            [(fewest, side), (next, _), ..] if next - fewest >= victory.battle_margins.least() => {
                won(side, DecidedBy::Losses)
            }
            _ => drawn(DecidedBy::Losses),
        }
    }

    /// The winner of the campaign by victory points, if they are counted.
    fn decision_by_points(&self) -> Option<Decision> {
        if !self.keeps_score() {
            return None;
        }
        let margins = &self.book().victory.margins;
        let award = match self.points_leader().filter(|(_, by)| *by >= margins.least()) {
            Some((side, by)) => Award::Won { side, margin: margins.name_for(by).cloned() },
            None => Award::Drawn,
        };
        Some(Decision { award, by: DecidedBy::Points })
    }
}

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
