//! The moves that an entry made on a map, drawn as traces by several screens.

use super::session::Session;
use wardiary_base::id::{MapId, UnitId};
use wardiary_rules::event::{Event, MapEvent};
use wardiary_view::map::MoveTrace;

pub(crate) fn move_traces(session: &Session, map: MapId) -> Vec<MoveTrace> {
    let state = session.state();
    let Some(entry) = session.diary().entry(session.entry()) else { return Vec::new() };
    let is_here = |units: &[UnitId]| {
        let mut places = units.iter().filter_map(|id| state.unit(*id)?.place);
        places.any(|place| place.map == map)
    };
    let trail = |event: &Event| match event {
        Event::Map(MapEvent::Moved { units, from, by, .. }) if is_here(units) => {
            let passed = std::iter::once(*from).chain(by.iter().copied().take(by.len().saturating_sub(1)));
            Some(MoveTrace { units: units.clone(), cells: if by.is_empty() { Vec::new() } else { passed.collect() } })
        }
        Event::Map(MapEvent::Placed { unit, from, to }) if to.map == map => {
            let left = from.filter(|place| place.map == map && place.cell != to.cell).map(|place| place.cell);
            Some(MoveTrace { units: vec![*unit], cells: left.into_iter().collect() })
        }
        _ => None,
    };
    entry.events.iter().filter_map(trail).collect()
}
