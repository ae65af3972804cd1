//! Drawn on the ground: moves, units and the cursor.

use super::{
    Piece,
    paint::Painter,
    scale::{Spot, Zoom},
};
use crate::{Depth, measure};
use ratatui::style::{Modifier, Style};
use wardiary_base::{
    ground::{Cell, Facing, Grid},
    id::UnitId,
};

impl Painter<'_, '_> {
    /// Draws the moves of the last entry: the areas left and passed.
    pub fn draw_move_traces(&mut self) {
        let (cx, cy) = self.scale.centre();
        for trail in self.pane.move_traces {
            for (at, cell) in trail.cells.iter().enumerate() {
                if self.visible.binary_search(cell).is_err() {
                    continue;
                }
                let (x, y) = self.origin(*cell);
                let sign = if at == 0 { self.signs.left } else { self.signs.passed };
                self.put((x + cx, y + cy), sign, self.strong(Self::on_ground(self.styles.moved)));
            }
        }
    }

    pub fn draw_counters(&mut self) {
        let pieces = self.pane.pieces;
        for piece in pieces.iter().filter(|piece| self.visible.binary_search(&piece.cell).is_ok()).collect::<Vec<_>>() {
            let mut style = self.pane.look.theme.side(piece.side);
            if piece.is_last_seen {
                style = style.add_modifier(Modifier::DIM);
            }
            let moved = |id| self.pane.move_traces.iter().any(|trail| trail.units.contains(id));
            if piece.units.iter().any(moved) {
                style = style.add_modifier(Modifier::UNDERLINED);
            }
            let letter = self.side_letters.get(piece.side).copied().unwrap_or('?');
            match self.scale.zoom {
                Zoom::Far => {
                    let (cx, cy) = self.scale.centre();
                    let (x, y) = self.origin(piece.cell);
                    let facing = piece.facing_sign(self.signs);
                    if self.has_letters() {
                        self.put((x + cx - 1, y + cy), facing, style);
                        self.put((x + cx, y + cy), piece.initial, style);
                    } else {
                        self.put((x + cx, y + cy), facing, style);
                    }
                }
                Zoom::Near => self.draw_sign(piece, letter, style),
                Zoom::Block | Zoom::Full => self.draw_block(piece, letter, style),
            }
            let is_meant = |id: &UnitId| self.pane.selected == Some(*id) || self.pane.picked.contains(id);
            if piece.units.iter().any(is_meant) {
                self.draw_at_sides(piece.cell, self.signs.brace, self.styles.cursor);
            }
        }
    }

    /// Whether areas of one row have room for the letter of a troop type beside the facing.
    fn has_letters(&self) -> bool {
        self.scale.centre().0 > 0
    }

    /// Draws a unit in the first row of its area.
    fn draw_sign(&mut self, piece: &Piece, letter: char, style: Style) {
        let (x, y) = self.origin(piece.cell);
        let Some((from, _, columns)) = self.scale.interior().next() else { return };
        let room = usize::try_from(columns).unwrap_or(0);
        let text = piece.sign(self.pane.look, letter, room);
        self.write((x + from, y), &format!("{text:<room$}"), room, style);
        if piece.hidden_units() > 0 {
            self.put((x + from + columns, y), '+', Self::on_ground(self.styles.label));
        }
    }

    /// Draws a unit as a block; the last row of its area belongs to the ground.
    fn draw_block(&mut self, piece: &Piece, letter: char, style: Style) {
        let (x, y) = self.origin(piece.cell);
        let rows: Vec<(i32, i32, i32)> = self.scale.interior().collect();
        let Some((ground, rows)) = rows.split_last() else { return };
        for (at, (from, row, columns)) in rows.iter().enumerate() {
            let room = usize::try_from(*columns).unwrap_or(0);
            let text = self.block_text(piece, letter, (at, rows.len()), room.min(wrap_width(at, rows)));
            let padded = format!("{text:<room$}");
            self.write((x + from, y + row), &padded, room, style);
        }
        // The last row takes what did not fit above, beside any answer: the number of further units, and the troop
        // type.
        let (from, row, columns) = *ground;
        let room = usize::try_from(columns).unwrap_or(0).saturating_sub(self.answer_columns(piece.cell));
        let more = if piece.hidden_units() > 0 { format!("+{} ", piece.hidden_units()) } else { String::new() };
        let text = format!("{more}{}", piece.short_kind(room.saturating_sub(more.len())));
        self.write((x + from, y + row), &text, room, Self::on_ground(self.styles.rim));
    }

