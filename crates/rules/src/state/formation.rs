//! Formations: armies, corps and divisions that stacks belong to. A stack names its formation when it is made, and a
//! formation exists as long as stacks name it. Source: RULES 6.

use super::{EntityKind, Stack, State};
use std::sync::Arc;
use wardiary_base::{
    id::{Id, MAX_ID, SideId, StackId, UnitId},
    text::Text,
};

/// What stands between two formations in a path: `Army of the North / II Corps`.
pub const PATH_SEPARATOR: &str = " / ";

/// The deepest that formations are nested. Further separators belong to the name.
const MAX_DEPTH: usize = 8;

/// A formation of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formation {
    /// Derived, and above [`MAX_ID`]: no order and no event has it.
    pub id: Id,
    pub side: SideId,
    pub name: Arc<str>,
    /// The formation that it is part of.
    pub above: Option<Id>,
}

/// The names in a path, the largest formation first.
pub fn path_names(path: &Text) -> impl Iterator<Item = Text> {
    path.raw().splitn(MAX_DEPTH, PATH_SEPARATOR).map(|name| Text::from(name.trim())).filter(|name| !name.is_empty())
}

impl State {
    /// All formations, each after the one that it is part of.
    pub fn formations(&self) -> &[Formation] {
        &self.formations
    }

    fn formation(&self, id: Id) -> Option<&Formation> {
        self.index_of(id.0, EntityKind::Formation).map(|at| &self.formations[at])
    }

    /// The formation at the end of a path. Creates those that are missing.
    pub(super) fn formation_at(&mut self, side: SideId, path: &Text) -> Option<Id> {
        let mut above = None;
        for name in path_names(path) {
            let name: Arc<str> = name.as_name().into();
            let is_it = |known: &&Formation| known.side == side && known.above == above && known.name == name;
            let known = self.formations.iter().find(is_it).map(|known| known.id);
            above = Some(known.unwrap_or_else(|| {
                let id = Id(MAX_ID.saturating_add(1).saturating_add(self.formations.len().try_into().unwrap_or(0)));
                self.register(id, EntityKind::Formation, self.formations.len(), &name);
                self.formations.push(Formation { id, side, name, above });
                id
            }));
        }
        above
    }

    /// A formation and those above it, the smallest first.
    fn upwards(&self, from: Option<Id>) -> impl Iterator<Item = &Formation> {
        let find = |id: Id| self.formation(id);
        std::iter::successors(from.and_then(find), move |formation| formation.above.and_then(find))
    }

    /// The formations of a stack, the smallest first.
    pub fn formations_of_stack(&self, stack: StackId) -> impl Iterator<Item = &Formation> {
        self.upwards(self.stack(stack).and_then(|stack| stack.formation))
    }

    /// The stacks of a formation and of those in it.
    pub fn stacks_of_formation(&self, id: Id) -> impl Iterator<Item = &Stack> {
        self.stacks.iter().filter(move |stack| self.upwards(stack.formation).any(|formation| formation.id == id))
    }

    /// The path of a stack's formation: `Army of the North / II Corps`; empty without one.
    pub fn formation_path(&self, stack: StackId) -> String {
        let names = self.formations_of_stack(stack).map(|formation| &*formation.name);
        names.collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join(PATH_SEPARATOR)
    }

    /// What holds a thing, the smallest first: of a unit its stack, then formations, and the side.
    pub fn holders(&self, id: Id) -> Vec<Id> {
        let (stack, above) = match self.kind(id) {
            Some(EntityKind::Unit) => (self.unit(UnitId(id.0)).and_then(|unit| unit.stack), None),
            Some(EntityKind::Stack) => (Some(StackId(id.0)), None),
            Some(EntityKind::Formation) => (None, Some(id)),
            Some(EntityKind::Side | EntityKind::Battle | EntityKind::Map) | None => (None, None),
        };
        let formation = above.or_else(|| self.stack(stack?)?.formation);
        let formations = self.upwards(formation).map(|formation| formation.id);
        let all = stack.map(Id::from).into_iter().chain(formations).chain(self.side_of(id).map(Id::from));
        all.filter(|holder| *holder != id).collect()
    }

    /// What an order names for a force: of a formation its stacks that have units.
    pub fn named_forces(&self, id: Id) -> Vec<Id> {
        if self.kind(id) != Some(EntityKind::Formation) {
            return vec![id];
        }
        let stacks = self.stacks_of_formation(id).map(|stack| Id::from(stack.id));
        stacks.filter(|stack| !self.units_for_id(*stack).is_empty()).collect()
    }
}
