//! Maps as a side knows them. Under fog it learns of changes of terrain where it looks, and of the objectives that it
//! takes or loses.

use super::{disclosure::Disclosure, projection_pass::ProjectionPass, sighting_estimates, viewer_ids::Viewer};
use wardiary_base::{
    ground::{Cell, Ground, GroundDraft, Spot, Station},
    id::{Id, MapId, SideId},
    text::Text,
};
use wardiary_rules::{
    event::{Event, MapEvent, TheatreEvent},
    rules::sighting,
    state::{Map, State},
};

/// A change of terrain, by where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TerrainChange {
    Area(Cell),
    Edge(Cell, Cell),
    Road(Cell, Cell),
}

/// Returns which sides learn of an event on a map, and removes from it what they may not know. Under fog, changes of
/// the map itself are found by [`update_maps`].
pub(super) fn of_map_event(pass: &mut ProjectionPass, event: &mut MapEvent) -> Disclosure {
    match event {
        MapEvent::TerrainChanged { map, at, .. } => terrain_changed(pass, *map, TerrainChange::Area(*at)),
        MapEvent::EdgeChanged { map, between: (from, to), .. } => {
            terrain_changed(pass, *map, TerrainChange::Edge(*from, *to))
        }
        MapEvent::RoadChanged { map, between: (from, to), .. } => {
            terrain_changed(pass, *map, TerrainChange::Road(*from, *to))
        }
        MapEvent::LaidOut { id, ground, .. } => {
            if pass.is_foggy()
                && let Some(map) = pass.after.map(*id)
            {
                **ground = draft(pass.after, map, |side| pass.ids.id(side.0).is_some());
            }
            Disclosure::All
        }
        MapEvent::ChangedHands { .. } => Disclosure::WithoutFog,
        MapEvent::Moved { stopped, .. } => {
            // The unit stopped, but the side does not see why.
            *stopped = stopped.filter(|by| pass.sees((*by).into()));
            Disclosure::All
        }
        MapEvent::Placed { .. } | MapEvent::Changed { .. } => Disclosure::All,
    }
}

fn terrain_changed(pass: &mut ProjectionPass, map: MapId, change: TerrainChange) -> Disclosure {
    if pass.is_foggy() {
        pass.ids.record_unseen(map, change);
    }
    Disclosure::WithoutFog
}

/// Records the differences between the maps as the side knows them and as it sees them after the entry.
pub(super) fn update_maps(pass: &mut ProjectionPass) {
    for (map, change) in pass.ids.take_unseen() {
        record_change(pass, map, change);
    }
    let after = pass.after;
    for map in after.maps() {
        let Some(own) = pass.ids.id(map.id.0).map(MapId) else { continue };
        let is_theatre = after.theatre().is_some_and(|theatre| theatre.map().is_some_and(|field| field.id == map.id));
        for (at, holder) in map.objectives() {
            let from = pass.own_state.map(own).and_then(|map| map.holder(at)).flatten();
            let to = known_holder(pass, from, holder, is_theatre.then_some(Spot::Area(at)));
            if from != to {
                pass.record(Event::Map(MapEvent::ChangedHands { map: own, at, from, to }));
            }
        }
    }
    for prize in after.theatre().iter().flat_map(|theatre| theatre.own_objectives()) {
        let known = pass.own_state.theatre();
        let known = known.and_then(|theatre| theatre.own_objectives().iter().find(|known| known.spot == prize.spot));
        let Some(from) = known.map(|known| known.holder) else { continue };
        let to = known_holder(pass, from, prize.holder, Some(prize.spot));
        if from != to {
            pass.record(Event::Theatre(TheatreEvent::ChangedHands { at: prize.spot, from, to }));
        }
    }
}

