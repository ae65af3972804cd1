//! Draws a frame of the drawing screen, handles the mouse on it, and renders it as plain text for screen readers.

use super::{
    going, palette, pen,
    table::{DrawScreen, Tool},
};
use crate::{
    component::{DrawContext, Screen, above_said},
    easel::Easel,
};
use ratatui::{
    Frame,
    layout::{Constraint, Layout, Position, Rect, Spacing},
    text::{Line, Span},
};
use std::sync::Arc;
use wardiary_base::{
    ground::{Cell, Grid, Ground},
    text,
};
use wardiary_rules::{drawing::Placing, state::Unit};
use wardiary_view::{
    draw_line,
    map::{Holder, MapAreas, MapPane, PaletteHit, PalettePane, Piece, described, palette_hit},
};

struct Parts {
    header: Rect,
    map: Rect,
    palette: Rect,
}

/// The minimum widths, in columns, for the palette beside the map and for a wide palette.
const WIDE: (u16, u16) = (76, 110);

fn parts(area: Rect) -> Parts {
    let [header, rest] = Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(area);
    // Neighbouring panes share a border.
    let split = |layout: Layout| layout.spacing(Spacing::Overlap(1));
    let [map, palette] = if area.width >= WIDE.0 {
        let broad = if area.width >= WIDE.1 { 32 } else { 25 };
        split(Layout::horizontal([Constraint::Fill(1), Constraint::Length(broad)])).areas(rest)
    } else {
        split(Layout::vertical([Constraint::Fill(1), Constraint::Length(7)])).areas(rest)
    };
    Parts { header, map, palette }
}

/// The objectives, each with its holder at the start.
fn held(easel: &Easel) -> Vec<(Cell, Holder)> {
    let sides = easel.drawing.state().sides();
    let holder = |name: &str| {
        let side = sides.iter().position(|side| side.name.eq_ignore_ascii_case(name));
        // A map without a scenario has no sides.
        let other = || name.chars().find(char::is_ascii_alphabetic).unwrap_or('?');
        let held = || side.map_or_else(|| Holder::Other(other()), Holder::Side);
        if name.is_empty() { Holder::Nobody } else { held() }
    };
    easel.drawing.ground().objectives().iter().map(|(cell, name)| (*cell, holder(name))).collect()
}

impl DrawScreen {
    fn parts(&self, area: Rect, easel: &Easel) -> Parts {
        parts(above_said(self, area, easel))
    }

    pub(super) fn palette_place(&self, area: Rect, easel: &Easel) -> Rect {
        self.parts(area, easel).palette
    }

    /// Updates what the frame needs: the visible part of the map, and the units on it.
    pub(super) fn make_ready(&mut self, area: Rect, easel: &mut Easel) {
        let map = self.parts(area, easel).map;
        let ground = easel.drawing.ground();
        let areas = MapAreas::of(map, ground);
        self.cursor = Cell::new(self.cursor.column.min(ground.width() - 1), self.cursor.row.min(ground.height() - 1));
        if self.wants_whole {
            self.camera = areas.whole(ground);
            self.wants_whole = false;
        }
        self.seen = areas.seen(self.camera, ground);
        self.camera = areas.showing(self.camera, self.cursor, ground);
        let state = easel.drawing.state();
        self.pieces = state.maps().first().map(|map| Piece::on(state, map.id)).unwrap_or_default();
    }

    pub(super) fn draw_parts(&self, frame: &mut Frame, area: Rect, easel: &Easel, canvas: DrawContext) {
        let DrawContext { look, focused, docked } = canvas;
        let mut whole = above_said(self, area, easel);
        if docked {
            whole.height -= self.dock(area, easel).height;
        }
        let parts = parts(whole);
        draw_line(frame.buffer_mut(), parts.header, (0, 0), &Self::header(easel, canvas));
        let (drawing, ground) = (&easel.drawing, easel.drawing.ground());
        let areas = MapAreas::of(parts.map, ground);
        let items = self.items(easel);
        let chosen = items.get(self.item()).map_or("", |item| item.name.as_str());
        let title = match (self.tool, &self.pen) {
            (Tool::Units, _) => format!("{} to be set out", text::display_name(chosen)),
            (_, Some(_)) => format!("the pen is down: {}", text::display_name(chosen)),
            (_, None) => text::display_name(chosen),
        };
        let points = self.tool != Tool::Terrain && self.pen.is_none();
        let pane = MapPane {
            look,
            state: drawing.state(),
            ground,
            pieces: &self.pieces,
            objectives: &held(easel),
            camera: areas.showing(self.camera, self.cursor, ground),
            cursor: Some(self.cursor),
            chosen: if self.tool == Tool::Units {
                drawing.state().units().get(self.item_of(Tool::Units)).map(|unit| unit.id)
            } else {
                None
            },
            picked: &[],
            overlay: None,
            trails: &[],
            plan: None,
            mark: points.then_some((self.cursor, self.facing)),
            title: &title,
            focused,
        };
        frame.render_widget(&pane, parts.map);
        let names = Self::tool_names(easel);
        let palette = PalettePane {
            look,
            tools: &names,
            tool: Self::tools(easel).iter().position(|(tool, _)| *tool == self.tool).unwrap_or(0),
            items: &items,
            item: self.item(),
            said: &self.said(easel),
        };
        frame.render_widget(&palette, parts.palette);
    }

