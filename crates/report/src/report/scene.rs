//! Maps as they were at an entry, cropped to where it happened, with the moves that led there.

use std::sync::Arc;
use wardiary_base::{
    ground::{Spot, Station},
    id::{BattleId, Id, MapId, SideId, UnitId},
};
use wardiary_diary::diary::{Diary, Entry, steps::DiaryStep};
use wardiary_rules::{
    event::{Event, MapEvent, TheatreEvent},
    state::{State, Theatre},
};

/// A map as it was.
#[derive(Clone, Debug, PartialEq)]
pub struct MapScene {
    pub state: Arc<State>,
    /// `None` for the theatre's network.
    pub map: Option<MapId>,
    pub moves: Vec<MapMove>,
    /// Where it happened.
    pub focus: Vec<Spot>,
}

/// The move of a unit, or of several together, on a map or in the theatre's network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapMove {
    pub map: Option<MapId>,
    pub mover: Id,
    pub side: Option<SideId>,
    /// Where it began, the places entered, and where it ended.
    pub way: Vec<Station>,
}

impl MapScene {
    /// The map before an entry of a battle, with the moves by these entries, and by the entry itself; `None` if nothing
    /// of it happened on the battle's map.
    pub(super) fn before<'e>(
        step: &DiaryStep<'e>,
        battle: BattleId,
        moved: impl Iterator<Item = &'e Entry>,
    ) -> Option<Self> {
        let state = &step.before;
        let map = state.battle(battle)?.map?;
        let units = step.concerns().into_iter().filter_map(|id| state.unit(UnitId(id.0)));
        let places = units.filter_map(|unit| unit.place.filter(|place| place.map == map));
        let own = moves(&step.after, &step.entry.events);
        let entered = own.iter().flat_map(|moved| &moved.way).map(|station| station.at);
        let focus: Vec<Spot> = places.map(|place| Spot::Area(place.cell)).chain(entered).collect();
        let moves = moves(&step.after, moved.chain([step.entry]).flat_map(|entry| &entry.events));
        (!focus.is_empty()).then(|| Self { state: Arc::clone(state), map: Some(map), moves, focus })
    }

    /// The theatre after these moves, which are those of a day; `None` if nobody moved.
    pub(super) fn of_marches(state: Arc<State>, moves: Vec<MapMove>) -> Option<Self> {
        let map = moves.first()?.map;
        let focus = moves.iter().flat_map(|moved| &moved.way).map(|station| station.at).collect();
        Some(Self { state, map, moves, focus })
    }
}

fn moves<'e>(state: &State, events: impl IntoIterator<Item = &'e Event>) -> Vec<MapMove> {
    let mut all = Vec::new();
    add_moves(&mut all, state, events);
    all
}

/// Adds the moves among events; further moves of the same units continue those before.
pub(super) fn add_moves<'e>(all: &mut Vec<MapMove>, state: &State, events: impl IntoIterator<Item = &'e Event>) {
    let mut add = |map, mover: Id, way: Vec<Station>| match all
        .iter_mut()
        .find(|moved| (moved.map, moved.mover, moved.way.last()) == (map, mover, way.first()))
    {
        Some(moved) => moved.way.extend(way.into_iter().skip(1)),
        None => all.push(MapMove { map, mover, side: state.side_of(mover), way }),
    };
    for event in events {
        match event {
            Event::Map(MapEvent::Moved { battle, units, from, by, .. }) if !by.is_empty() => {
                let way = std::iter::once(from).chain(by).map(|cell| Station::at(Spot::Area(*cell))).collect();
                let map = state.battle(*battle).and_then(|battle| battle.map);
                units.first().into_iter().for_each(|unit| add(map, (*unit).into(), Vec::clone(&way)));
            }
            Event::Theatre(TheatreEvent::Marched(marches)) => {
                let map = state.theatre().and_then(Theatre::map).map(|map| map.id);
                for moved in marches {
                    let by = moved.by.iter().copied().map(Station::at);
                    let mut way: Vec<Station> = std::iter::once(moved.from).chain(by).chain([moved.to]).collect();
                    way.dedup();
                    add(map, moved.force, way);
                }
            }
            _ => {}
        }
    }
}

/// The moves of the turn of a battle, or of the day, up to the head.
pub fn latest_moves(diary: &Diary) -> Vec<MapMove> {
    let (mut turn, mut entries) = (None, Vec::new());
    for step in diary.steps(diary.path().iter().copied()) {
        let now = Some((step.battle_and_turn(), step.before.calendar().now.count));
        if turn != now {
            turn = now;
            entries.clear();
        }
        entries.push(step.entry);
    }
    moves(diary.state(), entries.into_iter().flat_map(|entry| &entry.events))
}
