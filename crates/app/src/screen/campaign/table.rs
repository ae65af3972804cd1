//! The state of the Campaign screen: focus, the selection of each pane, and folds.

use crate::{
    lists::{self, List, ListPane, ListPanes},
    session::Session,
};
use std::{collections::BTreeSet, ops::Range};
use wardiary_base::{
    ground::Station,
    id::{BattleId, Id, StackId, UnitId},
};
use wardiary_diary::diary::EntryNo;
use wardiary_rules::{
    rules::{self, Proposal, Proposed},
    state::{EntityKind, State},
};
use wardiary_view::{
    campaign::{self, CampaignCard, CampaignItem, CampaignPart, CampaignRow, NetworkPlan},
    forces::{self, ForceRow},
};

/// Up to this many rows all forces are unfolded when the screen opens.
const FEW_ROWS: usize = 30;

pub(crate) struct CampaignScreen {
    pub(super) panes: ListPanes<CampaignPart, Rows>,
    folded: BTreeSet<Id>,
    unfolded: BTreeSet<Id>,
    /// The descriptions of the visible proposals, and their range. Each costs a sentence or two to make.
    pub(super) seen: (Range<usize>, Vec<CampaignRow>),
    /// The theatre's network, laid out for drawing.
    pub(super) network: NetworkPlan,
    /// Whether the network is zoomed.
    pub(super) whole: bool,
    /// The descriptions of the visible forces' rows, and their range.
    pub(super) beside: (Range<usize>, Vec<String>),
    /// The card of the selection, and the item that it describes.
    pub(super) card: (Option<CampaignItem>, CampaignCard),
    /// The inputs of the rows: the entry, and whether it is viewed in the past.
    pub(super) made_for: Option<(EntryNo, bool)>,
}

pub(super) type Pane = ListPane<CampaignPart, Rows>;

pub(super) enum Rows {
    Told(Vec<CampaignRow>),
    /// Proposals, described when they become visible.
    Proposed(Proposed),
    Forces(Vec<ForceRow>),
}

impl lists::Rows for Rows {
    fn len(&self) -> usize {
        match self {
            Self::Told(rows) => rows.len(),
            Self::Proposed(proposed) => proposed.all.len(),
            Self::Forces(rows) => rows.len(),
        }
    }
}

impl Rows {
    /// The row of an item.
    pub fn find(&self, is_it: impl Fn(&CampaignItem) -> bool) -> Option<usize> {
        (0..lists::Rows::len(self)).find(|at| self.item(*at).as_ref().is_some_and(&is_it))
    }

    /// The item of the row at an index.
    pub fn item(&self, at: usize) -> Option<CampaignItem> {
        match self {
            Self::Told(rows) => rows.get(at).map(|row| row.item.clone()),
            Self::Proposed(proposed) => {
                proposed.all.get(at).map(|proposal| CampaignItem::Proposed(Box::new(proposal.clone())))
            }
            Self::Forces(rows) => rows.get(at).map(|row| CampaignItem::Force(row.id)),
        }
    }
}

impl List<Rows> {
    /// Selects the row of an item after the rows have changed. If the item is gone, the row number stays.
    fn keep(&mut self, chosen: Option<CampaignItem>) {
        let row = chosen.and_then(|chosen| self.rows.find(|item| *item == chosen));
        let last = lists::Rows::len(&self.rows).saturating_sub(1);
        self.state.selected = row.unwrap_or(self.state.selected).min(last);
    }
}

impl CampaignScreen {
    pub fn new(session: &Session) -> Self {
        let mut screen = Self {
            panes: ListPanes::new(CampaignPart::Calendar),
            folded: BTreeSet::new(),
            unfolded: BTreeSet::new(),
            seen: Default::default(),
            network: NetworkPlan::default(),
            whole: false,
            beside: Default::default(),
            card: Default::default(),
            made_for: None,
        };
        let state = session.state();
        if state.units().len() + state.stacks().len() + state.sides().len() <= FEW_ROWS {
            screen.unfold_all(state);
        }
        screen.make_rows(session);
        screen
    }

