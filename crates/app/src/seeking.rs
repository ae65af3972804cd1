//! Searches the lists of a component, starting with the focused one.

use super::{
    component::{Component, Event},
    lists::{Finding, Found, ListOrder, ListRows, Seek, Spot},
};

/// Takes a step of a search and records the result.
pub(super) fn seek<C>(finding: &mut Finding, among: &mut dyn Component<C>, seek: Seek, context: &mut C) {
    match seek {
        Seek::Here => from_here(finding, among, context),
        Seek::Next | Seek::Previous => step(finding, among, seek, context),
        Seek::Back => back(finding, among, None, context),
    }
}

/// Counts again after more rows were loaded. Goes to the first match if there was none before.
pub(super) fn recount<C>(finding: &mut Finding, among: &mut dyn Component<C>, context: &mut C) {
    let nothing = finding.found.as_ref().is_none_or(|found| found.all == 0);
    if nothing {
        return from_here(finding, among, context);
    }
    let wanted = finding.wanted();
    finding.found = among.list(None, context).map(|list| found(&list, &list.matches(&wanted), list.chosen));
}

/// Goes to the first match from the starting row on, or in the other lists if that list has none.
fn from_here<C>(finding: &mut Finding, among: &mut dyn Component<C>, context: &mut C) {
    let wanted = finding.wanted();
    let Some(origin) = finding.origins.first().copied() else { return };
    let lists = among.list(None, context).map_or(0, |list| list.of);
    finding.found = None;
    if wanted.is_empty() || lists == 0 {
        return back(finding, among, None, context);
    }
    let mut is_whole = true;
    for at in (0..lists).map(|n| (origin.list + n) % lists) {
        among.event(Event::LoadRows(at), context);
        let Some(list) = among.list(Some(at), context) else { continue };
        is_whole &= list.is_whole;
        let matches = list.matches(&wanted);
        let before = finding.origins.iter().find(|spot| spot.list == at).map_or(list.chosen, |spot| spot.row);
        let is_on = |row: &&usize| match list.order {
            ListOrder::FromTop => **row >= before,
            ListOrder::FromBottom => **row <= before,
        };
        if let Some(row) = matches.iter().find(is_on).or(matches.first()).copied() {
            let told = found(&list, &matches, row);
            if finding.origins.iter().all(|spot| spot.list != at) {
                finding.origins.push(Spot { list: at, row: before });
            }
            back(finding, among, Some(at), context);
            among.event(Event::Select(Spot { list: at, row }), context);
            finding.found = Some(told);
            return;
        }
    }
    back(finding, among, None, context);
    finding.found = Some(Found { place: 0, all: 0, name: String::new(), is_whole });
}

/// Goes to the next or previous match in the focused list, wrapping around.
fn step<C>(finding: &mut Finding, among: &mut dyn Component<C>, seek: Seek, context: &mut C) {
    let Some(at) = among.list(None, context).map(|list| list.at) else { return };
    let wanted = finding.wanted();
    among.event(Event::LoadRows(at), context);
    let Some(list) = among.list(Some(at), context).filter(|_| !wanted.is_empty()) else { return };
    let mut matches = list.matches(&wanted);
    if matches.is_empty() {
        drop(list);
        return from_here(finding, among, context);
    }
    let is_down = (list.order == ListOrder::FromTop) == (seek == Seek::Next);
    matches.sort_unstable();
    let row = if is_down {
        matches.iter().find(|row| **row > list.chosen).or(matches.first())
    } else {
        matches.iter().rev().find(|row| **row < list.chosen).or(matches.last())
    };
    let Some(row) = row.copied() else { return };
    finding.found = Some(found(&list, &list.matches(&wanted), row));
    among.event(Event::Select(Spot { list: at, row }), context);
}

/// Restores the original selections, except in list `but`. The starting list comes last, so that it gets the focus.
fn back<C>(finding: &Finding, among: &mut dyn Component<C>, but: Option<usize>, context: &mut C) {
    for spot in finding.origins.iter().rev().filter(|spot| Some(spot.list) != but) {
        among.event(Event::Select(*spot), context);
    }
}

fn found(list: &ListRows, matches: &[usize], row: usize) -> Found {
    Found {
        place: matches.iter().position(|at| *at == row).map_or(0, |at| at + 1),
        all: matches.len(),
        name: list.name.to_string(),
        is_whole: list.is_whole,
    }
}
