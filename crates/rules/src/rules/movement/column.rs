//! Pathfinding for orders that name only a destination: the cheapest path, and the paths of a column.

use super::{blocked_path::blocked_path, moving_units::MovingUnits, reach};
use crate::{
    order::{MapOrder, March, Order},
    rules::resolve,
    state::State,
};
use wardiary_base::{
    ground::{Cell, Facing},
    id::Id,
};

/// The path of a unit or a stack to an area: the cheapest if its move could end there; otherwise the one that the rules
/// object to least, so that checking it shows where it fails.
pub fn route(state: &State, who: Id, to: Cell) -> Vec<Cell> {
    let ways = reach(state, who).ok();
    let way = ways.and_then(|reach| Some(reach.at(to)?.path.clone()));
    way.unwrap_or_else(|| blocked_path(state, who, to))
}

/// The paths of a column whose head goes to an area. Each follower goes to the last area that the one before it came
/// through.
pub fn column(state: &State, who: &[Id], to: Cell, facing: Option<Facing>) -> Vec<March> {
    let mut state = state.clone();
    let (mut to, mut marches) = (to, Vec::new());
    for (at, id) in who.iter().enumerate() {
        let from = MovingUnits::new(&state, *id).ok().map(|party| party.place.cell);
        let by = route(&state, *id, to);
        let facing = facing.filter(|_| at == 0);
        let march = March { who: *id, by, facing };
        let order = Order::Map(MapOrder::Move { marches: vec![march.clone()], anyway: None });
        if let Ok(crate::rules::Step::Done(done)) = resolve(&state, &order, &[]) {
            state = done.after;
        }
        let last_but_one = march.by.len().checked_sub(2).map(|at| march.by[at]).or(from);
        to = last_but_one.unwrap_or(to);
        marches.push(march);
    }
    marches
}
