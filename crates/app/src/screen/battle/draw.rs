//! Draws a frame of the battle screen, maps positions to panes, and renders the screen as plain text.

use super::screen_state::{BattleScreen, Focus};
use crate::{
    battle_timeline::TimelineLayout,
    component::{RenderOptions, above_status},
    last_roll,
    session::Session,
};
use ratatui::{
    Frame,
    layout::{Margin, Position, Rect},
};
use std::collections::BTreeSet;
use wardiary_base::book::Mechanism;
use wardiary_diary::diary::EntryNo;
use wardiary_rules::{
    notation,
    state::{Losses, Map, State},
};
use wardiary_view::{
    Glyphs, Look, Theme,
    battle_timeline::{self, TimelinePane},
    diary_pane::DiaryPane,
    forces::ForcesPane,
    gauges::GaugesPane,
    layout::{self, AreaSplitter, BattleAreas, BorderPlace},
    line_up::result_line,
    map::SmallMap,
    screenshot,
    square::SquarePane,
};

const MAX_ENTRIES: usize = 60;

const ENTRIES_PER_FRAME: usize = 80;

impl BattleScreen {
    pub fn areas(&self, area: Rect, session: &Session) -> BattleAreas {
        self.layout(area, session).0
    }

    pub(super) fn layout(&self, area: Rect, session: &Session) -> (BattleAreas, Vec<BorderPlace>) {
        let mut divided = AreaSplitter::new(&session.panes.borders);
        let needs = self.layout_needs(area.width, session);
        let areas = layout::battle(above_status(self, area, session), area.height, needs, &mut divided);
        (areas, divided.border_places)
    }

    pub(super) fn focused_area(&self, areas: &BattleAreas) -> Rect {
        match self.focus {
            Focus::Forces => areas.forces,
            Focus::Diary => areas.diary,
            Focus::Card => areas.card,
        }
    }

    /// Focuses the pane at a position. Returns false if no pane there takes the focus.
    pub(super) fn focus_at(&mut self, areas: &BattleAreas, at: Position) -> bool {
        let panes = [(areas.forces, Focus::Forces), (areas.diary, Focus::Diary), (areas.card, Focus::Card)];
        let found = panes.into_iter().find(|(area, _)| area.contains(at));
        self.focus = found.map_or(self.focus, |(_, focus)| focus);
        found.is_some()
    }

    /// Updates the battle's timeline if it has a pane and the entries or the width changed. Reads more entries for it.
    pub(super) fn prepare_timeline(&mut self, areas: &BattleAreas, session: &mut Session) {
        self.is_reading_timeline = false;
        let Some(battle) = session.battle_there().filter(|_| !areas.timeline.is_empty()) else { return };
        let diary = session.save.diary();
        let of = (battle, diary.head(), battle_timeline::columns(areas.timeline));
        if self.timeline.0 == Some(of) {
            return;
        }
        let numbers = session.entries_of(battle);
        self.is_reading_timeline = !session.timelines.read(diary, numbers.iter().copied(), ENTRIES_PER_FRAME);
        // A long diary is drawn once it has been read to the end.
        if !self.is_reading_timeline {
            let timeline = session.timelines.swing_along(diary, diary.path(), battle);
            let drawn = timeline.map(|timeline| TimelineLayout::of(&timeline, numbers, diary.state(), of.2));
            self.timeline = (Some(of), drawn.unwrap_or_default());
        }
    }

    pub(super) fn timeline_entry_at(&self, area: Rect, at: Position) -> Option<EntryNo> {
        let numbers = &self.timeline.1.numbers;
        let place = battle_timeline::index_at(area, at.x, numbers.len().saturating_sub(1));
        numbers.get(place).copied().filter(|_| area.inner(Margin::new(1, 1)).contains(at))
    }

    /// Draws all panes except the roll's where an overlay is docked.
    pub(crate) fn draw_panes(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: RenderOptions) {
        let RenderOptions { look, focused, docked } = canvas;
        // A reviewed entry is drawn with the review colours and borders.
        let past = session.is_reviewing().then(|| (look.theme.in_review(), look.glyphs.in_review()));
        let look = past.as_ref().map_or(look, |(theme, glyphs)| look.with_theme(theme, glyphs));
        let areas = self.areas(area, session);
        let state = session.state();
        frame.render_widget(&session.header(look), areas.header);
        let (battle, last) = (session.battle_there(), session.battle());
        frame
            .render_widget(&GaugesPane { look, state, battle, last, before: None, folded: &self.folded }, areas.gauges);
        let has_focus = focused && self.focus == Focus::Forces;
        self.with_forces(session, (look, has_focus), |forces| frame.render_widget(&forces, areas.forces));
        // Panes that share a border are drawn from top to bottom: the border carries the title of the lower pane.
        let square_is_beside_dice = areas.square.y >= areas.roll.y;
        if !square_is_beside_dice {
            self.draw_square(frame, areas.square, session, look);
        }
        if !areas.card.is_empty() {
            self.card.draw(frame, areas.card, look, focused && self.focus == Focus::Card);
        }
        let in_diary = self.focus == Focus::Diary;
        let log = DiaryPane {
            look,
            entries: &self.diary_window,
            above: diary_window(session, areas.diary.height).0,
            selected: Some(session.entry()).filter(|_| session.is_reviewing() || in_diary),
            focused: focused && in_diary,
        };
        frame.render_widget(&log, areas.diary);
        if !areas.timeline.is_empty() {
            let drawn @ TimelineLayout { sides, notches, signals, numbers } = &self.timeline.1;
            let shown = session.position_of(session.entry()).checked_sub(1);
            let at = drawn.stage_index(shown.map_or(0, |at| session.save.diary().path()[at]));
            let entries = numbers.len().saturating_sub(1);
            frame.render_widget(&TimelinePane { look, sides, notches, events: signals, entries, at }, areas.timeline);
        }
        if square_is_beside_dice {
            self.draw_square(frame, areas.square, session, look);
        }
        if !docked && !areas.roll.is_empty() {
            let dice = if session.is_reviewing() { session.shown_dice_source() } else { session.next_dice_source() };
            let gives_orders = !session.is_reviewing() && session.viewed().is_writable();
            last_roll::draw(frame, session, areas.roll, look, (dice, gives_orders));
        }
    }