    pub(super) fn tool_names(easel: &Easel) -> Vec<&'static str> {
        Self::tools(easel).into_iter().map(|(_, name)| name).collect()
    }

    /// The map's description, and whether its file has all changes.
    pub(super) fn about(easel: &Easel) -> [String; 3] {
        let ground = easel.drawing.ground();
        let areas = if ground.grid() == Grid::Hex { "hexes" } else { "squares" };
        let name = easel.path.as_ref().and_then(|path| path.file_name());
        let file = name.map_or("in no file yet".to_string(), |name| text::display_name(&name.to_string_lossy()));
        let saved = if easel.drawing.is_changed() { "not saved" } else { "" };
        [format!("{} × {} {areas}", ground.width(), ground.height()), saved.to_string(), file]
    }

    fn header(easel: &Easel, canvas: DrawContext) -> Line<'static> {
        let styles = canvas.look.theme.header;
        let ground = easel.drawing.ground();
        let bullet = canvas.look.glyphs.bullet;
        let parts = Self::about(easel);
        let mut spans = vec![Span::styled(text::display_name(ground.title()), styles.title)];
        for (at, part) in parts.into_iter().enumerate().filter(|(_, part)| !part.is_empty()) {
            let part = if canvas.look.glyphs.is_ascii() { part.replace('×', "x") } else { part };
            let style = if at == 1 { styles.awaited } else { styles.quiet };
            spans.push(Span::styled(format!("  {bullet} {part}"), style));
        }
        Line::from(spans)
    }

    /// The description of the cursor's area.
    pub(super) fn said(&self, easel: &Easel) -> Vec<String> {
        let (drawing, cell) = (&easel.drawing, self.cursor);
        let ground = drawing.ground();
        let mut said = vec![format!("{cell} {}", described(&drawing.book().ground, ground, cell))];
        if let Some(name) = ground.name_of(cell) {
            let held = ground.objectives().iter().find(|(at, _)| *at == cell);
            let name = text::display_name(name);
            said.push(match held {
                Some((_, side)) if side.is_empty() => format!("{name}, an objective that nobody holds"),
                Some((_, side)) => format!("{name}, an objective that {} holds", text::display_name(side)),
                None => name,
            });
        }
        let here =
            drawing.sheet().units.iter().zip(drawing.state().units()).filter(|(placing, _)| placing.at == Some(cell));
        said.extend(here.map(|(placing, unit)| format!("{}, facing {}", unit.name, placing.facing.name())));
        if self.has_facing(easel).is_ok() {
            said.push(format!("pointing {}", self.facing.name()));
        }
        if self.tool == Tool::Terrain && self.brush > 0 {
            said.push(format!("brush {} broad", 2 * self.brush + 1));
        }
        said
    }

    /// Mouse down: selects on the palette, draws on the map.
    pub(super) fn press(&mut self, at: Position, area: Rect, easel: &mut Easel) {
        let parts = self.parts(area, easel);
        let many = (self.items(easel).len(), self.item());
        match palette_hit(parts.palette, &Self::tool_names(easel), many, at) {
            Some(PaletteHit::Tool(tool)) => {
                if let Some((tool, _)) = Self::tools(easel).get(tool) {
                    palette::take(self, easel, *tool);
                }
                return;
            }
            Some(PaletteHit::Item(item)) => {
                palette::choose(self, easel, item);
                return;
            }
            None => {}
        }
        let ground = easel.drawing.ground();
        let areas = MapAreas::of(parts.map, ground);
        let Some(cell) = areas.cell_at(self.camera, at, ground) else { return };
        let edge = areas.edge_at(self.camera, at, ground).filter(|_| self.tool == Tool::Edges && self.pen.is_none());
        if self.pen.is_some() {
            // A pen that a key put down moves there.
            return pen::go_to(self, easel, cell);
        }
        self.cursor = cell;
        if self.tool == Tool::Units {
            return self.point_at_unit(easel);
        }
        pen::begin(self, easel, true);
        if let (Some(edge), Some(pen)) = (edge, &mut self.pen) {
            pen.on_edges = true;
            pen::touch(self, easel, edge);
        }
    }

    /// A click on a unit takes it in hand; a click elsewhere places the unit in hand.
    fn point_at_unit(&mut self, easel: &mut Easel) {
        match palette::here(self, easel) {
            Some(unit) => palette::choose(self, easel, unit),
            None => pen::dab(self, easel),
        }
    }

    /// The mouse moves with its button down.
    pub(super) fn pull(&mut self, at: Position, area: Rect, easel: &mut Easel) {
        let Some(on_edges) = self.pen.as_ref().filter(|pen| pen.by_mouse).map(|pen| pen.on_edges) else { return };
        let map = self.parts(area, easel).map;
        let ground = easel.drawing.ground();
        let areas = MapAreas::of(map, ground);
        if on_edges {
            if let Some(edge) = areas.edge_at(self.camera, at, ground) {
                pen::touch(self, easel, edge);
            }
        } else if let Some(cell) = areas.cell_at(self.camera, at, ground) {
            pen::go_to(self, easel, cell);
        }
    }
}

