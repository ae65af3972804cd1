//! Draws a frame of the Review screen and maps positions to panes and entries.

use super::screen_state::{ReviewFocus, ReviewScreen};
use crate::{
    clock,
    component::{RenderOptions, above_status},
    last_roll,
    move_traces::move_traces,
    session::Session,
};
use ratatui::{
    Frame,
    layout::{Position, Rect},
};
use std::collections::BTreeSet;
use wardiary_base::{
    id::{Id, StackId, UnitId},
    text,
};
use wardiary_diary::diary::EntryNo;
use wardiary_rules::{
    notation::Filter,
    state::{EntityKind, Map},
};
use wardiary_view::{
    Look,
    forces::ForcesPane,
    gauges::{self, GaugesPane},
    header::HeaderPane,
    layout::{self, AreaSplitter, BorderPlace, ReviewAreas, ReviewNeeds},
    map::SmallMap,
    review::{EntriesPane, EntryResultPane, EntryRow, StripPane},
    search,
    square::{self, SquarePane},
};

impl ReviewScreen {
    pub(super) fn areas(&self, area: Rect, session: &Session) -> ReviewAreas {
        self.layout(area, session).0
    }

    fn layout(&self, area: Rect, session: &Session) -> (ReviewAreas, Vec<BorderPlace>) {
        let battle = self.battle_there(session).and_then(|battle| session.state().battle(battle));
        let rows = battle.map_or(1, |battle| gauges::rows(session.state(), battle, &self.folded).len());
        let has_status_row = battle.is_some_and(|b| b.ended.is_some() || session.has_unresolved_defeats(b));
        let gauges = u16::try_from(rows.min(4)).unwrap_or(4) + u16::from(has_status_row);
        let needs = ReviewNeeds {
            gauges,
            swings: !session.diary().state().battles().is_empty(),
            forces: u16::try_from(self.force_rows(session).len() + 2).unwrap_or(u16::MAX),
            forces_focused: self.focus == ReviewFocus::Forces,
            zoomed: session.panes.zoomed,
        };
        let mut divided = AreaSplitter::new(&session.panes.borders);
        let mut areas = layout::review(above_status(self, area, session), area.height, needs, &mut divided);
        if !areas.square.is_empty() {
            let stack = self.selected_stack(session);
            let rows = || stack.map_or(0, |stack| square::rows_needed(session.state(), stack));
            let square = self.map(session).is_none().then(rows);
            [areas.square, areas.card] = layout::map_and_card(areas.square, square, &mut divided);
        }
        (areas, divided.border_places)
    }

    pub(super) fn scroll_forces(&mut self, area: Rect, session: &mut Session) {
        let rows = self.force_rows(session);
        self.forces.selected = self.forces.selected.min(rows.len().saturating_sub(1));
        let (areas, places) = self.layout(area, session);
        let focused = if self.focus == ReviewFocus::Forces { areas.forces } else { areas.diary };
        session.panes.lay(places, focused);
        let inside = |size: u16| usize::from(size.saturating_sub(2));
        self.forces.scroll_to_selected(inside(areas.forces.height));
        let chosen = rows.get(self.forces.selected).map(|row| row.id);
        self.card.prepare(session, chosen, (inside(areas.card.width), inside(areas.card.height)));
    }

