//! Navigation on the Map screen: the cursor, the camera, layers, units, the past, and what can be searched.

use super::screen_state::{Layer, MapScreen};
use crate::{
    component::{Action, Actions, effect},
    effect::Effect,
    lists::{ListRows, RowPosition as ListSpot},
    motion::{Motion, step_within},
    session::Session,
};
use std::borrow::Cow;
use wardiary_base::{
    ground::{Cell, Spot},
    id::{BattleId, Id, MapId, UnitId},
};

pub(super) fn apply_motion(screen: &mut MapScreen, session: &Session, motion: Motion) {
    let Some(ground) = screen.ground(session.state()) else { return };
    screen.cursor.row = motion.target_row(screen.cursor.row, screen.visible_areas.1, ground.height() - 1);
}

pub(super) fn move_sideways(screen: &mut MapScreen, session: &Session, by: isize) {
    if let Some(ground) = screen.ground(session.state()) {
        screen.cursor.column = step_within(screen.cursor.column, by, ground.width() - 1);
    }
}

/// Scrolls by rows of areas; the cursor keeps its position on the screen.
pub(super) fn scroll(screen: &mut MapScreen, session: &Session, by: isize) {
    let Some(ground) = screen.ground(session.state()) else { return };
    let last = ground.height().saturating_sub(screen.visible_areas.1);
    let first = step_within(screen.camera.top_left.row, by, last);
    let down = isize::try_from(i32::from(first) - i32::from(screen.camera.top_left.row)).unwrap_or(0);
    screen.camera.top_left.row = first;
    screen.cursor.row = step_within(screen.cursor.row, down, ground.height() - 1);
}

/// Zooms in or out and keeps the cursor's area visible.
pub(super) fn zoom(screen: &mut MapScreen, nearer: bool) {
    let zoom = screen.camera.zoom;
    screen.camera.zoom = if nearer { zoom.nearer() } else { zoom.farther() };
    screen.fits_map_next = false;
    screen.centres_cursor = true;
}

/// Selects the next unit of the side to act.
pub(super) fn select_next_unit(screen: &mut MapScreen, session: &Session, by: isize) {
    let state = session.state();
    let units = screen.cycled_units(state);
    if units.is_empty() {
        return;
    }
    let chosen = screen.selected_unit.map(|chosen| state.moving_id(chosen));
    let at = units.iter().position(|id| Some(state.moving_id(*id)) == chosen);
    // Once something has happened, units that have not moved come first, after the one that has just moved, in roster
    // order.
    let has_moved = |id: &UnitId| state.move_of(*id).is_some();
    let unmoved = units.iter().take_while(|id| !has_moved(id)).count();
    let place = |id: UnitId| state.roster_index(id);
    let just_moved =
        screen.selected_unit.filter(|id| screen.restarts_cycle && unmoved > 0 && at.is_some() && has_moved(id));
    screen.restarts_cycle = false;
    let next = match (just_moved, at) {
        (Some(last), _) if by < 0 => {
            units[..unmoved].iter().rposition(|id| place(*id) < place(last)).unwrap_or(unmoved - 1)
        }
        (Some(last), _) => units[..unmoved].iter().position(|id| place(*id) > place(last)).unwrap_or(0),
        (None, Some(at)) => (at + units.len()).saturating_add_signed(by) % units.len(),
        (None, None) if by < 0 => units.len() - 1,
        (None, None) => 0,
    };
    screen.selected_unit = Some(units[next]);
    screen.cursor = screen.cell_of(state, units[next]).unwrap_or(screen.cursor);
}

pub(super) fn show_next_map(screen: &mut MapScreen, session: &mut Session) {
    let maps: Vec<MapId> = session.state().maps().iter().map(|map| map.id).collect();
    let at = maps.iter().position(|map| Some(*map) == screen.map).map_or(0, |at| at + 1);
    screen.map = maps.get(at % maps.len().max(1)).copied();
    screen.selected_unit = None;
    screen.cursor = Cell::new(0, 0);
    screen.fits_map_next = true;
    screen.refresh(session);
    show_battle_of_map(screen, session);
    screen.move_cursor_to_first(session);
}

fn show_battle_of_map(screen: &mut MapScreen, session: &mut Session) {
    let state = session.state();
    let battle = screen.battle(state).and_then(|id| state.battle(id)).filter(|battle| battle.ended.is_none());
    if let Some(battle) = battle.map(|battle| battle.id) {
        session.show_battle(battle);
        screen.shown_battle = Some(battle);
    }
}

