//! Navigation on the Campaign screen: panes, rows, folds, the past, and the searchable lists.

use super::table::{CampaignScreen, Rows, above, on_network};
use crate::{
    component::{Action, Actions, effect},
    effect::Effect,
    lists::{List, ListRows, Row, Spot as ListSpot},
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
    campaign::{CampaignItem, CampaignPart, Way, proposed_row},
    forces::{self, ForceRow},
};

pub(super) fn turn_focus(screen: &mut CampaignScreen, by: isize) {
    screen.whole = false;
    screen.panes.turn_focus(by);
}

/// Moves the selection in the focused pane; over a zoomed network, to what is drawn above or below.
pub(super) fn go(screen: &mut CampaignScreen, motion: Motion) {
    match motion {
        Motion::Up if screen.whole => return go_over(screen, Way::Up),
        Motion::Down if screen.whole => return go_over(screen, Way::Down),
        _ => {}
    }
    screen.panes.go(motion);
}

/// Moves to the neighbour in that direction in the drawn network.
fn go_over(screen: &mut CampaignScreen, way: Way) {
    match screen.chosen() {
        Some(CampaignItem::Station(from)) => {
            if let Some(station) = screen.network.next_to(from, way) {
                screen.choose_station(station);
            }
        }
        // Selects the first row: of the list what is to be done, of the network its first place.
        _ => {
            screen.choose_station(Station::at(Spot::Place(0)));
        }
    }
}

/// Selects a battle, or a side, stack or unit, and unfolds its parents.
pub(super) fn go_to(screen: &mut CampaignScreen, session: &Session, id: Id) {
    let state = session.state();
    let is_battle = state.kind(id) == Some(EntityKind::Battle);
    screen.whole = false;
    screen.panes.focus = if is_battle { CampaignPart::Battles } else { CampaignPart::Forces };
    for group in above(state, id) {
        screen.unfold(group);
    }
    screen.fold_rows(session);
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
    if screen.whole {
        go_over(screen, Way::Left);
    }
    let Some(row) = screen.chosen_force() else { return };
    if row.open == Some(true) {
        screen.fold(row.id);
        screen.fold_rows(session);
    } else if let Some(List { rows: Rows::Forces(rows), state }) = screen.panes.focused_mut() {
        let parent = rows[..state.selected].iter().rposition(|above| above.depth < row.depth);
        state.selected = parent.unwrap_or(state.selected);
    }
}

/// Unfolds the selected row, or selects its first child; over the network, moves right.
pub(super) fn unfold(screen: &mut CampaignScreen, session: &mut Session) {
    if screen.whole {
        go_over(screen, Way::Right);
    }
    let Some(row) = screen.chosen_force() else { return };
    if row.open == Some(false) {
        screen.unfold(row.id);
        screen.fold_rows(session);
    } else if row.open == Some(true) {
        go(screen, Motion::Down);
    }
}

pub(super) fn fold_all(screen: &mut CampaignScreen, session: &mut Session) {
    screen.toggle_all(session.state());
    screen.fold_rows(session);
}

/// Zooms the network, or restores the layout. While it is zoomed the keys move between the places of the theatre,
/// starting where the selection stands.
pub(super) fn show_network(screen: &mut CampaignScreen, session: &mut Session) {
    screen.whole = !screen.whole;
    let begins_at = screen.chosen().and_then(|item| on_network(session.state(), &item));
    screen.panes.focus = CampaignPart::Theatre;
    if let Some(station) = begins_at.filter(|_| screen.whole) {
        screen.choose_station(station);
    }
}

/// Goes back one step: out of the network, the past, the picks, then to the previous screen.
pub(super) fn back(screen: &mut CampaignScreen, session: &mut Session) -> Actions<Session> {
    if std::mem::take(&mut screen.whole) {
        return Vec::new();
    }
    if session.is_reviewing() {
        session.look_at(session.diary().head());
    } else if !session.picked().is_empty() {
        session.clear_picks();
    } else if std::mem::take(&mut session.panes.zoomed) {
        return effect(Effect::KeepPanes);
    } else {
        return vec![Action::Leave];
    }
    Vec::new()
}

fn all_forces(session: &Session) -> Vec<ForceRow> {
    forces::rows(session.state(), &BTreeSet::new())
}

pub(super) fn list<'a>(screen: &'a CampaignScreen, at: usize, session: &'a Session) -> Option<ListRows<'a>> {
    let (pane, state) = (screen.panes.all.get(at)?, session.state());
    let mut chosen = pane.list.state.selected;
    let rows: Vec<Cow<str>> = match &pane.list.rows {
        Rows::Told(rows) => rows.iter().map(Row::text).collect(),
        Rows::Proposed(proposed) => {
            proposed.all.iter().map(|order| proposed_row(state, order).text().into_owned().into()).collect()
        }
        Rows::Forces(shown) => {
            let rows = all_forces(session);
            let id = shown.get(chosen).map(|row| row.id);
            chosen = rows.iter().position(|row| Some(row.id) == id).unwrap_or(0);
            rows.iter().map(|row| state.name(row.id).into()).collect()
        }
    };
    Some(ListRows::new(pane.title.as_str(), rows, chosen).one_of(at, screen.panes.all.len()))
}

pub(super) fn go_to_row(screen: &mut CampaignScreen, spot: ListSpot, session: &Session) {
    if spot.list >= screen.panes.all.len() {
        return;
    }
    screen.whole = false;
    if !matches!(screen.panes.all[spot.list].list.rows, Rows::Forces(_)) {
        return screen.panes.select(spot);
    }
    screen.panes.focus = screen.panes.all[spot.list].part;
    let Some(id) = all_forces(session).get(spot.row).map(|row| row.id) else { return };
    above(session.state(), id).into_iter().for_each(|group| screen.unfold(group));
    screen.fold_rows(session);
    if let Some(List { rows: Rows::Forces(rows), state }) = screen.panes.focused_mut() {
        state.selected = rows.iter().position(|row| row.id == id).unwrap_or(state.selected);
    }
}
