//! Events on the map, in words. Source: RULES 4.4.

use super::States;
use wardiary_base::{
    ground::{Cell, Ground},
    id::{MapId, SideId},
    text,
};
use wardiary_rules::event::{Driven, MapEvent};

pub(super) fn text(states: States, event: &MapEvent) -> String {
    match event {
        MapEvent::Placed { unit, from, to } => {
            let (name, at) = (states.name(*unit), area(states, to.map, to.cell));
            match from {
                None => format!("{name} placed at {at}, facing {}", to.facing.name()),
                Some(from) => {
                    let from = area(states, from.map, from.cell);
                    format!("{name} placed at {at} instead of {from}, facing {}", to.facing.name())
                }
            }
        }
        MapEvent::Moved { units, from, by, facing, stopped, driven, .. } => {
            let map = states.after.unit(units[0]).and_then(|unit| unit.place).map(|place| place.map);
            let named = |cell: Cell| map.map_or_else(|| cell.to_string(), |map| area(states, map, cell));
            let (names, facing) = (states.names(units), facing.name());
            let Some(to) = by.last() else { return format!("{names} turned to face {facing} at {}", named(*from)) };
            let way = match by.len() {
                1 => String::new(),
                entered => {
                    let through: Vec<String> = by[..entered - 1].iter().map(ToString::to_string).collect();
                    format!(", by {}", text::list(&through))
                }
            };
            let (from, to) = (named(*from), named(*to));
            if let Some(driven) = driven {
                let went = match driven {
                    Driven::PushedBack => "fell back",
                    Driven::Withdrew => "withdrew",
                    Driven::Fled => "fled",
                    Driven::Merged | Driven::MergedFreely => "moved over",
                };
                return format!("{names} {went} from {from} to {to}, facing {facing}");
            }
            match stopped {
                Some(enemy) => {
                    let enemy = states.name(*enemy);
                    format!("{names} moved from {from} to {to}{way}, and stopped before {enemy}, facing {facing}")
                }
                None => format!("{names} moved from {from} to {to}{way}, facing {facing}"),
            }
        }
        MapEvent::Changed { unit, how, to, .. } => {
            format!("{} {}: now {}", states.name(*unit), how.past_participle(), to)
        }
        MapEvent::TerrainChanged { map, at, from, to } => {
            format!("{} changed from {from} to {to}", area(states, *map, *at))
        }
        MapEvent::EdgeChanged { map, between, from, to } => {
            let what = match (from, to) {
                (Some(from), Some(to)) => format!("{to} in place of {from}"),
                (None, Some(to)) => format!("{to} added"),
                (from, None) => format!("{} removed", from.clone().unwrap_or_default()),
            };
            format!("{}: {what}", border(states, *map, *between))
        }
        MapEvent::RoadChanged { map, between, there } => {
            let over = |ground: &Ground| {
                let facing = ground.grid().facing_to(between.0, between.1);
                facing.is_some_and(|facing| ground.edge(between.0, facing).is_some())
            };
            let is_bridge = states.after.map(*map).is_some_and(|map| over(&map.ground));
            let what = if is_bridge { "bridge" } else { "road" };
            format!("{}: {what} {}", border(states, *map, *between), if *there { "added" } else { "removed" })
        }
        MapEvent::LaidOut { id, battle, .. } => {
            let battle = battle.map_or(String::new(), |battle| format!(" for the battle {}", states.name(battle)));
            format!("the map {} is laid out{battle}", states.name(*id))
        }
        MapEvent::ChangedHands { map, at, from, to } => {
            let side = |side: Option<SideId>| side.map_or("nobody".into(), |side| states.name(side));
            format!("{} changed hands from {} to {}", area(states, *map, *at), side(*from), side(*to))
        }
    }
}

/// The edge between two areas: `between C4 and C5`.
fn border(states: States, map: MapId, (from, to): (Cell, Cell)) -> String {
    let found = states.after.map(map).filter(|_| states.after.maps().len() > 1);
    let on = found.map(|map| format!(" on {}", map.name));
    format!("between {from} and {to}{}", on.unwrap_or_default())
}

/// An area, with its name on the map, and with the map if there are several.
fn area(states: States, map: MapId, cell: Cell) -> String {
    let found = states.after.map(map);
    let name = found.and_then(|map| map.ground.name_of(cell)).map(|name| format!(" ({name})"));
    let on = found.filter(|_| states.after.maps().len() > 1).map(|map| format!(" on {}", map.name));
    format!("{cell}{}{}", name.unwrap_or_default(), on.unwrap_or_default())
}
