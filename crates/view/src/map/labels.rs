//! Named places, and objectives with the flags of their holders.

use super::{
    Holder,
    paint::Painter,
    scale::{Spot, Zoom},
};
use crate::measure::{self, shorten_place_name};
use ratatui::style::Style;
use wardiary_base::{
    book::TerrainLook,
    ground::{Cell, Facing, Grid},
};

/// The most columns of a place's name over other areas.
const LONGEST_NAME: usize = 18;
/// A name in fewer columns is unreadable.
const SHORTEST_NAME: usize = 5;

/// The flag of a holder: its sign, and the side's letter.
#[derive(Clone, Copy)]
struct Flag {
    sign: char,
    letter: Option<char>,
    style: Style,
}

impl Painter<'_, '_> {
    fn flag(&self, cell: Cell) -> Option<Flag> {
        let (_, holder) = self.pane.objectives.iter().find(|(place, _)| *place == cell)?;
        let (sign, style) = (self.signs.held, self.styles.label);
        Some(match *holder {
            Holder::Nobody => Flag { sign: self.signs.unheld, letter: None, style },
            Holder::Other(letter) => Flag { sign, letter: Some(letter), style },
            Holder::Side(side) => {
                Flag { sign, letter: self.side_letters.get(side).copied(), style: self.pane.look.theme.side(side) }
            }
        })
    }

    pub fn draw_places(&mut self) {
        let ground = self.pane.ground;
        for (name, cell) in ground.places() {
            if self.visible.binary_search(cell).is_err() {
                continue;
            }
            if self.scale.zoom >= Zoom::Block {
                self.draw_name_in_area(&name.to_string(), *cell);
            } else if self.piece(*cell).is_none() {
                let from = self.draw_place(*cell);
                self.draw_name_over_areas(&name.to_string(), *cell, from);
            }
        }
    }

    /// Draws a name in the last row of its area, beside any answer. The flag is drawn above it.
    fn draw_name_in_area(&mut self, name: &str, cell: Cell) {
        if self.piece(cell).is_some() {
            return self.draw_name_below(name, cell);
        }
        let Some((from, row, columns)) = self.scale.interior().last() else { return };
        let (x, y) = self.origin(cell);
        let room = usize::try_from(columns).unwrap_or(0).saturating_sub(self.answer_columns(cell));
        let style = self.styles.label;
        if self.flag(cell).is_some() {
            return self.write(
                (x + from, y + row),
                &shorten_place_name(name, room, self.pane.look.glyphs),
                room,
                style,
            );
        }
        self.put((x + from, y + row), self.signs.place, style);
        let room = room.saturating_sub(1);
        self.write((x + from + 1, y + row), &shorten_place_name(name, room, self.pane.look.glyphs), room, style);
    }

    /// Draws a name on the lower edge of an occupied area, whose rows are taken by the unit. Only if nothing lies on
    /// that edge, and no flag is there.
    fn draw_name_below(&mut self, name: &str, cell: Cell) {
        let ground = self.pane.ground;
        let flies = ground.neighbour(cell, Facing::S).is_some_and(|below| self.flag(below).is_some());
        if flies || ground.edge_index(cell, Facing::S).is_some() || ground.has_road(cell, Facing::S) {
            return;
        }
        let spots = &self.borders[Facing::S as usize];
        let Some((dx, dy)) = spots.first().copied() else { return };
        // The sign of the terrain ends the row.
        let room = spots.len() - usize::from(self.terrain_look(cell) != TerrainLook::Open);
        let (x, y) = self.origin(cell);
        self.write((x + dx, y + dy), &shorten_place_name(name, room, self.pane.look.glyphs), room, self.styles.label);
    }

    /// Draws the sign of an empty place in the middle of its area, or at its left. Returns the first column free for
    /// the name.
    fn draw_place(&mut self, cell: Cell) -> i32 {
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
        // With one free column, the letter alone stands for the flag.
        let narrow = far && (self.is_noted(cell) || self.pane.ground.edge_index(cell, Facing::E).is_some());
        if narrow {
            self.put((from, y + cy), letter, style);
            return from + 2;
        }
        self.put((from, y + cy), sign, style);
        self.put((from + 1, y + cy), letter, style);
        from + 3
    }

