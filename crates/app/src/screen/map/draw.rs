//! Draws a frame of the Map screen and maps positions to its areas.

use super::screen_state::{MapScreen, RowNeeds};
use crate::{
    component::{RenderOptions, above_dock, above_status},
    session::Session,
};
use ratatui::{
    Frame,
    layout::{Constraint, Direction, Layout, Position, Rect},
};
use wardiary_base::{ground::Cell, id::UnitId};
use wardiary_view::{
    Look, header,
    help::HelpSection,
    layout::{AreaSplitter, Border, BorderPlace},
    map::{AreaCardPane, MapAreas, MapLegend, MapPane, Piece, rows_needed},
};

pub(super) struct ScreenAreas {
    pub(super) header: Rect,
    map: Rect,
    card: Rect,
}

/// The minimum width, in columns, for the card beside the map.
const MIN_CARD_BESIDE_WIDTH: u16 = 110;

/// Splits an area into the parts, given the rows that the parts and the header want.
fn split_area(area: Rect, header: u16, wanted: RowNeeds, divided: &mut AreaSplitter) -> ScreenAreas {
    let [header, rest] = Layout::vertical([Constraint::Length(header), Constraint::Fill(1)]).areas(area);
    // Neighbouring panes share a border.
    let [map, card] = if area.width >= MIN_CARD_BESIDE_WIDTH {
        divided.split(Border::MapCard, rest, Direction::Horizontal, (rest.width + 1).saturating_sub(36))
    } else {
        // The map keeps the larger part, except for rows that it can't use.
        let (least, most) = if area.height >= 20 { (6, 10.max(area.height / 2)) } else { (5, 7) };
        let spared = (rest.height + 1).saturating_sub(wanted.map);
        let rows = wanted.card.clamp(least, most.max(spared));
        divided.split(Border::MapCardBelow, rest, Direction::Vertical, (rest.height + 1).saturating_sub(rows))
    };
    ScreenAreas { header, map, card }
}

fn header_rows(session: &Session) -> u16 {
    1 + header::tab_rows(session.state(), session.battle())
}

impl MapScreen {
    pub(super) fn areas(&self, area: Rect, session: &Session) -> ScreenAreas {
        self.layout(above_status(self, area, session), session).0
    }

    fn layout(&self, area: Rect, session: &Session) -> (ScreenAreas, Vec<BorderPlace>) {
        let mut divided = AreaSplitter::new(&session.panes.borders);
        let parts = if session.panes.zoomed {
            let [header, map] =
                Layout::vertical([Constraint::Length(header_rows(session)), Constraint::Fill(1)]).areas(area);
            ScreenAreas { header, map, card: Rect::ZERO }
        } else {
            split_area(area, header_rows(session), self.wanted_rows, &mut divided)
        };
        (parts, divided.border_places)
    }

    pub(super) fn cell_at(&self, at: Position, area: Rect, session: &Session) -> Option<Cell> {
        let ground = self.ground(session.state())?;
        MapAreas::new(self.areas(area, session).map, ground).cell_at(self.camera, at, ground)
    }

