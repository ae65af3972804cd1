//! Joining and leaving Conflicts. Source: RULES 5.8.

use super::conflict_number;
use crate::{
    event::{Driven, StackEvent},
    order::Edge,
    rules::{
        Refusal, Resolver, RuleResult,
        refusal::{Attack, BarredAttack, BattleRefusal, CombatRefusal, StackRefusal},
    },
    state::{ConflictStack, State, Unit},
};
use wardiary_base::{
    book::Mechanism,
    id::{BattleId, SideId, StackId},
};

impl State {
    /// The side and battle of a stack that could join a Conflict: in one battle and, on a map, in one area.
    pub(in crate::rules) fn conflict_side_and_battle(&self, id: StackId) -> Result<(SideId, BattleId), Refusal> {
        let stack = self.living_stack(id)?;
        fail_if!(self.conflict_of(id).is_some(), StackRefusal::InConflict { stack: id });
        let mut found = None;
        for unit in self.units_of_stack(id) {
            let who = unit.id.into();
            let battle = self.battle_of(unit.id).ok_or(BattleRefusal::NotInBattle { who })?.id;
            let (first, in_it) = *found.get_or_insert((who, battle));
            fail_if!(in_it != battle, BattleRefusal::TwoBattles { first, second: who });
        }
        let (_, battle) = found.ok_or(BattleRefusal::NotInBattle { who: id.into() })?;
        self.check_in_one_area(id)?;
        Ok((stack.side, battle))
    }

    /// Refuses a stack with only ineffective units: it opens and joins no fight. Source: RULES 1.
    fn check_has_effective_units(&self, stack: StackId) -> Result<(), Refusal> {
        let spent = self.units_of_stack(stack).all(Unit::is_ineffective);
        if spent { Err(Refusal::Ineffective { who: stack.into() }) } else { Ok(()) }
    }

    /// Whether a stack that is not in a Conflict may not join one this turn, because a unit of it has fought a round of
    /// another, under whatever name. Never if players may fight any number of rounds.
    pub(in crate::rules) fn has_fought_other_conflict(&self, stack: StackId) -> bool {
        let book = self.book();
        let counted = book.uses(Mechanism::Turns) && book.stacks.rounds_a_turn.is_some();
        counted && self.units_of_stack(stack).any(|u| self.has_fought_a_round(u.id))
    }
}

