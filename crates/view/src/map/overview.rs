//! A miniature of the whole map in a corner, if only a part is visible.

use super::{MapAreas, MapPane, paint::UNKNOWN_TERRAIN, size, terrain};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Modifier,
    widgets::{Block, Clear, Widget},
};
use wardiary_base::ground::Cell;

/// The largest size, without its border.
const LARGEST: (u16, u16) = (24, 9);

/// How many areas a character stands for, across and down.
#[derive(Clone, Copy)]
struct Shrink {
    across: u16,
    down: u16,
}

impl MapPane<'_> {
    /// Draws it into the corner farthest from the cursor, if there is room.
    pub(super) fn draw_overview(&self, areas: MapAreas, buf: &mut Buffer) {
        let (width, height) = size(self.ground);
        let seen = areas.visible_size(self.camera, self.ground);
        let field = areas.field;
        if (seen.0 >= width && seen.1 >= height) || field.width < 48 || field.height < 14 {
            return;
        }
        let room = (LARGEST.0.min(field.width / 3), LARGEST.1.min(field.height / 3));
        // A character is twice as high as it is wide.
        let across = width.div_ceil(room.0).max(height.div_ceil(room.1).div_ceil(2)).max(1);
        let down = height.div_ceil(room.1).max(across * 2).max(1);
        let shrink = Shrink { across, down };
        let (columns, rows) = (width.div_ceil(across) + 2, height.div_ceil(down) + 2);
        let cursor = self.cursor.unwrap_or(self.camera.top_left);
        let is_right = cursor.column.saturating_sub(self.camera.top_left.column) * 2 > seen.0;
        let is_low = cursor.row.saturating_sub(self.camera.top_left.row) * 2 > seen.1;
        let area = Rect {
            x: if is_right { field.x } else { field.right() - columns },
            y: if is_low { field.y } else { field.bottom() - rows },
            width: columns,
            height: rows,
        };
        Clear.render(area, buf);
        let border = Block::bordered().border_set(self.look.glyphs.border()).border_style(self.look.theme.map.rim);
        border.style(self.look.theme.base).render(area, buf);
        self.draw_scaled(area, shrink, seen, buf);
    }

    fn draw_scaled(&self, area: Rect, shrink: Shrink, seen: (u16, u16), buf: &mut Buffer) {
        let (signs, styles) = (self.look.glyphs.map(), &self.look.theme.map);
        let Cell { column: left, row: top } = self.camera.top_left;
        let (right, bottom) = (left.saturating_add(seen.0), top.saturating_add(seen.1));
        for row in 0..area.height - 2 {
            for column in 0..area.width - 2 {
                // The area in the middle of those that the character stands for.
                let cell = Cell::new(
                    (column * shrink.across + shrink.across / 2).min(self.ground.width() - 1),
                    (row * shrink.down + shrink.down / 2).min(self.ground.height() - 1),
                );
                let terrain = self.ground.terrain(cell).and_then(|name| self.state.book().ground.terrain(name));
                let look = terrain.map_or(UNKNOWN_TERRAIN, |terrain| terrain.look);
                let in_view = (left..right).contains(&cell.column) && (top..bottom).contains(&cell.row);
                let style = terrain::style(look, styles);
                let style = if in_view { style.patch(styles.cursor_area) } else { style };
                buf[(area.x + 1 + column, area.y + 1 + row)].set_char(terrain::sign(look, signs)).set_style(style);
            }
        }
        for piece in self.pieces {
            let at = (area.x + 1 + piece.cell.column / shrink.across, area.y + 1 + piece.cell.row / shrink.down);
            buf[at].set_char(signs.sides[piece.side % 4]).set_style(self.look.theme.side(piece.side));
        }
        if let Some(cursor) = self.cursor {
            let at = (area.x + 1 + cursor.column / shrink.across, area.y + 1 + cursor.row / shrink.down);
            buf[at].set_style(styles.cursor.add_modifier(Modifier::REVERSED));
        }
    }
}
