//! A frame of the Map screen, and what lies where in it.

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

/// Where the parts of the screen lie.
struct Parts {
    header: Rect,
    map: Rect,
    card: Rect,
}

/// The columns from which on the card stands beside the map.
const WIDE: u16 = 110;

/// Where the parts lie in an area, of which they want so many rows, and the header so many.
fn parts(area: Rect, header: u16, wanted: Wanted, divided: &mut Divided) -> Parts {
    let [header, rest] = Layout::vertical([Constraint::Length(header), Constraint::Fill(1)]).areas(area);
    // Neighbouring panes share a border.
    let [map, card] = if area.width >= WIDE {
        divided.split(Border::MapCard, rest, Direction::Horizontal, (rest.width + 1).saturating_sub(36))
    } else {
        // The map keeps the greater part, but for what it has no use for.
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

    /// The same in the part of a frame that they have, with the border between map and card.
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

    /// Where the header lies.
    pub(super) fn header(&self, area: Rect, session: &Session) -> Rect {
        self.parts(area, session).header
    }

    /// The area of the map at a place of the screen.
    pub(super) fn cell_at(&self, at: Position, area: Rect, session: &Session) -> Option<Cell> {
        let ground = self.ground(session.state())?;
        MapAreas::of(self.parts(area, session).map, ground).cell_at(self.camera, at, ground)
    }

    /// What must be known before a frame is drawn: what of the map is seen, and what is answered about it.
    pub(super) fn make_ready(&mut self, area: Rect, session: &Session) {
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
        // How near the map is looked at is found where it has the greater part.
        let of_map = |camera| MapAreas::rows_for(camera, ground);
        self.wanted = Wanted { card, map: if self.wants_whole { u16::MAX } else { of_map(self.camera) } };
        if self.wants_whole {
            self.camera = MapAreas::of(self.parts(area, session).map, ground).whole(ground);
            self.wants_whole = false;
            self.wanted.map = of_map(self.camera);
        }
        let (parts, places) = self.divided(above_said(self, area, session), session);
        self.handles.lay(places, parts.map);
        let areas = MapAreas::of(parts.map, ground);
        self.seen = areas.seen(self.camera, ground);
        if self.centre {
            let before = |at: u16, seen: u16| at.saturating_sub(seen / 2);
            self.camera.first =
                Cell::new(before(self.cursor.column, self.seen.0), before(self.cursor.row, self.seen.1));
            self.centre = false;
        }
        self.camera = areas.showing(self.camera, self.cursor, ground);
    }

    /// Draws it.
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

    /// Whom they could attack from the cursor's area, facing as they would there.
    fn attacks_in_groups(&self) -> Vec<(String, Vec<String>)> {
        self.attacks.in_groups(self.plan.as_ref().map_or(self.attacks.facing, |plan| plan.facing))
    }

    /// Who is shown: those who are placed on the map, and who stands there in the theatre alone.
    fn shown_pieces(&self) -> &[Piece] {
        self.in_theatre.as_deref().unwrap_or(&self.pieces)
    }

    /// What the signs of the map mean.
    pub(super) fn explained(&self, session: &Session, look: Look) -> Vec<HelpSection> {
        let state = session.state();
        self.ground(state).map_or_else(Vec::new, |ground| {
            let (pieces, objectives) = (self.shown_pieces(), &*self.holders);
            MapLegend { look, state, ground, pieces, objectives, zoom: self.camera.zoom }.sections()
        })
    }

    /// What is said of what is being composed, or of the cursor's area.
    fn said(&self, session: &Session) -> String {
        self.plan.as_ref().map_or_else(|| self.said.clone(), |plan| self.said_of_plan(session.state(), plan))
    }
}
