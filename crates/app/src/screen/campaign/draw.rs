//! Draws a frame of the Campaign screen and maps positions to panes and rows.

use super::{
    choosing,
    table::{CampaignScreen, Pane, Rows},
};
use crate::{
    component::{DrawContext, above_dock, above_said},
    lists::{List, ListState, Rows as _},
    session::Session,
};
use ratatui::{
    Frame,
    layout::{Position, Rect},
};
use std::collections::BTreeSet;
use wardiary_base::{
    ground::{Spot, Station},
    id::Id,
};
use wardiary_rules::rules::Proposed;
use wardiary_view::{
    campaign::{
        self, CampaignAreas, CampaignItem, CampaignPane, CampaignPart, Graph, NetworkPane, Wanted, card, proposed_row,
        whereabouts,
    },
    forces::{ForcesPane, visible_scroll},
    header::HeaderPane,
    layout::{BorderPlace, Divided},
};

impl CampaignScreen {
    pub(super) fn areas(&self, area: Rect, session: &Session) -> CampaignAreas {
        self.areas_in(above_said(self, area, session), session).0
    }

    fn areas_in(&self, area: Rect, session: &Session) -> (CampaignAreas, Vec<BorderPlace>) {
        let wants = |pane: &Pane| (pane.part, u16::try_from(pane.list.rows.len()).unwrap_or(u16::MAX));
        let graph = match self.network.is_there() {
            true if self.whole => Graph::Whole,
            true => Graph::Beside,
            false => Graph::None,
        };
        let parts = self.panes.all.iter().map(wants).collect::<Vec<_>>();
        let lines = |columns: u16| self.card.1.wrapped(columns.into()).len();
        let lines = |columns| u16::try_from(lines(columns)).unwrap_or(u16::MAX);
        let zoomed = session.panes.zoomed;
        let wanted = Wanted { parts: &parts, focus: self.panes.focus, graph, zoomed, card: &lines };
        let mut divided = Divided::by(&session.panes.borders);
        let areas = campaign::areas(area, wanted, &mut divided);
        (areas, divided.places)
    }

    /// Scrolls each pane to its selected row.
    pub(super) fn bring_into_sight(&mut self, area: Rect, session: &mut Session) {
        // The size of the card decides where the panes end.
        self.make_card(session);
        let (areas, places) = self.areas_in(above_said(self, area, session), session);
        let focused = if self.whole { areas.network } else { areas.of(self.panes.focus) };
        session.panes.lay(places, focused);
        for Pane { part, list, .. } in &mut self.panes.all {
            list.state.fill(list.rows.len(), usize::from(areas.of(*part).height.saturating_sub(2)));
        }
        self.tell_of_seen(&areas, session);
    }

    /// Makes the card of the selection if it is not current.
    fn make_card(&mut self, session: &mut Session) {
        let chosen = self.chosen();
        if self.card.0 == chosen {
            return;
        }
        let state = session.state();
        let about = match (&chosen, self.chosen_row()) {
            (Some(CampaignItem::Proposed(proposal)), _) => proposed_row(state, proposal).about,
            (_, row) => row.map_or_else(String::new, |row| row.about.clone()),
        };
        let mut made = chosen.as_ref().map(|item| card(state, item, &about)).unwrap_or_default();
        match chosen {
            Some(CampaignItem::Force(id)) => made.lines.extend(choosing::last_told(session, id)),
            Some(CampaignItem::Orders(number)) => made.lines.extend(choosing::answered(session, number)),
            _ => {}
        }
        self.card = (chosen, made);
    }

