//! Lists: rows, the selection, scrolling, and what the mouse and the line mode do with them.
//!
//! A component with a list holds a [`List`], moves it by `Commands::apply_motion`, passes its events on to [`List::event`], and
//! returns [`List::search_rows`] from `Component::list`.

pub(crate) use super::searched_rows::{ListOrder, ListRows, ListSearch, RowPosition, SearchResult, SearchStep};
use super::{borders::pane_with_title_at, component::Event, motion::Motion};
use ratatui::layout::{Position, Rect};
use std::borrow::Cow;
use wardiary_odds::odds::variants::Variant;
use wardiary_view::{
    ClickTarget, campaign::CampaignRow, forces::visible_scroll, list_dialog::ListRow, row_at, table_pane::TablePaneRow,
};

/// The selection and the scroll offset of a list. It does not hold the rows; methods take their number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListState {
    pub selected: usize,
    pub scroll: usize,
}

impl ListState {
    pub fn apply_motion(&mut self, motion: Motion, rows: usize) {
        self.selected = motion.target_index(self.selected, rows);
    }

    /// Selects a row. Returns whether it was selected before.
    pub fn select(&mut self, row: usize) -> bool {
        std::mem::replace(&mut self.selected, row) == row
    }

    /// Selects the row at a position of the framed list. Returns whether it was selected before; `None` if there is no
    /// row.
    pub fn select_at(&mut self, at: Position, place: Rect, rows: usize) -> Option<bool> {
        row_at(place, at, (self.scroll, rows)).map(|row| self.select(row))
    }

    /// Handles the wheel, a click on a row, a line's number, and the selection by a search. Returns whether a row is
    /// accepted; `None` for other events.
    pub fn event(&mut self, event: &Event, rows: usize) -> Option<bool> {
        match event {
            Event::Scroll(.., motion) => self.apply_motion(*motion, rows),
            Event::Select(spot) => self.selected = spot.row,
            Event::Target(ClickTarget::Row(row)) => return Some(self.select(*row)),
            Event::Number(row) if *row < rows => {
                self.selected = *row;
                return Some(true);
            }
            _ => return None,
        }
        Some(false)
    }

    /// Scrolls to the selected row, in a list of that many visible rows.
    pub fn scroll_to_selected(&mut self, height: usize) {
        self.scroll = visible_scroll(self.selected, self.scroll, height);
    }

    /// The same, and scrolls back if the end of the rows would leave empty lines.
    pub fn fit_scroll(&mut self, rows: usize, height: usize) {
        self.scroll = self.scroll.min(rows.saturating_sub(height));
        self.scroll_to_selected(height);
    }
}

pub(crate) trait RowCount {
    fn len(&self) -> usize;
}

