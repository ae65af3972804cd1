//! Something that is worked out again only where what it follows from is another.

use std::{cell::RefCell, rc::Rc};

/// A value, and what it followed from when it was worked out.
#[derive(Debug)]
pub(super) struct Kept<K, V>(RefCell<Option<(K, Rc<V>)>>);

impl<K, V> Default for Kept<K, V> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<K: PartialEq, V> Kept<K, V> {
    /// What follows from this: as it was found the last time, where it followed from the same.
    pub fn get(&self, from: K, find: impl FnOnce(&K) -> V) -> Rc<V> {
        if let Some((before, value)) = &*self.0.borrow()
            && *before == from
        {
            return Rc::clone(value);
        }
        let value = Rc::new(find(&from));
        *self.0.borrow_mut() = Some((from, Rc::clone(&value)));
        value
    }
}

/// Several values, each with what it followed from; those alone that were asked for or found in the last turn or in this one.
#[derive(Debug)]
pub(super) struct KeptInTurn<K, V>(RefCell<Vec<(K, Rc<V>, IsAsked)>>);

/// Whether a value was asked for in this turn.
type IsAsked = bool;

impl<K, V> Default for KeptInTurn<K, V> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<K, V> KeptInTurn<K, V> {
    /// Another turn begins.
    pub fn turn(&self) {
        self.0.borrow_mut().retain_mut(|(.., is_asked)| std::mem::take(is_asked));
    }

    /// What follows from the same, if it was found before.
    pub fn known(&self, is_same: impl Fn(&K) -> bool) -> Option<Rc<V>> {
        let mut kept = self.0.borrow_mut();
        let (_, value, is_asked) = kept.iter_mut().find(|(from, ..)| is_same(from))?;
        *is_asked = true;
        Some(Rc::clone(value))
    }

    /// Keeps what was found.
    pub fn keep(&self, from: K, value: V) -> Rc<V> {
        let value = Rc::new(value);
        self.0.borrow_mut().push((from, Rc::clone(&value), true));
        value
    }
}
