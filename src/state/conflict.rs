//! Conflicts: stacks that fight one another in a battle, round by round. Source: RULES 5.8.

use super::{EntityKind, Stack, State, Unit};
use crate::{
    event::{ConflictEnd, Formation},
    id::{BattleId, SideId, StackId},
    order::{Edge, ScreenTarget},
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
    pub(crate) contacts: Vec<Contact>,
    /// How it ended.
    pub over: Option<ConflictEnd>,
}

/// A stack in a Conflict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConflictStack {
    /// Which.
    pub stack: StackId,
    /// How it stood when its numbers were last worked out.
    pub(crate) formation: Formation,
    /// Its Initiative.
    pub init: u32,
    /// What turning takes off its AP and DP in this round.
    pub turned: u16,
    /// Whether it has fled.
    pub fled: bool,
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

    /// A stack that is in it.
    #[must_use]
    pub fn standing(&self, stack: StackId) -> Option<&ConflictStack> {
        self.stacks.iter().find(|s| s.stack == stack && !s.fled)
    }

    /// The Edge of a stack on which an enemy stands.
    #[must_use]
    pub fn edge(&self, stack: StackId, enemy: StackId) -> Edge {
        let contact = self.contacts.iter().find(|c| c.stack == stack && c.enemy == enemy);
        contact.map_or(Edge::Front, |c| c.edge)
    }
}

impl ConflictStack {
    pub(super) fn new(stack: StackId) -> Self {
        Self { stack, formation: Formation::default(), init: 0, turned: 0, fled: false }
    }
}

impl State {
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
    pub(crate) fn units_standing(&self, stack: StackId) -> impl Iterator<Item = &Unit> {
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
    pub(crate) fn screeners(&self, stack: StackId, edge: Edge) -> Vec<StackId> {
        let screens = |s: &&Stack| s.screening == Some(ScreenTarget::Edge(stack, edge));
        self.stacks().iter().filter(screens).map(|s| s.id).collect()
    }
}
