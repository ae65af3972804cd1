//! A memo of one value: it is computed again only when its inputs change.

use std::{cell::RefCell, rc::Rc};

#[derive(Debug)]
pub(super) struct MemoCell<K, V>(RefCell<Option<(K, Rc<V>)>>);

impl<K, V> Default for MemoCell<K, V> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<K: PartialEq, V> MemoCell<K, V> {
    /// The value for these inputs. Calls `find` only if they differ from the last ones.
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