    /// The text of a row of a unit's block.
    fn block_text(&self, piece: &Piece, letter: char, (row, rows): (usize, usize), columns: usize) -> String {
        let numbers = |room: usize| piece.numbers(self.pane.look, room);
        let ascii = self.pane.look.glyphs.is_ascii();
        // The side, for terminals where colours do not show it.
        let signed = |columns: usize| {
            let numbers = numbers(columns.saturating_sub(if ascii { 2 } else { 0 }));
            if ascii { format!("{letter} {numbers}") } else { numbers }
        };
        if self.scale.zoom == Zoom::Block {
            // On hexes the second row is the wider one.
            let name = usize::from(self.scale.slant > 0);
            return match row {
                row if row == name => piece.short_name(columns),
                0 | 1 => signed(columns),
                _ => String::new(),
            };
        }
        let mut name = measure::wrap(&piece.name, columns);
        if name.len() > 2 {
            name = measure::wrap(&piece.short_name(2 * columns), columns);
        }
        match row {
            0 => name.first().cloned().unwrap_or_default(),
            1 => name.get(1).cloned().unwrap_or_default(),
            row if row + 1 == rows => signed(columns),
            row if row + 2 < rows => String::new(),
            _ => {
                let side = self.pane.state.sides().get(piece.side).map_or("", |side| &*side.name);
                format!("{} {side}", self.signs.sides[piece.side % 4])
            }
        }
    }

    /// Draws the path of the move being composed, and the unit as it would end up.
    pub fn draw_planned_move(&mut self) {
        let Some(plan) = self.pane.planned_move else { return };
        let (cx, cy) = self.scale.centre();
        let style = self.strong(Self::on_ground(self.styles.cursor));
        for (at, cell) in plan.path.iter().enumerate() {
            if self.visible.binary_search(cell).is_err() {
                continue;
            }
            let (x, y) = self.origin(*cell);
            if at + 1 == plan.path.len() {
                let side = self.pane.look.theme.side(plan.side).add_modifier(Modifier::UNDERLINED);
                // A unit that turns on the spot shows its new facing in place of its own sign.
                let (sx, sy) = self.facing_place(*cell).unwrap_or((cx, cy));
                self.put((x + sx, y + sy), self.signs.unit(plan.side, plan.facing), side);
            } else if self.piece(*cell).is_none() {
                self.put((x + cx, y + cy), self.signs.passed, style);
            }
        }
    }

    /// Where an area shows the facing of its unit.
    fn facing_place(&self, cell: Cell) -> Option<Spot> {
        self.piece(cell)?;
        let rows: Vec<(i32, i32, i32)> = self.scale.interior().collect();
        let letter = if self.pane.look.glyphs.is_ascii() { 2 } else { 0 };
        let row = |at: usize| rows.get(at).map(|(from, row, _)| (from + letter, *row));
        match self.scale.zoom {
            Zoom::Far => self.has_letters().then(|| (self.scale.centre().0 - 1, self.scale.centre().1)),
            Zoom::Near => Some((self.scale.slant, 0)),
            Zoom::Block => row(usize::from(self.scale.slant == 0)),
            Zoom::Full => row(rows.len().checked_sub(2)?),
        }
    }