    /// Describes the visible forces and proposals if the descriptions are not current.
    fn tell_of_seen(&mut self, areas: &CampaignAreas, session: &mut Session) {
        let state = session.state();
        let height = |part| usize::from(areas.of(part).height.saturating_sub(2));
        let list = |part| self.panes.pane(part).map(|pane| (&pane.list.rows, pane.list.state.scroll));
        if let Some((Rows::Proposed(Proposed { all: proposals, .. }), scroll)) = list(CampaignPart::Proposed) {
            let seen = scroll..(scroll + height(CampaignPart::Proposed).max(1)).min(proposals.len());
            if self.seen.0 != seen {
                let told = proposals[seen.clone()].iter().map(|proposal| proposed_row(state, proposal)).collect();
                self.seen = (seen, told);
            }
        }
        let list = |part| self.panes.pane(part).map(|pane| (&pane.list.rows, pane.list.state.scroll));
        if let Some((Rows::Forces(rows), scroll)) = list(CampaignPart::Forces) {
            let seen = scroll..(scroll + height(CampaignPart::Forces)).min(rows.len());
            if self.beside.0 != seen {
                let told = rows[seen.clone()].iter().map(|row| whereabouts(state, row.id)).collect();
                self.beside = (seen, told);
            }
        }
    }

    /// Selects the pane and row at a position. Returns true if that row was already selected in the focused pane.
    pub(super) fn point(&mut self, at: Position, area: Rect, session: &Session) -> bool {
        let areas = self.areas(area, session);
        if areas.network.contains(at) {
            let place = self.network.place_at(areas.network, at).map(|number| Station::at(Spot::Place(number)));
            return place.is_some_and(|station| self.choose_station(station));
        }
        self.panes.select_at(at, &areas.parts)
    }

    pub(super) fn draw_panes(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: DrawContext) {
        let DrawContext { look, focused, docked } = canvas;
        let state = session.state();
        let whole = above_dock(self, area, session, docked);
        let (areas, _) = self.areas_in(whole, session);
        let battle = session.battle().filter(|id| state.battle(*id).is_some_and(|battle| battle.over.is_none()));
        let header = HeaderPane { battle, ..session.header(look) };
        frame.render_widget(&header, areas.header);
        for Pane { part, title, list } in &self.panes.all {
            let place = areas.of(*part);
            if place.is_empty() {
                continue;
            }
            let focused = focused && self.panes.focus == *part;
            let List { rows, state: ListState { selected, scroll } } = list;
            let (selected, all) = (*selected, rows.len());
            // An open order line leaves less room than the scroll offset assumed.
            let scroll = visible_scroll(selected, *scroll, usize::from(place.height.saturating_sub(2)));
            match rows {
                Rows::Told(rows) => {
                    let pane = CampaignPane { look, title, rows, first: 0, all, selected, scroll, focused };
                    frame.render_widget(&pane, place);
                }
                Rows::Proposed(_) => {
                    let (first, rows) = (self.seen.0.start, &self.seen.1);
                    let pane = CampaignPane { look, title, rows, first, all, selected, scroll, focused };
                    frame.render_widget(&pane, place);
                }
                Rows::Forces(rows) => {
                    let (seen, told) = &self.beside;
                    let beside = told.get(scroll.saturating_sub(seen.start)..).unwrap_or_default();
                    let picked: BTreeSet<Id> = session.picked().iter().copied().collect();
                    let pane = ForcesPane {
                        look,
                        state,
                        rows,
                        figures: &session.figures(None),
                        selected,
                        picked: &picked,
                        focused,
                        scroll,
                        beside,
                        changed: &BTreeSet::new(),
                    };
                    frame.render_widget(&pane, place);
                }
            }
        }
        if !areas.network.is_empty() {
            let focused = focused && self.whole;
            let chosen = match self.chosen() {
                Some(CampaignItem::Station(station)) => Some(station),
                Some(CampaignItem::Force(id)) => campaign::force_of(state, id).and_then(|force| state.station(force)),
                _ => None,
            };
            frame.render_widget(&NetworkPane { look, plan: &self.network, chosen, focused }, areas.network);
        }
        self.card.1.draw(look, areas.card, frame.buffer_mut());
    }
}
