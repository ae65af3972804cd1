//! An index of the names of sides, stacks, units and battles.

use super::State;
use std::{collections::BTreeSet, sync::Arc};
use wardiary_base::id::Id;

/// All names, sorted by their lower case. Each is one flat pair, because states are copied.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Names(Arc<BTreeSet<(Arc<str>, Id)>>);

impl Names {
    pub(super) fn insert(&mut self, id: Id, name: &str) {
        Arc::make_mut(&mut self.0).insert((name.to_lowercase().into(), id));
    }

    pub(super) fn remove(&mut self, id: Id, name: &str) {
        Arc::make_mut(&mut self.0).remove(&(name.to_lowercase().into(), id));
    }

    /// The entries from `lower` onwards.
    fn range_from(&self, lower: &str) -> impl Iterator<Item = &(Arc<str>, Id)> {
        self.0.range((lower.into(), Id(0))..)
    }
}

impl State {
    /// The things with this name, ignoring case; `lower` is the name in lower case.
    pub fn ids_named(&self, lower: &str) -> impl Iterator<Item = Id> {
        self.names.range_from(lower).take_while(move |(name, _)| **name == *lower).map(|(_, id)| *id)
    }

    /// The things whose names have this prefix, ignoring case; `lower` is the prefix in lower case.
    pub(crate) fn ids_with_prefix(&self, lower: &str) -> impl Iterator<Item = Id> {
        self.names.range_from(lower).take_while(move |(name, _)| name.starts_with(lower)).map(|(_, id)| *id)
    }

    /// A sort key: first sides, then stacks, units and battles, each in creation order.
    pub(crate) fn sort_key(&self, id: Id) -> Option<(u8, usize)> {
        self.index.get(&id.0).map(|(kind, at)| (*kind as u8, *at))
    }
}
