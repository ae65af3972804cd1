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
    campaign::stacked,
    forces::visible_scroll,
    layout::{Border, BorderPlace, Divided},
    ledger::{LedgerItem, LedgerPane, LedgerRow},
};

/// The width from which the panes are laid out in two columns.
const TWO_COLUMNS: u16 = 110;

/// Identifies a pane of a screen, and its borders.
pub(crate) trait LedgerPart: Copy + PartialEq {
    const COLUMNS: Border;

    /// Whether the other panes show details of the selection in the first, and so need more room.
    const FOLLOW: bool;

    /// Whether it is in the right column of a two-column layout.
    fn is_right(self) -> bool;

    /// The border above the pane. `None` for a pane that is always on top.
    fn above(self) -> Option<Border>;
}

#[derive(Debug)]
pub(crate) struct Ledger<P> {
    pub lists: ListPanes<P, Vec<LedgerRow>>,
}

impl<P: LedgerPart> Ledger<P> {
    pub fn new(focus: P) -> Self {
        Self { lists: ListPanes::new(focus) }
    }

    /// Replaces the panes. Panes without rows are left out. Selections are kept.
    pub fn show(&mut self, panes: Vec<(P, String, Vec<LedgerRow>)>) {
        let old = std::mem::take(&mut self.lists.all);
        for (part, title, rows) in panes.into_iter().filter(|(_, _, rows)| !rows.is_empty()) {
            let before = old.iter().find(|pane| pane.part == part).map(|pane| pane.list.state);
            let first = || rows.iter().position(|row| row.item.is_some()).unwrap_or(0);
            let mut state = before.unwrap_or_else(|| ListState { selected: first(), scroll: 0 });
            state.selected = state.selected.min(rows.len() - 1);
            self.lists.all.push(ListPane { part, title, list: List { rows, state } });
        }
        self.lists.find_focus();
    }

    pub fn chosen(&self) -> Option<LedgerItem> {
        self.lists.focused()?.chosen()?.item
    }

    /// Selects the first row of a pane with this target.
    pub fn choose(&mut self, part: P, item: LedgerItem) {
        if let Some(list) = self.lists.list_mut(part) {
            let row = list.rows.iter().position(|row| row.item == Some(item));
            list.state.selected = row.unwrap_or(list.state.selected);
        }
    }

    pub fn rewind(&mut self, part: P) {
        if let Some(list) = self.lists.list_mut(part) {
            list.state = ListState::default();
        }
    }

    pub fn list_place(&self, area: Rect, panes: &Panes) -> Rect {
        let areas = self.areas(area, panes);
        areas.into_iter().find(|(part, _)| *part == self.lists.focus).map_or(Rect::ZERO, |(_, place)| place)
    }

    /// Handles clicks and the wheel in that area, and the selection by a search. Returns whether the row is accepted,
    /// by a second click; `None` for other events.
    pub fn event(&mut self, event: &Event, area: Rect, panes: &mut Panes) -> Option<bool> {
        let areas = self.areas(area, panes);
        match *event {
            Event::Click(at, _) if panes.press(at) => self.lists.focus_title(at, &areas),
            Event::Click(at, _) => return Some(self.lists.select_at(at, &areas)),
            Event::Wheel(at, _, motion) => {
                if let Some((part, _)) = areas.iter().rev().find(|(_, place)| place.contains(at)) {
                    self.lists.focus = *part;
                    self.lists.go(motion);
                }
            }
            Event::Select(spot) => self.lists.select(spot),
            _ => return None,
        }
        Some(false)
    }

    /// Whether the area is wide enough for two columns, and so for more than figures.
    pub fn has_room(area: Rect) -> bool {
        area.width >= TWO_COLUMNS
    }

    fn areas(&self, area: Rect, panes: &Panes) -> Vec<(P, Rect)> {
        self.divided(area, panes).0
    }

    /// The areas of the panes and the borders between them.
    fn divided(&self, area: Rect, panes: &Panes) -> (Vec<(P, Rect)>, Vec<BorderPlace>) {
        if panes.zoomed {
            return (vec![(self.lists.focus, area)], Vec::new());
        }
        let wants = |right: Option<bool>| -> Vec<(P, u16)> {
            let panes = self.lists.all.iter().filter(|pane| right.is_none_or(|right| pane.part.is_right() == right));
            panes.map(|pane| (pane.part, u16::try_from(pane.list.rows.len()).unwrap_or(u16::MAX))).collect()
        };
        let mut divided = Divided::by(&panes.borders);
        let (left, right) = (wants(Some(false)), wants(Some(true)));
        let areas = if area.width < TWO_COLUMNS || left.is_empty() || right.is_empty() {
            self.stacked(area, &wants(None), &mut divided)
        } else {
            let half = area.width.div_ceil(2);
            let [one, other] = divided.split(P::COLUMNS, area, Direction::Horizontal, half);
            let mut areas = self.stacked(one, &left, &mut divided);
            areas.extend(self.stacked(other, &right, &mut divided));
            areas
        };
        (areas, divided.places)
    }

    /// Stacks panes vertically. The focused pane gets the rows that it needs; the others keep one row each, or share
    /// half the height if they show details of the selection.
    fn stacked(&self, area: Rect, wants: &[(P, u16)], divided: &mut Divided) -> Vec<(P, Rect)> {
        let others = u16::try_from(wants.len()).unwrap_or(u16::MAX).saturating_sub(1).max(1);
        let rows = area.height.saturating_sub(others + 2);
        let left = if P::FOLLOW { (rows + others) / (2 * others) } else { 1 };
        stacked(area, (wants, self.lists.focus, left), P::above, divided)
    }

    pub fn bring_into_sight(&mut self, area: Rect, panes: &mut Panes) {
        let (areas, borders) = self.divided(area, panes);
        panes.lay(borders, self.list_place(area, panes));
        self.lists.fill(&areas);
    }

    pub fn draw(&self, frame: &mut Frame, (area, panes): (Rect, &Panes), look: Look, focused: bool) {
        for (part, place) in self.areas(area, panes) {
            let Some(pane) = self.lists.pane(part) else { continue };
            let ListState { selected, scroll } = pane.list.state;
            let height = usize::from(place.height.saturating_sub(2));
            let drawn = LedgerPane {
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
pub(crate) fn under_header(area: Rect) -> Rect {
    Rect { y: area.y + area.height.min(1), height: area.height.saturating_sub(1), ..area }
}
