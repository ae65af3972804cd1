//! What lies over the map: an answer about each area, and what has moved.

use wardiary_base::{
    ground::{Cell, Facing, Ground},
    id::UnitId,
};

/// An answer about an area: a sign and a number, so that it can be read without colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// What it is.
    pub tone: Tone,
    /// A cost, a number of dice, a number of enemies; 0 for none.
    pub number: u16,
}

/// What an answer says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// Nothing: the area is drawn as it is.
    #[default]
    None,
    /// It can be done, it is seen, it is held.
    Good,
    /// It can be done, and ends there.
    Stop,
    /// The enemy can do it.
    Bad,
    /// It is out of the question.
    Dim,
    /// It is out of sight.
    Hidden,
}

impl Tone {
    /// Whether the ground is drawn dim.
    pub(super) fn is_dim(self) -> bool {
        matches!(self, Self::Dim | Self::Hidden)
    }
}

/// An answer for each area of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlay {
    width: u16,
    answers: Vec<Answer>,
}

impl Overlay {
    /// The same answer everywhere.
    #[must_use]
    pub fn of(ground: &Ground, answer: Answer) -> Self {
        Self { width: ground.width(), answers: vec![answer; ground.areas()] }
    }

    /// The answer about an area.
    #[must_use]
    pub fn at(&self, cell: Cell) -> Answer {
        self.place(cell).and_then(|at| self.answers.get(at)).copied().unwrap_or_default()
    }

    /// Says something of an area; nothing is done off the map.
    pub fn set(&mut self, cell: Cell, tone: Tone, number: u16) {
        if let Some(answer) = self.place(cell).and_then(|at| self.answers.get_mut(at)) {
            *answer = Answer { tone, number };
        }
    }

    fn place(&self, cell: Cell) -> Option<usize> {
        (cell.column < self.width).then(|| usize::from(cell.row) * usize::from(self.width) + usize::from(cell.column))
    }
}

/// That something has moved, and which way: the areas that it left and passed, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trail {
    /// What moved.
    pub units: Vec<UnitId>,
    /// The area it left, and those it passed through.
    pub passed: Vec<Cell>,
}

/// A move that is being composed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The areas that it goes through, the last its end.
    pub way: Vec<Cell>,
    /// Which way it faces there.
    pub facing: Facing,
    /// The edges that it may face there, clockwise from n.
    pub facings: Vec<Facing>,
    /// Whose it is: the side's place among all.
    pub side: usize,
}
