//! The named places with their names, and the objectives with the flags of those who hold them.

use super::{
    Holder,
    paint::Painter,
    scale::{Spot, Zoom},
};
use crate::{brief::clipped, measure};
use ratatui::style::Style;
use wardiary_base::{
    book::TerrainLook,
    ground::{Cell, Facing, Grid},
};

/// The columns that the name of a place takes at most where it runs over other areas.
const LONGEST_NAME: usize = 18;
/// The columns below which a name says nothing any more.
const SHORTEST_NAME: usize = 5;

/// Whose flag flies: its sign, and the letter of the side.
#[derive(Clone, Copy)]
struct Flag {
    sign: char,
    letter: Option<char>,
    style: Style,
}

impl Painter<'_, '_> {
    /// The flag on an area that is an objective.
    fn flag(&self, cell: Cell) -> Option<Flag> {
        let (_, holder) = self.pane.objectives.iter().find(|(place, _)| *place == cell)?;
        let (sign, style) = (self.signs.held, self.styles.label);
        Some(match *holder {
            Holder::Nobody => Flag { sign: self.signs.unheld, letter: None, style },
            Holder::Other(letter) => Flag { sign, letter: Some(letter), style },
            Holder::Side(side) => {
                Flag { sign, letter: self.letters.get(side).copied(), style: self.pane.look.theme.side(side) }
            }
        })
    }

    /// The flags of objectives and the names of places.
    pub fn places(&mut self) {
        let ground = self.pane.ground;
        for (name, cell) in ground.places() {
            if self.seen.binary_search(cell).is_err() {
                continue;
            }
            if self.scale.zoom >= Zoom::Block {
                self.name_in_area(name, *cell);
            } else if self.piece(*cell).is_none() {
                let from = self.place(*cell);
                self.name_over_areas(name, *cell, from);
            }
        }
    }

    /// The name in the last row of its area, beside what is answered there; the flag flies over it.
    fn name_in_area(&mut self, name: &str, cell: Cell) {
        if self.piece(cell).is_some() {
            return self.name_below(name, cell);
        }
        let Some((from, row, columns)) = self.scale.interior().last() else { return };
        let (x, y) = self.origin(cell);
        let room = usize::try_from(columns).unwrap_or(0).saturating_sub(self.answer_columns(cell));
        let style = self.styles.label;
        if self.flag(cell).is_some() {
            return self.write((x + from, y + row), &clipped(name, room, self.pane.look.glyphs), room, style);
        }
        self.put((x + from, y + row), self.signs.place, style);
        let room = room.saturating_sub(1);
        self.write((x + from + 1, y + row), &clipped(name, room, self.pane.look.glyphs), room, style);
    }

    /// The name on the lower edge of an area that somebody stands in, of whom more is said in its rows; where nothing lies on
    /// that edge, and no flag flies there.
    fn name_below(&mut self, name: &str, cell: Cell) {
        let ground = self.pane.ground;
        let flies = ground.neighbour(cell, Facing::S).is_some_and(|below| self.flag(below).is_some());
        if flies || ground.edge_index(cell, Facing::S).is_some() || ground.has_road(cell, Facing::S) {
            return;
        }
        let spots = &self.borders[Facing::S as usize];
        let Some((dx, dy)) = spots.first().copied() else { return };
        // At its end stands the sign of the terrain.
        let room = spots.len() - usize::from(self.look(cell) != TerrainLook::Open);
        let (x, y) = self.origin(cell);
        self.write((x + dx, y + dy), &clipped(name, room, self.pane.look.glyphs), room, self.styles.label);
    }

    /// The sign of an empty place in the middle of its area, or at its left. Returns the column from which on its name may
    /// stand.
    fn place(&mut self, cell: Cell) -> i32 {
        let (x, y) = self.origin(cell);
        let (cx, cy) = self.scale.centre();
        let far = self.scale.zoom == Zoom::Far;
        let from = x + if far { cx } else { self.scale.slant };
        let Some(Flag { sign, letter, style }) = self.flag(cell) else {
            self.put((from, y + cy), self.signs.place, self.styles.label);
            return from + 1 + i32::from(far && self.is_noted(cell));
        };
        let Some(letter) = letter else {
            self.put((from, y + cy), sign, style);
            return from + 1 + i32::from(far && self.is_noted(cell));
        };
        // Where one column is left the letter stands for the flag.
        let narrow = far && (self.is_noted(cell) || self.pane.ground.edge_index(cell, Facing::E).is_some());
        if narrow {
            self.put((from, y + cy), letter, style);
            return from + 2;
        }
        self.put((from, y + cy), sign, style);
        self.put((from + 1, y + cy), letter, style);
        from + 3
    }

