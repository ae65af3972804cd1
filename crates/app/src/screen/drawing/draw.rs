//! Draws a frame of the drawing screen, handles the mouse on it, and renders it as plain text for screen readers.

use super::{
    navigation, palette, pen,
    screen_state::{DrawScreen, Tool},
};
use crate::{
    component::{RenderOptions, Screen, above_status},
    drawing_context::DrawingContext,
};
use ratatui::{
    Frame,
    layout::{Constraint, Layout, Position, Rect, Spacing},
    text::{Line, Span},
};
use std::sync::Arc;
use wardiary_base::{
    ground::{Cell, Grid, Ground},
    text::{self, Text},
};
use wardiary_rules::{drawing::Placing, state::Unit};
use wardiary_view::{
    draw_line,
    map::{Camera, Holder, MapAreas, MapPane, PaletteHit, PalettePane, Piece, describe_area, palette_hit},
};

struct ScreenAreas {
    header: Rect,
    map: Rect,
    palette: Rect,
}

/// The minimum widths, in columns, for the palette beside the map and for a wide palette.
const MIN_WIDTHS: (u16, u16) = (76, 110);

fn split_area(area: Rect) -> ScreenAreas {
    let [header, rest] = Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(area);
    // Neighbouring panes share a border.
    let split = |layout: Layout| layout.spacing(Spacing::Overlap(1));
    let [map, palette] = if area.width >= MIN_WIDTHS.0 {
        let broad = if area.width >= MIN_WIDTHS.1 { 32 } else { 25 };
        split(Layout::horizontal([Constraint::Fill(1), Constraint::Length(broad)])).areas(rest)
    } else {
        split(Layout::vertical([Constraint::Fill(1), Constraint::Length(7)])).areas(rest)
    };
    ScreenAreas { header, map, palette }
}

fn objective_holders(context: &DrawingContext) -> Vec<(Cell, Holder)> {
    let sides = context.drawing.state().sides();
    let holder = |name: &Text| {
        let name = name.to_string();
        let side = sides.iter().position(|side| side.name.eq_ignore_ascii_case(&name));
        // A map without a scenario has no sides.
        let other = || name.chars().find(char::is_ascii_alphabetic).unwrap_or('?');
        let holder = || side.map_or_else(|| Holder::Other(other()), Holder::Side);
        if name.is_empty() { Holder::Nobody } else { holder() }
    };
    context.drawing.ground().objectives().iter().map(|(cell, name)| (*cell, holder(name))).collect()
}

impl DrawScreen {
    fn areas(&self, area: Rect, context: &DrawingContext) -> ScreenAreas {
        split_area(above_status(self, area, context))
    }

    pub(super) fn palette_area(&self, area: Rect, context: &DrawingContext) -> Rect {
        self.areas(area, context).palette
    }

    /// Updates what the frame needs: the visible part of the map, and the units on it.
    pub(super) fn prepare_frame(&mut self, area: Rect, context: &mut DrawingContext) {
        let map = self.areas(area, context).map;
        let ground = context.drawing.ground();
        let areas = MapAreas::new(map, ground);
        self.cursor = Cell::new(self.cursor.column.min(ground.width() - 1), self.cursor.row.min(ground.height() - 1));
        if self.fits_map_next {
            // The palette is the legend, and edges are easier to hit where areas have their usual size.
            self.camera = Camera { fills: false, ..areas.whole_map(ground) };
            self.fits_map_next = false;
        }
        self.visible_areas = areas.visible_size(self.camera, ground);
        self.camera = areas.showing(self.camera, self.cursor, ground);
        let state = context.drawing.state();
        self.pieces = state.maps().first().map(|map| Piece::on_map(state, map.id)).unwrap_or_default();
    }

    pub(super) fn draw_parts(&self, frame: &mut Frame, area: Rect, context: &DrawingContext, canvas: RenderOptions) {
        let RenderOptions { look, focused, docked } = canvas;
        let mut whole = above_status(self, area, context);
        if docked {
            whole.height -= self.dock_area(area, context).height;
        }
        let parts = split_area(whole);
        draw_line(frame.buffer_mut(), parts.header, (0, 0), &Self::header(context, canvas));
        let (drawing, ground) = (&context.drawing, context.drawing.ground());
        let areas = MapAreas::new(parts.map, ground);
        let items = self.item_lines(context);
        let chosen = items.get(self.item()).map_or("", |item| item.name.as_str());
        let title = match (self.tool, &self.pen) {
            (Tool::Units, _) => format!("{} to be placed", text::display_name(chosen)),
            (_, Some(_)) => format!("the pen is down: {}", text::display_name(chosen)),
            (_, None) => text::display_name(chosen),
        };
        let points = self.tool != Tool::Terrain && self.pen.is_none();
        let pane = MapPane {
            look,
            state: drawing.state(),
            ground,
            pieces: &self.pieces,
            objectives: &objective_holders(context),
            camera: areas.showing(self.camera, self.cursor, ground),
            cursor: Some(self.cursor),
            selected: if self.tool == Tool::Units {
                drawing.state().units().get(self.item_of(Tool::Units)).map(|unit| unit.id)
            } else {
                None
            },
            picked: &[],
            overlay: None,
            move_traces: &[],
            planned_move: None,
            marked_edge: points.then_some((self.cursor, self.facing)),
            title: &title,
            focused,
        };
        frame.render_widget(&pane, parts.map);
        let names = Self::tool_names(context);
        let palette = PalettePane {
            look,
            tools: &names,
            tool: Self::tools(context).iter().position(|(tool, _)| *tool == self.tool).unwrap_or(0),
            items: &items,
            item: self.item(),
            description: &self.cursor_description(context),
        };
        frame.render_widget(&palette, parts.palette);
    }

