//! The drawing screen's state: where the cursor is, what of the map is seen, what is in the hand.

use crate::easel::Easel;
use wardiary_base::ground::{Cell, Facing, Grid};
use wardiary_view::map::{Camera, Piece, Zoom};

/// The drawing screen.
pub(crate) struct DrawScreen {
    /// The area of the cursor.
    pub(super) cursor: Cell,
    /// What of the map is seen.
    pub(super) camera: Camera,
    /// Whether all of it is to be seen, as near as it fits, when the next frame is made ready.
    pub(super) wants_whole: bool,
    /// The columns and rows that are seen whole.
    pub(super) seen: (u16, u16),
    /// The tool in hand.
    pub(super) tool: Tool,
    /// Which terrain, by its place in the palette.
    pub(super) terrain: usize,
    /// Which kind of edge, likewise; the first takes away.
    pub(super) edge: usize,
    /// Whether roads are made; else they are broken.
    pub(super) road: usize,
    /// Which unit, by its place in the muster.
    pub(super) unit: usize,
    /// The edge that is pointed at, or that a unit faces.
    pub(super) facing: Facing,
    /// How far the brush reaches.
    pub(super) brush: u16,
    /// The pen, while it is down.
    pub(super) pen: Option<Pen>,
    /// Who stands where.
    pub(super) pieces: Vec<Piece>,
}

/// A tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tool {
    Terrain,
    Edges,
    Roads,
    Units,
}

/// The pen, while it is down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pen {
    /// The areas that it went through.
    pub way: Vec<Cell>,
    /// Whether it is the mouse's, and lifted with its button.
    pub by_mouse: bool,
    /// Whether it goes along the edges under the pointer, and not beside the way.
    pub on_edges: bool,
    /// On which hand of the way edges are laid, once that is known.
    pub is_right: Option<bool>,
}

impl DrawScreen {
    /// The screen as it is when it opens.
    #[must_use]
    pub fn new(easel: &Easel) -> Self {
        let ground = easel.drawing.ground();
        let rules = &easel.drawing.book().ground;
        let open = |name: &str| rules.terrain.iter().position(|terrain| terrain.name != name).unwrap_or(0);
        let first = ground.terrain(Cell::new(0, 0)).unwrap_or_default();
        Self {
            cursor: Cell::new(ground.width() / 2, ground.height() / 2),
            camera: Camera { zoom: Zoom::Far, first: Cell::new(0, 0) },
            wants_whole: true,
            seen: (1, 1),
            tool: if easel.drawing.has_own_ground() { Tool::Terrain } else { Tool::Units },
            terrain: open(first),
            edge: 1,
            road: 0,
            unit: 0,
            facing: Facing::N,
            brush: 0,
            pen: None,
            pieces: Vec::new(),
        }
    }

    /// The pen is lifted: the stroke ends.
    pub(super) fn lift(&mut self, easel: &mut Easel) {
        if self.pen.take().is_some() {
            easel.drawing.end_stroke();
        }
    }

    /// Whether the tool in hand draws along a way.
    pub(super) fn has_pen(&self, _: &Easel) -> bool {
        self.tool != Tool::Units
    }

    pub(super) fn has_facing(&self, _: &Easel) -> bool {
        self.tool != Tool::Terrain && self.pen.is_none()
    }

    pub(super) fn paints(&self, easel: &Easel) -> bool {
        self.tool == Tool::Terrain && easel.drawing.has_own_ground()
    }

    pub(super) fn has_ground(_: &Self, easel: &Easel) -> bool {
        easel.drawing.has_own_ground()
    }

    pub(super) fn sets_out(&self, easel: &Easel) -> bool {
        let there = easel.drawing.sheet().units.get(self.unit);
        self.tool == Tool::Units && there.is_some_and(|placing| placing.at.is_some())
    }

    pub(super) fn has_slants(_: &Self, easel: &Easel) -> bool {
        easel.drawing.ground().grid() == Grid::Hex
    }

    /// Why a command can't be done now.
    pub(super) fn reason(command: &str, easel: &Easel) -> &'static str {
        match command {
            _ if !easel.drawing.has_own_ground() && !matches!(command, "draw-undo" | "draw-redo" | "draw-off") => {
                "this scenario names the map of another file: here its units are set out"
            }
            "draw-undo" => "nothing is drawn yet",
            "draw-redo" => "nothing was taken back",
            "draw-fill" | "draw-brush" => "that is for terrain: take that tool first",
            "draw-nw" | "draw-ne" | "draw-sw" | "draw-se" => "squares have no slanted edges",
            "draw-units" => "only a scenario has units; this is a map",
            "draw-off" => "no unit that is on the map is in your hand",
            "draw-turn" | "draw-turn-back" => "that is for edges, roads and units; and the pen is lifted for it",
            _ => "not now",
        }
    }
}
