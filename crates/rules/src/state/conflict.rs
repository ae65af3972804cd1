//! Conflicts: stacks that fight one another in a battle, round by round. Source: RULES 5.8.

use super::{EntityKind, Stack, State, Unit};
use crate::{
    event::{ConflictEnd, Formation, FoundConflict},
    order::{Edge, ScreenTarget},
};
use wardiary_base::{
    ground::{Cell, Place},
    id::{BattleId, SideId, StackId},
};

/// A Conflict of a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conflict {
    /// The stacks that are or were in it, as they came.
    pub stacks: Vec<ConflictStack>,
    /// The round that is under way or comes next, from 1.
    pub round: u32,
    /// Whether that round is under way.
    pub under_way: bool,
    /// Who has yet to act in it, in order.
    pub to_act: Vec<StackId>,
    /// How many rounds were begun in the battle's turn, one that goes on from the turn before among them.
    pub begun: u8,
    /// Whether it was opened in the battle's turn.
    pub opened_this_turn: bool,
    /// On which Edge of a stack its enemies stand, where it is not the Front.
    pub contacts: Vec<Contact>,
    /// How it ended.
    pub over: Option<ConflictEnd>,
}

/// A stack in a Conflict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConflictStack {
    /// Which.
    pub stack: StackId,
    /// How it stood when its numbers were last worked out.
    pub formation: Formation,
    /// Its Initiative.
    pub init: u32,
    /// What turning takes off its AP and DP in this round.
    pub turned: u16,
    /// Whether it has fled.
    pub fled: bool,
    /// Where it stood on the map when the round began, and which edge it has faced since: so whoever is wiped out in a round
    /// still acts from there.
    pub stood: Option<Place>,
}

/// The Edge of a stack that an enemy is in contact with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contact {
    /// Whose Edge it is.
    pub stack: StackId,
    /// The enemy stack.
    pub enemy: StackId,
    /// Which.
    pub edge: Edge,
}

impl Conflict {
    pub(super) fn of(stacks: impl Iterator<Item = StackId>) -> Self {
        Self { stacks: stacks.map(ConflictStack::new).collect(), round: 1, opened_this_turn: true, ..Self::default() }
    }

    /// As whoever came upon it found it.
    pub(super) fn found(found: &FoundConflict) -> Self {
        Self {
            round: found.round,
            under_way: found.to_act.is_some(),
            to_act: found.to_act.clone().unwrap_or_default(),
            begun: found.begun,
            opened_this_turn: false,
            over: found.over,
            ..Self::of(found.stacks.iter().copied())
        }
    }

    /// A stack that is in it.
    #[must_use]
    pub fn standing(&self, stack: StackId) -> Option<&ConflictStack> {
        self.stacks.iter().find(|s| s.stack == stack && !s.fled)
    }

    /// The Edge of a stack on which an enemy stood last, where no map says it.
    fn edge_said(&self, stack: StackId, enemy: StackId) -> Edge {
        let contact = self.contacts.iter().find(|c| c.stack == stack && c.enemy == enemy);
        contact.map_or(Edge::Front, |c| c.edge)
    }
}

impl ConflictStack {
    pub(super) fn new(stack: StackId) -> Self {
        Self { stack, formation: Formation::default(), init: 0, turned: 0, fled: false, stood: None }
    }
}

impl State {
    /// The Edge of a stack that an enemy hits in a Conflict: on a map the one towards him; else the one on which he stood
    /// last. Source: RULES 5.3.
    #[must_use]
    pub fn edge_of(&self, conflict: &Conflict, stack: StackId, enemy: StackId) -> Edge {
        self.edge_by_map(conflict, stack, enemy).unwrap_or_else(|| conflict.edge_said(stack, enemy))
    }

    /// The Edge of a stack towards another on the map, if both stand there.
    #[must_use]
    pub fn edge_by_map(&self, conflict: &Conflict, stack: StackId, enemy: StackId) -> Option<Edge> {
        let (own, other) = (self.stands_at(conflict, stack)?, self.stands_at(conflict, enemy)?);
        let ground = &self.map(own.map).filter(|_| own.map == other.map)?.ground;
        Some(Edge::towards(ground.grid(), own, other.cell))
    }

    /// Where a stack in a Conflict stands on the map; one that was wiped out in the round, where it stood.
    #[must_use]
    pub(crate) fn stands_at(&self, conflict: &Conflict, stack: StackId) -> Option<Place> {
        self.place_of_stack(stack).or_else(|| conflict.standing(stack)?.stood)
    }

    /// The Conflicts of a battle, by their places in its list, in the order in which they are resolved: left to right, top to
    /// bottom, each by the first area in which a stack of it stands. Those that stand on no map come last, as they were made.
    /// Source: RULES 5.8.
    #[must_use]
    pub fn order_of_conflicts(&self, battle: BattleId) -> Vec<usize> {
        let conflicts = self.battle(battle).map_or(&[][..], |battle| &battle.conflicts);
        let mut order: Vec<usize> = (0..conflicts.len()).collect();
        order.sort_by_cached_key(|at| {
            let first = self.first_of_conflict(&conflicts[*at]).map(|(cell, _)| cell);
            (first.is_none(), first)
        });
        order
    }

    /// The first area, left to right and top to bottom, in which a stack of a Conflict stands, and that stack.
    #[must_use]
    pub(crate) fn first_of_conflict(&self, conflict: &Conflict) -> Option<(Cell, StackId)> {
        let there = conflict.stacks.iter().filter(|s| !s.fled);
        there.filter_map(|s| Some((self.stands_at(conflict, s.stack)?.cell, s.stack))).min()
    }

    /// The Conflict a stack is in now: the battle, and the Conflict's place in its list.
    #[must_use]
    pub fn conflict_of(&self, stack: StackId) -> Option<(BattleId, usize)> {
        self.open_battles().find_map(|battle| {
            let mut all = battle.conflicts.iter();
            all.position(|c| c.over.is_none() && c.standing(stack).is_some()).map(|at| (battle.id, at))
        })
    }

    /// The living units of a stack that stand with it, in roster order: in a Conflict, those that are in its battle. One
    /// that was assigned to the stack from another battle, or from none, fights there once it has arrived.
    pub fn units_standing(&self, stack: StackId) -> impl Iterator<Item = &Unit> {
        let battle = self.conflict_of(stack).map(|(battle, _)| battle);
        let here = move |unit: &Unit| battle.is_none_or(|id| self.battle_of(unit.id).is_some_and(|own| own.id == id));
        self.units_of_stack(stack).filter(move |unit| here(unit))
    }

    /// The Conflict at that place of a battle.
    #[must_use]
    pub fn conflict(&self, battle: BattleId, at: usize) -> Option<&Conflict> {
        self.battle(battle)?.conflicts.get(at)
    }

    /// The side that opened a Conflict: its stacks came first.
    #[must_use]
    pub(crate) fn opener(&self, conflict: &Conflict) -> Option<SideId> {
        self.side_of(conflict.stacks.first()?.stack.into())
    }

    /// The place of a stack in the order in which stacks were made.
    #[must_use]
    pub(crate) fn stack_place(&self, id: StackId) -> Option<usize> {
        self.place(id.0, EntityKind::Stack)
    }

    /// The stacks that screen an Edge of a stack, as they were made.
    #[must_use]
    pub fn screeners(&self, stack: StackId, edge: Edge) -> Vec<StackId> {
        let screens = |s: &&Stack| s.screening == Some(ScreenTarget::Edge(stack, edge));
        self.stacks().iter().filter(screens).map(|s| s.id).collect()
    }
}
