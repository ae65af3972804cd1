//! A map in which things are looked up and no more: it has no order, and offers no way to see one.
//!
//! It is the one place where a hash map is allowed, so that no order of a hash map reaches a figure.

#![allow(clippy::disallowed_types, reason = "nothing here walks through it")]

use std::{borrow::Borrow, collections::HashMap, hash::Hash};

/// Values by their keys.
pub(super) struct Lookup<K, V>(HashMap<K, V>);

impl<K, V> Default for Lookup<K, V> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<K: Hash + Eq, V> Lookup<K, V> {
    /// The value of a key.
    pub fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.0.get(key)
    }

    /// Sets the value of a key.
    pub fn insert(&mut self, key: K, value: V) {
        self.0.insert(key, value);
    }

    /// The value of a key, made the first time that it is asked for.
    pub fn get_or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        self.0.entry(key).or_insert_with(make)
    }
}
