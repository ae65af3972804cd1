//! The theatre: its places, the forces there or on the road, and the objectives.

use super::{CampaignCard, CampaignItem, CampaignRow, RowTone};
use std::collections::{BTreeMap, BTreeSet};
use wardiary_base::{
    ground::{Cell, Spot, Station},
    id::{Id, SideId},
    text,
};
use wardiary_rules::{
    event::{Age, Known},
    notation,
    state::{EntityKind, State, Theatre, TheatreObjective},
};

const FORCES: &[EntityKind] = &[EntityKind::Stack, EntityKind::Unit];

/// `Theatre: East Prussia, 12 forces`
pub(super) fn title(state: &State) -> String {
    let Some(theatre) = state.theatre() else { return "Theatre: none yet".into() };
    let name = if theatre.title().is_empty() { String::new() } else { format!(": {}", theatre.title()) };
    format!("Theatre{name}")
}

/// The forces at each station, in the order of places.
pub(super) fn forces_by_station(state: &State) -> BTreeMap<Station, Vec<Id>> {
    let mut standing: BTreeMap<Station, Vec<Id>> = BTreeMap::new();
    for force in state.forces() {
        if let Some(station) = state.station(force) {
            standing.entry(station).or_default().push(force);
        }
    }
    standing
}

/// For a network, a row for each place and for each point of a road with forces.
pub fn rows(state: &State) -> Vec<CampaignRow> {
    let Some(theatre) = state.theatre() else { return missing_rows(state) };
    let mut rows = Vec::new();
    let nowhere: Vec<Id> = state.forces().into_iter().filter(|force| state.station(*force).is_none()).collect();
    if let Some(first) = nowhere.first().filter(|_| state.ended().is_none()) {
        let many = text::count(nowhere.len(), "force has", "forces have");
        let there = battle_area(state, theatre, *first).map(|cell| cell.to_string()).unwrap_or_default();
        let order = format!("station {} at {there}", notation::reference_text(state, *first, FORCES));
        let here = if there.is_empty() { String::new() } else { format!(" at {there}, where its units are") };
        rows.push(CampaignRow::missing(&format!("{many} no station yet: station {}{here}", state.name(*first)), order));
    }
    let (standing, sighted) = (forces_by_station(state), state.sighted_by_station());
    let places = theatre.network().is_some().then(|| theatre.spots()).into_iter().flatten();
    let objectives = theatre.objectives();
    let won = objectives.iter().map(|prize| prize.spot);
    let supplied = theatre.sources().iter().map(|(_, at)| *at);
    let stations: BTreeSet<Station> = places
        .chain(won)
        .chain(supplied)
        .map(Station::at)
        .chain(standing.keys().chain(sighted.keys()).copied())
        .collect();
    for station in stations {
        let forces = standing.get(&station).map_or(&[][..], Vec::as_slice);
        let known = sighted.get(&station).map_or(&[][..], Vec::as_slice);
        let is_in_sight = known.iter().any(|known| known.age == Age::InSight);
        rows.push(CampaignRow {
            tail: road_progress(theatre, station).unwrap_or_else(|| objective_text(state, theatre, station.at)),
            ..CampaignRow::new(
                CampaignItem::Station(station),
                theatre.name_of_station(station),
                [forces_text(state, forces), sighted_text(state, known)]
                    .into_iter()
                    .filter(|text| !text.is_empty())
                    .collect::<Vec<_>>()
                    .join("; "),
                if forces.is_empty() && !is_in_sight { RowTone::Muted } else { RowTone::Plain },
            )
        });
    }
    rows
}

/// The area of a force's units, or of the first of them, if they were put on the theatre's map to fight.
fn battle_area(state: &State, theatre: Theatre, force: Id) -> Option<Cell> {
    let map = theatre.map()?.id;
    state
        .units_of_force(force)
        .iter()
        .find_map(|unit| unit.place.filter(|place| place.map == map))
        .map(|place| place.cell)
}

/// `XIII Corps`; with several forces, counts by side before the names: `2 Russians, 1 Germans: XIII Corps, XV Corps, XX
/// Corps`.
fn forces_text(state: &State, forces: &[Id]) -> String {
    let names: Vec<String> = forces.iter().map(|force| state.name(*force)).collect();
    if names.len() < 2 {
        return names.concat();
    }
    let mut sides: Vec<(SideId, usize)> = Vec::new();
    for side in forces.iter().filter_map(|force| state.side_of(*force)) {
        match sides.iter_mut().find(|(other, _)| *other == side) {
            Some((_, many)) => *many += 1,
            None => sides.push((side, 1)),
        }
    }
    let sides: Vec<String> = sides.iter().map(|(side, many)| format!("{many} {}", state.name(*side))).collect();
    format!("{}: {}", sides.join(", "), names.join(", "))
}

/// `sighted: Brigade Leroy; last seen: a force, about E9`
fn sighted_text(state: &State, known: &[Known]) -> String {
    let of = |heading: &str, in_sight: bool| {
        let names = known.iter().filter(|known| (known.age == Age::InSight) == in_sight);
        let names: Vec<String> = names.map(|known| notation::sighting_parts(state, known).who).collect();
        (!names.is_empty()).then(|| format!("{heading}: {}", names.join(", ")))
    };
    [of("sighted", true), of("last seen", false)].into_iter().flatten().collect::<Vec<_>>().join("; ")
}

