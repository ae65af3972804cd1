//! Who goes by a name: sides, stacks, units and battles, found without looking at all of them.

use super::State;
use std::{collections::BTreeSet, sync::Arc};
use wardiary_base::id::Id;

/// All that have a name, in the order of their names in lower case. Each is one flat pair, since copies are made of this.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Names(Arc<BTreeSet<(Arc<str>, Id)>>);

impl Names {
    pub(super) fn enter(&mut self, id: Id, name: &str) {
        Arc::make_mut(&mut self.0).insert((name.to_lowercase().into(), id));
    }

    pub(super) fn leave(&mut self, id: Id, name: &str) {
        Arc::make_mut(&mut self.0).remove(&(name.to_lowercase().into(), id));
    }

    /// From the first name on that comes not before that one.
    fn from(&self, lower: &str) -> impl Iterator<Item = &(Arc<str>, Id)> {
        self.0.range((lower.into(), Id(0))..)
    }
}

impl State {
    /// Those of that name, whatever its case; `lower` is the name in lower case.
    pub fn called(&self, lower: &str) -> impl Iterator<Item = Id> {
        self.names.from(lower).take_while(move |(name, _)| **name == *lower).map(|(_, id)| *id)
    }

    /// Those whose name begins so, whatever its case; `lower` is the beginning in lower case.
    pub(crate) fn called_from(&self, lower: &str) -> impl Iterator<Item = Id> {
        self.names.from(lower).take_while(move |(name, _)| name.starts_with(lower)).map(|(_, id)| *id)
    }

    /// The place of a thing among all: sides come first, then stacks, units and battles, each as they were made.
    pub(crate) fn place_among_all(&self, id: Id) -> Option<(u8, usize)> {
        self.index.get(&id.0).map(|(kind, at)| (*kind as u8, *at))
    }
}
