//! The drawing tools, the items of each tool, and the selection among them.

use super::screen_state::{DrawScreen, Tool};
use crate::{component::Context, drawing_context::DrawingContext, motion::cycled, notice::Notice};
use std::fmt::Display;
use wardiary_base::{
    book::{EdgeLook, TerrainLook},
    ground::Ground,
    text::{self, Text},
};
use wardiary_view::map::{PaletteItem, PaletteSwatch};

/// The palette's item for an edge with nothing on it.
const NOTHING: &str = "nothing";

/// The available terrains: the rulebook's, then others that the map uses.
pub(super) fn terrains(context: &DrawingContext) -> Vec<(Text, TerrainLook)> {
    let (rules, ground) = (&context.drawing.book().ground, context.drawing.ground());
    let own: Vec<(Text, TerrainLook)> =
        rules.terrain.iter().map(|terrain| (terrain.name.clone(), terrain.look)).collect();
    let more = ground.legend().iter().filter(|(_, name)| rules.terrain(name).is_none());
    own.iter().cloned().chain(more.map(|(_, name)| (name.clone(), TerrainLook::Rough))).collect()
}

/// The available kinds of edges: the rulebook's, then others that the map uses.
pub(super) fn edges(context: &DrawingContext) -> Vec<(Text, EdgeLook)> {
    let (rules, ground) = (&context.drawing.book().ground, context.drawing.ground());
    let own: Vec<(Text, EdgeLook)> = rules.edges.iter().map(|edge| (edge.name.clone(), edge.look)).collect();
    let more = ground.edge_kinds().iter().filter(|name| rules.edge(name).is_none());
    own.iter().cloned().chain(more.map(|name| (name.clone(), EdgeLook::Bank))).collect()
}

pub(super) fn map_character(name: &Text, look: TerrainLook, ground: &Ground) -> char {
    let known = ground.legend().iter().find(|(_, terrain)| terrain == name).map(|(sign, _)| *sign);
    let customary = match look {
        TerrainLook::Open => Some('.'),
        TerrainLook::Water => Some('~'),
        _ => name.to_string().chars().find(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()),
    };
    known.or(customary).unwrap_or('?')
}

impl DrawScreen {
    /// The tools that apply to this drawing.
    pub(super) fn tools(context: &DrawingContext) -> Vec<(Tool, &'static str)> {
        let ground = [(Tool::Terrain, "terrain"), (Tool::Edges, "edges"), (Tool::Roads, "roads")];
        let units = context.drawing.is_scenario().then_some((Tool::Units, "units"));
        ground.into_iter().filter(|_| context.drawing.has_own_ground()).chain(units).collect()
    }

    pub(super) fn item_lines(&self, context: &DrawingContext) -> Vec<PaletteItem> {
        Self::items_of(self.tool, context)
    }

    pub(super) fn items_of(tool: Tool, context: &DrawingContext) -> Vec<PaletteItem> {
        let item = |name: &dyn Display, swatch| PaletteItem { name: name.to_string(), swatch };
        match tool {
            Tool::Terrain => {
                terrains(context).iter().map(|(name, look)| item(name, PaletteSwatch::Terrain(*look))).collect()
            }
            Tool::Edges => {
                let kinds = edges(context);
                let nothing = item(&NOTHING, PaletteSwatch::Nothing);
                std::iter::once(nothing)
                    .chain(kinds.iter().map(|(name, look)| item(name, PaletteSwatch::Edge(*look))))
                    .collect()
            }
            Tool::Roads => vec![item(&"road", PaletteSwatch::Road), item(&"no road", PaletteSwatch::Nothing)],
            Tool::Units => {
                let state = context.drawing.state();
                let units = context.drawing.sheet().units.iter().zip(state.units());
                let side = |id| state.sides().iter().position(|side| side.id == id).unwrap_or(0);
                let swatch = |at: &wardiary_rules::drawing::Placing, unit: &wardiary_rules::state::Unit| {
                    PaletteSwatch::Unit(side(unit.side), at.cell.map(|_| at.facing))
                };
                units.map(|(at, unit)| item(&unit.name, swatch(at, unit))).collect()
            }
        }
    }

    pub(super) fn item(&self) -> usize {
        self.item_of(self.tool)
    }

    pub(super) fn item_of(&self, tool: Tool) -> usize {
        self.palettes[tool as usize].selected
    }

    fn set_item(&mut self, at: usize, context: &DrawingContext) {
        self.palettes[self.tool as usize].select(at);
        // Moves the cursor to the selected unit, so that turning starts from its facing.
        if self.tool == Tool::Units
            && let Some(placing) = context.drawing.sheet().units.get(at)
            && let Some(cell) = placing.cell
        {
            (self.cursor, self.facing) = (cell, placing.facing);
        }
    }
}

pub(super) fn take_tool(screen: &mut DrawScreen, context: &mut DrawingContext, tool: Tool) {
    if DrawScreen::tools(context).iter().any(|(there, _)| *there == tool) {
        screen.lift_pen(context);
        screen.tool = tool;
        let last = screen.item_lines(context).len().saturating_sub(1);
        screen.set_item(screen.item().min(last), context);
    } else {
        context.say(Notice::bad(screen.unavailable(context, "not now").to_string()));
    }
}

pub(super) fn next_tool(screen: &mut DrawScreen, context: &mut DrawingContext, by: isize) {
    let tools: Vec<Tool> = DrawScreen::tools(context).into_iter().map(|(tool, _)| tool).collect();
    take_tool(screen, context, cycled(&tools, screen.tool, by));
}

pub(super) fn next_item(screen: &mut DrawScreen, context: &mut DrawingContext, by: isize) {
    let many = screen.item_lines(context).len();
    if many > 0 {
        choose_item(screen, context, (screen.item() + many).saturating_add_signed(by) % many);
    }
}

pub(super) fn choose_item(screen: &mut DrawScreen, context: &mut DrawingContext, at: usize) {
    let many = screen.item_lines(context).len();
    if at < many {
        screen.lift_pen(context);
        screen.set_item(at, context);
    } else {
        context.say(Notice::bad(format!("the palette has only {many}")));
    }
}

/// Makes the brush one area larger, up to three; then starts again with the smallest.
pub(super) fn next_brush(screen: &mut DrawScreen, context: &mut DrawingContext) {
    screen.brush = (screen.brush + 1) % 4;
    let across = text::count(usize::from(2 * screen.brush + 1), "area", "areas");
    context.say(Notice::good(format!("the brush is {across} wide")));
}

/// Takes what lies under the cursor in hand (an eyedropper).
pub(super) fn pick_up(screen: &mut DrawScreen, context: &mut DrawingContext) {
    let ground = context.drawing.ground();
    let at = match screen.tool {
        Tool::Terrain => terrains(context).iter().position(|(name, _)| Some(name) == ground.terrain(screen.cursor)),
        Tool::Edges => {
            let here = ground.edge(screen.cursor, screen.facing);
            edges(context).iter().position(|(name, _)| Some(name) == here).map_or(Some(0), |at| Some(at + 1))
        }
        Tool::Roads => None,
        Tool::Units => next_unit_here(screen, context),
    };
    if let Some(at) = at {
        choose_item(screen, context, at);
    }
}

pub(super) fn next_unit_here(screen: &DrawScreen, context: &DrawingContext) -> Option<usize> {
    let units = &context.drawing.sheet().units;
    let is_here = |at: &usize| units[*at].cell == Some(screen.cursor);
    let after = (screen.item_of(Tool::Units) + 1..units.len()).find(is_here);
    after.or_else(|| (0..units.len()).find(is_here))
}
