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
