//! Panes of tabular rows side by side: focus, selection and scrolling.

use super::{
    component::Event,
    lists::{List, ListPane, ListPanes, ListState},
    panes::Panes,
};
use ratatui::{
    Frame,
    layout::{Direction, Rect},
};
use wardiary_view::{
    Look,
    campaign::stack_panes,
    forces::visible_scroll,
    layout::{AreaSplitter, Border, BorderPlace},
    table_pane::{RowLink, TablePane, TablePaneRow},
};

/// The width from which the panes are laid out in two columns.
const MIN_TWO_COLUMN_WIDTH: u16 = 110;

/// Identifies a pane of a screen, and its borders.
pub(crate) trait PaneId: Copy + PartialEq {
    const COLUMN_BORDER: Border;

    /// Whether the other panes show details of the selection in the first, and so need more room.
    const SHOWS_DETAILS: bool;

    /// Whether it is in the right column of a two-column layout.
    fn is_right(self) -> bool;

    /// The border above the pane. `None` for a pane that is always on top.
    fn top_border(self) -> Option<Border>;
}

#[derive(Debug)]
pub(crate) struct TablePanes<P> {
    pub lists: ListPanes<P, Vec<TablePaneRow>>,
}

impl<P: PaneId> TablePanes<P> {
    pub fn new(focus: P) -> Self {
        Self { lists: ListPanes::new(focus) }
    }

    /// Replaces the panes. Panes without rows are left out. Selections are kept.
    pub fn set_panes(&mut self, panes: Vec<(P, String, Vec<TablePaneRow>)>) {
        let old = std::mem::take(&mut self.lists.panes);
        for (part, title, rows) in panes.into_iter().filter(|(_, _, rows)| !rows.is_empty()) {
            let before = old.iter().find(|pane| pane.id == part).map(|pane| pane.list.state);
            let first = || rows.iter().position(|row| row.link.is_some()).unwrap_or(0);
            let mut state = before.unwrap_or_else(|| ListState { selected: first(), scroll: 0 });
            state.selected = state.selected.min(rows.len() - 1);
            self.lists.panes.push(ListPane { id: part, title, list: List { rows, state } });
        }
        self.lists.ensure_focus();
    }

    pub fn selected_item(&self) -> Option<RowLink> {
        self.lists.focused()?.selected_row()?.link
    }

    /// Selects the first row of a pane with this target.
    pub fn select_item(&mut self, part: P, item: RowLink) {
        if let Some(list) = self.lists.list_mut(part) {
            let row = list.rows.iter().position(|row| row.link == Some(item));
            list.state.selected = row.unwrap_or(list.state.selected);
        }
    }

    pub fn reset_pane(&mut self, part: P) {
        if let Some(list) = self.lists.list_mut(part) {
            list.state = ListState::default();
        }
    }

    pub fn list_area(&self, area: Rect, panes: &Panes) -> Rect {
        let areas = self.areas(area, panes);
        areas.into_iter().find(|(part, _)| *part == self.lists.focus).map_or(Rect::ZERO, |(_, place)| place)
    }

    /// Handles clicks and the wheel in that area, and the selection by a search. Returns whether the row is accepted,
    /// by a second click; `None` for other events.
    pub fn event(&mut self, event: &Event, area: Rect, panes: &mut Panes) -> Option<bool> {
        let areas = self.areas(area, panes);
        match *event {
            Event::Click(at, _) if panes.press(at) => self.lists.focus_title_at(at, &areas),
            Event::Click(at, _) => return Some(self.lists.select_at(at, &areas)),
            Event::Scroll(at, _, motion) => {
                if let Some((part, _)) = areas.iter().rev().find(|(_, place)| place.contains(at)) {
                    self.lists.focus = *part;
                    self.lists.apply_motion(motion);
                }
            }
            Event::Select(spot) => self.lists.select(spot),
            _ => return None,
        }
        Some(false)
    }

    /// Whether the area is wide enough for two columns, and so for more than figures.
    pub fn fits_two_columns(area: Rect) -> bool {
        area.width >= MIN_TWO_COLUMN_WIDTH
    }

    fn areas(&self, area: Rect, panes: &Panes) -> Vec<(P, Rect)> {
        self.layout(area, panes).0
    }

    /// The areas of the panes and the borders between them.
    fn layout(&self, area: Rect, panes: &Panes) -> (Vec<(P, Rect)>, Vec<BorderPlace>) {
        if panes.zoomed {
            return (vec![(self.lists.focus, area)], Vec::new());
        }
        let wants = |right: Option<bool>| -> Vec<(P, u16)> {
            let panes = self.lists.panes.iter().filter(|pane| right.is_none_or(|right| pane.id.is_right() == right));
            panes.map(|pane| (pane.id, u16::try_from(pane.list.rows.len()).unwrap_or(u16::MAX))).collect()
        };
        let mut divided = AreaSplitter::new(&panes.borders);
        let (left, right) = (wants(Some(false)), wants(Some(true)));
        let areas = if area.width < MIN_TWO_COLUMN_WIDTH || left.is_empty() || right.is_empty() {
            self.stack_vertically(area, &wants(None), &mut divided)
        } else {
            let half = area.width.div_ceil(2);
            let [one, other] = divided.split(P::COLUMN_BORDER, area, Direction::Horizontal, half);
            let mut areas = self.stack_vertically(one, &left, &mut divided);
            areas.extend(self.stack_vertically(other, &right, &mut divided));
            areas
        };
        (areas, divided.border_places)
    }

    /// Stacks panes vertically. The focused pane gets the rows that it needs; the others keep one row each, or share
    /// half the height if they show details of the selection.
    fn stack_vertically(&self, area: Rect, wants: &[(P, u16)], divided: &mut AreaSplitter) -> Vec<(P, Rect)> {
        let others = u16::try_from(wants.len()).unwrap_or(u16::MAX).saturating_sub(1).max(1);
        let rows = area.height.saturating_sub(others + 2);
        let left = if P::SHOWS_DETAILS { (rows + others) / (2 * others) } else { 1 };
        stack_panes(area, (wants, self.lists.focus, left), P::top_border, divided)
    }

    pub fn scroll_to_selection(&mut self, area: Rect, panes: &mut Panes) {
        let (areas, borders) = self.layout(area, panes);
        panes.lay(borders, self.list_area(area, panes));
        self.lists.fit_scroll(&areas);
    }

    pub fn draw(&self, frame: &mut Frame, (area, panes): (Rect, &Panes), look: Look, focused: bool) {
        for (part, place) in self.areas(area, panes) {
            let Some(pane) = self.lists.pane(part) else { continue };
            let ListState { selected, scroll } = pane.list.state;
            let height = usize::from(place.height.saturating_sub(2));
            let drawn = TablePane {
                look,
                title: &pane.title,
                rows: &pane.list.rows,
                selected,
                // A docked overlay leaves less room than `prepare` knew of.
                scroll: visible_scroll(selected, scroll, height),
                focused: focused && self.lists.focus == part,
            };
            frame.render_widget(&drawn, place);
        }
    }
}

/// The area below the header row of a screen.
pub(crate) fn below_header(area: Rect) -> Rect {
    Rect { y: area.y + area.height.min(1), height: area.height.saturating_sub(1), ..area }
}
