//! The drawing tools, the items of each tool, and the selection among them.

use super::table::{DrawScreen, Tool};
use crate::{component::Context, easel::Easel, motion::cycled, notice::Notice};
use wardiary_base::{
    book::{EdgeLook, TerrainLook},
    ground::Ground,
    text,
};
use wardiary_view::map::{PaletteItem, Swatch};

/// The palette's item for an edge with nothing on it.
const NOTHING: &str = "nothing";

/// The available terrains: the rulebook's, then others that the map uses.
pub(super) fn terrains(easel: &Easel) -> Vec<(String, TerrainLook)> {
    let (rules, ground) = (&easel.drawing.book().ground, easel.drawing.ground());
    let own: Vec<(String, TerrainLook)> =
        rules.terrain.iter().map(|terrain| (terrain.name.clone(), terrain.look)).collect();
    let more = ground.legend().iter().filter(|(_, name)| rules.terrain(name).is_none());
    own.iter().cloned().chain(more.map(|(_, name)| (name.clone(), TerrainLook::Rough))).collect()
}

/// The available kinds of edges: the rulebook's, then others that the map uses.
pub(super) fn edges(easel: &Easel) -> Vec<(String, EdgeLook)> {
    let (rules, ground) = (&easel.drawing.book().ground, easel.drawing.ground());
    let own: Vec<(String, EdgeLook)> = rules.edges.iter().map(|edge| (edge.name.clone(), edge.look)).collect();
    let more = ground.edge_kinds().iter().filter(|name| rules.edge(name).is_none());
    own.iter().cloned().chain(more.map(|name| (name.clone(), EdgeLook::Bank))).collect()
}

/// The character for a terrain in map files.
pub(super) fn sign(name: &str, look: TerrainLook, ground: &Ground) -> char {
    let known = ground.legend().iter().find(|(_, terrain)| terrain == name).map(|(sign, _)| *sign);
    let customary = match look {
        TerrainLook::Open => Some('.'),
        TerrainLook::Water => Some('~'),
        _ => name.chars().find(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()),
    };
    known.or(customary).unwrap_or('?')
}

impl DrawScreen {
    /// The tools that apply to this drawing.
    pub(super) fn tools(easel: &Easel) -> Vec<(Tool, &'static str)> {
        let ground = [(Tool::Terrain, "terrain"), (Tool::Edges, "edges"), (Tool::Roads, "roads")];
        let units = easel.drawing.is_scenario().then_some((Tool::Units, "units"));
        ground.into_iter().filter(|_| easel.drawing.has_own_ground()).chain(units).collect()
    }

    pub(super) fn items(&self, easel: &Easel) -> Vec<PaletteItem> {
        Self::items_of(self.tool, easel)
    }

    pub(super) fn items_of(tool: Tool, easel: &Easel) -> Vec<PaletteItem> {
        let item = |name: &str, swatch| PaletteItem { name: name.into(), swatch };
        match tool {
            Tool::Terrain => terrains(easel).iter().map(|(name, look)| item(name, Swatch::Terrain(*look))).collect(),
            Tool::Edges => {
                let kinds = edges(easel);
                let nothing = item(NOTHING, Swatch::Nothing);
                std::iter::once(nothing)
                    .chain(kinds.iter().map(|(name, look)| item(name, Swatch::Edge(*look))))
                    .collect()
            }
            Tool::Roads => vec![item("road", Swatch::Road), item("no road", Swatch::Nothing)],
            Tool::Units => {
                let state = easel.drawing.state();
                let units = easel.drawing.sheet().units.iter().zip(state.units());
                let side = |id| state.sides().iter().position(|side| side.id == id).unwrap_or(0);
                let swatch = |at: &wardiary_rules::drawing::Placing, unit: &wardiary_rules::state::Unit| {
                    Swatch::Unit(side(unit.side), at.at.map(|_| at.facing))
                };
                units.map(|(at, unit)| item(&unit.name, swatch(at, unit))).collect()
            }
        }
    }

    pub(super) fn item(&self) -> usize {
        self.item_of(self.tool)
    }

    /// The index of the selected item of a tool.
    pub(super) fn item_of(&self, tool: Tool) -> usize {
        self.palettes[tool as usize].selected
    }

    fn set_item(&mut self, at: usize, easel: &Easel) {
        self.palettes[self.tool as usize].select(at);
        // Moves the cursor to the selected unit, so that turning starts from its facing.
        if self.tool == Tool::Units
            && let Some(placing) = easel.drawing.sheet().units.get(at)
            && let Some(cell) = placing.at
        {
            (self.cursor, self.facing) = (cell, placing.facing);
        }
    }
}

pub(super) fn take(screen: &mut DrawScreen, easel: &mut Easel, tool: Tool) {
    if DrawScreen::tools(easel).iter().any(|(there, _)| *there == tool) {
        screen.lift(easel);
        screen.tool = tool;
        let last = screen.items(easel).len().saturating_sub(1);
        screen.set_item(screen.item().min(last), easel);
    } else {
        easel.say(Notice::bad(screen.lacks(easel, "not now").to_string()));
    }
}

pub(super) fn next_tool(screen: &mut DrawScreen, easel: &mut Easel, by: isize) {
    let tools: Vec<Tool> = DrawScreen::tools(easel).into_iter().map(|(tool, _)| tool).collect();
    take(screen, easel, cycled(&tools, screen.tool, by));
}

pub(super) fn next(screen: &mut DrawScreen, easel: &mut Easel, by: isize) {
    let many = screen.items(easel).len();
    if many > 0 {
        choose(screen, easel, (screen.item() + many).saturating_add_signed(by) % many);
    }
}

/// Selects an item of the palette.
pub(super) fn choose(screen: &mut DrawScreen, easel: &mut Easel, at: usize) {
    let many = screen.items(easel).len();
    if at < many {
        screen.lift(easel);
        screen.set_item(at, easel);
    } else {
        easel.say(Notice::bad(format!("the palette has only {many}")));
    }
}

/// Makes the brush one area larger, up to three; then starts again with the smallest.
pub(super) fn brush(screen: &mut DrawScreen, easel: &mut Easel) {
    screen.brush = (screen.brush + 1) % 4;
    let across = text::count(usize::from(2 * screen.brush + 1), "area", "areas");
    easel.say(Notice::good(format!("the brush is {across} broad")));
}

/// Takes what lies under the cursor in hand (an eyedropper).
pub(super) fn pick(screen: &mut DrawScreen, easel: &mut Easel) {
    let ground = easel.drawing.ground();
    let at = match screen.tool {
        Tool::Terrain => {
            terrains(easel).iter().position(|(name, _)| Some(name.as_str()) == ground.terrain(screen.cursor))
        }
        Tool::Edges => {
            let here = ground.edge(screen.cursor, screen.facing);
            edges(easel).iter().position(|(name, _)| Some(name.as_str()) == here).map_or(Some(0), |at| Some(at + 1))
        }
        Tool::Roads => None,
        Tool::Units => here(screen, easel),
    };
    if let Some(at) = at {
        choose(screen, easel, at);
    }
}

/// The next unit under the cursor.
pub(super) fn here(screen: &DrawScreen, easel: &Easel) -> Option<usize> {
    let units = &easel.drawing.sheet().units;
    let is_here = |at: &usize| units[*at].at == Some(screen.cursor);
    let after = (screen.item_of(Tool::Units) + 1..units.len()).find(is_here);
    after.or_else(|| (0..units.len()).find(is_here))
}
