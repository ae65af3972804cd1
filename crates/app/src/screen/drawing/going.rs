//! Navigation on the drawing screen: the cursor, the camera, undo and redo, and the searchable lists.

use super::{
    palette, pen,
    table::{DrawScreen, Tool},
};
use crate::{
    component::{Action, Actions},
    easel::Easel,
    lists::{ListRows, Spot},
    motion::Motion,
    overlay::picker::{Pickable, Picker},
};
use wardiary_base::ground::{Cell, Facing};

fn moved(at: u16, by: isize, last: u16) -> u16 {
    let at = usize::from(at).saturating_add_signed(by);
    u16::try_from(at).unwrap_or(last).min(last)
}

pub(super) fn go(screen: &mut DrawScreen, easel: &mut Easel, motion: Motion) {
    let last = easel.drawing.ground().height() - 1;
    let page = isize::try_from(screen.seen.1.max(2) - 1).unwrap_or(1);
    let row = match motion {
        Motion::Top => 0,
        Motion::Bottom => last,
        motion => moved(screen.cursor.row, motion.by(page), last),
    };
    pen::go_to(screen, easel, Cell { row, ..screen.cursor });
}

pub(super) fn sideways(screen: &mut DrawScreen, easel: &mut Easel, by: isize) {
    let column = moved(screen.cursor.column, by, easel.drawing.ground().width() - 1);
    pen::go_to(screen, easel, Cell { column, ..screen.cursor });
}

/// Moves the cursor through an edge of its area.
pub(super) fn across(screen: &mut DrawScreen, easel: &mut Easel, facing: Facing) {
    if let Some(cell) = easel.drawing.ground().neighbour(screen.cursor, facing) {
        pen::go_to(screen, easel, cell);
    }
}

/// Scrolls by rows of areas; the cursor keeps its position on the screen.
pub(super) fn scroll(screen: &mut DrawScreen, easel: &mut Easel, by: isize) {
    let height = easel.drawing.ground().height();
    let first = moved(screen.camera.first.row, by, height.saturating_sub(screen.seen.1));
    let down = isize::try_from(i32::from(first) - i32::from(screen.camera.first.row)).unwrap_or(0);
    screen.camera.first.row = first;
    if screen.pen.is_none() {
        screen.cursor.row = moved(screen.cursor.row, down, height - 1);
    }
}

pub(super) fn zoom(screen: &mut DrawScreen, nearer: bool) {
    let zoom = screen.camera.zoom;
    screen.camera.zoom = if nearer { zoom.nearer() } else { zoom.farther() };
    screen.wants_whole = false;
}

/// Undoes or redoes a stroke.
pub(super) fn back_or_forth(screen: &mut DrawScreen, easel: &mut Easel, back: bool) {
    screen.lift(easel);
    if back {
        easel.drawing.undo();
    } else {
        easel.drawing.redo();
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DrawList {
    Palette(Tool),
    Places,
}

pub(super) fn lists(easel: &Easel) -> Vec<DrawList> {
    let tools = DrawScreen::tools(easel).into_iter().map(|(tool, _)| DrawList::Palette(tool));
    let places = (!easel.drawing.ground().places().is_empty()).then_some(DrawList::Places);
    tools.chain(places).collect()
}

pub(super) fn name(list: DrawList) -> &'static str {
    match list {
        DrawList::Palette(Tool::Terrain) => "terrain",
        DrawList::Palette(Tool::Edges) => "edges",
        DrawList::Palette(Tool::Roads) => "roads",
        DrawList::Palette(Tool::Units) => "units",
        DrawList::Places => "places",
    }
}

fn rows(list: DrawList, easel: &Easel) -> Vec<String> {
    match list {
        DrawList::Palette(tool) => DrawScreen::items_of(tool, easel).into_iter().map(|item| item.name).collect(),
        DrawList::Places => easel.drawing.ground().places().iter().map(|(name, _)| name.clone()).collect(),
    }
}

/// The list with that index, or the focused one, which is that of the tool in hand.
pub(super) fn list<'a>(screen: &DrawScreen, at: Option<usize>, easel: &'a Easel) -> Option<ListRows<'a>> {
    let lists = lists(easel);
    let in_hand = || lists.iter().position(|list| *list == DrawList::Palette(screen.tool)).unwrap_or(0);
    let at = at.unwrap_or_else(in_hand);
    let list = *lists.get(at)?;
    let chosen = match list {
        DrawList::Palette(tool) => screen.item_of(tool),
        DrawList::Places => {
            let places = easel.drawing.ground().places();
            places.iter().position(|(_, cell)| *cell == screen.cursor).unwrap_or(0)
        }
    };
    let rows = rows(list, easel).into_iter().map(Into::into).collect();
    Some(ListRows::new(name(list), rows, chosen).one_of(at, lists.len()))
}

/// Takes the item of the row in hand, or moves to its place.
pub(super) fn go_to_row(screen: &mut DrawScreen, spot: Spot, easel: &mut Easel) {
    match lists(easel).get(spot.list) {
        Some(DrawList::Palette(tool)) => {
            if *tool != screen.tool {
                palette::take(screen, easel, *tool);
            }
            palette::choose(screen, easel, spot.row);
        }
        Some(DrawList::Places) => {
            if let Some((_, cell)) = easel.drawing.ground().places().get(spot.row).cloned() {
                screen.lift(easel);
                pen::go_to(screen, easel, cell);
            }
        }
        None => {}
    }
}

/// A picker over all of them, units and places first.
pub(super) fn picker(easel: &Easel) -> Actions<Easel> {
    let kind = |list| match list {
        DrawList::Palette(Tool::Terrain) => "terrain",
        DrawList::Palette(Tool::Edges) => "edge",
        DrawList::Palette(Tool::Roads) => "road",
        DrawList::Palette(Tool::Units) => "unit",
        DrawList::Places => "place",
    };
    let mut all: Vec<(usize, DrawList)> = lists(easel).into_iter().enumerate().collect();
    all.sort_by_key(|(_, list)| !matches!(list, DrawList::Places | DrawList::Palette(Tool::Units)));
    let pickable = |(at, list): (usize, DrawList)| {
        let rows = rows(list, easel).into_iter().enumerate();
        rows.map(move |(row, name)| {
            let goes = vec![Action::Choose(Spot { list: at, row })];
            Pickable { kind: kind(list), name, about: about(list, row, easel), goes }
        })
        .collect::<Vec<_>>()
    };
    vec![Action::Open(Box::new(Picker::new("Jump to …", all.into_iter().flat_map(pickable).collect())))]
}

/// The description of a row besides its name.
fn about(list: DrawList, row: usize, easel: &Easel) -> String {
    let at = match list {
        DrawList::Places => easel.drawing.ground().places().get(row).map(|(_, cell)| *cell),
        DrawList::Palette(Tool::Units) => easel.drawing.sheet().units.get(row).and_then(|placing| placing.at),
        DrawList::Palette(_) => return "into the hand".into(),
    };
    at.map_or_else(|| "not on the map yet".into(), |cell| format!("at {cell}"))
}
