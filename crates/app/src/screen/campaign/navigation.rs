//! Navigation on the Campaign screen: panes, rows, folds, the past, and the searchable lists.

use super::screen_state::{CampaignRows, CampaignScreen, station_of};
use crate::{
    component::{Action, Actions, effect},
    effect::Effect,
    lists::{List, ListRows, RowPosition as ListSpot, SearchableRow},
    motion::Motion,
    session::Session,
};
use std::{borrow::Cow, collections::BTreeSet};
use wardiary_base::{
    ground::{Spot, Station},
    id::Id,
};
use wardiary_rules::state::EntityKind;
use wardiary_view::{
    campaign::{CampaignItem, CampaignPart, NetworkDirection, proposed_row},
    forces::{self, ForceRow},
};

pub(super) fn cycle_focus(screen: &mut CampaignScreen, by: isize) {
    screen.is_network_zoomed = false;
    screen.panes.cycle_focus(by);
}

/// Moves the selection in the focused pane; over a zoomed network, to what is drawn above or below.
pub(super) fn apply_motion(screen: &mut CampaignScreen, motion: Motion) {
    match motion {
        Motion::Up if screen.is_network_zoomed => return move_in_network(screen, NetworkDirection::Up),
        Motion::Down if screen.is_network_zoomed => return move_in_network(screen, NetworkDirection::Down),
        _ => {}
    }
    screen.panes.apply_motion(motion);
}

/// Moves to the neighbour in that direction in the drawn network.
fn move_in_network(screen: &mut CampaignScreen, way: NetworkDirection) {
    match screen.selected_item() {
        Some(CampaignItem::Station(from)) => {
            if let Some(station) = screen.network.nearest_in_direction(from, way) {
                screen.select_station(station);
            }
        }
        // Selects the first row: of the list the next action, of the network its first place.
        _ => {
            screen.select_station(Station::at(Spot::Place(0)));
        }
    }
}

/// Selects a battle, or a side, stack or unit, and unfolds its parents.
pub(super) fn go_to(screen: &mut CampaignScreen, session: &Session, id: Id) {
    let state = session.state();
    let is_battle = state.kind(id) == Some(EntityKind::Battle);
    screen.is_network_zoomed = false;
    screen.panes.focus = if is_battle { CampaignPart::Battles } else { CampaignPart::Forces };
    for group in state.holders(id) {
        screen.unfold(group);
    }
    screen.rebuild_forces(session);
    let is_it = |item: &CampaignItem| match item {
        CampaignItem::Battle(battle) => Id::from(*battle) == id,
        CampaignItem::Force(force) => *force == id,
        _ => false,
    };
    if let Some(list) = screen.panes.focused_mut() {
        list.state.selected = list.rows.find(is_it).unwrap_or(list.state.selected);
    }
}

/// Folds the selected row, or selects its parent; over the network, moves left.
pub(super) fn fold(screen: &mut CampaignScreen, session: &mut Session) {
    if screen.is_network_zoomed {
        move_in_network(screen, NetworkDirection::Left);
    }
    let Some(row) = screen.selected_force() else { return screen.toggle_contacts(session) };
    if row.open == Some(true) {
        screen.fold(row.id);
        screen.rebuild_forces(session);
    } else if let Some(List { rows: CampaignRows::Forces(rows), state }) = screen.panes.focused_mut() {
        let parent = rows[..state.selected].iter().rposition(|above| above.depth < row.depth);
        state.selected = parent.unwrap_or(state.selected);
    }
}

/// Unfolds the selected row, or selects its first child; over the network, moves right.
pub(super) fn unfold(screen: &mut CampaignScreen, session: &mut Session) {
    if screen.is_network_zoomed {
        move_in_network(screen, NetworkDirection::Right);
    }
    let Some(row) = screen.selected_force() else { return screen.toggle_contacts(session) };
    if row.open == Some(false) {
        screen.unfold(row.id);
        screen.rebuild_forces(session);
    } else if row.open == Some(true) {
        apply_motion(screen, Motion::Down);
    }
}

/// Zooms the network, or restores the layout.
pub(super) fn toggle_network(screen: &mut CampaignScreen, session: &mut Session) {
    screen.is_network_zoomed = !screen.is_network_zoomed;
    let begins_at = screen.selected_item().and_then(|item| station_of(session.state(), &item));
    screen.panes.focus = CampaignPart::Theatre;
    if let Some(station) = begins_at.filter(|_| screen.is_network_zoomed) {
        screen.select_station(station);
    }
}

/// Goes back one step: out of the network, the past, the picks, then to the previous screen.
pub(super) fn back(screen: &mut CampaignScreen, session: &mut Session) -> Actions<Session> {
    if std::mem::take(&mut screen.is_network_zoomed) {
        return Vec::new();
    }
    // Above the Review screen, the past is that screen's to leave.
    if session.is_reviewing() && !session.is_review_open {
        session.view_entry(session.diary().head());
    } else if session.clear_picks() | screen.clear_picked_orders(session) {
        return Vec::new();
    } else if session.panes.unzoom() {
        return effect(Effect::SavePanes);
    } else {
        return vec![Action::LeaveScreen];
    }
    Vec::new()
}

fn all_forces(session: &Session) -> Vec<ForceRow> {
    forces::rows(session.state(), &BTreeSet::new())
}

pub(super) fn list<'a>(screen: &'a CampaignScreen, at: usize, session: &'a Session) -> Option<ListRows<'a>> {
    let (pane, state) = (screen.panes.panes.get(at)?, session.state());
    let mut chosen = pane.list.state.selected;
    let rows: Vec<Cow<str>> = match &pane.list.rows {
        CampaignRows::Text(rows) => rows.iter().map(SearchableRow::text).collect(),
        CampaignRows::Proposals(proposed) => {
            proposed.all.iter().map(|order| proposed_row(state, order).text().into_owned().into()).collect()
        }
        CampaignRows::Forces(shown) => {
            let rows = all_forces(session);
            let id = shown.get(chosen).map(|row| row.id);
            chosen = rows.iter().position(|row| Some(row.id) == id).unwrap_or(0);
            rows.iter().map(|row| state.name(row.id).into()).collect()
        }
    };
    Some(ListRows::new(pane.title.as_str(), rows, chosen).with_index(at, screen.panes.panes.len()))
}

pub(super) fn select_row(screen: &mut CampaignScreen, spot: ListSpot, session: &Session) {
    if spot.list >= screen.panes.panes.len() {
        return;
    }
    screen.is_network_zoomed = false;
    if !matches!(screen.panes.panes[spot.list].list.rows, CampaignRows::Forces(_)) {
        return screen.panes.select(spot);
    }
    screen.panes.focus = screen.panes.panes[spot.list].id;
    let Some(id) = all_forces(session).get(spot.row).map(|row| row.id) else { return };
    session.state().holders(id).into_iter().for_each(|group| screen.unfold(group));
    screen.rebuild_forces(session);
    if let Some(List { rows: CampaignRows::Forces(rows), state }) = screen.panes.focused_mut() {
        state.selected = rows.iter().position(|row| row.id == id).unwrap_or(state.selected);
    }
}
