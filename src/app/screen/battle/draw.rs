//! A frame of the battle screen, and what lies where in it.

use super::table::{BattleScreen, Focus};
use crate::{
    app::{
        component::{DrawContext, above_said},
        roll,
        session::Session,
    },
    diary::EntryNo,
    notation::left_over_in,
    state::Map,
    view::{
        Look, battle_tabs,
        forces::ForcesPane,
        gauges::GaugesPane,
        layout::{self, BattleAreas, BattleNeeds},
        log::LogPane,
        map::SmallMap,
        square::{self, SquarePane},
    },
};
use ratatui::{
    Frame,
    layout::{Position, Rect},
};
use std::collections::BTreeSet;

/// The entries that a diary pane could show at most, whatever its size.
const MAX_ENTRIES: usize = 60;

impl BattleScreen {
    /// Where the panes lie.
    #[must_use]
    pub(crate) fn areas(&self, area: Rect, session: &Session) -> BattleAreas {
        let battle = session.battle().and_then(|b| session.state().battle(b));
        let sides = battle.map_or(1, |b| b.contingents.len());
        let left_over = battle.is_some_and(|b| !left_over_in(session.state(), b).is_empty());
        let gauges = u16::try_from(sides.min(4)).unwrap_or(4) + u16::from(left_over);
        let header = 1 + battle_tabs::rows(session.state(), session.battle());
        let square = self.map(session).is_none().then(|| {
            let stack = self.chosen_stack(session);
            stack.map_or(0, |stack| square::rows_needed(session.state(), stack))
        });
        let needs = BattleNeeds { header, gauges, square, focus: self.focus, zoomed: self.zoomed };
        layout::battle(above_said(self, area, session), area.height, needs)
    }

    /// Draws all panes, but for the roll's where an overlay takes its place.
    pub(crate) fn draw_panes(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: DrawContext) {
        let DrawContext { look, focused, docked } = canvas;
        let areas = self.areas(area, session);
        let state = session.state();
        Self::draw_top(frame, &areas, session, look);
        let rows = self.rows(session);
        let forces = ForcesPane {
            look,
            state,
            rows: &rows,
            battle: session.battle(),
            selected: self.selected,
            picked: &session.picked.iter().copied().collect(),
            changed: &BTreeSet::new(),
            focused: focused && self.focus == Focus::Forces,
            scroll: self.scroll,
            beside: &[],
        };
        frame.render_widget(&forces, areas.forces);
        match self.map(session) {
            Some(map) => self.draw_map(frame, (areas.square, map), session, look),
            None => frame.render_widget(
                &SquarePane { look, state, stack: self.chosen_stack(session), edge: self.edge, focused: false },
                areas.square,
            ),
        }
        if !areas.card.is_empty() {
            self.card.draw(frame, areas.card, look, focused && self.focus == Focus::Card);
        }
        let (above, _) = log_window(session, areas.diary.height);
        let in_diary = self.focus == Focus::Diary;
        let log = LogPane {
            look,
            entries: &self.window,
            above,
            selected: Some(session.entry()).filter(|_| session.review.is_some() || in_diary),
            focused: focused && in_diary,
        };
        frame.render_widget(&log, areas.diary);
        if !docked {
            let dice = if session.review.is_some() { session.dice_came_from() } else { session.dice_from() };
            let gives_orders = session.review.is_none() && session.save.is_writable();
            roll::draw(frame, session, areas.roll, look, (dice, gives_orders));
        }
    }

    /// The map that stands in place of the Square: the battle's, unless a Square's order of loss is looked at.
    pub(crate) fn map<'s>(&self, session: &'s Session) -> Option<&'s Map> {
        session.battle_there().filter(|_| self.edge.is_none()).and_then(|battle| session.state().map_of(battle))
    }

    /// The battle's map, with what is chosen in sight.
    fn draw_map(&self, frame: &mut Frame, (area, map): (Rect, &Map), session: &Session, look: Look) {
        let state = session.state();
        let chosen = self.chosen(session).and_then(|row| state.units_meant(row.id).first().map(|unit| unit.id));
        let place = chosen.and_then(|id| state.unit(id)).and_then(|unit| unit.place);
        let cursor = place.filter(|place| place.map == map.id).map(|place| place.cell);
        frame.render_widget(&SmallMap { look, state, map, cursor, trails: &[] }, area);
    }

    /// The header and the gauges.
    fn draw_top(frame: &mut Frame, areas: &BattleAreas, session: &Session, look: Look) {
        let state = session.state();
        frame.render_widget(&session.header(look), areas.header);
        let (battle, last) = (session.battle_there(), session.battle());
        frame.render_widget(&GaugesPane { look, state, battle, last, was: None }, areas.gauges);
    }

    /// The entry that a place in the diary pane stands for, if there is one.
    #[must_use]
    pub(crate) fn entry_at(&self, area: Rect, at: Position) -> Option<EntryNo> {
        // Entries have no fixed height; a click takes the one nearest in proportion.
        let window = &self.window;
        let inside = area.contains(at) && !window.is_empty();
        let rows = usize::from(area.height.saturating_sub(2).max(1));
        let row = usize::from(at.y.saturating_sub(area.y + 1));
        inside.then(|| window[(row * window.len() / rows).min(window.len() - 1)].no)
    }
}

/// Which entries the diary shows, by their place on the path from the muster, and how many: the one looked at, those
/// before it, and a few of those after it.
#[must_use]
pub(crate) fn log_window(session: &Session, height: u16) -> (usize, usize) {
    let many = usize::from(height).min(MAX_ENTRIES);
    let at = session.place_of(session.entry());
    let end = (at + many / 4).min(session.save.diary().path().len());
    let from = end.saturating_sub(many);
    (from, end - from)
}