    /// The name of a place over the areas beside it, or over those below them: all of it where it finds room, or so much
    /// that it can be read. It covers nobody, nothing that lies on an edge, no road and no answer.
    fn name_over_areas(&mut self, name: &str, cell: Cell, from: i32) {
        let (x, y) = self.origin(cell);
        let row = y + self.scale.centre().1;
        // Of one row, its own answer stands where the name would.
        let taken = self.scale.zoom == Zoom::Near && self.is_noted(cell);
        let beside = if taken { 0 } else { self.room_beside(cell, from) };
        let wide = measure::width(name);
        let style = self.styles.label;
        if wide <= beside {
            return self.write((from, row), name, beside, style);
        }
        let below = self.room_below(cell, x);
        if wide <= below {
            return self.write((x, y + self.scale.tall - 1), name, below, style);
        }
        let (at, room) = if beside >= below { ((from, row), beside) } else { ((x, y + self.scale.tall - 1), below) };
        if room >= SHORTEST_NAME {
            self.write(at, &clipped(name, room, self.pane.look.glyphs), room, style);
        }
    }

    /// The columns that are free for a name from a column on, in the row of its area.
    fn room_beside(&self, cell: Cell, from: i32) -> usize {
        let ground = self.pane.ground;
        // A blank stays before what comes next.
        let from = from + 1;
        let crossed = |at: Cell| self.scale.grid.facings().iter().any(|facing| ground.has_road(at, *facing));
        let taken = |at: Cell| {
            self.piece(at).is_some()
                || ground.name_of(at).is_some()
                || self.is_answered(at)
                || self.is_hidden(at)
                || crossed(at)
        };
        let edged = |at: Cell, facing: Facing| ground.edge_index(at, facing).is_some();
        // On hexes the row of an area is that of every second one; between them it runs along the lower edge of another.
        let (step, ends): (u16, _) = match self.scale.grid {
            Grid::Square => (1, (Facing::E, Facing::W)),
            Grid::Hex => (2, (Facing::Ne, Facing::Nw)),
        };
        let barred_between = |at: Cell| {
            let between = ground.neighbour(at, Facing::Ne).filter(|_| step == 2);
            between.is_some_and(|at| self.piece(at).is_some() || edged(at, Facing::S) || ground.has_road(at, Facing::S))
        };
        let mut at = cell;
        loop {
            let next = Cell { column: at.column.saturating_add(step), ..at };
            if edged(at, ends.0) || barred_between(at) {
                return self.columns_to(Cell { column: at.column + 1, ..at }, from);
            }
            if next.column >= ground.width() {
                return self.columns_to(Cell { column: ground.width(), ..at }, from);
            }
            if edged(next, ends.1) || taken(next) {
                return self.columns_to(next, from);
            }
            if usize::from(next.column - cell.column) > LONGEST_NAME {
                return self.columns_to(next, from);
            }
            at = next;
        }
    }

    /// The same in the row between its area and the one below, where squares have one with nothing else in it.
    fn room_below(&self, cell: Cell, from: i32) -> usize {
        let ground = self.pane.ground;
        if self.scale.grid != Grid::Square || self.scale.tall < 2 {
            return 0;
        }
        let below = |at: Cell| Cell { row: at.row + 1, ..at };
        let barred = |at: Cell, facing: Facing| ground.edge_index(at, facing).is_some() || ground.has_road(at, facing);
        // What stands there, goes through it, or bounds it on the left of an area or of the one below it.
        let is_taken = |at: &Cell| {
            let bounded = |at: Cell| at.column > cell.column && ground.edge_index(at, Facing::W).is_some();
            self.piece(*at).is_some() || barred(*at, Facing::S) || bounded(*at) || bounded(below(*at))
        };
        let mut along = (cell.column..ground.width()).take(LONGEST_NAME).map(|column| Cell { column, ..cell });
        let next = along.find(is_taken).unwrap_or(Cell::new(ground.width(), cell.row));
        if next == cell { 0 } else { self.columns_to(next, from) }
    }

    /// The columns from one on to the one in which the box of an area begins, or to the field's end.
    fn columns_to(&self, next: Cell, from: i32) -> usize {
        let end = self.scale.origin(self.pane.camera, next).0.min(self.field.width.into());
        usize::try_from(end - from).unwrap_or(0).min(LONGEST_NAME)
    }

    /// The flags that fly over areas, or beside who stands in them.
    pub fn flags(&mut self) {
        for (cell, _) in self.pane.objectives {
            let Some(flag) = self.flag(*cell).filter(|_| self.seen.binary_search(cell).is_ok()) else { continue };
            let (x, y) = self.origin(*cell);
            let taken = self.piece(*cell).is_some();
            match self.scale.zoom {
                // Where the cursor is its bracket stands there.
                Zoom::Far if taken && !self.is_noted(*cell) && self.pane.cursor != Some(*cell) => {
                    let (cx, cy) = self.scale.centre();
                    self.put((x + cx + 1, y + cy), flag.letter.unwrap_or(flag.sign), flag.style);
                }
                Zoom::Near if taken => self.fly((x + self.scale.slant, y + self.scale.tall - 1), flag),
                Zoom::Block | Zoom::Full => self.fly((x + self.scale.slant, y - 1), flag),
                Zoom::Far | Zoom::Near => {}
            }
        }
    }

    fn fly(&mut self, (x, y): Spot, flag: Flag) {
        self.put((x, y), flag.sign, flag.style);
        if let Some(letter) = flag.letter {
            self.put((x + 1, y), letter, flag.style);
        }
    }
}
