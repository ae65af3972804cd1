//! A campaign between its battles as JSON, with a key for each subject.

use super::{outcome, sightings, staff};
use serde_json::{Map, Value, json};
use wardiary_base::{
    ground::{Spot, Station},
    id::Id,
    text,
};
use wardiary_rules::{
    event::Touch,
    notation::{order_text, proposal_reason},
    rules::{self, Proposal},
    state::{ForceContact, State, Theatre},
};

/// All subjects, a key each; `None` if there are none.
pub(super) fn campaign_json(state: &State) -> Option<Value> {
    let mut all = Map::new();
    if let Some(theatre) = state.theatre() {
        all.insert("theatre".into(), theatre_json(theatre));
        all.insert(
            "forces".into(),
            state.forces().into_iter().map(|force| force_json(state, theatre, force)).collect(),
        );
        all.insert("contacts".into(), state.contacts().iter().map(|at| contact_json(state, theatre, at)).collect());
        all.insert("objectives".into(), objectives_json(theatre));
        all.extend(sightings::sightings_json(state, theatre).map(|json| ("sightings".into(), json)));
    }
    all.extend(staff::staff_json(state));
    let pools: Vec<Value> = state
        .pools()
        .map(|(pool, side)| json!({ "name": pool.name, "side": side.id, "left": state.points_left_in_pool(pool, side.id) }))
        .collect();
    if !pools.is_empty() {
        all.insert("pools".into(), pools.into());
    }
    if state.keeps_score() {
        all.insert("score".into(), outcome::score_json(state));
    }
    all.extend(state.ended().map(|end| ("ended".into(), outcome::end_json(end))));
    let proposed = rules::proposals(state);
    if !proposed.is_empty() {
        all.insert("proposals".into(), proposals(state, &proposed));
    }
    (!all.is_empty()).then(|| all.into())
}

fn theatre_json(theatre: Theatre) -> Value {
    let place = |spot: Spot| theatre.name(spot);
    let sources = theatre.sources().iter().map(|(side, at)| json!({ "side": side, "at": place(*at) }));
    let mut json = json!({ "title": theatre.title(), "sources": sources.collect::<Vec<_>>() });
    if let Some(map) = theatre.map() {
        json["map"] = json!(map.id);
    }
    if let Some(network) = theatre.network() {
        json["places"] = json!(network.places());
        let from_each = (0u16..).take(network.places().len());
        let roads = from_each.flat_map(|from| network.roads(from).iter().map(move |(to, length)| (from, *to, *length)));
        let once = roads.filter(|(from, to, _)| from < to);
        let road = |(from, to, length)| json!([place(Spot::Place(from)), place(Spot::Place(to)), length]);
        json["roads"] = once.map(road).collect();
    }
    json
}

pub(super) fn station_json(theatre: Theatre, station: Station) -> Value {
    let mut json = json!({ "at": theatre.name(station.at) });
    if let Some((toward, steps)) = station.toward {
        json["toward"] = json!(theatre.name(toward));
        json["steps"] = json!(steps);
    }
    json
}

fn force_json(state: &State, theatre: Theatre, force: Id) -> Value {
    let station = state.station(force).map(|station| station_json(theatre, station));
    let way: Vec<String> = state.route_of(force).iter().map(|spot| theatre.name(*spot)).collect();
    let contacts: Vec<u32> =
        state.contacts().iter().filter(|at| at.opponent(force).is_some()).map(|at| at.number).collect();
    json!({
        "id": force,
        "name": state.name(force),
        "side": state.side_of(force),
        "station": station,
        "way": way,
        "steps": state.steps_per_part(&state.units_of_force(force)),
        "contacts": contacts,
        "battle": state.battle_of_force(force),
    })
}

fn contact_json(state: &State, theatre: Theatre, contact: &ForceContact) -> Value {
    let clock = &state.book().clock;
    let how = match contact.touch {
        Touch::Met => "met",
        Touch::Passed => "passed",
        Touch::Ruled => "ruled",
    };
    json!({
        "number": contact.number,
        "forces": [contact.forces.0, contact.forces.1],
        "at": [station_json(theatre, contact.stations.0), station_json(theatre, contact.stations.1)],
        "how": how,
        "since": clock.is_on().then(|| clock.format_moment(contact.since)),
    })
}

fn objectives_json(theatre: Theatre) -> Value {
    let objective = |prize: &wardiary_rules::state::TheatreObjective| json!({ "at": theatre.name(prize.spot), "points": prize.points, "side": prize.holder });
    theatre.own_objectives().iter().map(objective).collect()
}

/// Proposals, each with its order, the side it is for and the reason.
pub fn proposals(state: &State, proposed: &[Proposal]) -> Value {
    let text = |proposal: &Proposal| {
        json!({
            "order": order_text(state, &proposal.order),
            "for": state.name(proposal.who),
            "reason": text::sanitize(&proposal_reason(state, &proposal.reason)),
        })
    };
    proposed.iter().map(text).collect()
}
