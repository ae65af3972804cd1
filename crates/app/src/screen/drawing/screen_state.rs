//! The state of the drawing screen: the cursor, the camera, and the tool in hand.

use crate::{
    command::{Availability, Unavailable, require},
    drawing_context::DrawingContext,
    lists::ListState,
};
use wardiary_base::ground::{Cell, Facing, Grid};
use wardiary_view::map::{Camera, Piece, Zoom};

pub(crate) struct DrawScreen {
    pub(super) cursor: Cell,
    pub(super) camera: Camera,
    /// Whether the next frame zooms so that the whole map fits.
    pub(super) fits_map_next: bool,
    /// The number of columns and rows of areas that are fully visible.
    pub(super) visible_areas: (u16, u16),
    pub(super) tool: Tool,
    /// The palette of each tool: the terrains; the kinds of edges, of which the first erases; whether roads are made or
    /// removed; the units of the muster.
    pub(super) palettes: [ListState; 4],
    /// The edge pointed at, or the facing of a unit.
    pub(super) facing: Facing,
    /// The radius of the brush, in areas.
    pub(super) brush: u16,
    pub(super) pen: Option<Pen>,
    pub(super) pieces: Vec<Piece>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tool {
    Terrain,
    Edges,
    Roads,
    Units,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pen {
    pub path: Vec<Cell>,
    pub by_mouse: bool,
    /// Whether the stroke follows the edges under the mouse pointer rather than the areas.
    pub on_edges: bool,
    /// On which side of the stroke edges are laid, once known.
    pub is_right: Option<bool>,
}

impl DrawScreen {
    pub fn new(context: &DrawingContext) -> Self {
        let ground = context.drawing.ground();
        let rules = &context.drawing.book().ground;
        let first = ground.terrain(Cell::new(0, 0));
        let open = rules.terrain.iter().position(|terrain| Some(&terrain.name) != first).unwrap_or(0);
        Self {
            cursor: Cell::new(ground.width() / 2, ground.height() / 2),
            camera: Camera { zoom: Zoom::Far, top_left: Cell::new(0, 0), fills: false },
            fits_map_next: true,
            visible_areas: (1, 1),
            tool: if context.drawing.has_own_ground() { Tool::Terrain } else { Tool::Units },
            palettes: [open, 1, 0, 0].map(|selected| ListState { selected, scroll: 0 }),
            facing: Facing::N,
            brush: 0,
            pen: None,
            pieces: Vec::new(),
        }
    }

    /// Lifts the pen, which ends the stroke.
    pub(super) fn lift_pen(&mut self, context: &mut DrawingContext) {
        if self.pen.take().is_some() {
            context.drawing.end_stroke();
        }
    }

    /// Whether the tool in hand draws strokes.
    pub(super) fn can_stroke(&self, context: &DrawingContext) -> Availability {
        if self.tool == Tool::Units { Err(self.unavailable(context, "not now")) } else { Ok(()) }
    }

    pub(super) fn has_facing(&self, context: &DrawingContext) -> Availability {
        if self.tool != Tool::Terrain && self.pen.is_none() {
            return Ok(());
        }
        Err(self.unavailable(context, "this is for edges, roads and units; lift the pen first"))
    }

    pub(super) fn paints_terrain(&self, context: &DrawingContext) -> Availability {
        Self::has_ground(self, context)?;
        require(self.tool == Tool::Terrain, "this is for terrain: choose that tool first")
    }

    pub(super) fn has_ground(_: &Self, context: &DrawingContext) -> Availability {
        let why = "this scenario uses the map of another file: only its units can be placed here";
        require(context.drawing.has_own_ground(), why)
    }

    pub(super) fn places_units(&self, context: &DrawingContext) -> Availability {
        let there = context.drawing.sheet().units.get(self.item_of(Tool::Units));
        let is_placed = self.tool == Tool::Units && there.is_some_and(|placing| placing.cell.is_some());
        require(is_placed, "the selected unit is not on the map")
    }

    pub(super) fn has_diagonals(&self, context: &DrawingContext) -> Availability {
        let is_hex = context.drawing.ground().grid() == Grid::Hex;
        if is_hex { Ok(()) } else { Err(self.unavailable(context, "squares have no slanted edges")) }
    }

    pub(super) fn has_units(_: &Self, context: &DrawingContext) -> Availability {
        require(context.drawing.is_scenario(), "only a scenario has units; this is a map")
    }

    pub(super) fn can_undo(_: &Self, context: &DrawingContext) -> Availability {
        require(context.drawing.can_undo_redo().0, "nothing is drawn yet")
    }

    pub(super) fn can_redo(_: &Self, context: &DrawingContext) -> Availability {
        require(context.drawing.can_undo_redo().1, "there is nothing to redo")
    }

    /// This reason, or that the ground is of another file.
    pub(super) fn unavailable(&self, context: &DrawingContext, why: &'static str) -> Unavailable {
        Self::has_ground(self, context).err().unwrap_or_else(|| why.into())
    }
}
