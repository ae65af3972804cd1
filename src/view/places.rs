//! What was drawn where: the selection, on which the terminal's cursor stands, and the things that a click means.

use crate::id::Id;
use ratatui::layout::{Position, Rect};
use std::cell::{Cell, RefCell};

/// Something that was drawn and can be clicked on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    /// The row of a list, or a suggestion, by its place.
    Row(usize),
    /// A unit, or whatever has a die or a place of its own.
    Entity(Id),
}

/// What a frame has where.
#[derive(Debug, Default)]
pub struct Places {
    selection: Cell<Option<Position>>,
    things: RefCell<Vec<(Rect, Thing)>>,
}

impl Places {
    /// Another frame begins.
    pub(crate) fn clear(&self) {
        self.selection.set(None);
        self.things.borrow_mut().clear();
    }

    /// Where the selection of what has the keys stands.
    pub(crate) fn selection(&self) -> Option<Position> {
        self.selection.get()
    }

    /// The selection stands there, or nowhere.
    pub(super) fn select(&self, at: Option<Position>) {
        self.selection.set(at);
    }

    /// A thing was drawn there.
    pub(super) fn put(&self, place: Rect, thing: Thing) {
        self.things.borrow_mut().push((place, thing));
    }

    /// What was drawn there last.
    pub(crate) fn at(&self, at: Position) -> Option<Thing> {
        self.things.borrow().iter().rev().find(|(place, _)| place.contains(at)).map(|(_, thing)| *thing)
    }
}