    pub(super) fn status_text(&self, session: &Session) -> String {
        let diary = session.diary();
        let mut parts: Vec<String> = Vec::new();
        if self.playing {
            let pause = self.playback_interval().as_millis();
            parts.push(if pause >= 1000 {
                format!("playing, {} per entry", text::count(pause as usize / 1000, "second", "seconds"))
            } else {
                format!("playing, {} entries per second", 1000 / pause.max(1))
            });
        }
        if self.is_filtered() {
            let filter = self.filter_search.filter();
            let many = self.filter_search.matches().len();
            parts.push(format!("{} `{filter}`", text::count(many, "entry matches", "entries match")));
        }
        let all = diary.entries().len();
        let sought = self.target_search.as_ref().or_else(|| self.pending_jump.map(|_| &self.filter_search));
        if !self.catalogue.is_complete(diary) {
            let percent = self.catalogue.loaded() as usize * 100 / all.max(1);
            parts.push(format!("reading the diary: {percent}%"));
        } else if self.waits_for_luck(session) {
            parts.push(format!("weighing the rolls: {}%", session.odds.progress()));
        } else if let Some(search) = sought {
            parts.push(format!("searching: {}%", search.percent(all)));
        }
        let entry = session.entry();
        if entry != 0 && diary.path().binary_search(&entry).is_err() {
            parts.push(format!("this entry was {}", session.viewed().off_branch_word()));
        }
        parts.extend(self.lead_text(session));
        parts.join("; ")
    }

    fn strip<'s>(&'s self, session: &Session, look: Look<'s>) -> StripPane<'s> {
        StripPane {
            look,
            entries: self.path.len(),
            at: self.path_index(session),
            notches: &self.notches,
            events: &self.signals,
            leads: &self.leads,
        }
    }

    /// Goes to the position of the mouse on the strip.
    pub(super) fn go_to_strip_position(&mut self, at: Position, strip: Rect, session: &mut Session) {
        let (theme, glyphs) = (wardiary_view::Theme::default(), wardiary_view::Glyphs::UNICODE);
        let look = Look::new(&theme, &glyphs);
        let column = at.x.saturating_sub(strip.x + 1);
        let place = self.strip(session, look).position_at(column, strip.width.saturating_sub(2).max(1));
        super::navigation::go_to_index(self, session, place);
    }

    /// The visible entries of the list, and how many are above and below.
    fn visible_rows(&self, session: &Session, height: usize) -> (Vec<EntryRow<'_>>, (usize, usize)) {
        let diary = session.diary();
        let here = session.entry();
        // While another filter is typed, all entries are shown.
        let filtered = self.is_filtered() && self.typed_filter.is_none();
        let (all, at) = if filtered {
            let at = self.filter_search.matches().binary_search(&here).unwrap_or_else(|at| at.saturating_sub(1));
            (self.filter_search.matches().len(), at)
        } else {
            (diary.entries().len() + 1, here as usize)
        };
        let from = at.saturating_sub(height / 2).min(all.saturating_sub(height));
        let row = |at: usize| {
            let no = if filtered { self.filter_search.matches()[at] } else { EntryNo::try_from(at).unwrap_or(0) };
            EntryRow {
                no,
                account: self.catalogue.account(no),
                graph: if filtered { None } else { self.graph.row(no) },
                on_path: no == 0 || self.path.binary_search(&no).is_ok(),
            }
        };
        let to = (from + height).min(all);
        ((from..to).map(row).collect(), (from, all - to))
    }

    pub(super) fn entry_at(&self, area: Rect, at: Position, session: &Session) -> Option<EntryNo> {
        let height = usize::from(area.height.saturating_sub(2));
        let row = usize::from(at.y.checked_sub(area.y + 1)?);
        self.visible_rows(session, height).0.get(row).map(|row| row.no)
    }

    /// The selected stack, the stack of the selected unit, or the first of the selected side.
    fn selected_stack(&self, session: &Session) -> Option<StackId> {
        let rows = self.force_rows(session);
        let row = rows.get(self.forces.selected)?;
        let state = session.state();
        match row.kind {
            EntityKind::Stack => Some(StackId(row.id.0)),
            EntityKind::Unit => state.unit(UnitId(row.id.0))?.stack,
            _ => state.stacks().iter().find(|s| Id::from(s.side) == row.id).map(|s| s.id),
        }
    }

