//! Draws a frame of the Campaign screen and maps positions to panes and rows.

use super::{
    confirm_list,
    screen_state::{CampaignRows, CampaignScreen, Pane},
};
use crate::{
    component::{RenderOptions, above_dock, above_status},
    lists::{List, ListState, RowCount as _},
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
use wardiary_rules::rules::ProposalList;
use wardiary_view::{
    campaign::{
        self, CampaignAreas, CampaignItem, CampaignNeeds, CampaignPane, CampaignPart, NetworkPane, NetworkSize, card,
        proposed_row, whereabouts,
    },
    forces::{ForcesPane, visible_scroll},
    header::HeaderPane,
    layout::{AreaSplitter, BorderPlace},
};

impl CampaignScreen {
    pub(super) fn areas(&self, area: Rect, session: &Session) -> CampaignAreas {
        self.layout(above_status(self, area, session), session).0
    }

    fn layout(&self, area: Rect, session: &Session) -> (CampaignAreas, Vec<BorderPlace>) {
        let wants = |pane: &Pane| (pane.id, u16::try_from(pane.list.rows.len()).unwrap_or(u16::MAX));
        let graph = match self.network.has_network() {
            true if self.is_network_zoomed => NetworkSize::Full,
            true => NetworkSize::Split,
            false => NetworkSize::None,
        };
        let parts = self.panes.panes.iter().map(wants).collect::<Vec<_>>();
        let lines = |columns: u16| self.card.1.wrapped(columns.into()).len();
        let lines = |columns| u16::try_from(lines(columns)).unwrap_or(u16::MAX);
        let zoomed = session.panes.zoomed;
        let wanted =
            CampaignNeeds { parts: &parts, focus: self.panes.focus, network_size: graph, zoomed, card: &lines };
        let mut divided = AreaSplitter::new(&session.panes.borders);
        let areas = campaign::areas(area, wanted, &mut divided);
        (areas, divided.border_places)
    }

    pub(super) fn scroll_to_selection(&mut self, area: Rect, session: &mut Session) {
        // The size of the card decides where the panes end.
        self.update_card(session);
        let (areas, places) = self.layout(above_status(self, area, session), session);
        let focused = if self.is_network_zoomed { areas.network } else { areas.area(self.panes.focus) };
        session.panes.lay(places, focused);
        for Pane { id: part, list, .. } in &mut self.panes.panes {
            list.state.fit_scroll(list.rows.len(), usize::from(areas.area(*part).height.saturating_sub(2)));
        }
        self.describe_visible(&areas, session);
    }

    /// Makes the card of the selection if it is not current.
    fn update_card(&mut self, session: &mut Session) {
        let chosen = self.selected_item();
        if self.card.0 == chosen {
            return;
        }
        let state = session.state();
        let about = match (&chosen, self.selected_row()) {
            (Some(CampaignItem::Proposed(proposal)), _) => proposed_row(state, proposal).details,
            (_, row) => row.map_or_else(String::new, |row| row.details.clone()),
        };
        let mut made = chosen.as_ref().map(|item| card(state, item, &about)).unwrap_or_default();
        match chosen {
            Some(CampaignItem::Force(id)) => made.lines.extend(confirm_list::latest_entry_texts(session, id)),
            Some(CampaignItem::Answered(number)) => made.lines.extend(confirm_list::answer_text(session, number)),
            _ => {}
        }
        self.card = (chosen, made);
    }

    /// Describes the visible forces and proposals if the descriptions are not current.
    fn describe_visible(&mut self, areas: &CampaignAreas, session: &mut Session) {
        let state = session.state();
        let height = |part| usize::from(areas.area(part).height.saturating_sub(2));
        let list = |part| self.panes.pane(part).map(|pane| (&pane.list.rows, pane.list.state.scroll));
        if let Some((CampaignRows::Proposals(ProposalList { all: proposals, .. }), scroll)) =
            list(CampaignPart::Proposed)
        {
            let seen = scroll..(scroll + height(CampaignPart::Proposed).max(1)).min(proposals.len());
            if self.visible_proposals.0 != seen {
                let text = proposals[seen.clone()].iter().map(|proposal| proposed_row(state, proposal)).collect();
                self.visible_proposals = (seen, text);
            }
        }
        let list = |part| self.panes.pane(part).map(|pane| (&pane.list.rows, pane.list.state.scroll));
        if let Some((CampaignRows::Forces(rows), scroll)) = list(CampaignPart::Forces) {
            let seen = scroll..(scroll + height(CampaignPart::Forces)).min(rows.len());
            if self.visible_forces.0 != seen {
                let text = rows[seen.clone()].iter().map(|row| whereabouts(state, row.id)).collect();
                self.visible_forces = (seen, text);
            }
        }
    }

    /// Selects the pane and row at a position. Returns true if that row was already selected in the focused pane.
    pub(super) fn select_at(&mut self, at: Position, area: Rect, session: &Session) -> bool {
        let areas = self.areas(area, session);
        if areas.network.contains(at) {
            let place = self.network.place_at(areas.network, at).map(|number| Station::at(Spot::Place(number)));
            return place.is_some_and(|station| self.select_station(station));
        }
        self.panes.select_at(at, &areas.parts)
    }

    pub(super) fn draw_panes(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: RenderOptions) {
        let RenderOptions { look, focused, docked } = canvas;
        let state = session.state();
        let whole = above_dock(self, area, session, docked);
        let (areas, _) = self.layout(whole, session);
        let battle = session.battle().filter(|id| state.battle(*id).is_some_and(|battle| battle.ended.is_none()));
        let header = HeaderPane { battle, ..session.header(look) };
        frame.render_widget(&header, areas.header);
        for Pane { id: part, title, list } in &self.panes.panes {
            let place = areas.area(*part);
            if place.is_empty() {
                continue;
            }
            let focused = focused && self.panes.focus == *part;
            let List { rows, state: ListState { selected, scroll } } = list;
            let (selected, all) = (*selected, rows.len());
            // An open order line leaves less room than the scroll offset assumed.
            let scroll = visible_scroll(selected, *scroll, usize::from(place.height.saturating_sub(2)));
            match rows {
                CampaignRows::Text(rows) => {
                    let pane = CampaignPane { look, title, rows, first: 0, total: all, selected, scroll, focused };
                    frame.render_widget(&pane, place);
                }
                CampaignRows::Proposals(_) => {
                    let (first, rows) = (self.visible_proposals.0.start, &self.visible_proposals.1);
                    let pane = CampaignPane { look, title, rows, first, total: all, selected, scroll, focused };
                    frame.render_widget(&pane, place);
                }
                CampaignRows::Forces(rows) => {
                    let (seen, text) = &self.visible_forces;
                    let beside = text.get(scroll.saturating_sub(seen.start)..).unwrap_or_default();
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
                        whereabouts: beside,
                        changed: &BTreeSet::new(),
                    };
                    frame.render_widget(&pane, place);
                }
            }
        }
        if !areas.network.is_empty() {
            let focused = focused && self.is_network_zoomed;
            let chosen = match self.selected_item() {
                Some(CampaignItem::Station(station)) => Some(station),
                Some(CampaignItem::Force(id)) => campaign::force_of(state, id).and_then(|force| state.station(force)),
                _ => None,
            };
            frame.render_widget(&NetworkPane { look, plan: &self.network, selected: chosen, focused }, areas.network);
        }
        self.card.1.draw(look, areas.card, frame.buffer_mut());
    }
}
