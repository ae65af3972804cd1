//! The part of `wardiary state` about a campaign between its battles: one or more lines for each subject.

use std::collections::BTreeSet;
use wardiary_base::{ground::Station, id::Id, text};
use wardiary_rules::{
    event::ContactCause,
    notation,
    rules::{
        self, ProposalList,
        sighting::{Age, all_knowledge},
    },
    state::{ForceContact, Score, State, Theatre},
};
use wardiary_view::campaign::score_parts;

pub(super) fn describe(state: &State) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(theatre) = state.theatre() {
        lines.extend(stations(state, theatre));
        lines.extend(state.forces().into_iter().filter_map(|force| orders(state, theatre, force)));
        lines.extend(contacts(state, theatre));
        lines.extend(objectives(state, theatre));
        lines.extend(sighting_lines(state));
    }
    lines.extend(notation::staff_work(state));
    lines.extend(state.pools().map(|(pool, side)| {
        let (name, left) = (&pool.name, state.points_left_in_pool(pool, side.id));
        format!("pool {name} of {}: {left} SP left", side.name)
    }));
    lines.extend(victory_lines(state));
    let ProposalList { all: proposed, has_more: more } = rules::proposals_without(state, &[]);
    lines.extend((!proposed.is_empty()).then(|| {
        let orders = text::count(proposed.len(), "order", "orders");
        let then = if more { ", then more" } else { "" };
        format!("proposed: {orders}{then} (see `wardiary proposals`)")
    }));
    lines
}

/// `Thorn: XX Corps, I Corps`: the forces at each place.
fn stations(state: &State, theatre: Theatre) -> Vec<String> {
    let mut at: Vec<(Station, Vec<String>)> = Vec::new();
    for force in state.forces() {
        let Some(station) = state.station(force) else { continue };
        match at.iter_mut().find(|(other, _)| *other == station) {
            Some((_, forces)) => forces.push(state.name(force)),
            None => at.push((station, vec![state.name(force)])),
        }
    }
    at.sort_by_key(|(station, _)| *station);
    at.iter().map(|(station, forces)| format!("{}: {}", theatre.name_of_station(*station), forces.join(", "))).collect()
}

fn orders(state: &State, theatre: Theatre, force: Id) -> Option<String> {
    let way = state.route_of(force);
    (!way.is_empty()).then(|| format!("{} will march {}", state.name(force), theatre.describe_route(way)))
}

/// `contact 2: XX Corps at Thorn met XIII Corps at Kulm, day 2, dawn`. If everyone in one place met everyone in
/// another, that is one line.
fn contacts(state: &State, theatre: Theatre) -> Vec<String> {
    let mut all: Vec<Vec<&ForceContact>> = Vec::new();
    let like = |contact: &ForceContact| (contact.stations, contact.touch, contact.since);
    for contact in state.contacts() {
        match all.iter_mut().find(|others| like(others[0]) == like(contact)) {
            Some(others) => others.push(contact),
            None => all.push(vec![contact]),
        }
    }
    let each_with_each = |contacts: Vec<&ForceContact>| {
        let count = |of: fn(&ForceContact) -> Id| contacts.iter().map(|at| of(at)).collect::<BTreeSet<_>>().len();
        if count(|at| at.forces.0) * count(|at| at.forces.1) == contacts.len() {
            vec![contacts_line(state, theatre, &contacts)]
        } else {
            contacts.iter().map(|contact| contacts_line(state, theatre, &[contact])).collect()
        }
    };
    let numbered = all.into_iter().flat_map(each_with_each);
    numbered.chain(estimated_contacts(state)).collect()
}

/// `VI Corps is in contact with infantry, about Ligny`, in a side's view of the campaign.
fn estimated_contacts(state: &State) -> Vec<String> {
    let forces: BTreeSet<Id> = state.all_contacts_with_sighted().map(|(force, _)| force).collect();
    let line = |force: Id| {
        let enemies =
            state.contacts_with_sighted(force).filter_map(|number| notation::sighted_force_name(state, number));
        let enemies: Vec<String> = enemies.collect();
        format!("{} is in contact with {}", state.name(force), text::list(&enemies))
    };
    forces.into_iter().map(line).collect()
}

fn contacts_line(state: &State, theatre: Theatre, contacts: &[&ForceContact]) -> String {
    let first = contacts[0];
    let side = |of: fn(&ForceContact) -> Id, at: Station| {
        let mut forces: Vec<Id> = contacts.iter().map(|at| of(at)).collect();
        forces.sort_unstable();
        forces.dedup();
        let names: Vec<String> = forces.iter().map(|force| state.name(*force)).collect();
        format!("{} {}", text::list(&names), theatre.whereabouts(at))
    };
    let (one, other) = (side(|at| at.forces.0, first.stations.0), side(|at| at.forces.1, first.stations.1));
    let what = match first.touch {
        ContactCause::Met => format!("{one} met {other}"),
        ContactCause::Passed => format!("{one} and {other} marched into each other"),
        ContactCause::Ruled => format!("{one} with {other}"),
    };
    let clock = &state.book().clock;
    let since = if clock.is_on() { format!(", {}", clock.format_moment(first.since)) } else { String::new() };
    let one = if contacts.len() == 1 { "contact" } else { "contacts" };
    format!("{one} {}: {what}{since}", text::ranges(contacts.iter().map(|contact| contact.number)))
}

fn objectives(state: &State, theatre: Theatre) -> Vec<String> {
    let objective = |prize: &wardiary_rules::state::TheatreObjective| {
        let points = wardiary_base::text::count(usize::from(prize.points), "point", "points");
        format!("objective {} ({points}) {}", theatre.name(prize.spot), state.describe_holder(prize.holder))
    };
    theatre.own_objectives().iter().map(objective).collect()
}

/// The sightings of each side, under a line with the time of that knowledge.
fn sighting_lines(state: &State) -> Vec<String> {
    let known: Vec<_> = all_knowledge(state).collect();
    let clock = &state.book().clock;
    let in_sight = known.iter().find(|(_, known)| known.age == Age::InSight).filter(|_| clock.is_on());
    let heading = in_sight.map(|(_, known)| format!("sightings as of {}", clock.format_moment(known.as_of)));
    let lines = known.iter().map(|(side, known)| notation::sighting_text(state, *side, known));
    heading.into_iter().chain(lines).collect()
}

/// How the campaign ended and the victory points; empty if there is neither.
fn victory_lines(state: &State) -> Vec<String> {
    let score = state.keeps_score().then(|| describe_score(state));
    notation::campaign_over_sentence(state).into_iter().chain(score).collect()
}

fn describe_score(state: &State) -> String {
    let side = |score: Score| {
        let parts = score_parts(&score);
        let parts = if parts.is_empty() { parts } else { format!(" ({parts})") };
        format!("{} {}{parts}", state.name(score.side), score.total_words())
    };
    let sides: Vec<String> = state.score().into_iter().map(side).collect();
    let ahead = state.points_leader().map(|(side, by)| {
        let margin = state.book().victory.margins.name_for(by);
        let margin = margin.map_or(String::new(), |margin| format!(" ({margin})"));
        format!("; {} ahead by {by}{margin}", state.name(side))
    });
    format!("victory points: {}{}", sides.join(", "), ahead.unwrap_or_default())
}
