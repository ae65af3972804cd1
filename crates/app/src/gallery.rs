//! The panes of a screen as they were drawn in the last frame: one that is made of the same is not drawn anew, but hung again.
//!
//! What a pane is made of is a value, which the screen says: where two are equal, so are the panes. Colours and characters count
//! too, and what lies below a pane's edge, for borders grow together there; inside its edge nothing lies below a pane.

use super::kept::KeptInTurn;
use ratatui::{
    Frame,
    buffer::{Buffer, Cell},
    layout::Rect,
};
use std::rc::Rc;
use wardiary_view::{Glyphs, Look, Theme, Told};

/// The panes of a screen as they were drawn last; `K` is what one is made of.
#[derive(Debug)]
pub(super) struct Gallery<K> {
    /// Colours and characters.
    dresses: KeptInTurn<(Theme, Glyphs), ()>,
    pictures: KeptInTurn<MadeOf<K>, Picture>,
}

/// All that a pane as it was drawn follows from.
#[derive(Debug)]
struct MadeOf<K> {
    pane: K,
    area: Rect,
    /// What lay below its edge.
    below: Vec<Cell>,
    dress: Rc<()>,
}

/// A pane as it was drawn.
#[derive(Debug)]
struct Picture {
    /// Its cells, row by row.
    cells: Vec<Cell>,
    told: Option<Told>,
}

/// Where the panes of a frame are hung, which are all drawn with the same colours and characters.
pub(super) struct Wall<'g, K> {
    pictures: &'g KeptInTurn<MadeOf<K>, Picture>,
    look: Look<'g>,
    dress: Rc<()>,
}

impl<K> Default for Gallery<K> {
    fn default() -> Self {
        Self { dresses: KeptInTurn::default(), pictures: KeptInTurn::default() }
    }
}

impl<K: PartialEq> Gallery<K> {
    /// The wall for another frame. What was not in the last one is gone.
    pub fn wall<'g>(&'g self, look: Look<'g>) -> Wall<'g, K> {
        self.dresses.turn();
        self.pictures.turn();
        let worn = self.dresses.known(|(theme, glyphs)| (theme, glyphs) == (look.theme, look.glyphs));
        let dress = worn.unwrap_or_else(|| self.dresses.keep((look.theme.clone(), look.glyphs.clone()), ()));
        Wall { pictures: &self.pictures, look, dress }
    }
}

impl<K: PartialEq> Wall<'_, K> {
    /// Hangs a pane: as it was drawn before, if it is made of the same. It must be drawn from this value, and from what that
    /// stands for.
    pub fn hang(&self, frame: &mut Frame, area: Rect, pane: K, draw: impl FnOnce(&K, &mut Frame)) {
        let area = area.intersection(frame.area());
        let buffer = frame.buffer_mut();
        let is_same = |of: &MadeOf<K>| {
            of.area == area && Rc::ptr_eq(&of.dress, &self.dress) && of.pane == pane && edge(buffer, area).eq(&of.below)
        };
        if let Some(picture) = self.pictures.known(is_same) {
            for (y, cells) in rows(area).zip(picture.cells.chunks(usize::from(area.width.max(1)))) {
                let from = buffer.index_of(area.x, y);
                buffer.content[from..from + cells.len()].clone_from_slice(cells);
            }
            self.look.tell(picture.told.as_ref());
            return;
        }
        let below = edge(buffer, area).cloned().collect();
        let told = self.look.told_by(|| draw(&pane, frame));
        let cells = rows(area).flat_map(|y| row(frame.buffer_mut(), area, y).to_vec()).collect();
        self.pictures.keep(MadeOf { pane, area, below, dress: Rc::clone(&self.dress) }, Picture { cells, told });
    }
}

/// The rows of an area; none where it has no columns.
fn rows(area: Rect) -> std::ops::Range<u16> {
    area.y..if area.is_empty() { area.y } else { area.bottom() }
}

/// The cells of an area in one of its rows.
fn row(buffer: &Buffer, area: Rect, y: u16) -> &[Cell] {
    let from = buffer.index_of(area.x, y);
    &buffer.content[from..from + usize::from(area.width)]
}

/// The cells at the edge of an area.
fn edge(buffer: &Buffer, area: Rect) -> impl Iterator<Item = &Cell> {
    rows(area).flat_map(move |y| {
        let cells = row(buffer, area, y);
        let is_whole = y == area.y || y + 1 == area.bottom();
        let (whole, ends) = if is_whole { (cells, None) } else { (&[][..], cells.first().zip(cells.last())) };
        whole.iter().chain(ends.into_iter().flat_map(|(first, last)| [first, last]))
    })
}
