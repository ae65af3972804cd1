//! The searchable panes of the Campaign screen, including folded forces.

use super::table::{CampaignScreen, Rows, above};
use crate::{
    lists::{ListRows, Spot},
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
    let (pane, state) = (screen.panes.get(at)?, session.state());
    let (rows, chosen): (Vec<Cow<str>>, usize) = match &pane.rows {
        Rows::Told(rows) => {
            let says = |row: &wardiary_view::campaign::CampaignRow| format!("{} {} {}", row.lead, row.text, row.tail);
            (rows.iter().map(|row| says(row).into()).collect(), pane.selected)
        }
        Rows::Proposed(proposed) => {
            let says = |row: wardiary_view::campaign::CampaignRow| format!("{} {} {}", row.lead, row.text, row.tail);
            (proposed.all.iter().map(|order| says(proposed_row(state, order)).into()).collect(), pane.selected)
        }
        Rows::Forces(shown) => {
            let rows = all_forces(session);
            let id = shown.get(pane.selected).map(|row| row.id);
            let chosen = rows.iter().position(|row| Some(row.id) == id).unwrap_or(0);
            (rows.iter().map(|row| state.name(row.id).into()).collect(), chosen)
        }
    };
    Some(ListRows::new(pane.title.as_str(), rows, chosen))
}

pub(super) fn go_to_row(screen: &mut CampaignScreen, Spot { list, row }: Spot, session: &Session) {
    let Some(pane) = screen.panes.get_mut(list) else { return };
    screen.whole = false;
    screen.focus = pane.part;
    if !matches!(pane.rows, Rows::Forces(_)) {
        pane.selected = row.min(pane.rows.len().saturating_sub(1));
        return;
    }
    let Some(id) = all_forces(session).get(row).map(|row| row.id) else { return };
    above(session.state(), id).into_iter().for_each(|group| screen.unfold(group));
    screen.fold_rows(session);
    if let Some(pane) = screen.focused()
        && let Rows::Forces(rows) = &pane.rows
    {
        pane.selected = rows.iter().position(|row| row.id == id).unwrap_or(pane.selected);
    }
}
