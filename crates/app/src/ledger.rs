//! Panes of tabular rows side by side: focus, selection and scrolling.

use super::{
    borders::{Handles, titled},
    lists::{ListRows, Spot},
    motion::Motion,
    panes::Panes,
};
use ratatui::{
    Frame,
    layout::{Direction, Position, Rect},
};
use wardiary_view::{
    Look,
    campaign::stacked,
    forces::visible_scroll,
    layout::{Border, BorderPlace, Divided},
    ledger::{LedgerItem, LedgerPane, LedgerRow},
    row_at,
};

/// The width from which the panes are laid out in two columns.
const TWO_COLUMNS: u16 = 110;

/// Identifies a pane of a screen, and its borders.
pub(crate) trait LedgerPart: Copy + PartialEq {
    const COLUMNS: Border;

    /// Whether the other panes show details of the selection in the first, and so need more room.
    const FOLLOW: bool;

    /// The border above the pane. `None` for a pane that is always on top.
    fn above(self) -> Option<Border>;
}

#[derive(Debug)]
pub(crate) struct Ledger<P> {
    panes: Vec<Pane<P>>,
    pub focus: P,
    pub handles: Handles,
}

#[derive(Debug)]
struct Pane<P> {
    part: P,
    title: String,
    rows: Vec<LedgerRow>,
    selected: usize,
    scroll: usize,
    /// Whether it is in the right column of a two-column layout.
    right: bool,
}

impl<P: LedgerPart> Ledger<P> {
    pub fn new(focus: P) -> Self {
        Self { panes: Vec::new(), focus, handles: Handles::default() }
    }

    /// Replaces the panes: part, title, rows, and whether it is in the right column. Panes without rows are left out.
    /// Selections are kept.
    pub fn show(&mut self, panes: Vec<(P, String, Vec<LedgerRow>, bool)>) {
        let old = std::mem::take(&mut self.panes);
        for (part, title, rows, right) in panes.into_iter().filter(|(_, _, rows, _)| !rows.is_empty()) {
            let before = old.iter().find(|pane| pane.part == part);
            let first = rows.iter().position(|row| row.item.is_some()).unwrap_or(0);
            let selected = before.map_or(first, |pane| pane.selected).min(rows.len() - 1);
            self.panes.push(Pane { part, title, rows, selected, scroll: before.map_or(0, |pane| pane.scroll), right });
        }
        if self.focused().is_none()
            && let Some(first) = self.panes.first()
        {
            self.focus = first.part;
        }
    }

    fn focused(&mut self) -> Option<&mut Pane<P>> {
        let focus = self.focus;
        self.panes.iter_mut().find(|pane| pane.part == focus)
    }

    pub fn chosen(&self) -> Option<LedgerItem> {
        let pane = self.panes.iter().find(|pane| pane.part == self.focus)?;
        pane.rows.get(pane.selected)?.item
    }

    /// Selects the first row of a pane with this target.
    pub fn choose(&mut self, part: P, item: LedgerItem) {
        if let Some(pane) = self.panes.iter_mut().find(|pane| pane.part == part) {
            pane.selected = pane.rows.iter().position(|row| row.item == Some(item)).unwrap_or(pane.selected);
        }
    }

    pub fn rewind(&mut self, part: P) {
        if let Some(pane) = self.panes.iter_mut().find(|pane| pane.part == part) {
            (pane.selected, pane.scroll) = (0, 0);
        }
    }

    pub fn go(&mut self, motion: Motion) {
        if let Some(pane) = self.focused() {
            pane.selected = motion.step(pane.selected, pane.rows.len());
        }
    }

    pub fn turn_focus(&mut self, by: isize) {
        let at = self.panes.iter().position(|pane| pane.part == self.focus).unwrap_or(0);
        let many = self.panes.len();
        if many > 0 {
            self.focus = self.panes[(at + many).saturating_add_signed(by) % many].part;
        }
    }

    pub fn lists(&self) -> usize {
        self.panes.len()
    }

