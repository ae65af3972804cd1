//! Who goes by a name: sides, stacks, units and battles, found without looking at all of them.

use super::State;
use crate::id::Id;
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Bound,
    sync::Arc,
};

/// All that have a name, by it in lower case.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Names(Arc<BTreeMap<String, BTreeSet<Id>>>);

impl Names {
    pub(super) fn enter(&mut self, id: Id, name: &str) {
        Arc::make_mut(&mut self.0).entry(name.to_lowercase()).or_default().insert(id);
    }

    pub(super) fn leave(&mut self, id: Id, name: &str) {
        let lower = name.to_lowercase();
        let names = Arc::make_mut(&mut self.0);
        if let Some(ids) = names.get_mut(&lower) {
            ids.remove(&id);
            if ids.is_empty() {
                names.remove(&lower);
            }
        }
    }
}

impl State {
    /// Those of that name, whatever its case; `lower` is the name in lower case.
    pub(crate) fn called(&self, lower: &str) -> impl Iterator<Item = Id> {
        self.names.0.get(lower).into_iter().flatten().copied()
    }

    /// Those whose name begins so, whatever its case; `lower` is the beginning in lower case.
    pub(crate) fn called_from(&self, lower: &str) -> impl Iterator<Item = Id> {
        let from = self.names.0.range::<str, _>((Bound::Included(lower), Bound::Unbounded));
        from.take_while(move |(name, _)| name.starts_with(lower)).flat_map(|(_, ids)| ids.iter().copied())
    }

    /// The place of a thing among all: sides come first, then stacks, units and battles, each as they were made.
    pub(crate) fn place_among_all(&self, id: Id) -> Option<(u8, usize)> {
        self.index.get(&id.0).map(|(kind, at)| (*kind as u8, *at))
    }
}
