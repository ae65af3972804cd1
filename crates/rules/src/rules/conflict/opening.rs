//! Joining and leaving Conflicts, and what the adjacency of stacks permits. Source: RULES 5.6 to 5.8.

use super::conflict_number;
use crate::{
    event::{Driven, StackEvent},
    order::Edge,
    rules::{
        Refusal, Resolver, RuleResult,
        refusal::{Attack, BarredAttack, BattleRefusal, CombatRefusal, MapRefusal, StackRefusal},
    },
    state::{Conflict, ConflictStack, State, Unit},
};
use wardiary_base::{
    book::Mechanism,
    ground::{Cell, Facing, Place},
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

/// The adjacent enemy stacks that could join a Conflict with these, left to right, top to bottom. RULES 5.8.
pub fn adjacent_enemy_stacks(state: &State, stacks: &[StackId]) -> Vec<StackId> {
    let placed = |stack: StackId| Some((state.place_of_stack(stack)?, stack));
    let own: Vec<(Place, StackId)> = stacks.iter().copied().filter_map(placed).collect();
    let side = |stack: StackId| state.side_of(stack.into());
    let mut beside: Vec<(Cell, StackId)> = state
        .stacks()
        .iter()
        .filter(|other| stacks.iter().all(|stack| side(*stack) != Some(other.side)))
        .filter(|other| state.conflict_side_and_battle(other.id).is_ok() && !state.has_fought_other_conflict(other.id))
        .filter_map(|other| placed(other.id))
        .filter(|(place, _)| own.iter().any(|(own, _)| state.edge_between(*own, *place).is_some()))
        .map(|(place, stack)| (place.cell, stack))
        .collect();
    beside.sort();
    beside.into_iter().map(|(_, stack)| stack).collect()
}

impl State {
    pub(in crate::rules) fn edge_between(&self, from: Place, to: Place) -> Option<Facing> {
        let ground = &self.map(from.map).filter(|_| from.map == to.map)?.ground;
        ground.grid().facing_to(from.cell, to.cell)
    }

    /// The places of two stacks on a map, and the edge from the first to the second if they are adjacent.
    fn adjacent_places(&self, stack: StackId, other: StackId) -> Option<(Place, Cell, Option<Facing>)> {
        let (own, there) = (self.place_of_stack(stack)?, self.place_of_stack(other)?);
        (own.map == there.map).then(|| (own, there.cell, self.edge_between(own, there)))
    }

    /// Refuses stacks on a map that are not each in one area, or not in adjacent ones.
    pub(in crate::rules) fn check_adjacent(&self, stack: StackId, other: StackId) -> Result<(), Refusal> {
        self.check_in_one_area(stack)?;
        self.check_in_one_area(other)?;
        match self.adjacent_places(stack, other) {
            Some((own, there, None)) => Err(StackRefusal::NotBeside { stack, other, areas: (own.cell, there) }.into()),
            _ => Ok(()),
        }
    }

    /// Refuses screening, on a map, of a stack that is not adjacent to the left or right of the screening stack's
    /// Front, and of an Edge that the screening stack can't cover. Source: RULES 5.7.
    pub(in crate::rules) fn check_can_screen(&self, stack: StackId, other: StackId, edge: Edge) -> Result<(), Refusal> {
        self.check_adjacent(stack, other)?;
        let Some((own, at, Some(through))) = self.adjacent_places(stack, other) else { return Ok(()) };
        if through == own.facing || through == own.facing.opposite() {
            return Err(StackRefusal::NotToItsSide { stack, other, at, facing: own.facing }.into());
        }
        let covers = self.screenable_edges(stack, other);
        if !covers.is_empty() && !covers.contains(&edge) {
            let (near, ahead) = (covers[0], covers.get(1).copied());
            return Err(StackRefusal::NotCovered { stack, other, edge, near, ahead }.into());
        }
        Ok(())
    }

    /// The Edges of a stack that an adjacent stack to its side can screen on a map: the Edge beside the screening stack,
    /// and the Edge in the direction that it faces, unless that is on the far side. Empty if not both are on a map.
    pub fn screenable_edges(&self, stack: StackId, other: StackId) -> Vec<Edge> {
        let Some((own, _, Some(through))) = self.adjacent_places(stack, other) else { return Vec::new() };
        let Some((defended, map)) = self.place_of_stack(other).zip(self.map(own.map)) else { return Vec::new() };
        let edge = |way| Edge::towards(map.ground.grid(), defended.facing, way);
        let (near, far, ahead) = (edge(through.opposite()), edge(through), edge(own.facing));
        if ahead == near || ahead == far { vec![near] } else { vec![near, ahead] }
    }

    /// Refuses stacks if the map shows one that is adjacent to none of its enemies.
    pub(in crate::rules) fn check_in_contact(
        &self,
        stacks: &[StackId],
        enemies: &[StackId],
    ) -> Result<(), StackRefusal> {
        for stack in stacks {
            let apart = |enemy: &StackId| match self.adjacent_places(*stack, *enemy) {
                Some((own, there, None)) => {
                    let far = self.map(own.map).map(|map| map.ground.grid().distance(own.cell, there));
                    Some((far, *enemy, (own.cell, there)))
                }
                _ => None,
            };
            let apart: Option<Vec<_>> = enemies.iter().map(apart).collect();
            if let Some((_, enemy, areas)) = apart.and_then(|all| all.into_iter().min_by_key(|(far, ..)| *far)) {
                return Err(StackRefusal::OutOfContact { stack: *stack, enemy, areas });
            }
        }
        Ok(())
    }

    /// Whether two stacks in a Conflict are adjacent, or not both on a map.
    pub(in crate::rules) fn touches(&self, conflict: &Conflict, stack: StackId, other: StackId) -> bool {
        match (self.place_in_conflict(conflict, stack), self.place_in_conflict(conflict, other)) {
            (Some(own), Some(there)) => self.edge_between(own, there).is_some(),
            _ => true,
        }
    }

    /// Refuses a blow at a stack out of contact, if another enemy in the Conflict is adjacent. A stack with no adjacent
    /// enemy, by a ruling or because they were driven apart, may strike any of them.
    pub(in crate::rules) fn check_can_strike(
        &self,
        conflict: &Conflict,
        by: StackId,
        enemy: StackId,
    ) -> Result<(), StackRefusal> {
        let places = self.place_in_conflict(conflict, by).zip(self.place_in_conflict(conflict, enemy));
        let side = self.side_of(by.into());
        let is_enemy = |s: &&ConflictStack| !s.fled && self.side_of(s.stack.into()) != side && self.has_units(s.stack);
        let mut others = conflict.stacks.iter().filter(is_enemy);
        match places {
            Some((own, there))
                if !self.touches(conflict, by, enemy)
                    && others.any(|other| self.touches(conflict, by, other.stack)) =>
            {
                Err(StackRefusal::OutOfContact { stack: by, enemy, areas: (own.cell, there.cell) })
            }
            _ => Ok(()),
        }
    }

    pub(in crate::rules) fn check_edge(
        &self,
        conflict: &Conflict,
        (by, enemy): (StackId, StackId),
        given: Edge,
    ) -> Result<(), StackRefusal> {
        match (self.edge_by_map(conflict, enemy, by), self.place_in_conflict(conflict, enemy)) {
            (Some(is), Some(place)) if is != given => {
                let from = self.place_in_conflict(conflict, by).map_or(place.cell, |place| place.cell);
                Err(StackRefusal::OtherEdge { by, from, enemy, place, given, is })
            }
            _ => Ok(()),
        }
    }

    /// Refuses a stack whose units are in several areas: it fights, merges, screens and turns from one. RULES 5.8.
    pub(in crate::rules) fn check_in_one_area(&self, stack: StackId) -> Result<(), MapRefusal> {
        match self.areas_of_scattered(stack) {
            Some(units) => Err(MapRefusal::Scattered { stack, units }),
            None => Ok(()),
        }
    }

    /// The stacks in open Conflicts whose units are in several areas.
    pub(in crate::rules) fn scattered_in_conflicts(&self) -> Vec<StackId> {
        let open = self.open_battles().flat_map(|battle| &battle.conflicts).filter(|conflict| conflict.ended.is_none());
        let there = open.flat_map(|conflict| &conflict.stacks).filter(|s| !s.fled).map(|s| s.stack);
        there.filter(|stack| self.areas_of_scattered(*stack).is_some()).collect()
    }

    /// The place of a stack on the map of a battle; refuses if it has none.
    pub(in crate::rules) fn place_on_map(&self, battle: BattleId, stack: StackId) -> Result<Place, Refusal> {
        let found = self.battle(battle).ok_or(BattleRefusal::NotInBattle { who: stack.into() })?;
        found.map.ok_or(MapRefusal::NoMap { battle })?;
        self.check_in_one_area(stack)?;
        Ok(self.place_of_stack(stack).ok_or(MapRefusal::NotPlaced { who: stack.into() })?)
    }
}