    pub fn list_at(&self) -> usize {
        self.panes.iter().position(|pane| pane.part == self.focus).unwrap_or(0)
    }

    /// The rows of a pane, for searching.
    pub fn list(&self, at: usize) -> Option<ListRows<'_>> {
        let pane = self.panes.get(at)?;
        let rows = pane.rows.iter().map(|row| row.says().into()).collect();
        Some(ListRows::new(pane.title.as_str(), rows, pane.selected))
    }

    pub fn go_to_row(&mut self, Spot { list, row }: Spot) {
        if let Some(pane) = self.panes.get_mut(list) {
            pane.selected = row.min(pane.rows.len().saturating_sub(1));
            self.focus = pane.part;
        }
    }

    pub fn list_place(&self, area: Rect, panes: &Panes) -> Rect {
        self.areas(area, panes).into_iter().find(|(part, _)| *part == self.focus).map_or(Rect::ZERO, |(_, place)| place)
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
            return (vec![(self.focus, area)], Vec::new());
        }
        let wants = |right: Option<bool>| -> Vec<(P, u16)> {
            let panes = self.panes.iter().filter(|pane| right.is_none_or(|right| pane.right == right));
            panes.map(|pane| (pane.part, u16::try_from(pane.rows.len()).unwrap_or(u16::MAX))).collect()
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
        stacked(area, (wants, self.focus, left), P::above, divided)
    }

    pub fn bring_into_sight(&mut self, area: Rect, panes: &Panes) {
        let (areas, borders) = self.divided(area, panes);
        self.handles.lay(borders, self.list_place(area, panes));
        for pane in &mut self.panes {
            // A hidden pane keeps its scroll offset.
            let Some((_, place)) = areas.iter().find(|(part, _)| *part == pane.part) else { continue };
            let height = usize::from(place.height.saturating_sub(2));
            let scroll = pane.scroll.min(pane.rows.len().saturating_sub(height));
            pane.scroll = visible_scroll(pane.selected, scroll, height);
        }
    }

    /// Focuses the pane and selects the row at `at`. Returns whether the row was selected and its pane focused before.
    pub fn point(&mut self, at: Position, area: Rect, panes: &Panes) -> bool {
        let Some((part, place)) = self.areas(area, panes).into_iter().rev().find(|(_, place)| place.contains(at))
        else {
            return false;
        };
        let had_keys = self.focus == part;
        self.focus = part;
        let Some(pane) = self.focused() else { return false };
        let Some(row) = row_at(place, at, (pane.scroll, pane.rows.len())) else { return false };
        std::mem::replace(&mut pane.selected, row) == row && had_keys
    }

    /// Focuses the pane whose title is at `at`.
    pub fn point_at_title(&mut self, at: Position, area: Rect, panes: &Panes) {
        self.focus = titled(self.areas(area, panes), at).unwrap_or(self.focus);
    }

    /// Focuses the pane at `at` and scrolls it.
    pub fn wheel(&mut self, at: Position, (area, panes): (Rect, &Panes), motion: Motion) {
        if let Some((part, _)) = self.areas(area, panes).into_iter().rev().find(|(_, place)| place.contains(at)) {
            self.focus = part;
            self.go(motion);
        }
    }

    pub fn draw(&self, frame: &mut Frame, (area, panes): (Rect, &Panes), look: Look, focused: bool) {
        for (part, place) in self.areas(area, panes) {
            let Some(pane) = self.panes.iter().find(|pane| pane.part == part) else { continue };
            let height = usize::from(place.height.saturating_sub(2));
            let drawn = LedgerPane {
                look,
                title: &pane.title,
                rows: &pane.rows,
                selected: pane.selected,
                // A docked overlay leaves less room than `prepare` knew of.
                scroll: visible_scroll(pane.selected, pane.scroll, height),
                focused: focused && self.focus == part,
            };
            frame.render_widget(&drawn, place);
        }
    }
}

/// The area below the header row of a screen.
pub(crate) fn under_header(area: Rect) -> Rect {
    Rect { y: area.y + area.height.min(1), height: area.height.saturating_sub(1), ..area }
}
