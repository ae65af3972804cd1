//! The map of a battle: its ground, the units on it, and answers to a query about it. It has four zoom levels and draws
//! only the visible part.
//!
//! Nothing is shown by colour alone: terrain has a texture, a side has its own facing signs, and an answer about an area
//! has a sign and a number.

mod answers;
mod area_card;
mod counters;
mod labels;
mod legend;
mod lines;
mod overview;
mod paint;
mod palette;
mod piece;
pub mod scale;
pub mod signs;
mod terrain;
mod title;

use super::{Look, draw_frame, frame};
pub use answers::{Answer, AnswerTone, MoveTrace, Overlay, PlannedMove};
pub use area_card::{AreaCardPane, describe_area, rows_needed};
pub use legend::MapLegend;
use paint::Painter;
pub use palette::{PaletteHit, PaletteItem, PalettePane, PaletteSwatch, palette_hit};
pub use piece::{Holder, Piece, holders};
use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    widgets::Widget,
};
use scale::Scale;
pub use scale::{Camera, Zoom};
use wardiary_base::{
    ground::{Cell, Facing, Ground},
    id::UnitId,
};
use wardiary_rules::state::{Map, State};

pub struct MapPane<'a> {
    pub look: Look<'a>,
    pub state: &'a State,
    pub ground: &'a Ground,
    /// The units, in reading order, from [`Piece::all`].
    pub pieces: &'a [Piece],
    pub objectives: &'a [(Cell, Holder)],
    pub camera: Camera,
    pub cursor: Option<Cell>,
    pub selected: Option<UnitId>,
    pub picked: &'a [UnitId],
    pub overlay: Option<&'a Overlay>,
    /// The moves of the last entry.
    pub move_traces: &'a [MoveTrace],
    pub planned_move: Option<&'a PlannedMove>,
    pub marked_edge: Option<(Cell, Facing)>,
    pub title: &'a str,
    pub focused: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapAreas {
    field: Rect,
    top: Rect,
    left: Rect,
}

impl MapAreas {
    pub fn new(area: Rect, ground: &Ground) -> Self {
        let inner = Rect {
            x: area.x.saturating_add(1),
            y: area.y.saturating_add(1),
            width: area.width.saturating_sub(2),
            height: area.height.saturating_sub(2),
        };
        let numbers = u16::try_from(ground.height().to_string().len()).unwrap_or(3).min(inner.width);
        let letters = inner.height.min(1);
        let field = Rect {
            x: inner.x + numbers,
            y: inner.y + letters,
            width: inner.width - numbers,
            height: inner.height - letters,
        };
        let top = Rect { y: inner.y, height: letters, ..field };
        let left = Rect { x: inner.x, width: numbers, ..field };
        Self { field, top, left }
    }

    /// The scale at a camera's zoom.
    fn scale(self, camera: Camera, ground: &Ground) -> Scale {
        let scale = Scale::new(ground.grid(), camera.zoom);
        if camera.fills { scale.filling(size(ground), self.field) } else { scale }
    }

    /// Shows the whole map at the nearest zoom that fits.
    pub fn whole_map(self, ground: &Ground) -> Camera {
        Camera::fitting(ground.grid(), size(ground), self.field)
    }

    /// Moves a camera as little as needed to show an area.
    pub fn showing(self, camera: Camera, cell: Cell, ground: &Ground) -> Camera {
        camera.showing(cell, ground.grid(), size(ground), self.field)
    }

    /// Centres a camera on an area, as far as the map's edges allow.
    pub fn centred_on(self, camera: Camera, cell: Cell, ground: &Ground) -> Camera {
        let (across, down) = self.visible_size(camera, ground);
        let first = Cell::new(cell.column.saturating_sub(across / 2), cell.row.saturating_sub(down / 2));
        self.showing(Camera { top_left: first, ..camera }, cell, ground)
    }

    pub fn cell_at(self, camera: Camera, at: Position, ground: &Ground) -> Option<Cell> {
        self.scale(camera, ground).cell_at(camera, self.field, at, size(ground))
    }

