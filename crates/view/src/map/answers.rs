//! Overlays on the map, answers about areas and moves. An answer is a sign and a number in each, on a raised background, or a sign that the area is out of sight.

use super::{
    paint::Painter,
    scale::{Spot, Zoom},
};
use ratatui::style::{Modifier, Style};
use wardiary_base::{
    ground::{Cell, Facing, Ground},
    id::UnitId,
};

impl Painter<'_, '_> {
    pub fn draw_answers(&mut self) {
        let Some(overlay) = self.pane.overlay else { return };
        let interior = self.interior();
        for at in 0..self.visible.len() {
            let cell = self.visible[at];
            let answer = overlay.at(cell);
            let style = match answer.tone {
                AnswerTone::None | AnswerTone::Dim => continue,
                AnswerTone::Good => self.styles.good,
                AnswerTone::Stop => self.styles.stop,
                AnswerTone::Bad => self.styles.bad,
                // A mark in the colour of the ground would be invisible.
                AnswerTone::Hidden => self.styles.grid,
            };
            let (x, y) = self.origin(cell);
            if answer.tone == AnswerTone::Hidden && !self.is_noted(cell) {
                self.mark_hidden(cell, &interior, style);
                continue;
            }
            if answer.tone != AnswerTone::Hidden {
                self.raise_background(cell, &interior, style);
            }
            let beside = self.scale.zoom < Zoom::Block && self.piece(cell).is_some();
            // Beside a unit, the number could be read as a part of its strength.
            let cramped = self.scale.zoom == Zoom::Far && self.is_cramped(cell) && answer.tone == AnswerTone::Stop;
            let text = self.answer_text(if beside || cramped { 0 } else { answer.number }, answer.tone);
            let columns = text.chars().count();
            let from = self.answer_place(cell, i32::try_from(columns).unwrap_or(0));
            self.write((x + from.0, y + from.1), &text, columns, style);
        }
    }

    /// Raises the background of an area with an answer, joined to neighbours of the same kind, so that they form one
    /// region.
    fn raise_background(&mut self, cell: Cell, interior: &[Spot], style: Style) {
        let ground = Style { fg: None, add_modifier: Modifier::empty(), ..style };
        let (x, y) = self.origin(cell);
        interior.iter().for_each(|(dx, dy)| self.tint((x + dx, y + dy), ground));
        let beyond = |cell, facing| self.pane.ground.neighbour(cell, facing).filter(|beyond| self.is_answered(*beyond));
        let corner = beyond(cell, Facing::E).and_then(|east| beyond(east, Facing::S)).and(beyond(cell, Facing::S));
        if corner.is_some() && self.scale.row_step > 1 {
            self.tint((x + self.scale.column_step - 1, y + self.scale.row_step - 1), ground);
        }
        for facing in [Facing::E, Facing::Ne, Facing::Se, Facing::S] {
            let beyond = self.pane.ground.neighbour(cell, facing);
            if beyond.is_some_and(|beyond| self.is_answered(beyond)) {
                for spot in 0..self.borders[facing as usize].len() {
                    let (dx, dy) = self.borders[facing as usize][spot];
                    self.tint((x + dx, y + dy), ground);
                }
            }
        }
    }

    fn mark_hidden(&mut self, cell: Cell, interior: &[Spot], style: Style) {
        let (x, y) = self.origin(cell);
        let sign = self.signs.hidden;
        let (cx, cy) = self.scale.centre();
        for (dx, dy) in interior {
            let marked = match self.scale.zoom {
                Zoom::Far | Zoom::Near => (*dx, *dy) == (cx, cy),
                Zoom::Block | Zoom::Full => (dx + 2 * dy).rem_euclid(4) == 0 && !self.is_road((x + dx, y + dy)),
            };
            if marked {
                self.put((x + dx, y + dy), sign, style);
            }
        }
    }

