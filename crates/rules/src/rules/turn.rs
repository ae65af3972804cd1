//! Battles and their turns: begin and end, initiative, the sequence of phases. Source: RULES 4.2, 4.3.

use super::{
    Refusal, Resolver, Rolled, RuleResult,
    muster::well_named,
    refusal::{Awaited, BattleRefusal, Unawaited},
};
use crate::{
    event::{BattleEnd, CombatEnd, Event},
    order::Award,
    state::{Battle, EntityKind},
};
use wardiary_base::{
    book::{TurnOrder, TurnPhase},
    dice::{Die, Purpose, Request, RequestedDie},
    id::{BattleId, Id, MapId, SideId},
};

impl Resolver<'_> {
    pub(super) fn end_battle(&mut self, id: BattleId, award: Option<&Award>, outcome: Option<&str>) -> RuleResult {
        // A battle that ended by itself without a decision can still be decided.
        let undecided = self.state.battle(id).is_some_and(|b| b.over.is_some() && b.decision.is_none());
        if let Some(award) = award.filter(|_| undecided) {
            return self.decide_battle(id, award, outcome);
        }
        let decision = self.decision_of(self.open_battle(id)?, award)?;
        self.end_combats(id);
        let outcome = outcome.map(Into::into);
        self.emit(Event::BattleEnded { battle: id, how: BattleEnd::Called, outcome, decision });
        Ok(())
    }

    /// The battle, if it is not over.
    pub(super) fn open_battle(&self, id: BattleId) -> Result<&Battle, Refusal> {
        let battle = self.state.battle(id).ok_or_else(|| self.state.no_such(id, &[EntityKind::Battle]))?;
        match battle.over {
            None => Ok(battle),
            Some(_) => Err(BattleRefusal::BattleOver { battle: id }.into()),
        }
    }

    /// The battle, if it is not over and waits for no decision.
    pub(super) fn ready_battle(&self, id: BattleId) -> Result<&Battle, Refusal> {
        let battle = self.open_battle(id)?;
        match battle.awaiting() {
            None => Ok(battle),
            Some(decision) => Err(BattleRefusal::Awaits { battle: id, awaited: Awaited::Decision(decision) }.into()),
        }
    }

    pub(super) fn begin_battle(
        &mut self,
        (id, map): (BattleId, Option<MapId>),
        name: &str,
        parties: &[Vec<Id>],
    ) -> RuleResult {
        well_named(name)?;
        self.battle_name_is_free(name, None)?;
        for party in parties {
            for unit in self.all_living(party)? {
                if let Some(battle) = self.state.battle_of(unit) {
                    return Err(BattleRefusal::InBattle { unit, battle: battle.id }.into());
                }
            }
        }
        let sides = self.state.parties(parties);
        if sides.len() < 2 {
            return Err(BattleRefusal::OneSide { side: sides.first().map(|(side, _)| *side) }.into());
        }
        self.emit_if_valid(Event::BattleBegun { id, name: name.into(), sides, map })
    }

    /// Refuses a name that another battle has, since orders name a battle by it.
    pub(super) fn battle_name_is_free(&self, name: &str, but: Option<BattleId>) -> RuleResult {
        match self.state.battle_called(name) {
            Some(other) if Some(other.id) != but => Err(BattleRefusal::NameTaken { battle: other.id }.into()),
            _ => Ok(()),
        }
    }

    pub(super) fn reinforce(&mut self, battle: BattleId, who: &[Id]) -> RuleResult {
        let units = self.all_living(who)?;
        let found = self.open_battle(battle)?;
        for unit in &units {
            let side = self.living(*unit)?.side;
            if found.contingent(side).is_none() {
                return Err(BattleRefusal::SideNotInBattle { side, battle }.into());
            }
            if let Some(other) = self.state.battle_of(*unit) {
                return Err(BattleRefusal::InBattle { unit: *unit, battle: other.id }.into());
            }
            self.check_comes_to(found, *unit)?;
        }
        self.emit(Event::Arrived { battle, units });
        Ok(())
    }

    /// Rolls the initiative: each side rolls, and ties for the highest roll again.
    pub(super) fn initiative(&mut self, id: BattleId) -> RuleResult {
        let battle = self.ready_battle(id)?;
        if let Some(winner) = battle.initiative {
            return Err(BattleRefusal::InitiativeSettled { battle: id, turn: battle.turn, winner }.into());
        }
        if !matches!(battle.phase_of(&self.state), TurnPhase::Initiative) {
            return Err(BattleRefusal::NotInitiative { battle: id, turn: battle.turn }.into());
        }
        let mut rolling: Vec<SideId> = battle.contingents.iter().map(|c| c.side).collect();
        let mut throws = Vec::new();
        while rolling.len() > 1 {
            let dice = rolling.iter().map(|side| RequestedDie::plain((*side).into(), Die::D6)).collect();
            let fallen = self.ask(Request { purpose: Purpose::Initiative, dice })?;
            throws.push(rolling.iter().copied().zip(fallen.iter().map(|die| die.face)).collect());
            let highest = fallen.iter().map(|d| d.face).max();
            let best = rolling.into_iter().zip(fallen).filter(|(_, die)| Some(die.face) == highest);
            rolling = best.map(|(side, _)| side).collect();
        }
        self.rolled = Some(Rolled::Initiative(throws));
        self.emit(Event::InitiativeWon { battle: id, side: rolling[0] });
        Ok(())
    }

    pub(super) fn first(&mut self, id: BattleId, side: SideId) -> RuleResult {
        let battle = self.open_battle(id)?;
        if battle.contingent(side).is_none() {
            return Err(BattleRefusal::SideNotInBattle { side, battle: id }.into());
        }
        if let Some(first) = battle.first {
            let why = Unawaited::FirstSettled { turn: battle.turn, first };
            return Err(BattleRefusal::NothingAwaited { side, battle: id, why }.into());
        }
        if battle.initiative.is_none() {
            let why = Unawaited::NoInitiative { turn: battle.turn };
            return Err(BattleRefusal::NothingAwaited { side, battle: id, why }.into());
        }
        self.emit(Event::FirstChosen { battle: id, side });
        self.next_phase(id)
    }

    /// The next part of the turn: the next side, or the next phase; `None` at the end of the turn.
    fn following(&self, battle: &Battle) -> Option<(usize, Option<SideId>)> {
        let phases = &self.state.book().turn.phases;
        let sides = battle.order_of_sides();
        if let (TurnPhase::EachSide(_), Some(acting)) = (battle.phase_of(&self.state), battle.acting) {
            let next = sides.iter().position(|s| *s == acting).and_then(|at| sides.get(at + 1));
            if let Some(side) = next {
                return Some((battle.phase, Some(*side)));
            }
        }
        let next = battle.phase + 1;
        phases.get(next).map(|phase| (next, sides.first().copied().filter(|_| matches!(phase, TurnPhase::EachSide(_)))))
    }

    /// Advances to the next part of the turn. Parts in which nobody acts are resolved at once; after the last part the
    /// turn ends.
    fn next_phase(&mut self, id: BattleId) -> RuleResult {
        loop {
            let battle = self.open_battle(id)?;
            let Some((phase, side)) = self.following(battle) else { return self.close_turn(id) };
            let check = self.state.book().turn.phases[phase] == TurnPhase::Exhaustion;
            let number = u8::try_from(phase).expect("a checked turn has at most 50 phases");
            self.emit(Event::PhaseBegun { battle: id, phase: number, side });
            if !check {
                return Ok(());
            }
            self.check_exhaustion(id);
            self.end_if_decided(id);
            if self.state.battle(id).is_some_and(|b| b.over.is_some()) {
                return Ok(());
            }
        }
    }

    pub(super) fn pass(&mut self, id: BattleId) -> RuleResult {
        let battle = self.ready_battle(id)?;
        let strict = self.state.book().turn.order == TurnOrder::Strict;
        if strict && matches!(battle.phase_of(&self.state), TurnPhase::Initiative) {
            return Err(BattleRefusal::Awaits { battle: id, awaited: Awaited::Initiative }.into());
        }
        self.next_phase(id)
    }

    /// Advances through the rest of the turn.
    pub(super) fn end_turn(&mut self, id: BattleId) -> RuleResult {
        let battle = self.ready_battle(id)?;
        let turn = battle.turn;
        let strict = self.state.book().turn.order == TurnOrder::Strict;
        let acts_in = |(at, _): (usize, _)| self.state.book().turn.phases[at..].iter().any(TurnPhase::is_acted_in);
        let acts_yet = self.following(battle).is_some_and(acts_in);
        if strict && acts_yet {
            return Err(BattleRefusal::Awaits { battle: id, awaited: Awaited::EndOfTurn }.into());
        }
        while self.state.battle(id).is_some_and(|b| b.over.is_none() && b.turn == turn) {
            self.next_phase(id)?;
        }
        Ok(())
    }

    fn close_turn(&mut self, id: BattleId) -> RuleResult {
        self.end_combats(id);
        let turn = self.open_battle(id)?.turn;
        self.emit(Event::TurnEnded { battle: id, turn });
        Ok(())
    }

    /// Ends all open combats of a battle.
    pub(super) fn end_combats(&mut self, id: BattleId) {
        let Some(battle) = self.state.battle(id) else { return };
        let open: Vec<Event> = (0u16..)
            .zip(&battle.combats)
            .filter(|(_, c)| c.over.is_none())
            .map(|(combat, _)| Event::CombatEnded { battle: id, combat, how: CombatEnd::TimeUp })
            .collect();
        open.into_iter().for_each(|event| self.emit(event));
    }
}