    /// Draws the name of a place over the areas beside it, or over those below: whole if there is room, else as much as
    /// is readable. It never covers a unit, an edge, a road or an answer.
    fn draw_name_over_areas(&mut self, name: &str, cell: Cell, from: i32) {
        let (x, y) = self.origin(cell);
        let row = y + self.scale.centre().1;
        // In a one-row area, its own answer takes the room.
        let taken = self.scale.zoom == Zoom::Near && self.is_noted(cell);
        let beside = if taken { 0 } else { self.room_beside(cell, from) };
        let wide = measure::width(name);
        let style = self.styles.label;
        if wide <= beside {
            return self.write((from, row), name, beside, style);
        }
        let below = self.room_below(cell, x);
        if wide <= below {
            return self.write((x, y + self.scale.row_step - 1), name, below, style);
        }
        let (at, room) =
            if beside >= below { ((from, row), beside) } else { ((x, y + self.scale.row_step - 1), below) };
        if room >= SHORTEST_NAME {
            self.write(at, &shorten_place_name(name, room, self.pane.look.glyphs), room, style);
        }
    }

    /// The free columns for a name, in the area's row from a column on.
    fn room_beside(&self, cell: Cell, from: i32) -> usize {
        let ground = self.pane.ground;
        // A blank is left before the next thing.
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
        // On hexes, an area's row continues in every second column of areas; in between it follows the lower edge of
        // another area.
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

    /// The free columns in the row between an area and the one below. Only square grids have such a row, otherwise
    /// empty.
    fn room_below(&self, cell: Cell, from: i32) -> usize {
        let ground = self.pane.ground;
        if self.scale.grid != Grid::Square || self.scale.row_step < 2 {
            return 0;
        }
        let below = |at: Cell| Cell { row: at.row + 1, ..at };
        let barred = |at: Cell, facing: Facing| ground.edge_index(at, facing).is_some() || ground.has_road(at, facing);
        // Areas where something in the row, crossing it, or bounding it on the left is in the way.
        let is_taken = |at: &Cell| {
            let bounded = |at: Cell| at.column > cell.column && ground.edge_index(at, Facing::W).is_some();
            self.piece(*at).is_some() || barred(*at, Facing::S) || bounded(*at) || bounded(below(*at))
        };
        let mut along = (cell.column..ground.width()).take(LONGEST_NAME).map(|column| Cell { column, ..cell });
        let next = along.find(is_taken).unwrap_or(Cell::new(ground.width(), cell.row));
        if next == cell { 0 } else { self.columns_to(next, from) }
    }

    /// The columns from one column to the start of the next area's box, or to the end of the field.
    fn columns_to(&self, next: Cell, from: i32) -> usize {
        let end = self.scale.origin(self.pane.camera, next).0.min(self.field.width.into());
        usize::try_from(end - from).unwrap_or(0).min(LONGEST_NAME)
    }

    /// Draws the flags over areas, or beside the units there.
    pub fn draw_flags(&mut self) {
        for (cell, _) in self.pane.objectives {
            let Some(flag) = self.flag(*cell).filter(|_| self.visible.binary_search(cell).is_ok()) else { continue };
            let (x, y) = self.origin(*cell);
            let taken = self.piece(*cell).is_some();
            match self.scale.zoom {
                // The cursor's area has its bracket there.
                Zoom::Far if taken && !self.is_noted(*cell) && self.pane.cursor != Some(*cell) => {
                    let (cx, cy) = self.scale.centre();
                    self.put((x + cx + 1, y + cy), flag.letter.unwrap_or(flag.sign), flag.style);
                }
                Zoom::Near if taken => self.draw_flag((x + self.scale.slant, y + self.scale.row_step - 1), flag),
                Zoom::Block | Zoom::Full => self.draw_flag((x + self.scale.slant, y - 1), flag),
                Zoom::Far | Zoom::Near => {}
            }
        }
    }

    fn draw_flag(&mut self, (x, y): Spot, flag: Flag) {
        self.put((x, y), flag.sign, flag.style);
        if let Some(letter) = flag.letter {
            self.put((x + 1, y), letter, flag.style);
        }
    }
}
