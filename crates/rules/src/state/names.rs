//! An index of the names of sides, stacks, units and battles.

use super::State;
use std::{collections::BTreeSet, sync::Arc};
use wardiary_base::{
    id::Id,
    text::name_match::{folded_name, has_word},
};

/// All names, sorted by their [`folded_name`]. Each is one flat pair, because states are copied.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Names(Arc<BTreeSet<(Arc<str>, Id)>>);

impl Names {
    pub(super) fn insert(&mut self, id: Id, name: &str) {
        Arc::make_mut(&mut self.0).insert((folded_name(name).into(), id));
    }

    pub(super) fn remove(&mut self, id: Id, name: &str) {
        Arc::make_mut(&mut self.0).remove(&(folded_name(name).into(), id));
    }

    fn range_from(&self, folded: &str) -> impl Iterator<Item = &(Arc<str>, Id)> {
        self.0.range((folded.into(), Id(0))..)
    }
}

impl State {
    /// The things whose [`folded_name`] is this.
    pub(crate) fn ids_named(&self, folded: &str) -> impl Iterator<Item = Id> {
        self.names.range_from(folded).take_while(move |(name, _)| **name == *folded).map(|(_, id)| *id)
    }

    /// The things whose [`folded_name`] begins like this.
    pub(crate) fn ids_with_prefix(&self, folded: &str) -> impl Iterator<Item = Id> {
        self.names.range_from(folded).take_while(move |(name, _)| name.starts_with(folded)).map(|(_, id)| *id)
    }

    /// The things whose [`folded_name`] has a later word that begins like this: `orange` in `Prince of Orange`.
    pub(crate) fn ids_with_word(&self, folded: &str) -> impl Iterator<Item = Id> {
        self.names.0.iter().filter(move |(name, _)| has_word(name, folded)).map(|(_, id)| *id)
    }

    /// A sort key: first sides, then stacks, units and battles, each in creation order.
    pub(crate) fn sort_key(&self, id: Id) -> Option<(u8, usize)> {
        self.index.get(&id.0).map(|(kind, at)| (*kind as u8, *at))
    }
}
