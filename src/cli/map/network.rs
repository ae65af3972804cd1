//! The network of a theatre as text: each place with its roads and its forces.

use crate::cli::command_output::CommandOutput;
use serde_json::Value;
use std::collections::BTreeMap;
use wardiary_base::{
    ground::{Spot, Station},
    text,
};
use wardiary_diary::diary::EntryNo;
use wardiary_report::report::model;
use wardiary_rules::{notation, state::State};

/// The parts of a campaign's JSON that a map shows.
const MAP_PARTS: [&str; 4] = ["theatre", "forces", "objectives", "sightings"];

/// `Thorn: Kulm 2, Lyck 1; an objective (3 points), held by Germans`, with the forces there below it, and forces between
/// two places below the road. `None` if the theatre is not a network.
pub(super) fn network(state: &State, entry: EntryNo) -> Option<CommandOutput> {
    let theatre = state.theatre()?;
    let network = theatre.network()?;
    let mut stations: BTreeMap<Station, Vec<String>> =
        theatre.spots().into_iter().map(|spot| (Station::at(spot), Vec::new())).collect();
    for force in state.forces() {
        let (Some(station), Some(side)) = (state.station(force), state.side_of(force)) else { continue };
        let route = state.route_of(force);
        let route =
            if route.is_empty() { String::new() } else { format!(", will march {}", theatre.describe_route(route)) };
        stations.entry(station).or_default().push(format!("{} of {}{route}", state.name(force), state.name(side)));
    }
    for (station, known) in state.sighted_by_station() {
        let sighted = known.iter().map(|known| notation::sighting_entry(state, known));
        stations.entry(station).or_default().extend(sighted);
    }
    let mut head = vec![theatre.title()];
    head.extend(state.time());
    head.extend(state.viewer().map(|side| format!("as {} sees it", state.name(side))));
    head.push(if entry == 0 { "at the muster".into() } else { format!("entry {entry}") });
    let mut lines = vec![head.join(" · ")];
    for (station, forces) in stations {
        let mut place = vec![theatre.name_of_station(station)];
        match (station.at, station.toward) {
            (_, Some((_, steps))) => {
                let steps = text::count(steps.into(), "step", "steps");
                place.push(format!("{steps} from {}", theatre.name(station.at)));
            }
            (Spot::Place(at), None) => {
                let roads = network.roads(at).iter();
                let roads = roads.map(|(to, length)| format!("{} {length}", theatre.name(Spot::Place(*to))));
                place.push(roads.collect::<Vec<_>>().join(", "));
            }
            (Spot::Area(_), None) => {}
        }
        let objectives = theatre.own_objectives().iter().filter(|_| station.toward.is_none());
        let objective = objectives.filter(|prize| prize.spot == station.at).map(|prize| {
            let points = text::count(prize.points.into(), "point", "points");
            format!("; an objective ({points}), {}", state.describe_holder(prize.holder))
        });
        lines.push(format!("{}{}", place.join(": "), objective.collect::<String>()));
        lines.extend(forces.into_iter().map(|force| format!("    {force}")));
    }
    let all = model::campaign_json(state)?;
    let parts = MAP_PARTS.iter().filter_map(|part| Some(((*part).to_string(), all.get(part)?.clone())));
    let json = parts.chain([("entry".to_string(), Value::from(entry))]).collect();
    Some(CommandOutput::new(lines.join("\n"), json))
}
