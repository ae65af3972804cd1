//! Draws a frame of the Map screen and maps positions to its areas.

use super::table::{MapScreen, Wanted};
use crate::{
    component::{DrawContext, above_dock, above_said},
    session::Session,
};
use ratatui::{
    Frame,
    layout::{Constraint, Direction, Layout, Position, Rect},
};
use wardiary_base::{ground::Cell, id::UnitId};
use wardiary_view::{
    Look, battle_tabs,
    help::HelpSection,
    layout::{Border, BorderPlace, Divided},
    map::{CardPane, MapAreas, MapLegend, MapPane, Piece, rows_needed},
};

struct Parts {
    header: Rect,
    map: Rect,
    card: Rect,
}

/// The width, in columns, from which on the card stands beside the map.
const WIDE: u16 = 110;

/// Splits an area into the parts, given the rows that the parts and the header want.
fn parts(area: Rect, header: u16, wanted: Wanted, divided: &mut Divided) -> Parts {
    let [header, rest] = Layout::vertical([Constraint::Length(header), Constraint::Fill(1)]).areas(area);
    // Neighbouring panes share a border.
    let [map, card] = if area.width >= WIDE {
        divided.split(Border::MapCard, rest, Direction::Horizontal, (rest.width + 1).saturating_sub(36))
    } else {
        // The map keeps the larger part, except for rows that it can't use.
        let (least, most) = if area.height >= 20 { (6, 10.max(area.height / 2)) } else { (5, 7) };
        let spared = (rest.height + 1).saturating_sub(wanted.map);
        let rows = wanted.card.clamp(least, most.max(spared));
        divided.split(Border::MapCardBelow, rest, Direction::Vertical, (rest.height + 1).saturating_sub(rows))
    };
    Parts { header, map, card }
}

fn header_rows(session: &Session) -> u16 {
    1 + battle_tabs::rows(session.state(), session.battle())
}

impl MapScreen {
    fn parts(&self, area: Rect, session: &Session) -> Parts {
        self.divided(above_said(self, area, session), session).0
    }

    fn divided(&self, area: Rect, session: &Session) -> (Parts, Vec<BorderPlace>) {
        let mut divided = Divided::by(&session.panes.borders);
        let parts = if session.panes.zoomed {
            let [header, map] =
                Layout::vertical([Constraint::Length(header_rows(session)), Constraint::Fill(1)]).areas(area);
            Parts { header, map, card: Rect::ZERO }
        } else {
            parts(area, header_rows(session), self.wanted, &mut divided)
        };
        (parts, divided.places)
    }

    pub(super) fn header(&self, area: Rect, session: &Session) -> Rect {
        self.parts(area, session).header
    }

    pub(super) fn cell_at(&self, at: Position, area: Rect, session: &Session) -> Option<Cell> {
        let ground = self.ground(session.state())?;
        MapAreas::of(self.parts(area, session).map, ground).cell_at(self.camera, at, ground)
    }

    /// Updates what the frame needs: the visible part of the map, and the answers about it.
    pub(super) fn make_ready(&mut self, area: Rect, session: &mut Session) {
        if let Some(ground) = self.ground(session.state()) {
            let (width, height) = (ground.width(), ground.height());
            self.cursor = Cell::new(self.cursor.column.min(width - 1), self.cursor.row.min(height - 1));
        }
        self.make_answers(session);
        let state = session.state();
        let Some(map) = self.map.and_then(|id| state.map(id)) else { return };
        let ground = &map.ground;
        let at = (state, map, self.cursor);
        let card = rows_needed(at, &self.said(session), &self.attacks_in_groups(), area.width);
        // The zoom is fitted while the map has the larger part.
        let of_map = |camera| MapAreas::rows_for(camera, ground);
        self.wanted = Wanted { card, map: if self.wants_whole { u16::MAX } else { of_map(self.camera) } };
        if self.wants_whole {
            self.camera = MapAreas::of(self.parts(area, session).map, ground).whole(ground);
            self.wants_whole = false;
            self.wanted.map = of_map(self.camera);
        }
        let (parts, places) = self.divided(above_said(self, area, session), session);
        let areas = MapAreas::of(parts.map, ground);
        self.seen = areas.seen(self.camera, ground);
        if self.centre {
            let before = |at: u16, seen: u16| at.saturating_sub(seen / 2);
            self.camera.first =
                Cell::new(before(self.cursor.column, self.seen.0), before(self.cursor.row, self.seen.1));
            self.centre = false;
        }
        self.camera = areas.showing(self.camera, self.cursor, ground);
        session.panes.lay(places, parts.map);
    }

    pub(super) fn draw_parts(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: DrawContext) {
        let DrawContext { look, focused, docked } = canvas;
        let state = session.state();
        let whole = above_dock(self, area, session, docked);
        let (parts, _) = self.divided(whole, session);
        frame.render_widget(&session.header(look), parts.header);
        let map = self.map.and_then(|id| state.map(id));
        let meant = self.who.iter().flat_map(|id| state.units_meant(*id)).map(|unit| unit.id);
        let meant: Vec<UnitId> = meant.chain(self.chosen).collect();
        let card = CardPane {
            look,
            state,
            map,
            cell: self.cursor,
            chosen: &meant,
            said: self.said(session),
            attacks: self.attacks_in_groups(),
            attacks_first: self.from(state) == Some(self.cursor) && self.reach.as_ref().is_some_and(Result::is_err),
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
        let areas = MapAreas::of(parts.map, &map.ground);
        let pane = MapPane {
            look,
            state,
            ground: &map.ground,
            pieces: self.shown_pieces(),
            objectives: &self.holders,
            camera: areas.showing(self.camera, self.cursor, &map.ground),
            cursor: Some(self.cursor),
            chosen: self.chosen,
            picked: if self.who.len() > 1 { &meant } else { &[] },
            overlay: self.answers.overlay.as_ref(),
            trails: &self.trails,
            plan: self.plan.as_ref(),
            mark: None,
            title: &title,
            focused,
        };
        frame.render_widget(&pane, parts.map);
        if !parts.card.is_empty() {
            frame.render_widget(&card, parts.card);
        }
    }

    /// The targets from the cursor's area, with the facing there.
    fn attacks_in_groups(&self) -> Vec<(String, Vec<String>)> {
        self.attacks.in_groups(self.plan.as_ref().map_or(self.attacks.facing, |plan| plan.facing))
    }

    /// The pieces to draw: those placed on the map, and those that stand there only in the theatre.
    fn shown_pieces(&self) -> &[Piece] {
        self.in_theatre.as_deref().unwrap_or(&self.pieces)
    }

    /// The legend of the map's symbols.
    pub(super) fn explained(&self, session: &Session, look: Look) -> Vec<HelpSection> {
        let state = session.state();
        self.ground(state).map_or_else(Vec::new, |ground| {
            let (pieces, objectives) = (self.shown_pieces(), &*self.holders);
            MapLegend { look, state, ground, pieces, objectives, zoom: self.camera.zoom }.sections()
        })
    }

    /// The description of the move being composed, or of the cursor's area.
    fn said(&self, session: &Session) -> String {
        self.plan.as_ref().map_or_else(|| self.said.clone(), |plan| self.said_of_plan(session.state(), plan))
    }
}
