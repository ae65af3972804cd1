//! Panes of figures that a screen shows beside each other: which has the keys, what is chosen in each, how far it is scrolled.

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

/// The columns from which on panes stand in two columns.
const TWO_COLUMNS: u16 = 110;

/// A part of a screen that has a pane, and the borders of that.
pub(crate) trait LedgerPart: Copy + PartialEq {
    /// The border between the two columns.
    const COLUMNS: Border;

    /// Whether the other panes are about what is chosen in the first: while that is gone through they are looked at too.
    const FOLLOW: bool;

    /// The border above it, where another pane lies there; none of what is always the first.
    fn above(self) -> Option<Border>;
}

/// The panes of a screen, each by its part.
#[derive(Debug)]
pub(crate) struct Ledger<P> {
    panes: Vec<Pane<P>>,
    /// Which of them has the keys.
    pub focus: P,
    /// The borders between them.
    pub handles: Handles,
}

#[derive(Debug)]
struct Pane<P> {
    part: P,
    title: String,
    rows: Vec<LedgerRow>,
    selected: usize,
    scroll: usize,
    /// Whether it stands in the second column, where there are two.
    right: bool,
}

impl<P: LedgerPart> Ledger<P> {
    /// Without panes yet.
    pub fn new(focus: P) -> Self {
        Self { panes: Vec::new(), focus, handles: Handles::default() }
    }

    /// Shows these panes, in their order: part, title, rows, and whether it stands in the second column. Those without rows are
    /// left out; what was chosen in a pane stays chosen.
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

    /// Where what is chosen leads.
    pub fn chosen(&self) -> Option<LedgerItem> {
        let pane = self.panes.iter().find(|pane| pane.part == self.focus)?;
        pane.rows.get(pane.selected)?.item
    }

    /// Chooses the row of a part that leads there, from its beginning.
    pub fn choose(&mut self, part: P, item: LedgerItem) {
        if let Some(pane) = self.panes.iter_mut().find(|pane| pane.part == part) {
            pane.selected = pane.rows.iter().position(|row| row.item == Some(item)).unwrap_or(pane.selected);
        }
    }

    /// Begins a part at its first row again.
    pub fn rewind(&mut self, part: P) {
        if let Some(pane) = self.panes.iter_mut().find(|pane| pane.part == part) {
            (pane.selected, pane.scroll) = (0, 0);
        }
    }

    /// Moves in the pane that has the keys.
    pub fn go(&mut self, motion: Motion) {
        if let Some(pane) = self.focused() {
            pane.selected = motion.step(pane.selected, pane.rows.len());
        }
    }

    /// To another pane.
    pub fn turn_focus(&mut self, by: isize) {
        let at = self.panes.iter().position(|pane| pane.part == self.focus).unwrap_or(0);
        let many = self.panes.len();
        if many > 0 {
            self.focus = self.panes[(at + many).saturating_add_signed(by) % many].part;
        }
    }

    /// How many panes there are.
    pub fn lists(&self) -> usize {
        self.panes.len()
    }

    /// Which of them has the keys.
    pub fn list_at(&self) -> usize {
        self.panes.iter().position(|pane| pane.part == self.focus).unwrap_or(0)
    }

    /// One of them, as it is searched.
    pub fn list(&self, at: usize) -> Option<ListRows<'_>> {
        let pane = self.panes.get(at)?;
        let rows = pane.rows.iter().map(|row| row.says().into()).collect();
        Some(ListRows::new(pane.title.as_str(), rows, pane.selected))
    }

    /// Chooses a row of a pane, which has the keys then.
    pub fn go_to_row(&mut self, Spot { list, row }: Spot) {
        if let Some(pane) = self.panes.get_mut(list) {
            pane.selected = row.min(pane.rows.len().saturating_sub(1));
            self.focus = pane.part;
        }
    }

    /// Where the pane lies that has the keys.
    pub fn list_place(&self, area: Rect, panes: &Panes) -> Rect {
        self.areas(area, panes).into_iter().find(|(part, _)| *part == self.focus).map_or(Rect::ZERO, |(_, place)| place)
    }

    /// Whether panes stand in two columns here, so that there is room for what is no figure.
    pub fn has_room(area: Rect) -> bool {
        area.width >= TWO_COLUMNS
    }

    /// Where the panes lie.
    fn areas(&self, area: Rect, panes: &Panes) -> Vec<(P, Rect)> {
        self.divided(area, panes).0
    }

    /// The same, with the borders between them.
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

    /// Panes under each other. What the one with the keys has a use for, it has: of the others a row each is left, or half of all
    /// where they are looked at too.
    fn stacked(&self, area: Rect, wants: &[(P, u16)], divided: &mut Divided) -> Vec<(P, Rect)> {
        let others = u16::try_from(wants.len()).unwrap_or(u16::MAX).saturating_sub(1).max(1);
        let rows = area.height.saturating_sub(others + 2);
        let left = if P::FOLLOW { (rows + others) / (2 * others) } else { 1 };
        stacked(area, (wants, self.focus, left), P::above, divided)
    }

    /// Scrolls each pane so that what is chosen in it is seen.
    pub fn bring_into_sight(&mut self, area: Rect, panes: &Panes) {
        let (areas, borders) = self.divided(area, panes);
        self.handles.lay(borders, self.list_place(area, panes));
        for pane in &mut self.panes {
            // One that is not shown stays as it is.
            let Some((_, place)) = areas.iter().find(|(part, _)| *part == pane.part) else { continue };
            let height = usize::from(place.height.saturating_sub(2));
            let scroll = pane.scroll.min(pane.rows.len().saturating_sub(height));
            pane.scroll = visible_scroll(pane.selected, scroll, height);
        }
    }

    /// Goes to the pane and row at a place of the screen. True where that row was chosen before, and its pane had the keys.
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

    /// Gives the keys to the pane whose title is at a place of the screen.
    pub fn point_at_title(&mut self, at: Position, area: Rect, panes: &Panes) {
        self.focus = titled(self.areas(area, panes), at).unwrap_or(self.focus);
    }

    /// The wheel, over the pane that it turns in.
    pub fn wheel(&mut self, at: Position, (area, panes): (Rect, &Panes), motion: Motion) {
        if let Some((part, _)) = self.areas(area, panes).into_iter().rev().find(|(_, place)| place.contains(at)) {
            self.focus = part;
            self.go(motion);
        }
    }

    /// Draws the panes.
    pub fn draw(&self, frame: &mut Frame, (area, panes): (Rect, &Panes), look: Look, focused: bool) {
        for (part, place) in self.areas(area, panes) {
            let Some(pane) = self.panes.iter().find(|pane| pane.part == part) else { continue };
            let height = usize::from(place.height.saturating_sub(2));
            let drawn = LedgerPane {
                look,
                title: &pane.title,
                rows: &pane.rows,
                selected: pane.selected,
                // Under what is docked there is less room than there was.
                scroll: visible_scroll(pane.selected, pane.scroll, height),
                focused: focused && self.focus == part,
            };
            frame.render_widget(&drawn, place);
        }
    }
}

/// Where the panes of a screen lie whose first row is the header.
pub(crate) fn under_header(area: Rect) -> Rect {
    Rect { y: area.y + area.height.min(1), height: area.height.saturating_sub(1), ..area }
}