/// Shows the map where a unit or stack stands, with it selected; or the map of a battle.
pub(super) fn go_to(screen: &mut MapScreen, session: &mut Session, id: Id) {
    let state = session.state();
    let unit = state.units_for_id(id).into_iter().find_map(|unit| Some((unit.id, unit.place?)));
    let fights = unit.and_then(|(unit, _)| state.battle_of(unit)).map(|battle| battle.id);
    let battle = fights.or_else(|| state.battle(BattleId(id.0)).map(|battle| battle.id));
    // In the theatre a force stands in an area of the theatre's map, whether or not its units stand on a battle's map.
    let theatre = state.theatre().and_then(wardiary_rules::state::Theatre::map).map(|map| map.id);
    let stands = state.station(id).zip(theatre).and_then(|(station, map)| match station.at {
        Spot::Area(cell) => Some((map, cell)),
        Spot::Place(_) => None,
    });
    let there = unit.map(|(_, place)| (place.map, place.cell)).or(stands);
    let fought_on = || state.battle(BattleId(id.0)).and_then(|battle| battle.map);
    let itself = || state.map(MapId(id.0)).map(|map| map.id);
    let Some(map) = there.map(|(map, _)| map).or_else(fought_on).or_else(itself) else { return };
    show_map(screen, map);
    screen.selected_unit = unit.map(|(unit, _)| unit);
    screen.plan = None;
    if let Some(battle) = battle {
        session.show_battle(battle);
        screen.shown_battle = Some(battle);
    }
    screen.refresh(session);
    match there {
        Some((_, cell)) => (screen.cursor, screen.centres_cursor) = (cell, true),
        None => screen.move_cursor_to_first(session),
    }
}

fn show_map(screen: &mut MapScreen, map: MapId) {
    if screen.map != Some(map) {
        screen.map = Some(map);
        screen.fits_map_next = true;
    }
}

pub(super) fn go_to_area(screen: &mut MapScreen, session: &mut Session, map: MapId, cell: Cell) {
    show_map(screen, map);
    (screen.selected_unit, screen.plan) = (None, None);
    screen.refresh(session);
    (screen.cursor, screen.centres_cursor) = (cell, true);
}

/// Opens a copy of the current ground on the drawing screen.
pub(super) fn draw_ground(screen: &mut MapScreen, session: &mut Session) -> Actions<Session> {
    let state = session.state();
    let map = screen.map.and_then(|id| state.map(id));
    map.map_or_else(Vec::new, |map| vec![Action::Effect(Effect::DrawGround(std::sync::Arc::clone(&map.ground)))])
}

/// Goes back one step: out of the picks, the selection, the layer, the past, then to the previous screen.
pub(super) fn back(screen: &mut MapScreen, session: &mut Session) -> Actions<Session> {
    // Above the Review screen, the past is that screen's to leave.
    if session.is_reviewing() && !session.is_review_open {
        session.view_entry(session.diary().head());
    } else if session.clear_picks() {
        return Vec::new();
    } else if screen.selected_unit.is_some() {
        screen.selected_unit = None;
    } else if screen.layer != Layer::Orders {
        screen.layer = Layer::Orders;
    } else if session.panes.unzoom() {
        return effect(Effect::SavePanes);
    } else {
        return vec![Action::LeaveScreen];
    }
    Vec::new()
}

enum NamedThing {
    Unit(Id),
    Place(Cell),
}

/// Everything searchable: the units in roster order, then the places.
fn named(screen: &MapScreen, session: &Session) -> Vec<(NamedThing, String)> {
    let state = session.state();
    let Some(map) = screen.map.and_then(|id| state.map(id)) else { return Vec::new() };
    let here = state.units().iter().filter(|unit| unit.place.is_some_and(|place| place.map == map.id));
    let units = here.map(|unit| (NamedThing::Unit(unit.id.into()), format!("{} {}", state.name(unit.id), unit.kind)));
    let places = map.ground.places().iter().map(|(name, cell)| (NamedThing::Place(*cell), name.to_string()));
    units.chain(places).collect()
}

pub(super) fn list<'a>(screen: &MapScreen, session: &'a Session) -> ListRows<'a> {
    let all = named(screen, session);
    let is_chosen = |(what, _): &(NamedThing, String)| match what {
        NamedThing::Unit(id) => screen.selected_unit.is_some_and(|chosen| Id::from(chosen) == *id),
        NamedThing::Place(cell) => screen.selected_unit.is_none() && screen.cursor == *cell,
    };
    let chosen = all.iter().position(is_chosen).unwrap_or(0);
    ListRows::new("the map", all.into_iter().map(|(_, says)| Cow::Owned(says)).collect(), chosen)
}

pub(super) fn select_row(screen: &mut MapScreen, ListSpot { row, .. }: ListSpot, session: &mut Session) {
    match named(screen, session).into_iter().nth(row) {
        Some((NamedThing::Unit(id), _)) => go_to(screen, session, id),
        Some((NamedThing::Place(cell), _)) => (screen.selected_unit, screen.cursor) = (None, cell),
        None => {}
    }
}