    /// Draws two signs at the left and right of an area.
    fn draw_at_sides(&mut self, cell: Cell, [left, right]: [char; 2], style: Style) {
        let (x, y) = self.origin(cell);
        let style = Self::on_ground(style);
        let (from, to) = if self.scale.slant == 0 {
            (-1, self.scale.column_step - 1)
        } else {
            (0, self.scale.column_step + self.scale.slant - 1)
        };
        let row = if self.scale.slant > 1 { self.scale.slant - 1 } else { self.scale.centre().1 };
        self.put((x + from, y + row), left, style);
        // At the farthest zoom, the sign for out of sight goes there.
        if self.scale.zoom > Zoom::Far || !self.is_hidden(cell) {
            self.put((x + to, y + row), right, style);
        }
    }

    pub fn draw_cursor(&mut self) {
        let Some(cell) = self.pane.cursor.filter(|cell| self.visible.binary_search(cell).is_ok()) else { return };
        let (x, y) = self.origin(cell);
        if self.pane.focused {
            let (across, down) = self.scale.centre();
            let within = |at: i32, long: u16| u16::try_from(at).unwrap_or(0).min(long.saturating_sub(1));
            let (across, down) = (within(x + across, self.field.width), within(y + down, self.field.height));
            self.pane.look.set_selection((self.field.x + across, self.field.y + down));
        }
        if self.piece(cell).is_none() {
            for (dx, dy) in self.interior() {
                self.tint((x + dx, y + dy), self.styles.cursor_area);
            }
        }
        let style = Self::on_ground(self.styles.cursor);
        if self.scale.zoom < Zoom::Block {
            self.draw_at_sides(cell, self.signs.bracket, style);
        } else if self.scale.grid == Grid::Square {
            self.draw_box((x, y), style);
        } else {
            // Bold alone does not stand out among other lines.
            let plain = self.pane.look.theme.depth() == Depth::Mono;
            let style = if plain { style.add_modifier(Modifier::REVERSED) } else { style };
            for facing in Grid::Hex.facings() {
                for spot in 0..self.borders[*facing as usize].len() {
                    let (dx, dy) = self.borders[*facing as usize][spot];
                    let sign = match facing {
                        Facing::Ne | Facing::Sw => self.signs.falling,
                        Facing::Se | Facing::Nw => self.signs.rising,
                        _ => self.signs.hex_bottom,
                    };
                    self.put((x + dx, y + dy), sign, style);
                }
            }
        }
    }

    /// Draws the highlighted edge; without room between areas, an arrow inside the area.
    pub fn draw_marked_edge(&mut self) {
        let Some((cell, facing)) = self.pane.marked_edge.filter(|(cell, _)| self.visible.binary_search(cell).is_ok())
        else {
            return;
        };
        let (x, y) = self.origin(cell);
        let style = Self::on_ground(self.styles.cursor).add_modifier(Modifier::REVERSED);
        let spots = self.borders[facing as usize].clone();
        if self.scale.zoom == Zoom::Far || spots.is_empty() {
            let (cx, cy) = self.scale.centre();
            return self.put((x + cx, y + cy), self.signs.unit(0, facing), style);
        }
        spots.into_iter().for_each(|(dx, dy)| self.tint((x + dx, y + dy), style));
    }

    fn draw_box(&mut self, (x, y): Spot, style: Style) {
        let (right, below) = (self.scale.column_step - 1, self.scale.row_step - 1);
        let signs = self.signs.cursor;
        for dx in 0..right {
            self.put((x + dx, y - 1), signs[10], style);
            self.put((x + dx, y + below), signs[10], style);
        }
        for dy in 0..below {
            self.put((x - 1, y + dy), signs[5], style);
            self.put((x + right, y + dy), signs[5], style);
        }
        for (spot, ends) in [((-1, -1), 6), ((right, -1), 12), ((-1, below), 3), ((right, below), 9)] {
            self.put((x + spot.0, y + spot.1), signs[ends], style);
        }
    }
}

/// The width at which to wrap a name over the first two of these rows; otherwise the width of the row itself.
fn wrap_width(at: usize, rows: &[(i32, i32, i32)]) -> usize {
    let of = |row: &(i32, i32, i32)| usize::try_from(row.2).unwrap_or(0);
    let named = rows.len() > 2 && at < 2;
    if named { rows.iter().take(2).map(of).min().unwrap_or(0) } else { usize::MAX }
}
