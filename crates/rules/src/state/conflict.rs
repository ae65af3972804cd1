//! Conflicts: opposing stacks in ongoing combat, fought in rounds. Source: RULES 5.8.

use super::{EntityKind, Stack, State, Unit};
use crate::{
    event::{ConflictEnd, FoundConflict, Square},
    order::{Edge, ScreenTarget},
};
use wardiary_base::{
    book::MapSide,
    ground::{Cell, Place},
    id::{BattleId, SideId, StackId},
};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conflict {
    /// All stacks that are or were in it, in the order in which they joined.
    pub stacks: Vec<ConflictStack>,
    /// The current or next round, from 1.
    pub round: u32,
    pub under_way: bool,
    /// The stacks that have yet to act in the round, in order.
    pub to_act: Vec<StackId>,
    /// The number of rounds begun in the current turn, including a round carried over from the turn before.
    pub rounds_begun: u8,
    pub opened_this_turn: bool,
    /// The Edges of stacks that enemies are in contact with, except the Front.
    pub contacts: Vec<EdgeContact>,
    pub ended: Option<ConflictEnd>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConflictStack {
    pub stack: StackId,
    /// Its Square when its numbers were last calculated.
    pub square: Square,
    pub init: u32,
    /// The penalty on AP and DP for turning in this round.
    pub turn_penalty: u16,
    pub fled: bool,
    /// Its place when the round began, with its facing since. A stack wiped out in a round still acts from there.
    pub start_place: Option<Place>,
}

/// The Edge of a stack that an enemy is in contact with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeContact {
    pub stack: StackId,
    pub enemy: StackId,
    /// Never the Front in a stored contact.
    pub edge: Edge,
}

impl Conflict {
    pub(super) fn with_stacks(stacks: impl Iterator<Item = StackId>) -> Self {
        Self { stacks: stacks.map(ConflictStack::new).collect(), round: 1, opened_this_turn: true, ..Self::default() }
    }

    pub(super) fn from_found(found: &FoundConflict) -> Self {
        Self {
            round: found.round,
            under_way: found.to_act.is_some(),
            to_act: found.to_act.clone().unwrap_or_default(),
            rounds_begun: found.begun,
            opened_this_turn: false,
            ended: found.over,
            ..Self::with_stacks(found.stacks.iter().copied())
        }
    }

    /// A stack that is in the Conflict and has not fled.
    pub fn active_stack(&self, stack: StackId) -> Option<&ConflictStack> {
        self.stacks.iter().find(|s| s.stack == stack && !s.fled)
    }

    /// The Edge at which the enemy was last recorded; used if no map determines it.
    fn recorded_edge(&self, stack: StackId, enemy: StackId) -> Edge {
        let contact = self.contacts.iter().find(|c| c.stack == stack && c.enemy == enemy);
        contact.map_or(Edge::Front, |c| c.edge)
    }
}

impl ConflictStack {
    pub(super) fn new(stack: StackId) -> Self {
        Self { stack, square: Square::default(), init: 0, turn_penalty: 0, fled: false, start_place: None }
    }
}

impl State {
    /// The Edge of a stack that an enemy hits: towards it on a map, otherwise the recorded one. Source: RULES 5.3.
    pub fn edge_of(&self, conflict: &Conflict, stack: StackId, enemy: StackId) -> Edge {
        self.edge_by_map(conflict, stack, enemy).unwrap_or_else(|| conflict.recorded_edge(stack, enemy))
    }

    /// The Edge of a stack towards another on the map, if both are on it.
    pub fn edge_by_map(&self, conflict: &Conflict, stack: StackId, enemy: StackId) -> Option<Edge> {
        let (own, other) = (self.place_in_conflict(conflict, stack)?, self.place_in_conflict(conflict, enemy)?);
        let ground = &self.map(own.map).filter(|_| own.map == other.map)?.ground;
        Some(Edge::hit_from(ground.grid(), own, other.cell))
    }

    /// The place of a stack in a Conflict on the map; for a stack that was wiped out in this round, its last place.
    pub(crate) fn place_in_conflict(&self, conflict: &Conflict, stack: StackId) -> Option<Place> {
        self.place_of_stack(stack).or_else(|| conflict.active_stack(stack)?.start_place)
    }

    /// The Conflicts of a battle, by index, in the order in which they are resolved: left to right, top to bottom as the
    /// rulebook's `first_side_sits` says, by the first area that holds one of their stacks. Conflicts off the map come last, in creation order. Source: RULES
    /// 5.8.
    pub fn order_of_conflicts(&self, battle: BattleId) -> Vec<usize> {
        let conflicts = self.battle(battle).map_or(&[][..], |battle| &battle.conflicts);
        let mut order: Vec<usize> = (0..conflicts.len()).collect();
        order.sort_by_cached_key(|at| {
            let first = self.first_cell_of_conflict(&conflicts[*at]);
            (first.is_none(), first.map(|(cell, _)| self.reading_order(cell)))
        });
        order
    }

    /// The first area, left to right and top to bottom, that holds a stack of a Conflict, and that stack.
    pub(crate) fn first_cell_of_conflict(&self, conflict: &Conflict) -> Option<(Cell, StackId)> {
        let there = conflict.stacks.iter().filter(|s| !s.fled);
        let placed = there.filter_map(|s| Some((self.place_in_conflict(conflict, s.stack)?.cell, s.stack)));
        placed.min_by_key(|(cell, stack)| (self.reading_order(*cell), *stack))
    }

    /// A key that orders areas left to right, top to bottom, relative to the first side.
    fn reading_order(&self, cell: Cell) -> (i32, i32) {
        let (row, column) = (i32::from(cell.row), i32::from(cell.column));
        match self.book().stacks.first_side_sits.unwrap_or(MapSide::South) {
            MapSide::South => (row, column),
            MapSide::North => (-row, -column),
            MapSide::East => (column, -row),
            MapSide::West => (-column, row),
        }
    }

    /// The open Conflict that a stack is in: the battle, and the Conflict's index in its list.
    pub fn conflict_of(&self, stack: StackId) -> Option<(BattleId, usize)> {
        self.open_battles().find_map(|battle| {
            let mut all = battle.conflicts.iter();
            all.position(|c| c.ended.is_none() && c.active_stack(stack).is_some()).map(|at| (battle.id, at))
        })
    }

    /// The living units that fight with a stack: in a Conflict those in its battle, not ones that have yet to arrive.
    pub fn fighting_units(&self, stack: StackId) -> impl Iterator<Item = &Unit> {
        let battle = self.conflict_of(stack).map(|(battle, _)| battle);
        let here = move |unit: &Unit| battle.is_none_or(|id| self.battle_of(unit.id).is_some_and(|own| own.id == id));
        self.units_of_stack(stack).filter(move |unit| here(unit))
    }

    pub fn conflict(&self, battle: BattleId, at: usize) -> Option<&Conflict> {
        self.battle(battle)?.conflicts.get(at)
    }

    /// The side that opened a Conflict: the side of its first stack.
    pub(crate) fn opening_side(&self, conflict: &Conflict) -> Option<SideId> {
        self.side_of(conflict.stacks.first()?.stack.into())
    }

    pub(crate) fn stack_index(&self, id: StackId) -> Option<usize> {
        self.index_of(id.0, EntityKind::Stack)
    }

    /// The stacks that screen an Edge of a stack, in creation order.
    pub fn screeners(&self, stack: StackId, edge: Edge) -> Vec<StackId> {
        let screens = |s: &&Stack| s.screening == Some(ScreenTarget::Edge(stack, edge));
        self.stacks().iter().filter(screens).map(|s| s.id).collect()
    }
}