    pub fn with_forces(&self, session: &Session, (look, focused): (Look, bool), draw: impl FnOnce(ForcesPane)) {
        draw(ForcesPane {
            look,
            state: session.state(),
            rows: &self.rows(session),
            figures: &session.figures(session.battle()),
            selected: self.selected_index(session),
            picked: &session.picked().iter().copied().collect(),
            changed: &BTreeSet::new(),
            focused,
            scroll: self.forces.scroll,
            whereabouts: &[],
        });
    }

    /// Draws the Square of the selected stack, or the map in its place, scrolled to the selection.
    fn draw_square(&self, frame: &mut Frame, area: Rect, session: &Session, look: Look) {
        let state = session.state();
        let Some(map) = self.map(session) else {
            let (stack, edge) = (self.selected_stack(session), self.edge);
            return frame.render_widget(&SquarePane { look, state, stack, edge, focused: false }, area);
        };
        let chosen = self.selected_row(session).and_then(|row| state.units_for_id(row.id).first().map(|unit| unit.id));
        let place = chosen.and_then(|id| state.unit(id)).and_then(|unit| unit.place);
        let cursor = place.filter(|place| place.map == map.id).map(|place| place.cell);
        frame.render_widget(&SmallMap { look, state, map, cursor, move_traces: &[] }, area);
    }

    /// The map in place of the Square: the battle's map, unless the user looks at a Square's order of loss.
    pub fn map<'s>(&self, session: &'s Session) -> Option<&'s Map> {
        session.battle_there().filter(|_| self.edge.is_none()).and_then(|battle| session.state().map_of(battle))
    }
}

/// The window of entries that the diary shows: its start on the path from the muster, and its length.
pub(crate) fn diary_window(session: &Session, height: u16) -> (usize, usize) {
    let many = usize::from(height).min(MAX_ENTRIES);
    let at = session.position_of(session.entry());
    // The result of dice that are still landing is shown after they land.
    let after = if session.are_dice_falling() { 0 } else { many / 4 };
    let end = (at + after).min(session.diary().path().len());
    let from = end.saturating_sub(many);
    (from, end - from)
}

/// A width at which no line is cut.
const PLAIN_TEXT_WIDTH: u16 = 110;

impl BattleScreen {
    /// The situation of the battle, and the numbered forces.
    pub(super) fn plain_text(&self, session: &Session) -> Vec<String> {
        let (theme, state) = (Theme::default(), session.state());
        let look = Look::new(&theme, &Glyphs::UNICODE);
        let mut text = standing(state, session);
        if session.tutorial.is_shown() {
            text.extend(session.tutorial.lines.iter().cloned());
            text.push("(`first-steps` hides or shows these lines.)".into());
        }
        text.extend(session.last_phase().map(|fought| result_line(state, fought).to_string()));
        let rows = self.rows(session);
        let height = u16::try_from(rows.len() + 2).unwrap_or(u16::MAX);
        let mut lines = Vec::new();
        self.with_forces(session, (look, false), |forces| {
            let forces = ForcesPane { selected: usize::MAX, scroll: 0, ..forces };
            lines = screenshot::rendered_lines(&forces, (PLAIN_TEXT_WIDTH, height));
        });
        text.extend(lines.iter().take(1).cloned());
        let numbered = lines.iter().skip(1).enumerate();
        text.extend(numbered.map(|(at, line)| {
            let chosen = if at == self.forces.selected { " (chosen)" } else { "" };
            // Strips the symbol before the name.
            let line = line.trim_start_matches(|c: char| !c.is_alphanumeric());
            format!("{}  {line}{chosen}", at + 1)
        }));
        text
    }
}

/// The situation of the shown battle, and each side's losses.
fn standing(state: &State, session: &Session) -> Vec<String> {
    let Some(battle) = session.battle().and_then(|id| state.battle(id)) else {
        return vec!["No battle is under way.".into()];
    };
    let mut text = vec![format!("{}: {}", battle.name, notation::battle_status(state, battle))];
    text.extend(battle.contingents.iter().map(|contingent| {
        let losses = state.losses(battle, contingent);
        let verdict = match losses.filter(|_| state.book().uses(Mechanism::Exhaustion)) {
            _ if contingent.exhausted => ", exhausted".into(),
            Some(losses) => format!(", exhausted at {}", losses.exhaustion_point),
            None => String::new(),
        };
        format!("{}: {}{verdict}", state.name(contingent.side), Losses::describe(losses))
    }));
    text
}
