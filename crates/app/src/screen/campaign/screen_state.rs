//! The state of the Campaign screen: focus, the selection of each pane, and folds.

use crate::{
    lists::{self, List, ListPane, ListPanes},
    session::Session,
};
use std::{collections::BTreeSet, ops::Range};
use wardiary_base::{
    ground::Station,
    id::{BattleId, Id},
};
use wardiary_diary::diary::EntryNo;
use wardiary_rules::{
    rules::{self, Proposal, ProposalList},
    state::State,
};
use wardiary_view::{
    campaign::{self, CampaignCard, CampaignItem, CampaignPart, CampaignRow, NetworkPlan},
    forces::{self, ForceRow},
};

/// Up to this many rows all forces are unfolded when the screen opens.
const FEW_ROWS: usize = 30;

pub(crate) struct CampaignScreen {
    pub(super) panes: ListPanes<CampaignPart, CampaignRows>,
    folded: BTreeSet<Id>,
    unfolded: BTreeSet<Id>,
    /// The places whose contacts are listed.
    unfolded_places: BTreeSet<String>,
    /// The descriptions of the visible proposals, and their range. Each costs a sentence or two to make.
    pub(super) visible_proposals: (Range<usize>, Vec<CampaignRow>),
    /// The written orders to answer together, by number.
    pub(super) picked_orders: BTreeSet<u32>,
    pub(super) network: NetworkPlan,
    pub(super) is_network_zoomed: bool,
    /// The descriptions of the visible forces' rows, and their range.
    pub(super) visible_forces: (Range<usize>, Vec<String>),
    /// The card of the selection, and the item that it describes.
    pub(super) card: (Option<CampaignItem>, CampaignCard),
    /// The inputs of the rows: the entry, and whether it is viewed in the past.
    pub(super) rows_key: Option<(EntryNo, bool)>,
}

pub(super) type Pane = ListPane<CampaignPart, CampaignRows>;

pub(super) enum CampaignRows {
    Text(Vec<CampaignRow>),
    /// Proposals, described when they become visible.
    Proposals(ProposalList),
    Forces(Vec<ForceRow>),
}

impl lists::RowCount for CampaignRows {
    fn len(&self) -> usize {
        match self {
            Self::Text(rows) => rows.len(),
            Self::Proposals(proposed) => proposed.all.len(),
            Self::Forces(rows) => rows.len(),
        }
    }
}

impl CampaignRows {
    pub fn find(&self, is_it: impl Fn(&CampaignItem) -> bool) -> Option<usize> {
        (0..lists::RowCount::len(self)).find(|at| self.item(*at).as_ref().is_some_and(&is_it))
    }

    pub fn item(&self, at: usize) -> Option<CampaignItem> {
        match self {
            Self::Text(rows) => rows.get(at).map(|row| row.item.clone()),
            Self::Proposals(proposed) => {
                proposed.all.get(at).map(|proposal| CampaignItem::Proposed(Box::new(proposal.clone())))
            }
            Self::Forces(rows) => rows.get(at).map(|row| CampaignItem::Force(row.id)),
        }
    }
}

impl List<CampaignRows> {
    /// Selects the row of an item after the rows have changed. If the item is gone, the row number stays.
    fn reselect(&mut self, chosen: Option<CampaignItem>) {
        let row = chosen.and_then(|chosen| self.rows.find(|item| *item == chosen));
        let last = lists::RowCount::len(&self.rows).saturating_sub(1);
        self.state.selected = row.unwrap_or(self.state.selected).min(last);
    }
}

impl CampaignScreen {
    pub fn new(session: &Session) -> Self {
        let mut screen = Self {
            panes: ListPanes::new(CampaignPart::Calendar),
            folded: BTreeSet::new(),
            unfolded: BTreeSet::new(),
            unfolded_places: BTreeSet::new(),
            visible_proposals: Default::default(),
            picked_orders: BTreeSet::new(),
            network: NetworkPlan::default(),
            is_network_zoomed: false,
            visible_forces: Default::default(),
            card: Default::default(),
            rows_key: None,
        };
        let state = session.state();
        if state.units().len() + state.stacks().len() + state.sides().len() <= FEW_ROWS {
            screen.unfold_all(state);
        }
        screen.update_rows(session);
        screen
    }

