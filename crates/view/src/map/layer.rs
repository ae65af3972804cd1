//! Overlays on the map: answers about areas, and moves.

use wardiary_base::{
    ground::{Cell, Facing, Ground},
    id::UnitId,
};

/// An answer about an area: a sign and a number, so that it is readable without colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    pub tone: AnswerTone,
    /// A cost, or a number of dice or enemies; 0 for none.
    pub number: u16,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AnswerTone {
    #[default]
    None,
    Good,
    /// Possible, and the move ends there.
    Stop,
    Bad,
    Dim,
    Hidden,
}

impl AnswerTone {
    /// Whether the ground is dimmed.
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
    pub fn filled(ground: &Ground, answer: Answer) -> Self {
        Self { width: ground.width(), answers: vec![answer; ground.areas()] }
    }

    /// The answer about an area.
    pub fn at(&self, cell: Cell) -> Answer {
        self.index(cell).and_then(|at| self.answers.get(at)).copied().unwrap_or_default()
    }

    /// Sets the answer about an area; ignores areas off the map.
    pub fn set(&mut self, cell: Cell, tone: AnswerTone, number: u16) {
        if let Some(answer) = self.index(cell).and_then(|at| self.answers.get_mut(at)) {
            *answer = Answer { tone, number };
        }
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        (cell.column < self.width).then(|| usize::from(cell.row) * usize::from(self.width) + usize::from(cell.column))
    }
}

/// A past move: the areas left and passed, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveTrace {
    pub units: Vec<UnitId>,
    /// The area left, then the areas passed.
    pub cells: Vec<Cell>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedMove {
    /// The areas on the path; the last is its end.
    pub path: Vec<Cell>,
    /// The facing at the end.
    pub facing: Facing,
    /// The allowed facings, clockwise from north.
    pub facings: Vec<Facing>,
    /// The index of the unit's side.
    pub side: usize,
}