/// The holder of an objective as the side knows it, in its ids. Under fog it learns only what it takes and loses itself.
/// A holder that it has not met counts as nobody. If the rulebook says so, it must see the place in the theatre to learn of
/// a loss.
fn known_holder(
    pass: &ProjectionPass,
    known: Option<SideId>,
    holder: Option<SideId>,
    spot: Option<Spot>,
) -> Option<SideId> {
    let own = |side: SideId| pass.ids.id(side.0).map(SideId);
    let side = pass.viewer.0;
    let sees = |spot: Spot| {
        let mut posts = sighting_estimates::stations_of(pass.after, side).into_iter();
        posts.any(|post| sighting::can_see(pass.after, post, Station::at(spot)))
    };
    let learns = || pass.after.book().sight.objectives_known || spot.is_none_or(sees);
    let concerns_side = holder == Some(side) || known.is_some() && known == own(side) && learns();
    if concerns_side || !pass.is_foggy() { holder.and_then(own) } else { known }
}

/// The ground of a map as the side first sees it, with the holders that it knows.
pub(super) fn draft(state: &State, map: &Map, knows: impl Fn(SideId) -> bool) -> GroundDraft {
    let mut draft = map.ground.to_draft();
    let objective = |(place, _): (Text, Text)| {
        let cell = map.ground.place_named(place.raw());
        let holder = cell.and_then(|cell| map.holder(cell)).flatten().filter(|holder| knows(*holder));
        (place, holder.map_or_else(Text::default, |holder| state.name(holder).into()))
    };
    draft.objectives.0 = std::mem::take(&mut draft.objectives.0).into_iter().map(objective).collect();
    draft
}

/// Records a change of terrain as it is now, if the side is looking there, or else stores it.
fn record_change(pass: &mut ProjectionPass, map: MapId, change: TerrainChange) {
    let (TerrainChange::Area(at) | TerrainChange::Edge(at, _) | TerrainChange::Road(at, _)) = change;
    let Some(own) = pass.ids.id(map.0).map(MapId) else { return };
    if pass.is_foggy() && !sees_area(pass.viewer, pass.after, map, at) {
        pass.ids.record_unseen(map, change);
        return;
    }
    let ground = |state: &State, map: MapId| state.map(map).map(|map| map.ground.clone());
    let (Some(is), Some(known)) = (ground(pass.after, map), ground(&pass.own_state, own)) else { return };
    if let Some(event) = difference(change, own, &is, &known) {
        pass.record(Event::Map(event));
    }
}

/// The event that turns the known ground into the actual one.
fn difference(change: TerrainChange, map: MapId, is: &Ground, known: &Ground) -> Option<MapEvent> {
    match change {
        TerrainChange::Area(at) => {
            let (from, to) = (known.terrain(at)?.clone(), is.terrain(at)?.clone());
            (from != to).then_some(MapEvent::TerrainChanged { map, at, from, to })
        }
        TerrainChange::Edge(area, other) => {
            let facing = is.grid().facing_to(area, other)?;
            let [from, to] = [known, is].map(|ground| ground.edge(area, facing).cloned());
            (from != to).then_some(MapEvent::EdgeChanged { map, between: (area, other), from, to })
        }
        TerrainChange::Road(area, other) => {
            let facing = is.grid().facing_to(area, other)?;
            let [from, there] = [known, is].map(|ground| ground.has_road(area, facing));
            (from != there).then_some(MapEvent::RoadChanged { map, between: (area, other), there })
        }
    }
}

/// Whether a side sees an area: it fights on the map, or one of its forces in the theatre sees the area.
fn sees_area(viewer: Viewer, state: &State, map: MapId, at: Cell) -> bool {
    let mut battles = state.open_battles().filter(|battle| battle.map == Some(map));
    let is_theatre = || state.theatre().is_some_and(|theatre| theatre.map().is_some_and(|field| field.id == map));
    let sees = |force: Id| {
        let from = state.station(force).filter(|_| state.side_of(force) == Some(viewer.0));
        from.is_some_and(|from| sighting::can_see(state, from, Station::at(Spot::Area(at))))
    };
    battles.any(|battle| battle.contingent(viewer.0).is_some()) || is_theatre() && state.forces().into_iter().any(sees)
}