    /// Rebuilds the rows if the viewed entry changed, and keeps the selection.
    pub(super) fn update_rows(&mut self, session: &Session) {
        let wanted = (session.entry(), session.is_reviewing());
        if self.rows_key == Some(wanted) {
            return;
        }
        self.rows_key = Some(wanted);
        self.clear_descriptions();
        let state = session.state();
        self.picked_orders.retain(|number| state.written_order(*number).is_some_and(|orders| orders.answer.is_none()));
        let old = std::mem::take(&mut self.panes.panes);
        for part in CampaignPart::ALL {
            let rows = self.rows_of(part, session);
            let many = lists::RowCount::len(&rows);
            if many == 0 {
                continue;
            }
            let before = old.iter().find(|pane| pane.id == part).map(|pane| &pane.list);
            let mut list = List::new(rows);
            if let Some(before) = before {
                list.state = before.state;
                list.reselect(before.rows.item(before.state.selected));
            }
            let mut title = match (part, session.composed_orders().len()) {
                (CampaignPart::Inbox, composed @ 1..) => campaign::composed_title(composed),
                _ => part.title(state, many),
            };
            if matches!(&list.rows, CampaignRows::Proposals(proposed) if proposed.has_more) {
                title.push_str(campaign::THEN_MORE);
            }
            self.panes.panes.push(Pane { id: part, title, list });
        }
        self.network.update(state);
        self.is_network_zoomed &= self.network.has_network();
        self.panes.ensure_focus();
    }

    fn clear_descriptions(&mut self) {
        (self.visible_forces, self.visible_proposals, self.card) = Default::default();
    }

    /// Rebuilds the rows of the forces after a change of folds alone.
    pub(super) fn rebuild_forces(&mut self, session: &Session) {
        let rows = self.rows_of(CampaignPart::Forces, session);
        self.clear_descriptions();
        if let Some(list) = self.panes.list_mut(CampaignPart::Forces) {
            let chosen = list.rows.item(list.state.selected);
            list.rows = rows;
            list.reselect(chosen);
        }
    }

    fn rows_of(&self, part: CampaignPart, session: &Session) -> CampaignRows {
        let rows = self.unfolded_rows_of(part, session);
        match rows {
            // Only the referee can give the orders that begin a campaign.
            CampaignRows::Text(mut text) if session.state().viewer().is_some() => {
                text.retain(|row| !matches!(row.item, CampaignItem::Missing(_)));
                CampaignRows::Text(text)
            }
            rows => rows,
        }
    }

    fn unfolded_rows_of(&self, part: CampaignPart, session: &Session) -> CampaignRows {
        let state = session.state();
        match part {
            CampaignPart::Calendar => CampaignRows::Text(campaign::calendar_rows(state)),
            CampaignPart::Inbox => {
                let composed = campaign::composed_rows(session.composed_orders());
                let mut rows: Vec<CampaignRow> = composed.into_iter().chain(campaign::inbox_rows(state)).collect();
                let is_picked = |item: &CampaignItem| matches!(item, CampaignItem::Orders(number) if self.picked_orders.contains(number));
                rows.iter_mut().filter(|row| is_picked(&row.item)).for_each(|row| row.lead = "picked".into());
                CampaignRows::Text(rows)
            }
            CampaignPart::Proposed => CampaignRows::Proposals(rules::proposals_without(state, session.dismissed())),
            CampaignPart::Contacts => CampaignRows::Text(campaign::contact_rows(state, &self.unfolded_places)),
            CampaignPart::Theatre => CampaignRows::Text(campaign::theatre_rows(state)),
            CampaignPart::Sightings => CampaignRows::Text(campaign::sighting_rows(state)),
            CampaignPart::Tables => CampaignRows::Text(campaign::table_rows(state)),
            CampaignPart::Score => CampaignRows::Text(campaign::score_rows(state)),
            CampaignPart::Battles => CampaignRows::Text(campaign::battle_rows(state)),
            CampaignPart::Forces => {
                let offers = campaign::force_offers(state);
                if offers.is_empty() {
                    CampaignRows::Forces(forces::rows(state, &self.folded_ids(state)))
                } else {
                    CampaignRows::Text(offers)
                }
            }
        }
    }

