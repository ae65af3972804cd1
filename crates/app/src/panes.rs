//! The pane layout of the user: moved borders and zoom. All screens with panes share it, and it is saved beside the
//! settings.

use super::notice::Notice;
use ratatui::layout::{Direction, Position, Rect};
use serde::{Deserialize, Serialize};
use wardiary_base::document;
use wardiary_diary::assets::Folders;
use wardiary_view::layout::{Border, BorderPlace, Borders};

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Panes {
    /// Whether the focused pane takes all the room.
    pub zoomed: bool,
    pub borders: Borders,
    #[serde(skip)]
    drawn: DrawnBorders,
}

/// The borders of the visible screen in its latest layout.
#[derive(Clone, Debug, Default)]
struct DrawnBorders {
    places: Vec<BorderPlace>,
    pane: Rect,
    dragged: Option<Border>,
}

impl Panes {
    /// Loads the layout. An unreadable file counts as empty, and is overwritten when a border moves.
    pub fn load(folders: &Folders) -> Self {
        folders.read_pane_layout().and_then(|text| document::read(&text).ok()).unwrap_or_default()
    }

    /// Saves the layout. Returns a notice if that fails.
    pub fn save(&self, folders: &Folders) -> Option<Notice> {
        let is_default = !self.zoomed && self.borders.is_default();
        let written = folders.write_pane_layout((!is_default).then(|| document::to_line(self)).as_deref());
        written.err().map(|failure| Notice::of_failure(&failure))
    }

    pub fn toggle_zoom(&mut self) {
        self.zoomed = !self.zoomed;
    }

    /// Ends the zoom. Returns false if there was none.
    pub fn unzoom(&mut self) -> bool {
        std::mem::take(&mut self.zoomed)
    }

    pub fn lay(&mut self, places: Vec<BorderPlace>, pane: Rect) {
        (self.drawn.places, self.drawn.pane) = (places, pane);
    }

    /// Starts a drag if the pointer is on a border. Returns whether it is.
    pub fn press(&mut self, at: Position) -> bool {
        self.drawn.dragged = Borders::at(&self.drawn.places, at);
        self.drawn.dragged.is_some()
    }

    /// Moves the dragged border to the pointer. Returns whether a drag is in progress.
    pub fn drag(&mut self, at: Position) -> bool {
        if let Some(border) = self.drawn.dragged {
            self.borders.drag(&self.drawn.places, border, at);
        }
        self.drawn.dragged.is_some()
    }

    /// Ends the drag. Returns whether a border was moved.
    pub fn release(&mut self) -> bool {
        self.drawn.dragged.take().is_some() && !self.borders.is_default()
    }

    /// Resizes the focused pane. Returns false if it has no border there.
    pub fn resize(&mut self, direction: Direction, by: i16) -> bool {
        self.borders.resize(&self.drawn.places, self.drawn.pane, direction, by)
    }

    pub fn reset(&mut self) {
        (self.zoomed, self.borders) = Default::default();
    }
}
