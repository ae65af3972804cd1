//! Battles and their turns: begin and end, initiative, the sequence of phases. Source: RULES 4.2, 4.3.

use super::{
    OrderRoll, Refusal, Resolver, RuleResult,
    muster::check_name,
    refusal::{BattleRefusal, BlockingStep, NotAwaited},
};
use crate::{
    event::{BattleEnd, CombatEnd, Event, TheatreEvent},
    order::Award,
    state::{Battle, Contingent, EntityKind},
};
use std::collections::BTreeSet;
use wardiary_base::{
    book::{TurnOrder, TurnPhase},
    dice::{Die, Purpose, Request, RequestedDie},
    id::{BattleId, Id, MapId, SideId},
    text::Text,
};

impl Resolver<'_> {
    pub(super) fn end_battle(&mut self, id: BattleId, award: Option<&Award>, outcome: Option<&Text>) -> RuleResult {
        // A battle that ended by itself without a decision can still be decided.
        let undecided = self.state.battle(id).is_some_and(|b| b.ended.is_some() && b.decision.is_none());
        if let Some(award) = award.filter(|_| undecided) {
            return self.decide_battle(id, award, outcome);
        }
        let decision = self.decision_of(self.open_battle(id)?, award)?;
        self.end_combats(id);
        let outcome = outcome.cloned();
        self.emit(Event::BattleEnded { battle: id, how: BattleEnd::Called, outcome, decision });
        self.halt_beaten(id);
        Ok(())
    }

    /// Drops the march orders of the forces that lost a battle, if the rulebook says so.
    pub(super) fn halt_beaten(&mut self, id: BattleId) {
        let Some(battle) = self.state.battle(id).filter(|_| self.state.book().march.beaten_halt) else { return };
        let Some(winner) = battle.decision.as_ref().and_then(|decision| decision.award.winner()) else { return };
        let beaten = battle.contingents.iter().filter(|contingent| contingent.side != winner);
        let forces = beaten.flat_map(Contingent::units).filter_map(|unit| self.state.force_of(unit));
        for force in forces.collect::<BTreeSet<Id>>() {
            let from = self.state.route_of(force).to_vec();
            if !from.is_empty() {
                self.emit(Event::Theatre(TheatreEvent::Sent { force, from, to: Vec::new() }));
            }
        }
    }

    pub(super) fn open_battle(&self, id: BattleId) -> Result<&Battle, Refusal> {
        let battle = self.state.battle(id).ok_or_else(|| self.state.no_such(id, &[EntityKind::Battle]))?;
        match battle.ended {
            None => Ok(battle),
            Some(_) => Err(BattleRefusal::BattleOver { battle: id }.into()),
        }
    }

    /// The battle, if it is not over and waits for no decision.
    pub(super) fn ready_battle(&self, id: BattleId) -> Result<&Battle, Refusal> {
        let battle = self.open_battle(id)?;
        match battle.pending_decision() {
            None => Ok(battle),
            Some(decision) => {
                Err(BattleRefusal::Awaits { battle: id, awaited: BlockingStep::Decision(decision) }.into())
            }
        }
    }

    pub(super) fn begin_battle(
        &mut self,
        (id, map): (BattleId, Option<MapId>),
        name: &Text,
        parties: &[Vec<Id>],
    ) -> RuleResult {
        check_name(name)?;
        self.check_battle_name(name, None)?;
        for party in parties {
            for unit in self.living_units(party)? {
                if let Some(battle) = self.state.battle_of(unit) {
                    return Err(BattleRefusal::InBattle { unit, battle: battle.id }.into());
                }
            }
        }
        let sides = self.state.parties(parties);
        fail_if!(sides.len() < 2, BattleRefusal::OneSide { side: sides.first().map(|(side, _)| *side) });
        self.emit_if_valid(Event::BattleBegun { id, name: name.clone(), sides, map })
    }

    /// Refuses a name that another battle has, since orders name a battle by it.
    pub(super) fn check_battle_name(&self, name: &Text, but: Option<BattleId>) -> RuleResult {
        match self.state.battle_named(name.raw()) {
            Some(other) if Some(other.id) != but => Err(BattleRefusal::NameTaken { battle: other.id }.into()),
            _ => Ok(()),
        }
    }

    pub(super) fn reinforce(&mut self, battle: BattleId, who: &[Id]) -> RuleResult {
        let units = self.living_units(who)?;
        let found = self.open_battle(battle)?;
        for unit in &units {
            let side = self.living_unit(*unit)?.side;
            fail_if!(found.contingent(side).is_none(), BattleRefusal::SideNotInBattle { side, battle });
            if let Some(other) = self.state.battle_of(*unit) {
                return Err(BattleRefusal::InBattle { unit: *unit, battle: other.id }.into());
            }
            self.check_is_near_battle(found, *unit)?;
        }
        self.conclude(Event::Arrived { battle, units })
    }

    /// Rolls the initiative: each side rolls, and ties for the highest roll again.
    pub(super) fn roll_initiative(&mut self, id: BattleId) -> RuleResult {
        let battle = self.ready_battle(id)?;
        if let Some(winner) = battle.initiative_winner {
            return Err(BattleRefusal::InitiativeSettled { battle: id, turn: battle.turn, winner }.into());
        }
        if !matches!(battle.current_phase(&self.state), TurnPhase::Initiative) {
            return Err(BattleRefusal::NotInitiative { battle: id, turn: battle.turn }.into());
        }
        let mut rolling: Vec<SideId> = battle.contingents.iter().map(|c| c.side).collect();
        let mut throws = Vec::new();
        while rolling.len() > 1 {
            let dice = rolling.iter().map(|side| RequestedDie::plain((*side).into(), Die::D6)).collect();
            let fallen = self.request_dice(Request { purpose: Purpose::Initiative, dice })?;
            throws.push(rolling.iter().copied().zip(fallen.iter().map(|die| die.face)).collect());
            let highest = fallen.iter().map(|d| d.face).max();
            let best = rolling.into_iter().zip(fallen).filter(|(_, die)| Some(die.face) == highest);
            rolling = best.map(|(side, _)| side).collect();
        }
        self.order_roll = Some(OrderRoll::Initiative(throws));
        self.conclude(Event::InitiativeWon { battle: id, side: rolling[0] })
    }

    pub(super) fn choose_first(&mut self, id: BattleId, side: SideId) -> RuleResult {
        let battle = self.open_battle(id)?;
        fail_if!(battle.contingent(side).is_none(), BattleRefusal::SideNotInBattle { side, battle: id });
        if let Some(first) = battle.first_side {
            let why = NotAwaited::FirstSettled { turn: battle.turn, first };
            return Err(BattleRefusal::NothingAwaited { side, battle: id, why }.into());
        }
        if battle.initiative_winner.is_none() {
            let why = NotAwaited::NoInitiative { turn: battle.turn };
            return Err(BattleRefusal::NothingAwaited { side, battle: id, why }.into());
        }
        self.emit(Event::FirstChosen { battle: id, side });
        self.advance_part(id)
    }

    /// The next part of the turn: the next side, or the next phase; `None` at the end of the turn.
    fn next_part(&self, battle: &Battle) -> Option<(usize, Option<SideId>)> {
        let phases = &self.state.book().turn.phases;
        let sides = battle.order_of_sides();
        if let (TurnPhase::EachSide(_), Some(acting)) = (battle.current_phase(&self.state), battle.acting_side) {
            let next = sides.iter().position(|s| *s == acting).and_then(|at| sides.get(at + 1));
            if let Some(side) = next {
                return Some((battle.phase, Some(*side)));
            }
        }
        let next = battle.phase + 1;
        phases.get(next).map(|phase| (next, sides.first().copied().filter(|_| matches!(phase, TurnPhase::EachSide(_)))))
    }

    /// Advances to the next part of the turn. Parts in which no side acts are resolved at once.
    fn advance_part(&mut self, id: BattleId) -> RuleResult {
        loop {
            let battle = self.open_battle(id)?;
            let Some((phase, side)) = self.next_part(battle) else { return self.finish_turn(id) };
            let check = self.state.book().turn.phases[phase] == TurnPhase::Exhaustion;
            let number = u8::try_from(phase).expect("a checked turn has at most 50 phases");
            self.emit(Event::PhaseBegun { battle: id, phase: number, side });
            if !check {
                return Ok(());
            }
            self.mark_exhaustion(id);
            self.end_if_decided(id);
            if self.state.battle(id).is_some_and(|b| b.ended.is_some()) {
                return Ok(());
            }
        }
    }

    pub(super) fn pass(&mut self, id: BattleId) -> RuleResult {
        let battle = self.ready_battle(id)?;
        let strict = self.state.book().turn.order == TurnOrder::Strict;
        if strict && matches!(battle.current_phase(&self.state), TurnPhase::Initiative) {
            return Err(BattleRefusal::Awaits { battle: id, awaited: BlockingStep::Initiative }.into());
        }
        self.advance_part(id)
    }

    pub(super) fn end_turn(&mut self, id: BattleId) -> RuleResult {
        let battle = self.ready_battle(id)?;
        let turn = battle.turn;
        let strict = self.state.book().turn.order == TurnOrder::Strict;
        let acts_in = |(at, _): (usize, _)| self.state.book().turn.phases[at..].iter().any(TurnPhase::sides_act);
        let acts_yet = self.next_part(battle).is_some_and(acts_in);
        fail_if!(strict && acts_yet, BattleRefusal::Awaits { battle: id, awaited: BlockingStep::EndOfTurn });
        while self.state.battle(id).is_some_and(|b| b.ended.is_none() && b.turn == turn) {
            self.advance_part(id)?;
        }
        Ok(())
    }

    fn finish_turn(&mut self, id: BattleId) -> RuleResult {
        self.end_combats(id);
        let turn = self.open_battle(id)?.turn;
        self.conclude(Event::TurnEnded { battle: id, turn })
    }

    pub(super) fn end_combats(&mut self, id: BattleId) {
        let Some(battle) = self.state.battle(id) else { return };
        let open: Vec<Event> = (0u16..)
            .zip(&battle.combats)
            .filter(|(_, c)| c.ended.is_none())
            .map(|(combat, _)| Event::CombatEnded { battle: id, combat, how: CombatEnd::TimeUp })
            .collect();
        open.into_iter().for_each(|event| self.emit(event));
    }
}