    pub(super) fn tool_names(context: &DrawingContext) -> Vec<&'static str> {
        Self::tools(context).into_iter().map(|(_, name)| name).collect()
    }

    /// The map's description, and whether its file has all changes.
    pub(super) fn map_description(context: &DrawingContext) -> [String; 3] {
        let ground = context.drawing.ground();
        let areas = if ground.grid() == Grid::Hex { "hexes" } else { "squares" };
        let name = context.path.as_ref().and_then(|path| path.file_name());
        let file = name.map_or("not in a file yet".to_string(), |name| text::display_name(&name.to_string_lossy()));
        let saved = if context.drawing.is_changed() { "not saved" } else { "" };
        [format!("{} × {} {areas}", ground.width(), ground.height()), saved.to_string(), file]
    }

    fn header(context: &DrawingContext, canvas: RenderOptions) -> Line<'static> {
        let styles = canvas.look.theme.header;
        let ground = context.drawing.ground();
        let bullet = canvas.look.glyphs.bullet;
        let parts = Self::map_description(context);
        let mut spans = vec![Span::styled(ground.title().as_name(), styles.title)];
        for (at, part) in parts.into_iter().enumerate().filter(|(_, part)| !part.is_empty()) {
            let part = if canvas.look.glyphs.is_ascii() { part.replace('×', "x") } else { part };
            let style = if at == 1 { styles.awaited } else { styles.muted };
            spans.push(Span::styled(format!("  {bullet} {part}"), style));
        }
        Line::from(spans)
    }

    pub(super) fn cursor_description(&self, context: &DrawingContext) -> Vec<String> {
        let (drawing, cell) = (&context.drawing, self.cursor);
        let ground = drawing.ground();
        let mut parts = vec![format!("{cell} {}", describe_area(&drawing.book().ground, ground, cell))];
        if let Some(name) = ground.name_of(cell) {
            let objective = ground.objectives().iter().find(|(at, _)| *at == cell);
            let name = name.as_name();
            parts.push(match objective {
                Some((_, side)) if side.is_empty() => format!("{name}, an objective held by nobody"),
                Some((_, side)) => format!("{name}, an objective held by {}", side.as_name()),
                None => name,
            });
        }
        let here =
            drawing.sheet().units.iter().zip(drawing.state().units()).filter(|(placing, _)| placing.cell == Some(cell));
        parts.extend(here.map(|(placing, unit)| format!("{}, facing {}", unit.name, placing.facing.name())));
        if self.has_facing(context).is_ok() {
            parts.push(format!("pointing {}", self.facing.name()));
        }
        if self.tool == Tool::Terrain && self.brush > 0 {
            parts.push(format!("brush {} wide", 2 * self.brush + 1));
        }
        parts
    }

    /// Mouse down: selects on the palette, draws on the map.
    pub(super) fn press(&mut self, at: Position, area: Rect, context: &mut DrawingContext) {
        let parts = self.areas(area, context);
        let many = (self.item_lines(context).len(), self.item());
        match palette_hit(parts.palette, &Self::tool_names(context), many, at) {
            Some(PaletteHit::Tool(tool)) => {
                if let Some((tool, _)) = Self::tools(context).get(tool) {
                    palette::take_tool(self, context, *tool);
                }
                return;
            }
            Some(PaletteHit::Item(item)) => {
                palette::choose_item(self, context, item);
                return;
            }
            None => {}
        }
        let ground = context.drawing.ground();
        let areas = MapAreas::new(parts.map, ground);
        let Some(cell) = areas.cell_at(self.camera, at, ground) else { return };
        let edge = areas.edge_at(self.camera, at, ground).filter(|_| self.tool == Tool::Edges && self.pen.is_none());
        if self.pen.is_some() {
            // A pen that a key put down moves there.
            return pen::move_cursor(self, context, cell);
        }
        self.cursor = cell;
        if self.tool == Tool::Units {
            return self.click_unit(context);
        }
        pen::start_stroke(self, context, true);
        if let (Some(edge), Some(pen)) = (edge, &mut self.pen) {
            pen.on_edges = true;
            pen::lay_edge_at(self, context, edge);
        }
    }

    /// A click on a unit takes it in hand; a click elsewhere places the unit in hand.
    fn click_unit(&mut self, context: &mut DrawingContext) {
        match palette::next_unit_here(self, context) {
            Some(unit) => palette::choose_item(self, context, unit),
            None => pen::apply_tool(self, context),
        }
    }

    pub(super) fn drag(&mut self, at: Position, area: Rect, context: &mut DrawingContext) {
        let Some(on_edges) = self.pen.as_ref().filter(|pen| pen.by_mouse).map(|pen| pen.on_edges) else { return };
        let map = self.areas(area, context).map;
        let ground = context.drawing.ground();
        let areas = MapAreas::new(map, ground);
        if on_edges {
            if let Some(edge) = areas.edge_at(self.camera, at, ground) {
                pen::lay_edge_at(self, context, edge);
            }
        } else if let Some(cell) = areas.cell_at(self.camera, at, ground) {
            pen::move_cursor(self, context, cell);
        }
    }
}