    /// The text of an answer: one column at the farthest zoom, else as many as needed.
    pub fn answer_text(&self, number: u16, tone: AnswerTone) -> String {
        let sign = match tone {
            AnswerTone::Stop => self.signs.stop,
            AnswerTone::Bad => self.signs.threat,
            AnswerTone::Hidden => self.signs.hidden,
            _ => self.signs.possible,
        };
        let digits = number.to_string();
        match (number, self.scale.zoom) {
            _ if tone == AnswerTone::Hidden => sign.to_string(),
            (0, _) => sign.to_string(),
            (1..=9, Zoom::Far) if tone != AnswerTone::Stop => digits,
            (1..=9, Zoom::Far) => format!("{digits}{sign}"),
            (_, Zoom::Far) => "+".into(),
            _ if tone == AnswerTone::Good => digits,
            _ => format!("{digits}{sign}"),
        }
    }

    /// Whether a one-column area has no room beside it, because of a name or an edge.
    fn is_cramped(&self, cell: Cell) -> bool {
        let ground = self.pane.ground;
        ground.name_of(cell).is_some() || [Facing::E, Facing::Ne].iter().any(|f| ground.edge_index(cell, *f).is_some())
    }

    /// Where an answer of this many columns goes in an area, so that no unit covers it.
    fn answer_place(&self, cell: Cell, columns: i32) -> Spot {
        let (cx, cy) = self.scale.centre();
        match self.scale.zoom {
            // Below the unit, clear of the signs of a second unit and of the brace.
            Zoom::Near if self.piece(cell).is_some() && !self.is_answered(cell) => {
                self.borders[Facing::S as usize].last().copied().unwrap_or((cx, cy))
            }
            // Beside the unit, on the edge.
            Zoom::Far | Zoom::Near if self.piece(cell).is_some() => (self.scale.column_step - 1 + self.scale.slant, cy),
            // Beside a place's sign, or after a flag.
            Zoom::Far if self.pane.ground.name_of(cell).is_some() => (cx + 1, cy),
            Zoom::Near if self.pane.objectives.iter().any(|(place, _)| *place == cell) => (cx + 1, cy),
            Zoom::Far => (cx, cy),
            Zoom::Near => (cx - (columns - 1) / 2, cy),
            Zoom::Block | Zoom::Full => {
                let (from, row, wide) = self.scale.interior().last().unwrap_or_default();
                (from + wide - columns, row)
            }
        }
    }

    pub fn is_answered(&self, cell: Cell) -> bool {
        let tone = self.pane.overlay.map_or(AnswerTone::None, |overlay| overlay.at(cell).tone);
        matches!(tone, AnswerTone::Good | AnswerTone::Stop | AnswerTone::Bad)
    }

    /// Whether an area shows an answer, or the sign for out of sight beside its contents.
    pub fn is_noted(&self, cell: Cell) -> bool {
        let named = || self.scale.zoom < Zoom::Block && self.pane.ground.name_of(cell).is_some();
        let covered = || self.piece(cell).is_some() || named();
        self.is_answered(cell) || self.is_hidden(cell) && covered()
    }

    pub fn is_hidden(&self, cell: Cell) -> bool {
        self.pane.overlay.is_some_and(|overlay| overlay.at(cell).tone == AnswerTone::Hidden)
    }

    /// The columns of an answer at the end of an area's last row, including a space before it.
    pub fn answer_columns(&self, cell: Cell) -> usize {
        let answer = self.pane.overlay.map(|overlay| overlay.at(cell)).filter(|_| self.is_noted(cell));
        answer.map_or(0, |answer| self.answer_text(answer.number, answer.tone).chars().count() + 1)
    }
}

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

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlay {
    width: u16,
    answers: Vec<Answer>,
}

impl Overlay {
    pub fn filled(ground: &Ground, answer: Answer) -> Self {
        Self { width: ground.width(), answers: vec![answer; ground.areas()] }
    }

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