pub(super) fn lines(screen: &DrawScreen, easel: &Easel) -> Vec<String> {
    let ground = easel.drawing.ground();
    let about: Vec<String> = DrawScreen::about(easel).into_iter().filter(|part| !part.is_empty()).collect();
    let mut lines = vec![format!("{}: {}.", text::display_name(ground.title()), about.join(", "))];
    lines.push(format!("The cursor is at {}.", screen.said(easel).join("; ")));
    if screen.pen.is_some() {
        lines.push("The pen is down: going draws.".into());
    }
    lines.extend(rows(ground));
    let places = ground.places().iter().map(|(name, cell)| format!("{} {cell}", text::display_name(name)));
    let places: Vec<String> = places.collect();
    if !places.is_empty() {
        lines.push(format!("Places: {}.", places.join(", ")));
    }
    lines.extend(stand(easel));
    let tools = DrawScreen::tool_names(easel);
    lines.push(format!(
        "Tools: {}. Tool in hand: {}; a number takes something else, the name of an area goes there:",
        tools.join(", "),
        going::name(going::DrawList::Palette(screen.tool))
    ));
    let items = screen.items(easel).into_iter().enumerate();
    lines.extend(items.map(|(at, item)| {
        let here = if at == screen.item() { " (in hand)" } else { "" };
        format!("{}  {}{here}", at + 1, text::display_name(&item.name))
    }));
    lines
}

/// The terrain row by row. Neighbouring areas of one terrain are grouped, and equal rows share a line.
fn rows(ground: &Ground) -> Vec<String> {
    let terrain = |column, row| ground.terrain(Cell { column, row }).unwrap_or_default();
    let row = |row: u16| {
        let mut runs: Vec<(u16, u16, &str)> = Vec::new();
        for column in 0..ground.width() {
            let here = terrain(column, row);
            match runs.last_mut() {
                Some((_, last, name)) if *name == here => *last = column,
                _ => runs.push((column, column, here)),
            }
        }
        let run = |(first, last, name): &(u16, u16, &str)| {
            let [from, to] = [*first, *last].map(Cell::column_name);
            let name = text::display_name(name);
            if first == last { format!("{from} {name}") } else { format!("{from} to {to} {name}") }
        };
        runs.iter().map(run).collect::<Vec<_>>().join(", ")
    };
    let mut told: Vec<(u16, u16, String)> = Vec::new();
    for at in 0..ground.height() {
        let here = row(at);
        match told.last_mut() {
            Some((_, last, said)) if *said == here => *last = at,
            _ => told.push((at, at, here)),
        }
    }
    let line = |(first, last, said): &(u16, u16, String)| {
        let (first, last) = (u32::from(*first) + 1, u32::from(*last) + 1);
        if first == last { format!("Row {first}: {said}.") } else { format!("Rows {first} to {last}: {said}.") }
    };
    told.iter().map(line).collect()
}

/// The units on the map, and those still to place.
fn stand(easel: &Easel) -> Vec<String> {
    let units = easel.drawing.sheet().units.iter().zip(easel.drawing.state().units());
    let line = |(placing, unit): (&Placing, &Arc<Unit>)| match placing.at {
        Some(cell) => format!("{} at {cell}, facing {}.", unit.name, placing.facing.name()),
        None => format!("{} is not set out.", unit.name),
    };
    units.map(line).collect()
}

/// The area with that name or coordinate on this map.
pub(super) fn area(named: &str, easel: &Easel) -> Option<Cell> {
    let ground = easel.drawing.ground();
    let cell = named.parse::<Cell>().ok()?;
    ground.terrain(cell).is_some().then_some(cell)
}
