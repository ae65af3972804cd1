//! Drawing: what the tool in hand does in an area and along a stroke.

use super::{
    palette::{edges, sign, terrains},
    table::{DrawScreen, Pen, Tool},
};
use crate::{component::Context, easel::Easel, motion::cycled, notice::Notice};
use wardiary_base::ground::{Cell, Edit, Facing};
use wardiary_rules::drawing::Placing;

/// The kind of edge in hand; `None` erases.
fn kind(screen: &DrawScreen, easel: &Easel) -> Option<String> {
    screen.item_of(Tool::Edges).checked_sub(1).and_then(|at| edges(easel).get(at).map(|(name, _)| name.clone()))
}

fn paint(screen: &DrawScreen, easel: &Easel, cells: Vec<Cell>) -> Option<Edit> {
    let (terrain, look) = terrains(easel).get(screen.item_of(Tool::Terrain))?.clone();
    let sign = sign(&terrain, look, easel.drawing.ground());
    Some(Edit::Terrain { cells, terrain, sign })
}

/// The areas that the brush covers along a stroke.
fn brushed(screen: &DrawScreen, easel: &Easel, way: &[Cell]) -> Vec<Cell> {
    let ground = easel.drawing.ground();
    way.iter().flat_map(|cell| ground.about_cell(*cell, screen.brush)).collect()
}

/// Applies the tool in hand to the cursor's area, or to the edge it points at.
pub(super) fn dab(screen: &mut DrawScreen, easel: &mut Easel) {
    let (cursor, facing) = (screen.cursor, screen.facing);
    match screen.tool {
        Tool::Terrain => {
            let cells = brushed(screen, easel, &[cursor]);
            if let Some(edit) = paint(screen, easel, cells) {
                easel.draw(&edit);
            }
        }
        Tool::Edges => {
            let wanted = kind(screen, easel);
            lay(screen, easel, wanted);
        }
        Tool::Roads => {
            let Some(beyond) = beyond(screen, easel) else { return };
            let there = easel.drawing.ground().has_road(cursor, facing);
            easel.draw(&Edit::Road { way: vec![cursor, beyond], there: screen.item_of(Tool::Roads) == 0 && !there });
        }
        Tool::Units => stand(screen, easel),
    }
}

/// Lays a kind of edge on the edge pointed at, or removes it if it is there already.
fn lay(screen: &DrawScreen, easel: &mut Easel, wanted: Option<String>) {
    if beyond(screen, easel).is_some() {
        let here = easel.drawing.ground().edge(screen.cursor, screen.facing);
        let kind = wanted.filter(|wanted| here != Some(wanted.as_str()));
        easel.draw(&Edit::Edges { edges: vec![(screen.cursor, screen.facing)], kind });
    }
}

/// The area beyond the edge pointed at. Shows a notice if there is none.
fn beyond(screen: &DrawScreen, easel: &mut Easel) -> Option<Cell> {
    let beyond = easel.drawing.ground().neighbour(screen.cursor, screen.facing);
    if beyond.is_none() {
        let what = format!("the edge {} of {} is the map's own end", screen.facing, screen.cursor);
        easel.say(Notice::bad(what));
    }
    beyond
}

/// Places the selected unit in the cursor's area.
fn stand(screen: &mut DrawScreen, easel: &mut Easel) {
    let placing = Placing { at: Some(screen.cursor), facing: screen.facing };
    let done = easel.drawing.set_out(screen.item_of(Tool::Units), placing);
    if easel.tell(&done)
        && let Some(unit) = easel.drawing.state().units().get(screen.item_of(Tool::Units))
    {
        let said = format!("{} at {}, facing {}", unit.name, screen.cursor, screen.facing.name());
        easel.say(Notice::good(said));
    }
}

/// Takes the selected unit off the map.
pub(super) fn take_off(screen: &mut DrawScreen, easel: &mut Easel) {
    let done = easel.drawing.set_out(screen.item_of(Tool::Units), Placing::default());
    easel.tell(&done);
}

/// Points at another edge, clockwise. A unit under the cursor turns with it.
pub(super) fn turn(screen: &mut DrawScreen, easel: &mut Easel, by: isize) {
    screen.facing = cycled(easel.drawing.ground().grid().facings(), screen.facing, by);
    let here = easel.drawing.sheet().units.get(screen.item_of(Tool::Units)).and_then(|placing| placing.at);
    if screen.tool == Tool::Units && here == Some(screen.cursor) {
        stand(screen, easel);
    }
}

