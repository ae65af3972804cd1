#![allow(clippy::disallowed_types, reason = "the map is never iterated, so its order does not matter")]

use std::{borrow::Borrow, collections::HashMap, hash::Hash};

pub(super) struct Lookup<K, V>(HashMap<K, V>);

impl<K, V> Default for Lookup<K, V> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<K: Hash + Eq, V> Lookup<K, V> {
    pub fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.0.get(key)
    }

    pub fn insert(&mut self, key: K, value: V) {
        self.0.insert(key, value);
    }

    /// Returns the value of a key, and inserts it first if it is missing.
    pub fn get_or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        self.0.entry(key).or_insert_with(make)
    }
}
