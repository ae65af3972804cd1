//! The title on a map's border, which part of the map is visible, and the coordinates along its rims.

use super::{MapAreas, MapPane, size};
use crate::measure;
use ratatui::{
    buffer::Buffer,
    text::{Line, Span},
};
use wardiary_base::ground::Cell;

impl MapPane<'_> {
    /// The title and the visible part, in this many columns. The title is cut with an ellipsis first.
    pub(super) fn title_lines(&self, areas: MapAreas, columns: usize) -> (Line<'static>, Line<'static>) {
        let parts = self.visible_part(areas);
        let style = self.look.theme.frame.hint;
        let wide = measure::width(self.title);
        // A blank and a piece of the border separate them.
        let fits = |part: &&String| measure::width(part) + 5 + wide.min(LEAST_TITLE) <= columns;
        let whole = |part: &&String| measure::width(part) + 5 + wide <= columns;
        let part = parts.iter().take(2).find(whole).or_else(|| parts.iter().skip(1).find(fits));
        let room = columns.saturating_sub(part.map_or(0, |part| measure::width(part) + 3));
        let title = measure::cut(self.title, room, self.look.glyphs);
        let line = part.map_or_else(Line::default, |part| Line::from(Span::styled(format!(" {part} "), style)));
        (Line::from(title), line)
    }

    /// The visible columns and rows, in ever shorter wordings: with the map's size, without it, and the arrows to the
    /// rest alone. Empty if the whole map is visible.
    fn visible_part(&self, areas: MapAreas) -> Vec<String> {
        let glyphs = self.look.glyphs;
        let (width, height) = size(self.ground);
        let (across, down) = areas.visible_size(self.camera, self.ground);
        let first = self.camera.top_left;
        let until = if glyphs.is_ascii() { '-' } else { '–' };
        let range =
            |first: u16, seen_whole: u16, all: u16, name: &dyn Fn(u16) -> String, [before, after]: [char; 2]| {
                let last = first.saturating_add(seen_whole).min(all) - 1;
                let less = if first > 0 { String::from(before) } else { String::new() };
                let more = if last + 1 < all { String::from(after) } else { String::new() };
                let seen = if first == last { name(first) } else { format!("{}{until}{}", name(first), name(last)) };
                (seen_whole < all).then(|| format!("{less}{seen}{more}"))
            };
        let columns = range(first.column, across, width, &Cell::column_name, [glyphs.pushed, glyphs.arrow]);
        let rows =
            range(first.row, down, height, &|row| (u32::from(row) + 1).to_string(), [glyphs.above, glyphs.below]);
        let seen: Vec<String> = columns.into_iter().chain(rows).collect();
        if seen.is_empty() {
            return Vec::new();
        }
        let seen = seen.join(" ");
        let arrows = [glyphs.pushed, glyphs.arrow, glyphs.above, glyphs.below];
        let arrows: String = arrows.into_iter().filter(|arrow| seen.contains(*arrow)).collect();
        vec![format!("{seen} of {width} {} {height}", glyphs.times), seen, arrows]
    }
}

/// The title is not cut below this in favour of the visible part.
const LEAST_TITLE: usize = 8;

impl MapPane<'_> {
    /// Draws the column letters along the top and the row numbers along the left.
    pub(super) fn draw_rims(&self, areas: MapAreas, buf: &mut Buffer) {
        let scale = areas.scale(self.camera, self.ground);
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
