//! The geometry of the map on screen: how large an area is, where it is, and which screen cells are its own or shared.
//!
//! An area has an interior, with units and terrain. Between two areas run screen cells that both share, with edges,
//! roads and grid lines. Coordinates are relative to the area's origin, the top left cell of its interior's bounding
//! box.

use ratatui::layout::{Position, Rect};
use wardiary_base::ground::{Cell, Facing, Grid};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Zoom {
    #[default]
    Far,
    /// Three characters: facing, grade and strength.
    Near,
    /// A block with a short name.
    Block,
    /// A block with all details.
    Full,
}

impl Zoom {
    /// All levels, the farthest first.
    pub const ALL: [Self; 4] = [Self::Far, Self::Near, Self::Block, Self::Full];

    /// One level nearer, if there is one.
    pub fn nearer(self) -> Self {
        Self::ALL[(self as usize + 1).min(Self::ALL.len() - 1)]
    }

    pub fn farther(self) -> Self {
        Self::ALL[(self as usize).saturating_sub(1)]
    }
}

/// The visible part of the map: the zoom, and the top left area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Camera {
    pub zoom: Zoom,
    pub top_left: Cell,
    /// Whether areas grow until a map that is visible as a whole fills its pane, with a legend in the room left.
    pub fills: bool,
}

/// A screen cell relative to the top left of the map's field; it may be outside.
pub(super) type Spot = (i32, i32);

/// The dimensions of an area on screen.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    pub grid: Grid,
    pub zoom: Zoom,
    /// The columns from one area to the next.
    pub column_step: i32,
    /// The rows from one area to the next.
    pub row_step: i32,
    /// The rows of a slanted edge; 0 for areas with upright sides.
    pub slant: i32,
}

impl Scale {
    pub fn new(grid: Grid, zoom: Zoom) -> Self {
        let (wide, tall, slant) = match (grid, zoom) {
            (Grid::Square, Zoom::Far) => (2, 1, 0),
            (Grid::Square, Zoom::Near) => (4, 2, 0),
            (Grid::Square, Zoom::Block) => (8, 4, 0),
            (Grid::Square, Zoom::Full) => (16, 6, 0),
            (Grid::Hex, Zoom::Far) => (2, 2, 0),
            (Grid::Hex, Zoom::Near) => (4, 2, 1),
            (Grid::Hex, Zoom::Block) => (7, 4, 2),
            (Grid::Hex, Zoom::Full) => (13, 6, 3),
        };
        Self { grid, zoom, column_step: wide, row_step: tall, slant }
    }

    /// The same with larger areas, up to about the size at the next zoom, so that a map that a field shows as a whole
    /// fills it.
    pub fn filling(self, size: (u16, u16), field: Rect) -> Self {
        let whole = self.whole_areas(field);
        if size.0 > whole.0 || size.1 > whole.1 {
            return self;
        }
        let (widest, tallest) = match (self.grid, self.zoom) {
            (_, Zoom::Far) => (3, self.row_step),
            (Grid::Square, Zoom::Near) => (7, 3),
            (Grid::Square, Zoom::Block) => (15, 5),
            (Grid::Square, Zoom::Full) => (30, 10),
            // The slant of a hex fixes its height.
            (Grid::Hex, Zoom::Near) => (6, self.row_step),
            (Grid::Hex, Zoom::Block) => (11, self.row_step),
            (Grid::Hex, Zoom::Full) => (20, self.row_step),
        };
        let (left, top) = self.margin();
        let each = |room: i32, many: u16, least: i32, most: i32| (room / i32::from(many.max(1))).clamp(least, most);
        Self {
            column_step: each(i32::from(field.width) - left - self.slant, size.0, self.column_step, widest),
            row_step: each(i32::from(field.height) - top, size.1, self.row_step, tallest),
            ..self
        }
    }

    /// The columns at the left and rows at the top for the edges of the first areas.
    pub fn margin(self) -> Spot {
        (i32::from(self.slant == 0), i32::from(self.row_step > 1))
    }