    fn folded_ids(&self, state: &State) -> BTreeSet<Id> {
        let stacks = state.stacks().iter().map(|stack| Id::from(stack.id));
        stacks.filter(|stack| !self.unfolded.contains(stack)).chain(self.folded.iter().copied()).collect()
    }

    pub(super) fn fold(&mut self, id: Id) {
        self.unfolded.remove(&id);
        self.folded.insert(id);
    }

    pub(super) fn unfold(&mut self, id: Id) {
        self.folded.remove(&id);
        self.unfolded.insert(id);
    }

    /// Lists the contacts of the selected place, or hides them.
    pub(super) fn toggle_contacts(&mut self, session: &Session) {
        if let Some(CampaignItem::Contacts { place, unfolded, .. }) = self.selected_item() {
            if unfolded {
                self.unfolded_places.remove(&place);
            } else {
                self.unfolded_places.insert(place);
            }
            self.rows_key = None;
            self.update_rows(session);
        }
    }

    /// Unfolds all stacks, or folds all if all are unfolded.
    pub(super) fn toggle_all(&mut self, state: &State) {
        let all_unfolded = state.stacks().iter().all(|stack| self.unfolded.contains(&Id::from(stack.id)));
        if all_unfolded {
            self.unfolded.clear();
        } else {
            self.unfold_all(state);
        }
    }

    fn unfold_all(&mut self, state: &State) {
        self.folded.clear();
        self.unfolded = state.stacks().iter().map(|stack| Id::from(stack.id)).collect();
    }

    /// Picks or drops written orders.
    pub(super) fn toggle_orders(&mut self, number: u32, session: &Session) {
        if !self.picked_orders.remove(&number) {
            self.picked_orders.insert(number);
        }
        self.rows_key = None;
        self.update_rows(session);
    }

    /// The picked written orders, or else these.
    pub(super) fn orders_to_answer(&self, number: u32) -> Vec<u32> {
        if self.picked_orders.is_empty() { vec![number] } else { self.picked_orders.iter().copied().collect() }
    }

    pub(super) fn clear_picked_orders(&mut self, session: &Session) -> bool {
        let had_any = !std::mem::take(&mut self.picked_orders).is_empty();
        self.rows_key = self.rows_key.filter(|_| !had_any);
        self.update_rows(session);
        had_any
    }

    pub(super) fn proposals(&self) -> &[Proposal] {
        match self.panes.pane(CampaignPart::Proposed) {
            Some(Pane { list: List { rows: CampaignRows::Proposals(proposed), .. }, .. }) => &proposed.all,
            _ => &[],
        }
    }

    /// Selects a place of the theatre, or a point on a road from it. Returns true if it was already selected and the
    /// theatre had the focus.
    pub(super) fn select_station(&mut self, station: Station) -> bool {
        let had_keys = self.panes.focus == CampaignPart::Theatre;
        self.panes.focus = CampaignPart::Theatre;
        let Some(list) = self.panes.focused_mut() else { return false };
        let Some(row) = list.rows.find(|item| *item == CampaignItem::Station(station)) else { return false };
        list.state.select(row) && had_keys
    }

    pub(super) fn selected_item(&self) -> Option<CampaignItem> {
        let list = self.panes.focused()?;
        list.rows.item(list.state.selected)
    }

    pub(super) fn selected_row(&self) -> Option<&CampaignRow> {
        match self.panes.focused()? {
            List { rows: CampaignRows::Text(rows), state } => rows.get(state.selected),
            _ => None,
        }
    }

