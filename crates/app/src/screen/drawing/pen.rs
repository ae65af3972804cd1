//! Drawing: what the tool in hand does in an area and along a stroke.

use super::{
    palette::{edges, map_character, terrains},
    screen_state::{DrawScreen, Pen, Tool},
};
use crate::{component::Context, drawing_context::DrawingContext, motion::cycled, notice::Notice};
use wardiary_base::{
    ground::{Cell, Edit, Facing},
    text::Text,
};
use wardiary_rules::drawing::Placing;

/// The kind of edge in hand; `None` erases.
fn edge_kind(screen: &DrawScreen, context: &DrawingContext) -> Option<Text> {
    screen.item_of(Tool::Edges).checked_sub(1).and_then(|at| edges(context).get(at).map(|(name, _)| name.clone()))
}

fn paint(screen: &DrawScreen, context: &DrawingContext, cells: Vec<Cell>) -> Option<Edit> {
    let (terrain, look) = terrains(context).get(screen.item_of(Tool::Terrain))?.clone();
    let sign = map_character(&terrain, look, context.drawing.ground());
    Some(Edit::Terrain { cells, terrain, sign })
}

fn brush_cells(screen: &DrawScreen, context: &DrawingContext, way: &[Cell]) -> Vec<Cell> {
    let ground = context.drawing.ground();
    way.iter().flat_map(|cell| ground.cells_within(*cell, screen.brush)).collect()
}

/// Applies the tool in hand to the cursor's area, or to the edge it points at.
pub(super) fn apply_tool(screen: &mut DrawScreen, context: &mut DrawingContext) {
    let (cursor, facing) = (screen.cursor, screen.facing);
    match screen.tool {
        Tool::Terrain => {
            let cells = brush_cells(screen, context, &[cursor]);
            if let Some(edit) = paint(screen, context, cells) {
                context.apply_edit(&edit);
            }
        }
        Tool::Edges => {
            let wanted = edge_kind(screen, context);
            toggle_edge(screen, context, wanted);
        }
        Tool::Roads => {
            let Some(beyond) = cell_across_edge(screen, context) else { return };
            let there = context.drawing.ground().has_road(cursor, facing);
            context.apply_edit(&Edit::Road {
                way: vec![cursor, beyond],
                there: screen.item_of(Tool::Roads) == 0 && !there,
            });
        }
        Tool::Units => place_unit(screen, context),
    }
}

/// Lays a kind of edge on the edge pointed at, or removes it if it is there already.
fn toggle_edge(screen: &DrawScreen, context: &mut DrawingContext, wanted: Option<Text>) {
    if cell_across_edge(screen, context).is_some() {
        let here = context.drawing.ground().edge(screen.cursor, screen.facing);
        let kind = wanted.filter(|wanted| here != Some(wanted));
        context.apply_edit(&Edit::Edges { edges: vec![(screen.cursor, screen.facing)], kind });
    }
}

/// The area beyond the edge pointed at. Shows a notice if there is none.
fn cell_across_edge(screen: &DrawScreen, context: &mut DrawingContext) -> Option<Cell> {
    let beyond = context.drawing.ground().neighbour(screen.cursor, screen.facing);
    if beyond.is_none() {
        let what = format!("the edge {} of {} is the border of the map", screen.facing, screen.cursor);
        context.say(Notice::bad(what));
    }
    beyond
}

/// Places the selected unit in the cursor's area.
fn place_unit(screen: &mut DrawScreen, context: &mut DrawingContext) {
    let placing = Placing { cell: Some(screen.cursor), facing: screen.facing };
    let done = context.drawing.place_unit(screen.item_of(Tool::Units), placing);
    if context.report_fault(&done)
        && let Some(unit) = context.drawing.state().units().get(screen.item_of(Tool::Units))
    {
        let notice = format!("{} at {}, facing {}", unit.name, screen.cursor, screen.facing.name());
        context.say(Notice::good(notice));
    }
}

pub(super) fn remove_unit(screen: &mut DrawScreen, context: &mut DrawingContext) {
    let done = context.drawing.place_unit(screen.item_of(Tool::Units), Placing::default());
    context.report_fault(&done);
}

/// Points at another edge, clockwise. A unit under the cursor turns with it.
pub(super) fn rotate(screen: &mut DrawScreen, context: &mut DrawingContext, by: isize) {
    screen.facing = cycled(context.drawing.ground().grid().facings(), screen.facing, by);
    let here = context.drawing.sheet().units.get(screen.item_of(Tool::Units)).and_then(|placing| placing.cell);
    if screen.tool == Tool::Units && here == Some(screen.cursor) {
        place_unit(screen, context);
    }
}

