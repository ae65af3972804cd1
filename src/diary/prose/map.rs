//! What happens on the map, in words. Source: RULES 4.4.

use super::Scene;
use crate::{
    event::{Driven, MapEvent},
    ground::Cell,
    id::MapId,
    text,
};

/// An event on the map in a sentence.
pub(super) fn sentence(scene: &Scene, event: &MapEvent) -> String {
    match event {
        MapEvent::Placed { unit, from, to } => {
            let (name, at) = (scene.name(*unit), area(scene, to.map, to.cell));
            match from {
                None => format!("{name} placed at {at}, facing {}", to.facing.name()),
                Some(from) => {
                    let from = area(scene, from.map, from.cell);
                    format!("{name} placed at {at} instead of {from}, facing {}", to.facing.name())
                }
            }
        }
        MapEvent::Moved { units, from, by, facing, stopped, driven, .. } => {
            let map = scene.after.unit(units[0]).and_then(|unit| unit.place).map(|place| place.map);
            let named = |cell: Cell| map.map_or_else(|| cell.to_string(), |map| area(scene, map, cell));
            let (names, facing) = (scene.names(units), facing.name());
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
                    Driven::Merged => "went over",
                };
                return format!("{names} {went} from {from} to {to}, facing {facing}");
            }
            match stopped {
                Some(enemy) => {
                    let enemy = scene.name(*enemy);
                    format!("{names} moved from {from} to {to}{way}, and stopped facing {facing} before {enemy}")
                }
                None => format!("{names} moved from {from} to {to}{way}, facing {facing}"),
            }
        }
        MapEvent::Changed { unit, how, to, .. } => {
            format!("{} {}: now {}", scene.name(*unit), how.done(), text::sanitize(to))
        }
        MapEvent::TerrainChanged { map, at, from, to } => {
            format!("{} changed from {} to {}", area(scene, *map, *at), text::sanitize(from), text::sanitize(to))
        }
    }
}

/// An area, with the name that it has on the map, and with the map where there are several.
fn area(scene: &Scene, map: MapId, cell: Cell) -> String {
    let found = scene.after.map(map);
    let name = found.and_then(|map| map.ground.name_of(cell)).map(|name| format!(" ({})", text::sanitize(name)));
    let on = found.filter(|_| scene.after.maps().len() > 1).map(|map| format!(" on {}", map.name));
    format!("{cell}{}{}", name.unwrap_or_default(), on.unwrap_or_default())
}
