//! Navigation on the drawing screen: the cursor, the camera, undo and redo, and the searchable lists.

use super::{
    palette, pen,
    screen_state::{DrawScreen, Tool},
};
use crate::{
    component::{Action, Actions},
    drawing_context::DrawingContext,
    lists::{ListRows, RowPosition},
    motion::{Motion, step_within},
    overlay::picker::{Picker, PickerEntry},
};
use wardiary_base::ground::{Cell, Facing};

pub(super) fn apply_motion(screen: &mut DrawScreen, context: &mut DrawingContext, motion: Motion) {
    let last = context.drawing.ground().height() - 1;
    let row = motion.target_row(screen.cursor.row, screen.visible_areas.1, last);
    pen::move_cursor(screen, context, Cell { row, ..screen.cursor });
}

pub(super) fn move_sideways(screen: &mut DrawScreen, context: &mut DrawingContext, by: isize) {
    let column = step_within(screen.cursor.column, by, context.drawing.ground().width() - 1);
    pen::move_cursor(screen, context, Cell { column, ..screen.cursor });
}

pub(super) fn move_across_edge(screen: &mut DrawScreen, context: &mut DrawingContext, facing: Facing) {
    if let Some(cell) = context.drawing.ground().neighbour(screen.cursor, facing) {
        pen::move_cursor(screen, context, cell);
    }
}

/// Scrolls by rows of areas; the cursor keeps its position on the screen.
pub(super) fn scroll(screen: &mut DrawScreen, context: &mut DrawingContext, by: isize) {
    let height = context.drawing.ground().height();
    let first = step_within(screen.camera.top_left.row, by, height.saturating_sub(screen.visible_areas.1));
    let down = isize::try_from(i32::from(first) - i32::from(screen.camera.top_left.row)).unwrap_or(0);
    screen.camera.top_left.row = first;
    if screen.pen.is_none() {
        screen.cursor.row = step_within(screen.cursor.row, down, height - 1);
    }
}

pub(super) fn zoom(screen: &mut DrawScreen, nearer: bool) {
    let zoom = screen.camera.zoom;
    screen.camera.zoom = if nearer { zoom.nearer() } else { zoom.farther() };
    screen.fits_map_next = false;
}

pub(super) fn undo_or_redo(screen: &mut DrawScreen, context: &mut DrawingContext, back: bool) {
    screen.lift_pen(context);
    if back {
        context.drawing.undo();
    } else {
        context.drawing.redo();
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DrawList {
    Palette(Tool),
    Places,
}

pub(super) fn lists(context: &DrawingContext) -> Vec<DrawList> {
    let tools = DrawScreen::tools(context).into_iter().map(|(tool, _)| DrawList::Palette(tool));
    let places = (!context.drawing.ground().places().is_empty()).then_some(DrawList::Places);
    tools.chain(places).collect()
}

/// The name of the list, and of one of its items.
pub(super) fn names(list: DrawList) -> (&'static str, &'static str) {
    match list {
        DrawList::Palette(Tool::Terrain) => ("terrain", "terrain"),
        DrawList::Palette(Tool::Edges) => ("edges", "edge"),
        DrawList::Palette(Tool::Roads) => ("roads", "road"),
        DrawList::Palette(Tool::Units) => ("units", "unit"),
        DrawList::Places => ("places", "place"),
    }
}

fn rows(list: DrawList, context: &DrawingContext) -> Vec<String> {
    match list {
        DrawList::Palette(tool) => DrawScreen::items_of(tool, context).into_iter().map(|item| item.name).collect(),
        DrawList::Places => context.drawing.ground().places().iter().map(|(name, _)| name.to_string()).collect(),
    }
}

/// The list with that index, or the focused one, which is that of the tool in hand.
pub(super) fn list<'a>(screen: &DrawScreen, at: Option<usize>, context: &'a DrawingContext) -> Option<ListRows<'a>> {
    let lists = lists(context);
    let in_hand = || lists.iter().position(|list| *list == DrawList::Palette(screen.tool)).unwrap_or(0);
    let at = at.unwrap_or_else(in_hand);
    let list = *lists.get(at)?;
    let chosen = match list {
        DrawList::Palette(tool) => screen.item_of(tool),
        DrawList::Places => {
            let places = context.drawing.ground().places();
            places.iter().position(|(_, cell)| *cell == screen.cursor).unwrap_or(0)
        }
    };
    let rows = rows(list, context).into_iter().map(Into::into).collect();
    Some(ListRows::new(names(list).0, rows, chosen).with_index(at, lists.len()))
}

/// Takes the item of the row in hand, or moves to its place.
pub(super) fn select_row(screen: &mut DrawScreen, spot: RowPosition, context: &mut DrawingContext) {
    match lists(context).get(spot.list) {
        Some(DrawList::Palette(tool)) => {
            if *tool != screen.tool {
                palette::take_tool(screen, context, *tool);
            }
            palette::choose_item(screen, context, spot.row);
        }
        Some(DrawList::Places) => {
            if let Some((_, cell)) = context.drawing.ground().places().get(spot.row).cloned() {
                screen.lift_pen(context);
                pen::move_cursor(screen, context, cell);
            }
        }
        None => {}
    }
}

/// A picker over all of them, units and places first.
pub(super) fn open_picker(context: &DrawingContext) -> Actions<DrawingContext> {
    let mut all: Vec<(usize, DrawList)> = lists(context).into_iter().enumerate().collect();
    all.sort_by_key(|(_, list)| !matches!(list, DrawList::Places | DrawList::Palette(Tool::Units)));
    let pickable = |(at, list): (usize, DrawList)| {
        let rows = rows(list, context).into_iter().enumerate();
        rows.map(move |(row, name)| {
            let goes = vec![Action::Select(RowPosition { list: at, row })];
            PickerEntry { kind: names(list).1, name, about: about(list, row, context), actions: goes }
        })
        .collect::<Vec<_>>()
    };
    vec![Action::Open(Box::new(Picker::new("Jump to …", all.into_iter().flat_map(pickable).collect())))]
}

/// The description of a row besides its name.
fn about(list: DrawList, row: usize, context: &DrawingContext) -> String {
    let at = match list {
        DrawList::Places => context.drawing.ground().places().get(row).map(|(_, cell)| *cell),
        DrawList::Palette(Tool::Units) => context.drawing.sheet().units.get(row).and_then(|placing| placing.cell),
        DrawList::Palette(_) => return "to draw with".into(),
    };
    at.map_or_else(|| "not on the map yet".into(), |cell| format!("at {cell}"))
}