    /// Rebuilds the rows if the viewed entry changed, and keeps the selection.
    pub(super) fn make_rows(&mut self, session: &Session) {
        let wanted = (session.entry(), session.is_reviewing());
        if self.made_for == Some(wanted) {
            return;
        }
        self.made_for = Some(wanted);
        self.forget_seen();
        let state = session.state();
        let old = std::mem::take(&mut self.panes.all);
        for part in CampaignPart::ALL {
            let rows = self.rows_of(part, session);
            let many = lists::Rows::len(&rows);
            if many == 0 {
                continue;
            }
            let before = old.iter().find(|pane| pane.part == part).map(|pane| &pane.list);
            let mut list = List::new(rows);
            if let Some(before) = before {
                list.state = before.state;
                list.keep(before.rows.item(before.state.selected));
            }
            let mut title = match (part, session.composed().len()) {
                (CampaignPart::Inbox, composed @ 1..) => campaign::composed_title(composed),
                _ => part.title(state, many),
            };
            if matches!(&list.rows, Rows::Proposed(proposed) if proposed.more) {
                title.push_str(campaign::THEN_MORE);
            }
            self.panes.all.push(Pane { part, title, list });
        }
        self.network.follow(state);
        self.whole &= self.network.is_there();
        self.panes.find_focus();
    }

    /// Discards the descriptions of visible rows.
    fn forget_seen(&mut self) {
        (self.beside, self.seen, self.card) = Default::default();
    }

    /// Rebuilds the rows of the forces after a change of folds alone.
    pub(super) fn fold_rows(&mut self, session: &Session) {
        let rows = self.rows_of(CampaignPart::Forces, session);
        self.forget_seen();
        if let Some(list) = self.panes.list_mut(CampaignPart::Forces) {
            let chosen = list.rows.item(list.state.selected);
            list.rows = rows;
            list.keep(chosen);
        }
    }

    fn rows_of(&self, part: CampaignPart, session: &Session) -> Rows {
        let rows = self.all_rows_of(part, session);
        match rows {
            // Only the referee can give the orders that begin a campaign.
            Rows::Told(mut told) if session.state().viewer().is_some() => {
                told.retain(|row| !matches!(row.item, CampaignItem::Offer(_)));
                Rows::Told(told)
            }
            rows => rows,
        }
    }

    fn all_rows_of(&self, part: CampaignPart, session: &Session) -> Rows {
        let state = session.state();
        match part {
            CampaignPart::Calendar => Rows::Told(campaign::calendar_rows(state)),
            CampaignPart::Inbox => {
                let composed = campaign::composed_rows(session.composed());
                Rows::Told(composed.into_iter().chain(campaign::inbox_rows(state)).collect())
            }
            CampaignPart::Proposed => Rows::Proposed(rules::proposed(state, session.left())),
            CampaignPart::Contacts => Rows::Told(campaign::contact_rows(state)),
            CampaignPart::Theatre => Rows::Told(campaign::theatre_rows(state)),
            CampaignPart::Sightings => Rows::Told(campaign::sighting_rows(state)),
            CampaignPart::Tables => Rows::Told(campaign::table_rows(state)),
            CampaignPart::Score => Rows::Told(campaign::score_rows(state)),
            CampaignPart::Battles => Rows::Told(campaign::battle_rows(state)),
            CampaignPart::Forces => {
                let offers = campaign::force_offers(state);
                if offers.is_empty() {
                    Rows::Forces(forces::rows(state, &self.closed(state)))
                } else {
                    Rows::Told(offers)
                }
            }
        }
    }

