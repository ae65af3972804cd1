//! A titled list in an overlay, with a sentence above it.

use crate::{
    component::{Actions, Commands, Component, Context, DrawContext, Event, Overlay, above_footer},
    lists::{List, ListRows},
};
use ratatui::{Frame, layout::Rect};
use wardiary_view::listing::{self, ListMark, ListRow, ListingPane};

pub struct ListDialog {
    pub title: String,
    /// The sentence above the list.
    pub about: String,
    pub(crate) list: List<Vec<ListRow>>,
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
}

/// An overlay that is a list dialog.
pub trait Dialog: Commands<Self::Context> {
    type Context: Context;

    fn dialog(&self) -> &ListDialog;
    fn dialog_mut(&mut self) -> &mut ListDialog;

    /// Accepts the selected row, as a second click or its number does.
    fn accept(&mut self, context: &mut Self::Context) -> Actions<Self::Context>;
}

impl<T: Dialog> Component<T::Context> for T {
    fn draw(&self, frame: &mut Frame, area: Rect, _: &T::Context, canvas: DrawContext) {
        let ListDialog { title, about, list, .. } = self.dialog();
        let selected = list.state.selected;
        frame.render_widget(&ListingPane { look: canvas.look, title, about, rows: &list.rows, selected }, area);
    }

    fn event(&mut self, event: Event, context: &mut T::Context) -> Option<Actions<T::Context>> {
        let is_accepted = self.dialog_mut().event(&event)?;
        if matches!(event, Event::Wheel(..)) {
            context.begin();
        }
        Some(if is_accepted { self.accept(context) } else { Vec::new() })
    }

    fn lines(&self, _: &T::Context) -> Option<Vec<String>> {
        let ListDialog { title, about, list, is_numbered } = self.dialog();
        Some(listing::told(title, about, &list.rows, *is_numbered))
    }

    fn list<'a>(&'a self, _: Option<usize>, _: &'a T::Context) -> Option<ListRows<'a>> {
        Some(self.dialog().list.searched(""))
    }

    fn list_place(&self, area: Rect, _: &T::Context) -> Rect {
        let ListDialog { about, list, .. } = self.dialog();
        listing::place(above_footer(area), about, &list.rows)
    }
}

impl<T: Dialog> Overlay<T::Context> for T {}

/// A row without a mark.
pub(crate) fn row(head: impl Into<String>, body: impl Into<String>) -> ListRow {
    ListRow { head: head.into(), body: body.into(), mark: ListMark::None }
}
