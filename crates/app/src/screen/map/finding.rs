//! The searchable contents of the map: its units and its named places.

use super::{going, table::MapScreen};
use crate::{
    lists::{ListRows, Spot},
    session::Session,
};
use std::borrow::Cow;
use wardiary_base::{ground::Cell, id::Id};

enum Named {
    Unit(Id),
    Place(Cell),
}

/// Everything searchable: the units in roster order, then the places.
fn named(screen: &MapScreen, session: &Session) -> Vec<(Named, String)> {
    let state = session.state();
    let Some(map) = screen.map.and_then(|id| state.map(id)) else { return Vec::new() };
    let here = state.units().iter().filter(|unit| unit.place.is_some_and(|place| place.map == map.id));
    let units = here.map(|unit| (Named::Unit(unit.id.into()), format!("{} {}", state.name(unit.id), unit.kind)));
    let places = map.ground.places().iter().map(|(name, cell)| (Named::Place(*cell), name.clone()));
    units.chain(places).collect()
}

pub(super) fn list<'a>(screen: &MapScreen, session: &'a Session) -> ListRows<'a> {
    let all = named(screen, session);
    let is_chosen = |(what, _): &(Named, String)| match what {
        Named::Unit(id) => screen.chosen.is_some_and(|chosen| Id::from(chosen) == *id),
        Named::Place(cell) => screen.chosen.is_none() && screen.cursor == *cell,
    };
    let chosen = all.iter().position(is_chosen).unwrap_or(0);
    ListRows::new("the map", all.into_iter().map(|(_, says)| Cow::Owned(says)).collect(), chosen)
}

pub(super) fn go_to_row(screen: &mut MapScreen, Spot { row, .. }: Spot, session: &mut Session) {
    match named(screen, session).into_iter().nth(row) {
        Some((Named::Unit(id), _)) => going::go_to(screen, session, id),
        Some((Named::Place(cell), _)) => (screen.chosen, screen.cursor) = (None, cell),
        None => {}
    }
}
