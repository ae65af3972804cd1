//! Navigation on the drawing screen: the cursor, the camera, and undo and redo.

use super::{pen, table::DrawScreen};
use crate::{easel::Easel, motion::Motion};
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