    /// The edge at a screen position: an area and one of its edges.
    pub fn edge_at(self, camera: Camera, at: Position, ground: &Ground) -> Option<(Cell, Facing)> {
        let scale = self.scale(camera, ground);
        let here = self.cell_at(camera, at, ground)?;
        let spot = (i32::from(at.x) - i32::from(self.field.x), i32::from(at.y) - i32::from(self.field.y));
        let is_on = |cell: Cell, facing: Facing| {
            let (x, y) = scale.origin(camera, cell);
            scale.border(facing).into_iter().any(|(dx, dy)| (x + dx, y + dy) == spot)
        };
        let near = std::iter::once(here).chain(ground.neighbours(here).map(|(_, cell)| cell));
        let mut edges = near.flat_map(|cell| ground.neighbours(cell).map(move |(facing, _)| (cell, facing)));
        edges.find(|(cell, facing)| is_on(*cell, *facing))
    }

    /// The rows of a pane that shows the whole height of a map at the camera's zoom, border included.
    pub fn rows_for(camera: Camera, ground: &Ground) -> u16 {
        Scale::new(ground.grid(), camera.zoom).rows_for(ground.height()).saturating_add(3)
    }

    /// The number of columns and rows visible as a whole.
    pub fn visible_size(self, camera: Camera, ground: &Ground) -> (u16, u16) {
        Scale::new(ground.grid(), camera.zoom).whole_areas(self.field)
    }
}

fn size(ground: &Ground) -> (u16, u16) {
    (ground.width(), ground.height())
}

/// A letter for each side: the first of its name, or its number if two names begin alike.
fn side_letters(state: &State) -> Vec<char> {
    let sides = state.sides();
    let letter = |name: &str| name.chars().next().filter(char::is_ascii_alphabetic);
    let letters: Vec<Option<char>> = sides.iter().map(|side| letter(&side.name)).collect();
    let distinct = |at: usize| letters.iter().filter(|other| **other == letters[at]).count() == 1;
    let numbered = |at: usize| char::from(b'1' + u8::try_from(at % 9).unwrap_or(0));
    (0..sides.len()).map(|at| letters[at].filter(|_| distinct(at)).unwrap_or_else(|| numbered(at))).collect()
}

impl Widget for &MapPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let area = area.intersection(buf.area);
        let areas = MapAreas::new(area, self.ground);
        let taken = if self.focused { 6 } else { 4 };
        let (title, part) = self.title_lines(areas, usize::from(area.width.saturating_sub(taken)));
        let block = frame(self.look, title, self.focused);
        draw_frame(if part.spans.is_empty() { block } else { block.title(part.right_aligned()) }, area, buf);
        if areas.field.is_empty() {
            return;
        }
        self.draw_rims(areas, buf);
        let mut painter = Painter::new(self, areas, buf);
        painter.draw_terrain();
        painter.draw_lines();
        painter.draw_covered_terrain();
        painter.draw_answers();
        painter.draw_places();
        painter.draw_move_traces();
        painter.draw_counters();
        painter.draw_planned_move();
        painter.draw_cursor();
        painter.draw_flags();
        painter.draw_marked_edge();
        self.draw_overview(areas, buf);
        if self.camera.fills {
            self.draw_legend(areas, buf);
        }
    }
}

/// A map for display only.
pub struct SmallMap<'a> {
    pub look: Look<'a>,
    pub state: &'a State,
    pub map: &'a Map,
    /// The area to keep visible; `None` shows the whole map at the nearest zoom that fits.
    pub cursor: Option<Cell>,
    pub move_traces: &'a [MoveTrace],
}

impl Widget for &SmallMap<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let SmallMap { look, state, map, cursor, move_traces: trails } = *self;
        let pieces = Piece::on_map_with_theatre(state, map.id);
        let areas = MapAreas::new(area, &map.ground);
        let whole = areas.whole_map(&map.ground);
        let pane = MapPane {
            look,
            state,
            ground: &map.ground,
            pieces: &pieces,
            objectives: &holders(state, map),
            camera: cursor.map_or(whole, |cell| areas.centred_on(whole, cell, &map.ground)),
            cursor,
            selected: None,
            picked: &[],
            overlay: None,
            move_traces: trails,
            planned_move: None,
            marked_edge: None,
            title: &map.name,
            focused: false,
        };
        pane.render(area, buffer);
    }
}
