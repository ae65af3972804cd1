//! The coordinates along the map's rims.

use super::{MapAreas, MapPane, scale::Scale};
use crate::measure;
use ratatui::buffer::Buffer;
use wardiary_base::ground::Cell;

impl MapPane<'_> {
    /// Draws the column letters along the top and the row numbers along the left.
    pub(super) fn draw_rims(&self, areas: MapAreas, buf: &mut Buffer) {
        let scale = Scale::new(self.ground.grid(), self.camera.zoom);
        let (plain, here) = (self.look.theme.map.rim, self.look.theme.map.cursor);
        let (cx, cy) = scale.centre();
        let longest = Cell::column_name(self.ground.width() - 1).len() + 1;
        // If labels are wider than columns, only every n-th is drawn.
        let each = u16::try_from(longest.div_ceil(usize::try_from(scale.column_step).unwrap_or(1))).unwrap_or(1);
        for column in self.camera.top_left.column..self.ground.width() {
            let (x, _) = scale.origin(self.camera, Cell::new(column, self.camera.top_left.row));
            let name = Cell::column_name(column);
            let wide = i32::try_from(name.len()).unwrap_or(1);
            let from = x + cx - (wide - 1) / 2;
            let Ok(at) = u16::try_from(from) else { continue };
            if at >= areas.top.width || from + wide > i32::from(areas.top.width) {
                break;
            }
            let is_here = self.cursor.is_some_and(|cursor| cursor.column == column);
            if column % each == 0 || is_here {
                buf.set_string(areas.top.x + at, areas.top.y, name, if is_here { here } else { plain });
            }
        }
        for row in self.camera.top_left.row..self.ground.height() {
            // Where every second column is half an area lower, the number is at the height of the higher ones.
            let (_, y) = scale.origin(self.camera, Cell::new(0, row));
            let Ok(at) = u16::try_from(y + cy) else { continue };
            if at >= areas.left.height {
                break;
            }
            let number = format!("{:>1$}", u32::from(row) + 1, usize::from(areas.left.width));
            let style = if self.cursor.is_some_and(|cursor| cursor.row == row) { here } else { plain };
            if measure::width(&number) <= usize::from(areas.left.width) {
                buf.set_string(areas.left.x, areas.left.y + at, number, style);
            }
        }
    }
}