    /// Draws all panes except those with an overlay docked in their place.
    pub(super) fn draw_panes(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: RenderOptions) {
        // A reviewed entry is drawn with the review colours and borders.
        let (theme, glyphs) = (canvas.look.theme.in_review(), canvas.look.glyphs.in_review());
        let look = canvas.look.with_theme(&theme, &glyphs);
        let areas = self.areas(area, session);
        let state = session.state();
        let battle = self.battle_there(session);
        let entries = u32::try_from(self.path.len()).unwrap_or(u32::MAX);
        let header = HeaderPane { battle, entries, reviewing: true, ..session.header(look) };
        frame.render_widget(&header, areas.header);
        let was = self.viewed.before.as_deref();
        let last = self.battle(session);
        frame.render_widget(&GaugesPane { look, state, battle, last, before: was, folded: &self.folded }, areas.gauges);
        frame.render_widget(&self.strip(session, look), areas.strip);
        self.draw_forces(frame, &areas, session, (look, canvas.focused));
        let (rows, more) = self.visible_rows(session, usize::from(areas.diary.height.saturating_sub(2)));
        let sought = self.current_search();
        let fits = |filter: &Filter| match sought.matches().len() {
            1 => format!("Diary: {filter}, 1 match"),
            many => format!("Diary: {filter}, {many} matches"),
        };
        let title = if sought.filter().matches_all() { "Diary".to_string() } else { fits(sought.filter()) };
        let peek = self.typed_filter.as_ref().filter(|peek| peek.search.is_some());
        let entries = EntriesPane {
            look,
            rows: &rows,
            hidden: more,
            selected: session.entry(),
            title: &text::sanitize(&title),
            matches: if peek.is_some() { sought.matches() } else { &[] },
            focused: canvas.focused && self.focus == ReviewFocus::Diary,
        };
        frame.render_widget(&entries, areas.diary);
        if let Some(peek) = peek {
            search::highlight(look, &peek.words, areas.diary, frame.buffer_mut());
        }
        if canvas.docked {
            return;
        }
        let muster = text::count(state.units().len(), "unit is mustered", "units are mustered");
        let account = self.catalogue.account(session.entry());
        let written = account.map_or_else(String::new, |account| clock::local_text(account.at));
        let text = EntryResultPane { look, account, written: &written, muster: &muster };
        frame.render_widget(&text, areas.result);
        if !areas.roll.is_empty() {
            last_roll::draw(frame, session, areas.roll, look, (session.shown_dice_source(), false));
        }
    }

    /// Draws the forces, and the Square or the map.
    fn draw_forces(&self, frame: &mut Frame, areas: &ReviewAreas, session: &Session, (look, focused): (Look, bool)) {
        let state = session.state();
        let rows = self.force_rows(session);
        let forces = ForcesPane {
            look,
            state,
            rows: &rows,
            figures: &session.figures(self.battle(session)),
            selected: self.forces.selected,
            picked: &BTreeSet::new(),
            changed: &self.viewed.changed,
            focused: focused && self.focus == ReviewFocus::Forces,
            scroll: self.forces.scroll,
            whereabouts: &[],
        };
        if !areas.forces.is_empty() {
            frame.render_widget(&forces, areas.forces);
        }
        // The card lies below, so the border between the two carries the card's title.
        match self.map(session) {
            _ if areas.square.is_empty() => {}
            Some(map) => self.draw_map(frame, (areas.square, map), session, look),
            None => frame.render_widget(
                &SquarePane { look, state, stack: self.selected_stack(session), edge: None, focused: false },
                areas.square,
            ),
        }
        if !areas.card.is_empty() {
            self.card.draw(frame, areas.card, look, false);
        }
    }

    /// Draws the battle's map, scrolled to the units that the entry changed.
    fn draw_map(&self, frame: &mut Frame, (area, map): (Rect, &Map), session: &Session, look: Look) {
        let state = session.state();
        let changed = self.viewed.changed.iter().filter_map(|id| state.unit(UnitId(id.0))?.place);
        let cursor = changed.filter(|place| place.map == map.id).map(|place| place.cell).next();
        frame.render_widget(&SmallMap { look, state, map, cursor, move_traces: &move_traces(session, map.id) }, area);
    }
}
