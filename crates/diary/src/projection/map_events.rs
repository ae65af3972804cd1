//! What a side sees on maps: changes of terrain where it is looking, and the objectives it takes or loses.
//!
//! Changes elsewhere are stored and recorded when the side looks there.

use super::{projection_pass::ProjectionPass, viewer_ids::Viewer};
use wardiary_base::{
    ground::{Cell, Ground, GroundDraft, Spot, Station},
    id::{Id, MapId, SideId},
};
use wardiary_rules::{
    event::{Event, MapEvent},
    rules::sighting,
    state::{Map, State},
};

/// Records what the side sees of an event on a map.
pub(super) fn project_map_event(pass: &mut ProjectionPass, event: &MapEvent) {
    match event {
        MapEvent::TerrainChanged { map, at, .. } => changed(pass, *map, *at, event),
        MapEvent::EdgeChanged { map, between, .. } | MapEvent::RoadChanged { map, between, .. } => {
            changed(pass, *map, between.0, event);
        }
        MapEvent::LaidOut { id, battle, .. } => laid_out(pass, *id, battle.map(Id::from)),
        MapEvent::ChangedHands { map, at, from, to } => {
            let side = pass.viewer.0;
            if (*from == Some(side) || *to == Some(side))
                && let Some(map) = pass.own_id(map.0).map(MapId)
            {
                record_holder(pass, map, *at, *to);
            }
        }
        MapEvent::Moved { stopped: Some(by), .. } if !pass.sees((*by).into()) => {
            // The unit stopped, but the side does not see why.
            let mut moved = event.clone();
            if let MapEvent::Moved { stopped, .. } = &mut moved {
                *stopped = None;
            }
            pass.record_translated(&Event::Map(moved));
        }
        MapEvent::Placed { .. } | MapEvent::Moved { .. } | MapEvent::Changed { .. } => {
            pass.record_translated(&Event::Map(event.clone()));
        }
    }
}

/// Records the holder of an objective if that is news to the side. `map` is the side's id, and an unknown holder counts
/// as nobody.
pub(super) fn record_holder(pass: &mut ProjectionPass, map: MapId, at: Cell, holder: Option<SideId>) {
    let to = holder.and_then(|holder| pass.ids.id(holder.0)).map(SideId);
    let from = pass.own_state.map(map).and_then(|map| map.holder(at)).flatten();
    if from != to {
        pass.record(Event::Map(MapEvent::ChangedHands { map, at, from, to }));
    }
}

/// Records the stored changes of terrain where the side is looking now.
pub(super) fn record_unseen_changes(pass: &mut ProjectionPass) {
    for event in pass.ids.take_unseen() {
        match &event {
            MapEvent::TerrainChanged { map, at, .. } => changed(pass, *map, *at, &event),
            MapEvent::EdgeChanged { map, between, .. } | MapEvent::RoadChanged { map, between, .. } => {
                changed(pass, *map, between.0, &event);
            }
            _ => {}
        }
    }
}

/// The ground of a map as the side first sees it, with the holders that it knows.
pub(super) fn draft(state: &State, map: &Map, knows: impl Fn(SideId) -> bool) -> GroundDraft {
    let mut draft = map.ground.to_draft();
    let held = |(place, _): (String, String)| {
        let cell = map.ground.place_named(&place);
        let holder = cell.and_then(|cell| map.holder(cell)).flatten().filter(|holder| knows(*holder));
        (place, holder.map_or_else(String::new, |holder| state.name(holder)))
    };
    draft.objectives.0 = std::mem::take(&mut draft.objectives.0).into_iter().map(held).collect();
    draft
}

fn laid_out(pass: &mut ProjectionPass, id: MapId, battle: Option<Id>) {
    let after = pass.after;
    let Some(map) = after.map(id).filter(|_| pass.viewer.sees(after, id.into())) else { return };
    let ground = Box::new(draft(after, map, |side| pass.ids.id(side.0).is_some()));
    let battle = battle.and_then(|battle| pass.own_id(battle.0)).map(wardiary_base::id::BattleId);
    let id = MapId(pass.ids.assign(id.0));
    pass.record(Event::Map(MapEvent::LaidOut { id, ground, battle }));
}

/// Records a change of terrain as it is now, if the side is looking there, or else stores it.
fn changed(pass: &mut ProjectionPass, map: MapId, at: Cell, event: &MapEvent) {
    let Some(own) = pass.ids.id(map.0).map(MapId) else { return };
    if !looks_at(pass.viewer, pass.after, map, at) {
        pass.ids.record_unseen(event.clone());
        return;
    }
    let ground = |state: &State, map: MapId| state.map(map).map(|map| map.ground.clone());
    let (Some(is), Some(known)) = (ground(pass.after, map), ground(&pass.own_state, own)) else { return };
    if let Some(event) = difference(event, own, &is, &known) {
        pass.record(Event::Map(event));
    }
}

/// The event that turns the known ground into the actual one.
fn difference(event: &MapEvent, map: MapId, is: &Ground, known: &Ground) -> Option<MapEvent> {
    match event {
        MapEvent::TerrainChanged { at, .. } => {
            let (from, to) = (known.terrain(*at)?.to_string(), is.terrain(*at)?.to_string());
            (from != to).then_some(MapEvent::TerrainChanged { map, at: *at, from, to })
        }
        MapEvent::EdgeChanged { between, .. } => {
            let facing = is.grid().facing_to(between.0, between.1)?;
            let [from, to] = [known, is].map(|ground| ground.edge(between.0, facing).map(str::to_string));
            (from != to).then_some(MapEvent::EdgeChanged { map, between: *between, from, to })
        }
        MapEvent::RoadChanged { between, .. } => {
            let facing = is.grid().facing_to(between.0, between.1)?;
            let [from, there] = [known, is].map(|ground| ground.has_road(between.0, facing));
            (from != there).then_some(MapEvent::RoadChanged { map, between: *between, there })
        }
        _ => None,
    }
}

/// Whether a side sees an area: it fights on the map, or one of its forces in the theatre sees the area.
fn looks_at(viewer: Viewer, state: &State, map: MapId, at: Cell) -> bool {
    let mut battles = state.open_battles().filter(|battle| battle.map == Some(map));
    let is_theatre = || state.theatre().is_some_and(|theatre| theatre.map().is_some_and(|field| field.id == map));
    let sees = |force: Id| {
        let from = state.station(force).filter(|_| state.side_of(force) == Some(viewer.0));
        from.is_some_and(|from| sighting::sees(state, from, Station::at(Spot::Area(at))))
    };
    battles.any(|battle| battle.contingent(viewer.0).is_some()) || is_theatre() && state.forces().into_iter().any(sees)
}
