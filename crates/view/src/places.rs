//! What was drawn where: the selection, on which the terminal's cursor stands, and the things that a click means.

use ratatui::layout::{Position, Rect};
use std::cell::{Cell, RefCell};
use wardiary_base::id::Id;
use wardiary_diary::diary::EntryNo;

/// Something that was drawn and can be clicked on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    /// The row of a list, or a suggestion, by its place.
    Row(usize),
    /// A unit, or whatever has a die or a place of its own.
    Entity(Id),
    /// An entry of the diary.
    Entry(EntryNo),
    /// A command that stands where keys are told, by its name in the keymap.
    Command(&'static str),
    /// A letter of a line that is typed, by its place; one behind the last is its end.
    Letter(usize),
}

/// What a frame has where.
#[derive(Debug, Default)]
pub struct Places {
    selection: Cell<Option<Position>>,
    things: RefCell<Vec<(Rect, Thing)>>,
}

/// What a pane has where, as it told while it was drawn.
#[derive(Debug)]
pub struct Told {
    selection: Option<Position>,
    things: Vec<(Rect, Thing)>,
}

impl Places {
    /// What is told while something is drawn.
    pub(super) fn told_by(&self, draw: impl FnOnce()) -> Told {
        let before = self.selection.take();
        let from = self.things.borrow().len();
        draw();
        let selection = self.selection.get();
        self.selection.set(selection.or(before));
        Told { selection, things: self.things.borrow().get(from..).unwrap_or_default().to_vec() }
    }

    /// The same is told again.
    pub(super) fn tell(&self, told: &Told) {
        self.selection.set(told.selection.or(self.selection.get()));
        self.things.borrow_mut().extend_from_slice(&told.things);
    }

    /// Another frame begins.
    pub fn clear(&self) {
        self.selection.set(None);
        self.things.borrow_mut().clear();
    }

    /// What was drawn so far lies under something that has the keys: a click there means none of it.
    pub fn cover(&self) {
        self.things.borrow_mut().clear();
    }

    /// All that a click means something on, in the order in which it was drawn.
    pub fn all(&self) -> Vec<(Rect, Thing)> {
        self.things.borrow().clone()
    }

    /// Where the selection of what has the keys stands.
    pub fn selection(&self) -> Option<Position> {
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
    pub fn at(&self, at: Position) -> Option<Thing> {
        self.things.borrow().iter().rev().find(|(place, _)| place.contains(at)).map(|(_, thing)| *thing)
    }
}