/// Flood-fills the connected terrain under the cursor.
pub(super) fn fill(screen: &mut DrawScreen, easel: &mut Easel) {
    let cells = easel.drawing.ground().patch(screen.cursor);
    if let Some(edit) = paint(screen, easel, cells) {
        easel.draw(&edit);
    }
}

/// Makes the named area under the cursor an objective that nobody holds, or removes that objective.
pub(super) fn objective(screen: &mut DrawScreen, easel: &mut Easel) {
    let is_one = easel.drawing.ground().objectives().iter().any(|(cell, _)| *cell == screen.cursor);
    easel.draw(&Edit::Objective(screen.cursor, (!is_one).then(String::new)));
}

/// Puts the pen down, or lifts it.
pub(super) fn put_down(screen: &mut DrawScreen, easel: &mut Easel) {
    if screen.pen.is_some() {
        screen.lift(easel);
    } else {
        begin(screen, easel, false);
    }
}

/// Starts a stroke in the cursor's area.
pub(super) fn begin(screen: &mut DrawScreen, easel: &mut Easel, by_mouse: bool) {
    if let Err(why) = DrawScreen::has_ground(screen, easel) {
        return easel.say(Notice::bad(why.to_string()));
    }
    easel.drawing.begin_stroke();
    screen.pen = Some(Pen { way: vec![screen.cursor], by_mouse, on_edges: false, is_right: None });
    if screen.tool == Tool::Terrain {
        dab(screen, easel);
    }
}

/// Moves the cursor to an area and, with the pen down, draws.
pub(super) fn go_to(screen: &mut DrawScreen, easel: &mut Easel, cell: Cell) {
    let from = std::mem::replace(&mut screen.cursor, cell);
    let Some(mut pen) = screen.pen.take().filter(|_| from != cell) else { return };
    let steps = easel.drawing.ground().grid().way(from, cell);
    for step in steps.iter().skip(1) {
        // Retracing a stroke undoes it, except for paint.
        let back = pen.way.len() > 1 && pen.way[pen.way.len() - 2] == *step;
        if back && screen.tool != Tool::Terrain {
            pen.way.pop();
        } else {
            pen.way.push(*step);
        }
    }
    match screen.tool {
        Tool::Terrain => {
            let cells = brushed(screen, easel, &steps);
            if let Some(edit) = paint(screen, easel, cells) {
                easel.draw(&edit);
            }
        }
        Tool::Roads => {
            easel.drawing.restart_stroke();
            easel.draw(&Edit::Road { way: pen.way.clone(), there: screen.item_of(Tool::Roads) == 0 });
        }
        Tool::Edges => along(screen, easel, &mut pen),
        Tool::Units => {}
    }
    screen.pen = Some(pen);
}

/// Lays edges along one side of the stroke: the side of the edge pointed at when the pen was put down.
fn along(screen: &mut DrawScreen, easel: &mut Easel, pen: &mut Pen) {
    let grid = easel.drawing.ground().grid();
    let kind = kind(screen, easel);
    if pen.way.len() < 2 {
        pen.is_right = None;
    }
    let first = pen.way.get(1).and_then(|next| grid.facing_to(pen.way[0], *next));
    let is_right =
        *pen.is_right.get_or_insert_with(|| first.is_none_or(|to| is_right_of(grid.facings(), to, screen.facing)));
    easel.drawing.restart_stroke();
    let edges = grid.beside(&pen.way, is_right);
    // Moves the edge pointed at along, so that the stroke can be continued later.
    if let Some((_, facing)) = edges.iter().rev().find(|(cell, _)| Some(cell) == pen.way.last()) {
        screen.facing = *facing;
    }
    easel.draw(&Edit::Edges { edges, kind });
}

/// Whether an edge lies to the right when crossing another edge, or straight ahead.
fn is_right_of(facings: &[Facing], to: Facing, edge: Facing) -> bool {
    let place = |facing: Facing| facings.iter().position(|other| *other == facing).unwrap_or(0);
    let turned = (place(edge) + facings.len() - place(to)) % facings.len();
    2 * turned <= facings.len()
}

/// Lays the item in hand on the edge under the mouse pointer, as a part of the stroke.
pub(super) fn touch(screen: &mut DrawScreen, easel: &mut Easel, (cell, facing): (Cell, Facing)) {
    (screen.cursor, screen.facing) = (cell, facing);
    let kind = kind(screen, easel);
    easel.draw(&Edit::Edges { edges: vec![(cell, facing)], kind });
}