impl<R> RowCount for Vec<R> {
    fn len(&self) -> usize {
        Vec::len(self)
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct List<R> {
    pub rows: R,
    pub state: ListState,
}

impl<R: RowCount> List<R> {
    pub fn new(rows: R) -> Self {
        Self { rows, state: ListState::default() }
    }

    pub fn apply_motion(&mut self, motion: Motion) {
        self.state.apply_motion(motion, self.rows.len());
    }

    pub fn event(&mut self, event: &Event) -> Option<bool> {
        self.state.event(event, self.rows.len())
    }
}

impl<R> List<Vec<R>> {
    pub fn selected_row(&self) -> Option<&R> {
        self.rows.get(self.state.selected)
    }
}

impl<R: SearchableRow> List<Vec<R>> {
    pub fn search_rows<'a>(&'a self, name: &'a str) -> ListRows<'a> {
        ListRows::new(name, self.rows.iter().map(SearchableRow::text).collect(), self.state.selected)
    }
}

#[derive(Debug)]
pub(crate) struct ListPane<P, R> {
    pub id: P,
    pub title: String,
    pub list: List<R>,
}

/// The panes of a screen that have a list each. One is focused.
#[derive(Debug)]
pub(crate) struct ListPanes<P, R> {
    pub panes: Vec<ListPane<P, R>>,
    pub focus: P,
}

impl<P: Copy + PartialEq, R: RowCount> ListPanes<P, R> {
    pub fn new(focus: P) -> Self {
        Self { panes: Vec::new(), focus }
    }

    pub fn pane(&self, part: P) -> Option<&ListPane<P, R>> {
        self.panes.iter().find(|pane| pane.id == part)
    }

    pub fn list_mut(&mut self, part: P) -> Option<&mut List<R>> {
        self.panes.iter_mut().find(|pane| pane.id == part).map(|pane| &mut pane.list)
    }

    pub fn focused(&self) -> Option<&List<R>> {
        self.pane(self.focus).map(|pane| &pane.list)
    }

    pub fn focused_mut(&mut self) -> Option<&mut List<R>> {
        self.list_mut(self.focus)
    }

    /// Focuses the first pane if the focused one is gone.
    pub fn ensure_focus(&mut self) {
        if self.focused().is_none()
            && let Some(first) = self.panes.first()
        {
            self.focus = first.id;
        }
    }

    pub fn focused_index(&self) -> usize {
        self.panes.iter().position(|pane| pane.id == self.focus).unwrap_or(0)
    }

    pub fn cycle_focus(&mut self, by: isize) {
        let many = self.panes.len();
        if many > 0 {
            self.focus = self.panes[(self.focused_index() + many).saturating_add_signed(by) % many].id;
        }
    }

    pub fn apply_motion(&mut self, motion: Motion) {
        if let Some(list) = self.focused_mut() {
            list.apply_motion(motion);
        }
    }

    pub fn select(&mut self, RowPosition { list, row }: RowPosition) {
        if let Some(pane) = self.panes.get_mut(list) {
            pane.list.state.selected = row.min(pane.list.rows.len().saturating_sub(1));
            self.focus = pane.id;
        }
    }

    /// Focuses the pane and selects the row at a position. Returns whether the row was selected and its pane focused
    /// before.
    pub fn select_at(&mut self, at: Position, areas: &[(P, Rect)]) -> bool {
        let Some((part, place)) = areas.iter().rev().find(|(_, place)| place.contains(at)) else { return false };
        let had_keys = self.focus == *part;
        self.focus = *part;
        let row = self.focused_mut().and_then(|list| list.state.select_at(at, *place, list.rows.len()));
        row.is_some_and(|was_selected| was_selected && had_keys)
    }

    pub fn focus_title_at(&mut self, at: Position, areas: &[(P, Rect)]) {
        self.focus = pane_with_title_at(areas.iter().copied(), at).unwrap_or(self.focus);
    }

    /// Scrolls each visible pane to its selected row. A hidden pane keeps its scroll offset.
    pub fn fit_scroll(&mut self, areas: &[(P, Rect)]) {
        for pane in &mut self.panes {
            if let Some((_, place)) = areas.iter().find(|(part, _)| *part == pane.id) {
                pane.list.state.fit_scroll(pane.list.rows.len(), usize::from(place.height.saturating_sub(2)));
            }
        }
    }
}

impl<P: Copy + PartialEq, R: SearchableRow> ListPanes<P, Vec<R>> {
    /// The list with that index, or the focused one, for searching under the title of its pane.
    pub fn searched(&self, at: Option<usize>) -> Option<ListRows<'_>> {
        let at = at.unwrap_or(self.focused_index());
        let pane = self.panes.get(at)?;
        Some(pane.list.search_rows(&pane.title).with_index(at, self.panes.len()))
    }
}

pub(crate) trait SearchableRow {
    fn text(&self) -> Cow<'_, str>;
}

impl SearchableRow for String {
    fn text(&self) -> Cow<'_, str> {
        self.into()
    }
}

impl SearchableRow for Variant {
    fn text(&self) -> Cow<'_, str> {
        self.name.as_str().into()
    }
}

impl SearchableRow for ListRow {
    fn text(&self) -> Cow<'_, str> {
        format!("{} {}", self.head, self.body).into()
    }
}

impl SearchableRow for TablePaneRow {
    fn text(&self) -> Cow<'_, str> {
        self.plain_text().into()
    }
}

impl SearchableRow for CampaignRow {
    fn text(&self) -> Cow<'_, str> {
        format!("{} {} {}", self.lead, self.text, self.tail).into()
    }
}