impl Resolver<'_> {
    /// The side and battle of the stacks of a party, which must agree.
    fn party_side_and_battle(&self, stacks: &[StackId]) -> Result<(SideId, BattleId), Refusal> {
        let mut party = None;
        for id in stacks {
            let own = self.state.conflict_side_and_battle(*id)?;
            let (side, battle) = *party.get_or_insert(own);
            let (first, second) = (stacks[0].into(), (*id).into());
            fail_if!(side != own.0, Refusal::TwoSides { first, second });
            fail_if!(battle != own.1, BattleRefusal::TwoBattles { first, second });
        }
        party.ok_or(Refusal::NobodyNamed)
    }

    /// The stacks, and those that screen them and can come along.
    pub(super) fn with_screeners(&self, stacks: &[StackId], battle: BattleId) -> Vec<StackId> {
        let mut all = stacks.to_vec();
        for screener in stacks.iter().flat_map(|s| Edge::ALL.into_iter().flat_map(|e| self.state.screeners(*s, e))) {
            let could = self.state.conflict_side_and_battle(screener).is_ok_and(|(_, own)| own == battle);
            let comes = could && !self.state.has_fought_other_conflict(screener);
            if comes && !all.contains(&screener) {
                all.push(screener);
            }
        }
        all
    }

    pub(in crate::rules) fn open_conflict(&mut self, first: &[StackId], second: &[StackId], ruled: bool) -> RuleResult {
        let (own, battle) = self.party_side_and_battle(first)?;
        let (enemy, other_battle) = self.party_side_and_battle(second)?;
        let all: Vec<StackId> = first.iter().chain(second).copied().collect();
        if let Some(stack) = all.iter().find(|s| self.state.has_fought_other_conflict(**s)) {
            return Err(StackRefusal::FoughtThisTurn { stack: *stack }.into());
        }
        if let Some(twice) = (1..all.len()).find(|at| all[..*at].contains(&all[*at])) {
            return Err(StackRefusal::Twice { stack: all[twice] }.into());
        }
        fail_if!(own == enemy, Refusal::OwnSide { side: own });
        if battle != other_battle {
            return Err(BattleRefusal::TwoBattles { first: first[0].into(), second: second[0].into() }.into());
        }
        let found = self.ready_battle(battle)?;
        if ruled {
            all.iter().try_for_each(|stack| self.state.place_on_map(battle, *stack).map(drop))?;
        } else {
            self.state.check_in_contact(first, second)?;
            self.state.check_in_contact(second, first)?;
        }
        self.check_not_exhausted(battle, own, BarredAttack::OpenConflict)?;
        if !found.may_act(&self.state, own) {
            return Err(BattleRefusal::NotTheirTurn { side: own, battle, now: found.acting_side }.into());
        }
        first.iter().try_for_each(|stack| self.state.check_has_effective_units(*stack))?;
        // A stack attacks as one: if one of its units has attacked, the stack has.
        let spent =
            |s: &StackId| self.state.units_of_stack(*s).find_map(|u| self.state.attack_refusal(u.id, Attack::Round));
        if let Some(spent) = first.iter().find_map(spent) {
            return Err(spent.into());
        }
        let moved =
            |s: &StackId| self.state.units_of_stack(*s).find_map(|u| self.state.attack_after_move_refusal(u.id, None));
        if let Some(spent) = first.iter().find_map(moved) {
            return Err(spent.into());
        }
        self.check_no_round_due(battle)?;
        all.iter().try_for_each(|stack| self.check_not_in_combat_with(*stack, own, enemy))?;
        let at = found.conflicts.len();
        let stacks = (self.with_screeners(first, battle), self.with_screeners(second, battle));
        self.emit_stack(StackEvent::ConflictOpened { battle, stacks });
        self.update_formations((battle, at), true);
        Ok(())
    }

    /// Refuses a stack that fights a SCRUD combat between the two sides, unless the rulebook allows a Conflict beside it.
    fn check_not_in_combat_with(&self, stack: StackId, side: SideId, enemy: SideId) -> Result<(), Refusal> {
        if self.state.book().stacks.scrud_in_conflict {
            return Ok(());
        }
        let is_between = |unit: &Unit| {
            let (battle, at) = self.state.combat_of(unit.id)?;
            let lines = battle.combats[at].lines.as_ref().map(|line| line.side);
            let fights = |of: SideId| lines.first == of || lines.second == of;
            (fights(side) && fights(enemy)).then_some(unit.id)
        };
        match self.state.units_of_stack(stack).find_map(is_between) {
            Some(unit) => Err(CombatRefusal::InCombat { unit }.into()),
            None => Ok(()),
        }
    }

    pub(in crate::rules) fn join(&mut self, stack: StackId, to: StackId, ruled: bool) -> RuleResult {
        let (battle, at) = self.conflict_with(to)?;
        let (side, own) = self.state.conflict_side_and_battle(stack)?;
        self.check_between_rounds(battle, at)?;
        let (begun, most) = (self.conflict((battle, at)).rounds_begun, self.state.book().stacks.rounds_a_turn);
        // A round that the turn has passed is not fought any more.
        let past = self.state.is_past_rounds(self.conflict((battle, at)), self.open_battle(battle)?.phase);
        fail_if!(begun == 0 && !past, StackRefusal::RoundFirst { other: to });
        // A round that may still come this turn would be another one for the stack.
        if !past && most.is_some_and(|most| begun < most) && self.state.has_fought_other_conflict(stack) {
            return Err(StackRefusal::FoughtThisTurn { stack }.into());
        }
        fail_if!(own != battle, BattleRefusal::TwoBattles { first: stack.into(), second: to.into() });
        let of_side = |s: &ConflictStack| self.state.side_of(s.stack.into()) == Some(side);
        let conflict = self.conflict((battle, at));
        fail_if!(!conflict.stacks.iter().any(of_side), StackRefusal::NoSideThere { side, to });
        if ruled {
            self.state.place_on_map(battle, stack)?;
        } else {
            let enemy = |s: &&ConflictStack| !s.fled && !of_side(s) && self.state.has_units(s.stack);
            let enemies: Vec<StackId> = conflict.stacks.iter().filter(enemy).map(|s| s.stack).collect();
            self.state.check_in_contact(&[stack], &enemies)?;
        }
        let opened = self.state.opening_side(conflict) == Some(side);
        self.check_may_press(battle, side, opened, BarredAttack::Reserves)?;
        self.state.check_has_effective_units(stack)?;
        let others = self.conflict((battle, at)).stacks.iter().filter_map(|s| self.state.side_of(s.stack.into()));
        others
            .filter(|other| *other != side)
            .try_for_each(|other| self.check_not_in_combat_with(stack, side, other))?;
        for stack in self.with_screeners(&[stack], battle) {
            self.emit_stack(StackEvent::Joined { battle, conflict: conflict_number(at), stack });
        }
        self.update_formations((battle, at), true);
        Ok(())
    }

    pub(in crate::rules) fn flee(&mut self, stack: StackId) -> RuleResult {
        let (battle, at) = self.conflict_with(stack)?;
        self.living_stack(stack)?;
        let side = self.state.side_of(stack.into());
        let of_enemy = |s: &&ConflictStack| !s.fled && self.state.side_of(s.stack.into()) != side;
        let standing = self.conflict((battle, at)).stacks.iter().filter(of_enemy);
        let enemies = standing.flat_map(|s| self.state.fighting_units(s.stack)).map(|unit| unit.id).collect::<Vec<_>>();
        let units = self.state.fighting_units(stack).map(|unit| unit.id).collect::<Vec<_>>();
        self.emit_stack(StackEvent::Fled { battle, conflict: conflict_number(at), stack, lost_contact: false });
        self.drive_from(&units, &enemies, Driven::Fled);
        Ok(())
    }
}