    /// Updates what the frame needs: the visible part of the map, and the answers about it.
    pub(super) fn prepare_frame(&mut self, area: Rect, session: &mut Session) {
        if let Some(ground) = self.ground(session.state()) {
            let (width, height) = (ground.width(), ground.height());
            self.cursor = Cell::new(self.cursor.column.min(width - 1), self.cursor.row.min(height - 1));
        }
        self.update_answers(session);
        let state = session.state();
        let Some(map) = self.map.and_then(|id| state.map(id)) else { return };
        let ground = &map.ground;
        let at = (state, map, self.cursor);
        let card = rows_needed(at, &self.area_or_plan_text(session), &self.attacks_in_groups(), area.width);
        // The zoom is fitted while the map has the larger part.
        let of_map = |camera| MapAreas::rows_for(camera, ground);
        self.wanted_rows = RowNeeds { card, map: if self.fits_map_next { u16::MAX } else { of_map(self.camera) } };
        if self.fits_map_next {
            self.camera = MapAreas::new(self.areas(area, session).map, ground).whole_map(ground);
            self.fits_map_next = false;
            self.wanted_rows.map = of_map(self.camera);
        }
        let (parts, places) = self.layout(above_status(self, area, session), session);
        let areas = MapAreas::new(parts.map, ground);
        self.visible_areas = areas.visible_size(self.camera, ground);
        if self.centres_cursor {
            let before = |at: u16, seen: u16| at.saturating_sub(seen / 2);
            self.camera.top_left = Cell::new(
                before(self.cursor.column, self.visible_areas.0),
                before(self.cursor.row, self.visible_areas.1),
            );
            self.centres_cursor = false;
        }
        self.camera = areas.showing(self.camera, self.cursor, ground);
        session.panes.lay(places, parts.map);
    }

    pub(super) fn draw_parts(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: RenderOptions) {
        let RenderOptions { look, focused, docked } = canvas;
        let state = session.state();
        let whole = above_dock(self, area, session, docked);
        let (parts, _) = self.layout(whole, session);
        frame.render_widget(&session.header(look), parts.header);
        let map = self.map.and_then(|id| state.map(id));
        let meant = self.subjects.iter().flat_map(|id| state.units_for_id(*id)).map(|unit| unit.id);
        let meant: Vec<UnitId> = meant.chain(self.selected_unit).collect();
        let card = AreaCardPane {
            look,
            state,
            map,
            cell: self.cursor,
            selected: &meant,
            answer: self.area_or_plan_text(session),
            attacks: self.attacks_in_groups(),
            attacks_first: self.subject_cell(state) == Some(self.cursor)
                && self.reach.as_ref().is_some_and(Result::is_err),
        };
        let Some(map) = map else {
            let whole = if parts.card.is_empty() { parts.map } else { parts.map.union(parts.card) };
            return frame.render_widget(&card, whole);
        };
        let title = if self.answers.title.is_empty() {
            map.name.to_string()
        } else {
            format!("{}: {}", map.name, self.answers.title)
        };
        let areas = MapAreas::new(parts.map, &map.ground);
        let pane = MapPane {
            look,
            state,
            ground: &map.ground,
            pieces: self.shown_pieces(),
            objectives: &self.holders,
            camera: areas.showing(self.camera, self.cursor, &map.ground),
            cursor: Some(self.cursor),
            selected: self.selected_unit,
            picked: if self.subjects.len() > 1 { &meant } else { &[] },
            overlay: self.answers.overlay.as_ref(),
            move_traces: &self.move_traces,
            planned_move: self.plan.as_ref(),
            marked_edge: None,
            title: &title,
            focused,
        };
        frame.render_widget(&pane, parts.map);
        if !parts.card.is_empty() {
            frame.render_widget(&card, parts.card);
        }
    }

    fn attacks_in_groups(&self) -> Vec<(String, Vec<String>)> {
        self.attacks.in_groups(self.plan.as_ref().map_or(self.attacks.facing, |plan| plan.facing))
    }

    /// The pieces to draw: those placed on the map, and those that stand there only in the theatre.
    fn shown_pieces(&self) -> &[Piece] {
        self.in_theatre.as_deref().unwrap_or(&self.pieces)
    }

    pub(super) fn map_legend(&self, session: &Session, look: Look) -> Vec<HelpSection> {
        let state = session.state();
        self.ground(state).map_or_else(Vec::new, |ground| {
            let (pieces, objectives) = (self.shown_pieces(), &*self.holders);
            MapLegend { look, state, ground, pieces, objectives, zoom: self.camera.zoom }.sections()
        })
    }

    /// The description of the move being composed, or of the cursor's area.
    fn area_or_plan_text(&self, session: &Session) -> String {
        self.plan.as_ref().map_or_else(|| self.area_text.clone(), |plan| self.plan_text(session.state(), plan))
    }
}
