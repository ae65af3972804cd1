//! A titled list in an overlay, with a sentence above it.

use crate::{
    component::{DrawContext, Event, above_footer},
    lists::List,
};
use ratatui::{Frame, layout::Rect};
use wardiary_view::listing::{self, ListMark, ListRow, ListingPane};

pub(crate) struct ListDialog {
    pub title: String,
    /// The sentence above the list.
    pub about: String,
    pub list: List<Vec<ListRow>>,
    /// Whether a line's number accepts the row, in line mode.
    pub is_numbered: bool,
}

impl ListDialog {
    pub fn new(title: impl Into<String>, about: impl Into<String>, rows: Vec<ListRow>) -> Self {
        Self { title: title.into(), about: about.into(), list: List::new(rows), is_numbered: true }
    }

    /// The same dialog with another row selected.
    pub fn selecting(self, row: usize) -> Self {
        Self { list: self.list.selecting(row), ..self }
    }

    /// The same dialog without numbers.
    pub fn without_numbers(self) -> Self {
        Self { is_numbered: false, ..self }
    }

    /// The index of the selected row.
    pub fn selected(&self) -> usize {
        self.list.state.selected
    }

    /// Handles the events of the list: see [`ListState::event`](crate::lists::ListState::event).
    pub fn event(&mut self, event: &Event) -> Option<bool> {
        if matches!(event, Event::Number(_)) && !self.is_numbered {
            return None;
        }
        self.list.event(event)
    }

    pub fn draw(&self, frame: &mut Frame, area: Rect, canvas: DrawContext) {
        let Self { title, about, list, .. } = self;
        let selected = list.state.selected;
        frame.render_widget(&ListingPane { look: canvas.look, title, about, rows: &list.rows, selected }, area);
    }

    /// The area of the list, in a frame of that area.
    pub fn place(&self, area: Rect) -> Rect {
        listing::place(above_footer(area), &self.about, &self.list.rows)
    }

    pub fn lines(&self) -> Vec<String> {
        listing::told(&self.title, &self.about, &self.list.rows, self.is_numbered)
    }
}

/// A row without a mark.
pub(crate) fn row(head: impl Into<String>, body: impl Into<String>) -> ListRow {
    ListRow { head: head.into(), body: body.into(), mark: ListMark::None }
}
