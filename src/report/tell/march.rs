//! Marches.

use super::{Clause, ClauseKind, Scene, Told, forces::force, in_general};
use crate::{
    event::{Event, MapEvent},
    ground::Cell,
    id::MapId,
    text,
};

/// A march, if the entry is nothing but one: where to, and before whom it stopped.
pub(super) fn march(scene: &Scene) -> Told {
    let moves: Vec<&MapEvent> = scene
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Map(event @ MapEvent::Moved { driven: None, .. }) => Some(event),
            _ => None,
        })
        .collect();
    let [MapEvent::Moved { units, from, by, facing, stopped, .. }] = moves[..] else { return in_general(scene) };
    let Some(mover) = units.first().and_then(|unit| scene.before.unit(*unit)) else { return in_general(scene) };
    let map = scene.after.unit(mover.id).and_then(|unit| unit.place).map(|place| place.map);
    let (kind, to) = if let Some(to) = by.last() {
        (ClauseKind::March(mover.side), format!("to {}", area(scene, map, *to)))
    } else {
        let at = area(scene, map, *from);
        (ClauseKind::Turn(mover.side), format!("to face {} at {at}", facing.name()))
    };
    let before = stopped.map_or(String::new(), |enemy| format!(", face to face with {}", scene.the(enemy)));
    let clause = Clause::new(kind, force(scene.before, units), format!("{to}{before}"));
    let hands = scene.events.iter().filter_map(|event| match event {
        Event::Map(MapEvent::ChangedHands { map, at, from, to }) => {
            let place = area(scene, Some(*map), *at);
            Some(match (from, to) {
                (Some(from), Some(to)) => format!("{} took {place} from {}.", scene.the(*to), scene.the(*from)),
                (None, Some(to)) => format!("{} took {place}, which nobody had held.", scene.the(*to)),
                (Some(from), None) => format!("{} lost {place}.", scene.the(*from)),
                (None, None) => return None,
            })
        }
        _ => None,
    });
    let sentences = hands.map(|line| super::sentence(&line)).collect();
    Told { clause: Some(clause), sentences, ..Told::default() }
}

/// `the Stone bridge (Q7)`, `Q7`.
fn area(scene: &Scene, map: Option<MapId>, cell: Cell) -> String {
    let name = map.and_then(|map| scene.after.map(map)).and_then(|map| map.ground.name_of(cell));
    name.map_or_else(|| cell.to_string(), |name| format!("{} ({cell})", text::sanitize(name)))
}
