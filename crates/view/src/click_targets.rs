//! The positions of click targets in a frame, and of the selection, where the terminal's cursor is put.

use ratatui::layout::{Position, Rect};
use std::cell::{Cell, RefCell};
use wardiary_base::id::Id;
use wardiary_diary::diary::EntryNo;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClickTarget {
    /// A row of a list, or a suggestion, by its index.
    Row(usize),
    /// A unit, or anything else drawn with a die or an area of its own.
    Entity(Id),
    /// An entry of the diary.
    Entry(EntryNo),
    /// A command in the footer, or wherever keys are listed, by the number that the application gives it.
    Command(usize),
    /// A character of a text field, by its index; one past the last is the end of the text.
    Letter(usize),
}

#[derive(Debug, Default)]
pub struct ClickTargets {
    selection: Cell<Option<Position>>,
    targets: RefCell<Vec<(Rect, ClickTarget)>>,
}

impl ClickTargets {
    pub fn clear(&self) {
        self.selection.set(None);
        self.targets.borrow_mut().clear();
    }

    /// Drops all targets so far: an overlay covers them, and a click on it must not reach them.
    pub fn clear_targets(&self) {
        self.targets.borrow_mut().clear();
    }

    /// All targets, in the order in which they were drawn.
    pub fn all(&self) -> Vec<(Rect, ClickTarget)> {
        self.targets.borrow().clone()
    }

    pub fn selection(&self) -> Option<Position> {
        self.selection.get()
    }

    pub(super) fn set_selection(&self, at: Option<Position>) {
        self.selection.set(at);
    }

    pub(super) fn add(&self, place: Rect, thing: ClickTarget) {
        self.targets.borrow_mut().push((place, thing));
    }

    pub fn at(&self, at: Position) -> Option<ClickTarget> {
        self.targets.borrow().iter().rev().find(|(place, _)| place.contains(at)).map(|(_, thing)| *thing)
    }
}
