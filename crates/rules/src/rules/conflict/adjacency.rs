//! Adjacency of stacks on the map, and what it permits. Source: RULES 5.6 to 5.8.

use crate::{
    order::Edge,
    rules::{
        Refusal,
        refusal::{BattleRefusal, MapRefusal, StackRefusal},
    },
    state::{Conflict, ConflictStack, State},
};
use wardiary_base::{
    ground::{Cell, Facing, Place},
    id::{BattleId, StackId},
};

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