    pub fn origin(self, camera: Camera, cell: Cell) -> Spot {
        let (left, top) = self.margin();
        let lower = self.grid == Grid::Hex && cell.column % 2 == 1;
        let x = (i32::from(cell.column) - i32::from(camera.top_left.column)) * self.column_step;
        let y = (i32::from(cell.row) - i32::from(camera.top_left.row)) * self.row_step;
        (left + x, top + y + if lower { self.row_step / 2 } else { 0 })
    }

    /// The rows of the interior: first column, row, number of columns. The lowest row of a slanted area is its lower
    /// edge.
    pub fn interior(self) -> impl Iterator<Item = (i32, i32, i32)> {
        let rows = (self.row_step - 1).max(1);
        (0..rows).map(move |row| match self.slant {
            0 => (0, row, self.column_step - 1),
            slant => {
                let flat = self.column_step - slant;
                // Rows above the middle widen towards it; rows below narrow again.
                let in_from = if row < slant { slant - row } else { row - slant + 1 };
                (in_from, row, flat + 2 * (slant - in_from))
            }
        })
    }

    pub fn centre(self) -> Spot {
        let across =
            if self.slant == 0 { (self.column_step - 1) / 2 } else { self.slant + (self.column_step - self.slant) / 2 };
        (across, ((self.row_step - 1).max(1) - 1) / 2)
    }

    /// The screen cells shared with the neighbour across an edge; empty if there is no room for any.
    pub fn border(self, facing: Facing) -> Vec<Spot> {
        let Self { column_step: wide, row_step: tall, slant, .. } = self;
        let rows = (tall - 1).max(1);
        let half = tall / 2;
        if slant > 0 {
            let flat = wide - slant;
            let right = wide + slant - 1;
            return match facing {
                Facing::N => (slant..slant + flat).map(|x| (x, -1)).collect(),
                Facing::S => (slant..slant + flat).map(|x| (x, tall - 1)).collect(),
                Facing::Ne => (0..slant).map(|k| (slant + flat + k, k)).collect(),
                Facing::Se => (0..slant).map(|k| (right - k, slant + k)).collect(),
                Facing::Nw => (0..slant).map(|k| (slant - 1 - k, k)).collect(),
                Facing::Sw => (0..slant).map(|k| (k, slant + k)).collect(),
                Facing::E | Facing::W => Vec::new(),
            };
        }
        match facing {
            Facing::N | Facing::S if tall == 1 => Vec::new(),
            Facing::N => (0..wide - 1).map(|x| (x, -1)).collect(),
            Facing::S => (0..wide - 1).map(|x| (x, tall - 1)).collect(),
            Facing::E => (0..rows).map(|y| (wide - 1, y)).collect(),
            Facing::W => (0..rows).map(|y| (-1, y)).collect(),
            Facing::Ne => (0..half).map(|y| (wide - 1, y)).collect(),
            Facing::Se => (half..tall).map(|y| (wide - 1, y)).collect(),
            Facing::Nw => (0..half).map(|y| (-1, y)).collect(),
            Facing::Sw => (half..tall).map(|y| (-1, y)).collect(),
        }
    }

    /// How many columns and rows of areas are wholly visible in a field.
    pub fn whole_areas(self, field: Rect) -> (u16, u16) {
        let (left, top) = self.margin();
        let right = self.slant;
        let lower = if self.grid == Grid::Hex { self.row_step / 2 } else { 0 };
        let many = |room: i32, each: i32| u16::try_from((room / each).max(1)).unwrap_or(u16::MAX);
        let width = i32::from(field.width) - left - right;
        // Only at the map's own lower edge does the last row need room for an edge.
        let height = i32::from(field.height) - top - lower;
        (many(width, self.column_step), many(height, self.row_step))
    }

    /// The rows of this many areas in a field, down to the lower edge of the last.
    pub fn rows_for(self, areas: u16) -> u16 {
        let lower = if self.grid == Grid::Hex { self.row_step / 2 } else { 0 };
        u16::try_from(self.margin().1 + lower + i32::from(areas) * self.row_step).unwrap_or(u16::MAX)
    }