    pub(super) fn selected_force(&self) -> Option<ForceRow> {
        match self.panes.focused()? {
            List { rows: CampaignRows::Forces(rows), state } => rows.get(state.selected).copied(),
            _ => None,
        }
    }

    /// The side, stack or unit that the selection is or is about.
    pub(super) fn subject(&self, state: &State) -> Option<Id> {
        self.selected_item().and_then(|item| campaign::subject(state, &item))
    }

    pub(super) fn selected_id(&self) -> Option<Id> {
        self.selected_force().map(|row| row.id)
    }
}

/// The battle that the item is, or is in.
pub(super) fn battle_of(state: &State, item: &CampaignItem) -> Option<BattleId> {
    match item {
        CampaignItem::Battle(battle) => Some(*battle),
        CampaignItem::Force(id) | CampaignItem::Sighting(_, id) => {
            state.units_for_id(*id).into_iter().find_map(|unit| state.battle_of(unit.id)).map(|battle| battle.id)
        }
        CampaignItem::Contact(number) => {
            let (one, other) = state.contact(*number)?.forces;
            [one, other].into_iter().find_map(|id| battle_of(state, &CampaignItem::Force(id)))
        }
        CampaignItem::Station(station) => {
            let there = state.forces().into_iter().filter(|force| state.station(*force) == Some(*station));
            there.into_iter().find_map(|id| battle_of(state, &CampaignItem::Force(id)))
        }
        CampaignItem::Proposed(_) | CampaignItem::Scheduled(_) => {
            campaign::subject(state, item).and_then(|id| battle_of(state, &CampaignItem::Force(id)))
        }
        _ => None,
    }
}

/// The target on the Map screen that shows the item.
pub(super) fn map_target(state: &State, item: &CampaignItem) -> Option<Id> {
    match item {
        CampaignItem::Battle(battle) => match state.map_of(*battle) {
            Some(_) => Some((*battle).into()),
            // The forces of a finished battle may have marched on.
            None if state.battle(*battle)?.ended.is_some() => None,
            None => campaign::subject(state, item).and_then(|id| map_target(state, &CampaignItem::Force(id))),
        },
        CampaignItem::Force(id) | CampaignItem::Sighting(_, id) => {
            let placed =
                state.units_for_id(*id).into_iter().find(|unit| unit.place.is_some()).map(|unit| unit.id.into());
            let marches = || state.theatre().is_some_and(|theatre| theatre.map().is_some());
            placed.or_else(|| force_in_theatre(state, *id).filter(|_| marches()))
        }
        CampaignItem::Station(station) => {
            let theatre = state.theatre()?;
            let map = theatre.map()?;
            theatre.forces_at(station.at).first().copied().or(Some(map.id.into()))
        }
        CampaignItem::Contact(_)
        | CampaignItem::Contacts { .. }
        | CampaignItem::Proposed(_)
        | CampaignItem::Scheduled(_) => {
            campaign::subject(state, item).and_then(|id| map_target(state, &CampaignItem::Force(id)))
        }
        _ => None,
    }
}

/// The force of a unit or a stack in the theatre, or the first force of a side there.
fn force_in_theatre(state: &State, id: Id) -> Option<Id> {
    let forces = state.units_for_id(id).into_iter().filter_map(|unit| state.force_of(unit.id));
    forces.into_iter().find(|force| state.station(*force).is_some())
}

pub(super) fn station_of(state: &State, item: &CampaignItem) -> Option<Station> {
    state.theatre()?.network()?;
    match item {
        CampaignItem::Station(station) => Some(*station),
        CampaignItem::Estimate(number) => state.sighting_estimate(*number).and_then(|(_, known)| known.place),
        CampaignItem::Contact(number) => state.contact(*number).map(|contact| contact.stations.1),
        // The forces of a finished battle may have marched on.
        CampaignItem::Battle(battle) if state.battle(*battle)?.ended.is_some() => None,
        _ => state.station(force_in_theatre(state, campaign::subject(state, item)?)?),
    }
}