pub(super) fn lines(screen: &DrawScreen, context: &DrawingContext) -> Vec<String> {
    let ground = context.drawing.ground();
    let about: Vec<String> = DrawScreen::map_description(context).into_iter().filter(|part| !part.is_empty()).collect();
    let mut lines = vec![format!("{}: {}.", ground.title().as_name(), about.join(", "))];
    lines.push(format!("The cursor is at {}.", screen.cursor_description(context).join("; ")));
    if screen.pen.is_some() {
        lines.push("The pen is down: moving draws.".into());
    }
    lines.extend(rows(ground));
    let places = ground.places().iter().map(|(name, cell)| format!("{} {cell}", name.as_name()));
    let places: Vec<String> = places.collect();
    if !places.is_empty() {
        lines.push(format!("Places: {}.", places.join(", ")));
    }
    lines.extend(stand(context));
    let tools = DrawScreen::tool_names(context);
    lines.push(format!(
        "Tools: {}. Current tool: {}; a number selects another item, the name of an area goes there:",
        tools.join(", "),
        navigation::names(navigation::DrawList::Palette(screen.tool)).0
    ));
    let items = screen.item_lines(context).into_iter().enumerate();
    lines.extend(items.map(|(at, item)| {
        let here = if at == screen.item() { " (selected)" } else { "" };
        format!("{}  {}{here}", at + 1, text::display_name(&item.name))
    }));
    lines
}

/// The terrain row by row. Neighbouring areas of one terrain are grouped, and equal rows share a line.
fn rows(ground: &Ground) -> Vec<String> {
    let terrain = |column, row| ground.terrain(Cell { row, column }).cloned().unwrap_or_default();
    let row = |row: u16| {
        let mut runs: Vec<(u16, u16, Text)> = Vec::new();
        for column in 0..ground.width() {
            let here = terrain(column, row);
            match runs.last_mut() {
                Some((_, last, name)) if *name == here => *last = column,
                _ => runs.push((column, column, here)),
            }
        }
        let run = |(first, last, name): &(u16, u16, Text)| {
            let [from, to] = [*first, *last].map(Cell::column_name);
            let name = name.as_name();
            if first == last { format!("{from} {name}") } else { format!("{from} to {to} {name}") }
        };
        runs.iter().map(run).collect::<Vec<_>>().join(", ")
    };
    let mut text: Vec<(u16, u16, String)> = Vec::new();
    for at in 0..ground.height() {
        let here = row(at);
        match text.last_mut() {
            Some((_, last, row)) if *row == here => *last = at,
            _ => text.push((at, at, here)),
        }
    }
    let line = |(first, last, row): &(u16, u16, String)| {
        let (first, last) = (u32::from(*first) + 1, u32::from(*last) + 1);
        if first == last { format!("Row {first}: {row}.") } else { format!("Rows {first} to {last}: {row}.") }
    };
    text.iter().map(line).collect()
}

/// The units on the map, and those still to place.
fn stand(context: &DrawingContext) -> Vec<String> {
    let units = context.drawing.sheet().units.iter().zip(context.drawing.state().units());
    let line = |(placing, unit): (&Placing, &Arc<Unit>)| match placing.cell {
        Some(cell) => format!("{} at {cell}, facing {}.", unit.name, placing.facing.name()),
        None => format!("{} is not on the map.", unit.name),
    };
    units.map(line).collect()
}

/// The area with that name or coordinate on this map.
pub(super) fn find_area(named: &str, context: &DrawingContext) -> Option<Cell> {
    let ground = context.drawing.ground();
    let cell = named.parse::<Cell>().ok()?;
    ground.terrain(cell).is_some().then_some(cell)
}