    /// The columns of this many areas in a field, to the right edge of the last.
    pub fn columns_for(self, areas: u16) -> u16 {
        u16::try_from(self.margin().0 + self.slant + i32::from(areas) * self.column_step).unwrap_or(u16::MAX)
    }

    /// The areas visible in a field, even partly, of a map of this size.
    pub fn visible_areas(self, camera: Camera, field: Rect, (width, height): (u16, u16)) -> impl Iterator<Item = Cell> {
        let across = u16::try_from(i32::from(field.width) / self.column_step + 1).unwrap_or(u16::MAX);
        let down = u16::try_from(i32::from(field.height) / self.row_step + 1).unwrap_or(u16::MAX);
        let Cell { row, column } = camera.top_left;
        let from = (column.saturating_sub(1), row.saturating_sub(1));
        let to = (column.saturating_add(across).min(width), row.saturating_add(down).min(height));
        (from.1..to.1).flat_map(move |row| (from.0..to.0).map(move |column| Cell::new(column, row)))
    }

    /// The area at a screen position. The edges to its right and below belong to an area.
    pub fn cell_at(self, camera: Camera, field: Rect, at: Position, size: (u16, u16)) -> Option<Cell> {
        if !field.contains(at) {
            return None;
        }
        let at = (i32::from(at.x - field.x), i32::from(at.y - field.y));
        let (left, top) = self.margin();
        let column = (at.0 - left).div_euclid(self.column_step) + i32::from(camera.top_left.column);
        let row = (at.1 - top).div_euclid(self.row_step) + i32::from(camera.top_left.row);
        let near = (column - 1..=column).flat_map(|c| (row - 1..=row).map(move |r| (c, r)));
        near.filter_map(|(c, r)| Some(Cell::new(u16::try_from(c).ok()?, u16::try_from(r).ok()?)))
            .filter(|cell| cell.column < size.0 && cell.row < size.1)
            .find(|cell| self.covers(self.origin(camera, *cell), at))
    }

    /// Whether an area with this origin covers a spot, including its right and lower edges.
    fn covers(self, origin: Spot, at: Spot) -> bool {
        let (x, y) = (at.0 - origin.0, at.1 - origin.1);
        let rows = self.row_step.max(1);
        if !(0..rows).contains(&y) {
            return false;
        }
        if self.slant == 0 {
            return (0..self.column_step).contains(&x);
        }
        let in_from = if y < self.slant { self.slant - y } else { y - self.slant + 1 };
        let right = self.column_step + self.slant - in_from;
        (in_from..=right).contains(&x)
    }
}

impl Camera {
    /// Shows the whole map at the nearest zoom that fits, or else at the farthest.
    pub(super) fn fitting(grid: Grid, size: (u16, u16), field: Rect) -> Self {
        let fits = |zoom: &&Zoom| {
            let whole = Scale::new(grid, **zoom).whole_areas(field);
            size.0 <= whole.0 && size.1 <= whole.1
        };
        let zoom = Zoom::ALL.iter().rev().find(fits).copied().unwrap_or_default();
        Self { zoom, top_left: Cell::new(0, 0), fills: true }
    }

    /// Scrolls as little as needed to show an area, and one beyond it if there is one.
    pub fn showing(self, cell: Cell, grid: Grid, size: (u16, u16), field: Rect) -> Self {
        let whole = Scale::new(grid, self.zoom).whole_areas(field);
        let along = |first: u16, at: u16, seen: u16, all: u16| {
            let last = all.saturating_sub(seen);
            let beside = u16::from(seen > 2);
            let least = (at + 1 + beside).saturating_sub(seen).min(last);
            first.clamp(least, at.saturating_sub(beside).max(least)).min(last)
        };
        let column = along(self.top_left.column, cell.column, whole.0, size.0);
        let row = along(self.top_left.row, cell.row, whole.1, size.1);
        Self { top_left: Cell::new(column, row), ..self }
    }
}
