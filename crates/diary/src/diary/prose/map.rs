//! Events on the map, in words. Source: RULES 4.4.

use super::EntryContext;
use wardiary_base::{
    ground::{Cell, Ground},
    id::{MapId, SideId},
    text,
};
use wardiary_rules::event::{Driven, MapEvent};

pub(super) fn sentence(context: &EntryContext, event: &MapEvent) -> String {
    match event {
        MapEvent::Placed { unit, from, to } => {
            let (name, at) = (context.name(*unit), area(context, to.map, to.cell));
            match from {
                None => format!("{name} placed at {at}, facing {}", to.facing.name()),
                Some(from) => {
                    let from = area(context, from.map, from.cell);
                    format!("{name} placed at {at} instead of {from}, facing {}", to.facing.name())
                }
            }
        }
        MapEvent::Moved { units, from, by, facing, stopped, driven, .. } => {
            let map = context.after.unit(units[0]).and_then(|unit| unit.place).map(|place| place.map);
            let named = |cell: Cell| map.map_or_else(|| cell.to_string(), |map| area(context, map, cell));
            let (names, facing) = (context.names(units), facing.name());
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
                    Driven::PushedBack => "went back",
                    Driven::Withdrew => "withdrew",
                    Driven::Fled => "fled",
                    Driven::Merged | Driven::MergedFreely => "went over",
                };
                return format!("{names} {went} from {from} to {to}, facing {facing}");
            }
            match stopped {
                Some(enemy) => {
                    let enemy = context.name(*enemy);
                    format!("{names} moved from {from} to {to}{way}, and stopped facing {facing} before {enemy}")
                }
                None => format!("{names} moved from {from} to {to}{way}, facing {facing}"),
            }
        }
        MapEvent::Changed { unit, how, to, .. } => {
            format!("{} {}: now {}", context.name(*unit), how.past_participle(), to)
        }
        MapEvent::TerrainChanged { map, at, from, to } => {
            format!("{} changed from {from} to {to}", area(context, *map, *at))
        }
        MapEvent::EdgeChanged { map, between, from, to } => {
            let what = match (from, to) {
                (Some(from), Some(to)) => format!("{to} in place of {from}"),
                (None, Some(to)) => format!("{to} added"),
                (from, None) => format!("{} gone", from.clone().unwrap_or_default()),
            };
            format!("{}: {what}", border(context, *map, *between))
        }
        MapEvent::RoadChanged { map, between, there } => {
            let over = |ground: &Ground| {
                let facing = ground.grid().facing_to(between.0, between.1);
                facing.is_some_and(|facing| ground.edge(between.0, facing).is_some())
            };
            let is_bridge = context.after.map(*map).is_some_and(|map| over(&map.ground));
            let what = if is_bridge { "bridge" } else { "road" };
            format!("{}: {what} {}", border(context, *map, *between), if *there { "added" } else { "gone" })
        }
        MapEvent::LaidOut { id, battle, .. } => {
            let battle = battle.map_or(String::new(), |battle| format!(" for the battle {}", context.name(battle)));
            format!("the map {} is laid out{battle}", context.name(*id))
        }
        MapEvent::ChangedHands { map, at, from, to } => {
            let side = |side: Option<SideId>| side.map_or("nobody".into(), |side| context.name(side));
            format!("{} changed hands from {} to {}", area(context, *map, *at), side(*from), side(*to))
        }
    }
}

/// The edge between two areas: `between C4 and C5`.
fn border(context: &EntryContext, map: MapId, (from, to): (Cell, Cell)) -> String {
    let found = context.after.map(map).filter(|_| context.after.maps().len() > 1);
    let on = found.map(|map| format!(" on {}", map.name));
    format!("between {from} and {to}{}", on.unwrap_or_default())
}

/// An area, with its name on the map, and with the map if there are several.
fn area(context: &EntryContext, map: MapId, cell: Cell) -> String {
    let found = context.after.map(map);
    let name = found.and_then(|map| map.ground.name_of(cell)).map(|name| format!(" ({name})"));
    let on = found.filter(|_| context.after.maps().len() > 1).map(|map| format!(" on {}", map.name));
    format!("{cell}{}{}", name.unwrap_or_default(), on.unwrap_or_default())
}
