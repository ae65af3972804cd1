//! Who goes into a Conflict, and who leaves it. Source: RULES 5.8.

use super::number;
use crate::{
    event::StackEvent,
    id::{BattleId, SideId, StackId},
    order::Edge,
    rules::{
        Refusal, Resolver, RuleResult,
        refusal::{BattleRefusal, StackRefusal},
    },
    state::ConflictStack,
};

impl Resolver<'_> {
    /// A stack's battle, if it could go into a Conflict: its side, and the battle that all its units are in.
    fn could_fight(&self, id: StackId) -> Result<(SideId, BattleId), Refusal> {
        let stack = self.living_stack(id)?;
        if self.state.conflict_of(id).is_some() {
            return Err(StackRefusal::InConflict { stack: id }.into());
        }
        let mut found = None;
        for unit in self.state.units_of_stack(id) {
            let none = BattleRefusal::NotInBattle { who: unit.id.into() };
            let battle = self.state.battle_of(unit.id).ok_or(none)?.id;
            if *found.get_or_insert(battle) != battle {
                return Err(none.into());
            }
        }
        let battle = found.ok_or(BattleRefusal::NotInBattle { who: id.into() })?;
        Ok((stack.side, battle))
    }

    /// The side and battle of the stacks of a party, which must agree.
    fn party(&self, stacks: &[StackId]) -> Result<(SideId, BattleId), Refusal> {
        let mut party = None;
        for id in stacks {
            let own = self.could_fight(*id)?;
            let (side, battle) = *party.get_or_insert(own);
            let (first, second) = (stacks[0].into(), (*id).into());
            if side != own.0 {
                return Err(Refusal::TwoSides { first, second });
            }
            if battle != own.1 {
                return Err(BattleRefusal::TwoBattles { first, second }.into());
            }
        }
        party.ok_or(Refusal::NobodyNamed)
    }

    /// Stacks with those that screen them and could come along.
    pub(super) fn with_screeners(&self, stacks: &[StackId], battle: BattleId) -> Vec<StackId> {
        let mut all = stacks.to_vec();
        for screener in stacks.iter().flat_map(|s| Edge::ALL.into_iter().flat_map(|e| self.state.screeners(*s, e))) {
            let comes = self.could_fight(screener).is_ok_and(|(_, own)| own == battle);
            if comes && !all.contains(&screener) {
                all.push(screener);
            }
        }
        all
    }

    pub(in crate::rules) fn open_conflict(&mut self, first: &[StackId], second: &[StackId]) -> RuleResult {
        let (own, battle) = self.party(first)?;
        let (enemy, other_battle) = self.party(second)?;
        let all: Vec<StackId> = first.iter().chain(second).copied().collect();
        if let Some(twice) = (1..all.len()).find(|at| all[..*at].contains(&all[*at])) {
            return Err(StackRefusal::Twice { stack: all[twice] }.into());
        }
        if own == enemy {
            return Err(Refusal::OwnSide { side: own }.into());
        }
        if battle != other_battle {
            return Err(BattleRefusal::TwoBattles { first: first[0].into(), second: second[0].into() }.into());
        }
        let found = self.ready_battle(battle)?;
        if found.contingent(own).is_some_and(|c| c.exhausted) {
            return Err(BattleRefusal::Exhausted { side: own }.into());
        }
        if !found.may_act(&self.state, own) {
            return Err(BattleRefusal::NotTheirTurn { side: own, now: found.acting }.into());
        }
        // A stack opens a fight if any of its units still does as it is told.
        let spent = |s: &&StackId| self.state.units_of_stack(**s).all(crate::state::Unit::is_ineffective);
        if let Some(spent) = first.iter().find(spent) {
            return Err(Refusal::Ineffective { who: (*spent).into() }.into());
        }
        let at = found.conflicts.len();
        let stacks = (self.with_screeners(first, battle), self.with_screeners(second, battle));
        self.emit_stack(StackEvent::ConflictOpened { battle, stacks });
        self.reform((battle, at), true);
        Ok(())
    }

    pub(in crate::rules) fn join(&mut self, stack: StackId, to: StackId) -> RuleResult {
        let (battle, at) = self.conflict_with(to)?;
        let (side, own) = self.could_fight(stack)?;
        self.between_rounds(battle, at)?;
        if own != battle {
            return Err(BattleRefusal::TwoBattles { first: stack.into(), second: to.into() }.into());
        }
        let of_side = |s: &ConflictStack| self.state.side_of(s.stack.into()) == Some(side);
        if !self.conflict((battle, at)).stacks.iter().any(of_side) {
            return Err(BattleRefusal::SideNotInBattle { side, battle }.into());
        }
        for stack in self.with_screeners(&[stack], battle) {
            self.emit_stack(StackEvent::Joined { battle, conflict: number(at), stack });
        }
        self.reform((battle, at), true);
        Ok(())
    }

    pub(in crate::rules) fn flee(&mut self, stack: StackId) -> RuleResult {
        let (battle, at) = self.conflict_with(stack)?;
        self.living_stack(stack)?;
        self.emit_stack(StackEvent::Fled { battle, conflict: number(at), stack });
        Ok(())
    }
}
