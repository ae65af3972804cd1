//! The searchable panes of the Campaign screen, including folded forces.

use super::table::{CampaignScreen, Rows, above};
use crate::{
    lists::{List, ListRows, Row, Spot},
    session::Session,
};
use std::{borrow::Cow, collections::BTreeSet};
use wardiary_view::{
    campaign::proposed_row,
    forces::{self, ForceRow},
};

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

pub(super) fn go_to_row(screen: &mut CampaignScreen, spot: Spot, session: &Session) {
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
