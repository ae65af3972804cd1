//! Ways that are found for those who only say where to: the cheapest, and in a column each behind the one before it.

use super::{field::Field, index, party::Party, reach};
use crate::{
    ground::{Cell, Facing, Ground},
    id::Id,
    order::{MapOrder, March, Order},
    rules::resolve,
    state::State,
};
use std::collections::VecDeque;

/// The way of a unit or a stack to an area: the cheapest, where its move could end there; else the shortest over the map,
/// whatever stands in the way, so that whoever holds it to the rules can say where it fails.
#[must_use]
pub(crate) fn route(state: &State, who: Id, to: Cell) -> Vec<Cell> {
    let ways = reach(state, who).ok();
    let way = ways.and_then(|reach| Some(reach.at(to)?.path.clone()));
    way.or_else(|| straight(state, who, to)).unwrap_or_else(|| vec![to])
}

/// The shortest way over the map, past the enemy where there is one.
fn straight(state: &State, who: Id, to: Cell) -> Option<Vec<Cell>> {
    let party = Party::of(state, who).ok()?;
    let field = Field::of(state, &party)?;
    let from = party.place.cell;
    let passable = |a: Cell, through: Facing, b: Cell| field.step(a, through, b).is_ok();
    shortest(field.ground, from, to, passable).or_else(|| shortest(field.ground, from, to, |_, _, _| true))
}

fn shortest(ground: &Ground, from: Cell, to: Cell, passable: impl Fn(Cell, Facing, Cell) -> bool) -> Option<Vec<Cell>> {
    if !ground.contains(to) || from == to {
        return None;
    }
    let mut before: Vec<Option<Cell>> = vec![None; ground.areas()];
    let mut due = VecDeque::from([from]);
    while let Some(cell) = due.pop_front() {
        for (through, next) in ground.neighbours(cell) {
            let at = index(ground, next);
            if next == from || before[at].is_some() || !passable(cell, through, next) {
                continue;
            }
            before[at] = Some(cell);
            if next == to {
                let mut way: Vec<Cell> = std::iter::successors(Some(to), |cell| before[index(ground, *cell)]).collect();
                way.pop();
                way.reverse();
                return Some(way);
            }
            due.push_back(next);
        }
    }
    None
}

/// The ways of a column whose head goes to an area: each who follows goes to where the one before it came through last.
#[must_use]
pub(crate) fn column(state: &State, who: &[Id], to: Cell, facing: Option<Facing>) -> Vec<March> {
    let mut state = state.clone();
    let (mut to, mut marches) = (to, Vec::new());
    for (at, id) in who.iter().enumerate() {
        let from = Party::of(&state, *id).ok().map(|party| party.place.cell);
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