fn missing_rows(state: &State) -> Vec<CampaignRow> {
    if state.units().is_empty() || state.ended().is_some() {
        return Vec::new();
    }
    let map = |map: &wardiary_rules::state::Map| {
        let order = format!("theatre map {}", notation::reference_text(state, map.id.into(), &[EntityKind::Map]));
        CampaignRow::missing(&format!("march on the map {}", map.name), order)
    };
    let maps = state.maps().iter().map(map);
    let lay_out_a_map = CampaignRow::missing("add a map to march on, such as wadi", "map wadi");
    let by_roads = CampaignRow::missing("add places and roads to march on", "theatre roads ");
    maps.chain([by_roads]).chain(state.maps().is_empty().then_some(lay_out_a_map)).collect()
}

/// `3 points, Germans`; empty without an objective.
fn objective_text(state: &State, theatre: Theatre, at: Spot) -> String {
    let objectives = theatre.objectives();
    objectives.iter().find(|prize| prize.spot == at).map_or_else(String::new, |prize| points_and_holder(state, *prize))
}

fn points_and_holder(state: &State, prize: TheatreObjective) -> String {
    let holder = prize.holder.map_or_else(
        || if state.is_complete() { "held by nobody".to_string() } else { "holder unknown".to_string() },
        |side| state.name(side),
    );
    let worth = match prize.points {
        // An objective of a map, without points in the rulebook.
        0 => "objective".into(),
        points => text::count(usize::from(points), "point", "points"),
    };
    format!("{worth}, {holder}")
}

/// The progress of a force on its road: `1 of 3 steps`. `None` at a place, or on a map.
fn road_progress(theatre: Theatre, station: Station) -> Option<String> {
    let (toward, done) = station.toward?;
    let (Spot::Place(from), Spot::Place(to)) = (station.at, toward) else { return None };
    let length = theatre.network()?.road(from, to)?;
    Some(format!("{done} of {}", text::count(length.into(), "step", "steps")))
}

pub(super) fn card(state: &State, station: Station) -> CampaignCard {
    let Some(theatre) = state.theatre() else { return CampaignCard::default() };
    let mut lines = Vec::new();
    let mut sides: BTreeMap<SideId, Vec<String>> = BTreeMap::new();
    for force in forces_by_station(state).remove(&station).unwrap_or_default() {
        if let Some(side) = state.side_of(force) {
            sides.entry(side).or_default().push(super::name_with_strength(state, force));
        }
    }
    lines.extend(sides.into_iter().map(|(side, forces)| format!("{}: {}", state.name(side), text::list(&forces))));
    let sighted = state.sighted_by_station().remove(&station).unwrap_or_default();
    lines.extend(sighted.iter().map(|known| notation::sighting_entry(state, known)));
    if let Some((toward, steps)) = station.toward {
        let done = road_progress(theatre, station).unwrap_or_else(|| text::count(usize::from(steps), "step", "steps"));
        lines.push(format!("{done} from {} to {}", theatre.name(station.at), theatre.name(toward)));
    } else {
        let objectives = theatre.objectives();
        let prizes = objectives.iter().filter(|prize| prize.spot == station.at);
        lines.extend(prizes.map(|prize| format!("Objective: {}", points_and_holder(state, *prize))));
        let sources = theatre.sources().iter().filter(|(_, at)| *at == station.at);
        lines.extend(sources.map(|(side, _)| format!("{} are supplied from here", state.name(*side))));
        if let (Spot::Place(place), Some(network)) = (station.at, theatre.network()) {
            let road = |(to, length): &(u16, u16)| format!("{} {length}", theatre.name(Spot::Place(*to)));
            let roads: Vec<String> = network.roads(place).iter().map(road).collect();
            lines.extend((!roads.is_empty()).then(|| format!("Roads: {}", roads.join(", "))));
        }
    }
    CampaignCard { title: theatre.name_of_station(station), lines }
}

/// Where an enemy force is, or was last seen, as far as the viewing side knows.
fn last_seen(state: &State, theatre: Theatre, force: Id) -> Option<String> {
    let known = state.sighting_estimate_named(&state.name(force))?;
    let place = theatre.name_of_station(known.place?);
    Some(if known.age == Age::InSight { format!("at {place}") } else { format!("seen at {place}") })
}

/// Where a force is in the theatre, as a phrase; `None` if it is no force. A force without a station says so: units on
/// the map of a battle do not give it one.
pub(super) fn station_phrase(state: &State, force: Id) -> Option<String> {
    let theatre = state.theatre()?;
    let Some(station) = state.station(force) else {
        if state.side_of(force).is_some_and(|side| !state.is_complete_for(side)) {
            return last_seen(state, theatre, force);
        }
        let is_wanted = state.ended().is_none() && state.check_force(force).is_ok();
        return is_wanted.then(|| "no station yet".into());
    };
    // The last step of the ordered route is its destination.
    let goes = state.route_of(force).last().copied();
    let (here, named_end) = match (road_progress(theatre, station), station.toward) {
        (Some(done), Some((to, _))) => {
            // The destination comes first, since little room may be left.
            (format!("to {}, {done} from {}", theatre.name(to), theatre.name(station.at)), Some(to))
        }
        _ => (format!("at {}", theatre.name_of_station(station)), None),
    };
    let goes = goes.filter(|end| named_end != Some(*end));
    let then = if named_end.is_some() { ", then to" } else { ", to" };
    let goes = goes.map(|end| format!("{then} {}", theatre.name(end))).unwrap_or_default();
    let contact = if state.is_in_contact(force) { ", in contact" } else { "" };
    Some(format!("{here}{goes}{contact}"))
}