    /// The folded sides and stacks.
    fn closed(&self, state: &State) -> BTreeSet<Id> {
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

    pub(super) fn proposed(&self) -> &[Proposal] {
        match self.panes.pane(CampaignPart::Proposed) {
            Some(Pane { list: List { rows: Rows::Proposed(proposed), .. }, .. }) => &proposed.all,
            _ => &[],
        }
    }

    /// Selects a place of the theatre, or a point on a road from it. Returns true if it was already selected and the
    /// theatre had the focus.
    pub(super) fn choose_station(&mut self, station: Station) -> bool {
        let had_keys = self.panes.focus == CampaignPart::Theatre;
        self.panes.focus = CampaignPart::Theatre;
        let Some(list) = self.panes.focused_mut() else { return false };
        let Some(row) = list.rows.find(|item| *item == CampaignItem::Station(station)) else { return false };
        list.state.select(row) && had_keys
    }

    pub(super) fn chosen(&self) -> Option<CampaignItem> {
        let list = self.panes.focused()?;
        list.rows.item(list.state.selected)
    }

    /// The selected row of text.
    pub(super) fn chosen_row(&self) -> Option<&CampaignRow> {
        match self.panes.focused()? {
            List { rows: Rows::Told(rows), state } => rows.get(state.selected),
            _ => None,
        }
    }

    pub(super) fn chosen_force(&self) -> Option<ForceRow> {
        match self.panes.focused()? {
            List { rows: Rows::Forces(rows), state } => rows.get(state.selected).copied(),
            _ => None,
        }
    }

    /// The side, stack or unit that the selection is or is about.
    pub(super) fn subject(&self, state: &State) -> Option<Id> {
        self.chosen().and_then(|item| campaign::subject(state, &item))
    }

    pub(super) fn chosen_id(&self) -> Option<Id> {
        self.chosen_force().map(|row| row.id)
    }
}

/// The parents of a side, stack or unit, nearest first.
pub(super) fn above(state: &State, id: Id) -> Vec<Id> {
    let side = state.side_of(id).map(Id::from);
    let stack = match state.kind(id) {
        Some(EntityKind::Unit) => state.unit(UnitId(id.0)).and_then(|unit| unit.stack),
        Some(EntityKind::Stack) => Some(StackId(id.0)),
        _ => None,
    };
    stack.map(Id::from).into_iter().chain(side).filter(|above| *above != id).collect()
}

/// The battle that the item is, or is in.
pub(super) fn battle_of(state: &State, item: &CampaignItem) -> Option<BattleId> {
    match item {
        CampaignItem::Battle(battle) => Some(*battle),
        CampaignItem::Force(id) | CampaignItem::Sighting(_, id) => {
            state.units_meant(*id).into_iter().find_map(|unit| state.battle_of(unit.id)).map(|battle| battle.id)
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

/// What the Map screen can show of the item.
pub(super) fn map_of(state: &State, item: &CampaignItem) -> Option<Id> {
    match item {
        CampaignItem::Battle(battle) => match state.map_of(*battle) {
            Some(_) => Some((*battle).into()),
            // The forces of a finished battle may have marched on.
            None if state.battle(*battle)?.over.is_some() => None,
            None => campaign::subject(state, item).and_then(|id| map_of(state, &CampaignItem::Force(id))),
        },
        CampaignItem::Force(id) | CampaignItem::Sighting(_, id) => {
            let placed =
                state.units_meant(*id).into_iter().find(|unit| unit.place.is_some()).map(|unit| unit.id.into());
            let marches = || state.theatre().is_some_and(|theatre| theatre.map().is_some());
            placed.or_else(|| stands_as(state, *id).filter(|_| marches()))
        }
        CampaignItem::Station(station) => {
            let theatre = state.theatre()?;
            let map = theatre.map()?;
            theatre.standing_at(station.at).first().copied().or(Some(map.id.into()))
        }
        CampaignItem::Contact(_) | CampaignItem::Proposed(_) | CampaignItem::Scheduled(_) => {
            campaign::subject(state, item).and_then(|id| map_of(state, &CampaignItem::Force(id)))
        }
        _ => None,
    }
}

/// The force as which a unit or a stack stands in the theatre, or the first force of a side that stands there.
fn stands_as(state: &State, id: Id) -> Option<Id> {
    let forces = state.units_meant(id).into_iter().filter_map(|unit| state.force_of(unit.id));
    forces.into_iter().find(|force| state.station(*force).is_some())
}

/// The station in the theatre's network where the item stands or is fought.
pub(super) fn on_network(state: &State, item: &CampaignItem) -> Option<Station> {
    state.theatre()?.network()?;
    match item {
        CampaignItem::Station(station) => Some(*station),
        CampaignItem::Sketch(number) => state.sketch(*number).and_then(|(_, known)| known.place),
        CampaignItem::Contact(number) => state.contact(*number).map(|contact| contact.at.1),
        // The forces of a finished battle may have marched on.
        CampaignItem::Battle(battle) if state.battle(*battle)?.over.is_some() => None,
        _ => state.station(stands_as(state, campaign::subject(state, item)?)?),
    }
}