/// Flood-fills the connected terrain under the cursor.
pub(super) fn flood_fill(screen: &mut DrawScreen, context: &mut DrawingContext) {
    let cells = context.drawing.ground().flood_fill(screen.cursor);
    if let Some(edit) = paint(screen, context, cells) {
        context.apply_edit(&edit);
    }
}

/// Makes the named area under the cursor an objective that nobody holds, or removes that objective.
pub(super) fn toggle_objective(screen: &mut DrawScreen, context: &mut DrawingContext) {
    let is_one = context.drawing.ground().objectives().iter().any(|(cell, _)| *cell == screen.cursor);
    context.apply_edit(&Edit::Objective(screen.cursor, (!is_one).then(Text::default)));
}

pub(super) fn toggle_pen(screen: &mut DrawScreen, context: &mut DrawingContext) {
    if screen.pen.is_some() {
        screen.lift_pen(context);
    } else {
        start_stroke(screen, context, false);
    }
}

pub(super) fn start_stroke(screen: &mut DrawScreen, context: &mut DrawingContext, by_mouse: bool) {
    if let Err(why) = DrawScreen::has_ground(screen, context) {
        return context.say(Notice::bad(why.to_string()));
    }
    context.drawing.begin_stroke();
    screen.pen = Some(Pen { path: vec![screen.cursor], by_mouse, on_edges: false, is_right: None });
    if screen.tool == Tool::Terrain {
        apply_tool(screen, context);
    }
}

/// Moves the cursor to an area and, with the pen down, draws.
pub(super) fn move_cursor(screen: &mut DrawScreen, context: &mut DrawingContext, cell: Cell) {
    let from = std::mem::replace(&mut screen.cursor, cell);
    let Some(mut pen) = screen.pen.take().filter(|_| from != cell) else { return };
    let steps = context.drawing.ground().grid().path(from, cell);
    for step in steps.iter().skip(1) {
        // Retracing a stroke undoes it, except for paint.
        let back = pen.path.len() > 1 && pen.path[pen.path.len() - 2] == *step;
        if back && screen.tool != Tool::Terrain {
            pen.path.pop();
        } else {
            pen.path.push(*step);
        }
    }
    match screen.tool {
        Tool::Terrain => {
            let cells = brush_cells(screen, context, &steps);
            if let Some(edit) = paint(screen, context, cells) {
                context.apply_edit(&edit);
            }
        }
        Tool::Roads => {
            context.drawing.restart_stroke();
            context.apply_edit(&Edit::Road { way: pen.path.clone(), there: screen.item_of(Tool::Roads) == 0 });
        }
        Tool::Edges => lay_along_stroke(screen, context, &mut pen),
        Tool::Units => {}
    }
    screen.pen = Some(pen);
}

/// Lays edges along one side of the stroke: the side of the edge pointed at when the pen was put down.
fn lay_along_stroke(screen: &mut DrawScreen, context: &mut DrawingContext, pen: &mut Pen) {
    let grid = context.drawing.ground().grid();
    let kind = edge_kind(screen, context);
    if pen.path.len() < 2 {
        pen.is_right = None;
    }
    let first = pen.path.get(1).and_then(|next| grid.facing_to(pen.path[0], *next));
    let is_right =
        *pen.is_right.get_or_insert_with(|| first.is_none_or(|to| is_right_of(grid.facings(), to, screen.facing)));
    context.drawing.restart_stroke();
    let edges = grid.edges_along(&pen.path, is_right);
    // Moves the edge pointed at along, so that the stroke can be continued later.
    if let Some((_, facing)) = edges.iter().rev().find(|(cell, _)| Some(cell) == pen.path.last()) {
        screen.facing = *facing;
    }
    context.apply_edit(&Edit::Edges { edges, kind });
}

/// Whether an edge lies to the right when crossing another edge, or straight ahead.
fn is_right_of(facings: &[Facing], to: Facing, edge: Facing) -> bool {
    let place = |facing: Facing| facings.iter().position(|other| *other == facing).unwrap_or(0);
    let turned = (place(edge) + facings.len() - place(to)) % facings.len();
    2 * turned <= facings.len()
}

/// Lays the item in hand on the edge under the mouse pointer, as a part of the stroke.
pub(super) fn lay_edge_at(screen: &mut DrawScreen, context: &mut DrawingContext, (cell, facing): (Cell, Facing)) {
    (screen.cursor, screen.facing) = (cell, facing);
    let kind = edge_kind(screen, context);
    context.apply_edit(&Edit::Edges { edges: vec![(cell, facing)], kind });
}
