//! Movement on the map: destinations, costs and stops. Source: RULES 4.4, "Readings for the map".
//!
//! [`reach`] lists every area in which a unit's move could end now. An order's path is checked against the same
//! `MovementMap`, step by step, so the order, the screen and the command line always agree.

mod map_changes;
mod march;
mod movement_map;
mod party;
mod reach;
mod retreat;

use super::{Refusal, Resolver, RuleResult, resolve};
use crate::{
    order::{MapOrder, March, Order},
    state::State,
};
use movement_map::MovementMap;
use party::MovingUnits;
pub use reach::{PathEnd, PathToGoal, Reach, ReachedArea, paths_to, reach};
use std::collections::BTreeSet;
use wardiary_base::{
    ground::{Cell, Facing, Ground},
    id::Id,
};

fn index(ground: &Ground, cell: Cell) -> usize {
    ground.index(cell).expect("only areas of the map are asked for")
}

impl Resolver<'_> {
    pub(super) fn map_order(&mut self, order: &MapOrder) -> RuleResult {
        match order {
            MapOrder::Place { who, map, at, facing, anyway } => {
                let place = wardiary_base::ground::Place { map: *map, cell: *at, facing: *facing };
                self.place_units(*who, place, anyway.is_some())
            }
            MapOrder::Move { marches, anyway } => {
                fail_if!(marches.is_empty(), Refusal::NobodyNamed);
                marches.iter().try_for_each(|march| self.march(march, anyway.is_some()))
            }
            MapOrder::Face { who, facing, anyway } => {
                self.march(&March { who: *who, by: Vec::new(), facing: Some(*facing) }, anyway.is_some())
            }
            MapOrder::Change { unit, change } => self.change_troop_type(*unit, *change),
            MapOrder::Terrain { map, at, terrain, .. } => self.change_terrain(*map, *at, terrain),
            MapOrder::Between { map, from, to, what, gone, .. } => self.change_between(*map, (*from, *to), what, *gone),
            MapOrder::LayOut { id, ground, battle } => self.add_map(*id, ground, *battle),
            MapOrder::Objective { map, at, held_by, .. } => self.rule_objective(*map, *at, *held_by),
        }
    }
}

/// The path to an area: the cheapest if the move could end there, otherwise the one least objectionable to the rules.
pub fn route(state: &State, who: Id, to: Cell) -> Vec<Cell> {
    let ways = reach(state, who).ok();
    let way = ways.and_then(|reach| Some(reach.at(to)?.path.clone()));
    way.unwrap_or_else(|| blocked_path(state, who, to))
}

/// The paths of a column. Each follower goes to the last area that the one before it came through.
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

impl Reach {
    /// Why the move can't end in an area, with the area where the path fails; `None` if it can.
    pub fn refusal_for(&self, state: &State, to: Cell) -> Option<Refusal> {
        if self.at(to).is_some() {
            return None;
        }
        let march = March { who: self.who, by: blocked_path(state, self.who, to), facing: None };
        resolve(state, &Order::Map(MapOrder::Move { marches: vec![march], anyway: None }), &[]).err()
    }
}

/// A path to an area in which no move could end: the one that the rules object to least.
fn blocked_path(state: &State, who: Id, to: Cell) -> Vec<Cell> {
    least_blocked_path(state, who, to).unwrap_or_else(|| vec![to])
}

/// An area by index, and whether the path is by road so far, which allows a higher cost.
type Node = (usize, bool);

/// The penalty for entering a closed area, so that paths avoid them.
const CLOSED_PENALTY: u32 = 10_000;

/// The weight of one area. It leaves room for smaller penalties, such as for passing an enemy.
const AREA_WEIGHT: u32 = 8;

/// The path with the least part that is too far. An area on it that is too far can't be reached by any path.
fn least_blocked_path(state: &State, who: Id, to: Cell) -> Option<Vec<Cell>> {
    let party = MovingUnits::new(state, who).ok()?;
    let field = MovementMap::new(state, &party)?;
    let (ground, from) = (field.ground, party.place.cell);
    if !ground.contains(to) || from == to {
        return None;
    }
    let bonus = AREA_WEIGHT * u32::from(field.allowance(true).saturating_sub(field.allowance(false)));
    let place = |(at, by_road): Node| 2 * at + usize::from(by_road);
    let mut costs = vec![u32::MAX; 2 * ground.areas()];
    let mut before: Vec<Option<Node>> = vec![None; 2 * ground.areas()];
    let start = (index(ground, from), true);
    costs[place(start)] = 0;
    let mut due = BTreeSet::from([(0, start)]);
    while let Some((cost, node)) = due.pop_first() {
        if cost > costs[place(node)] {
            continue;
        }
        let cell = ground.cell(node.0);
        if cell == to {
            let mut way: Vec<Cell> =
                std::iter::successors(Some(node), |node| before[place(*node)]).map(|(at, _)| ground.cell(at)).collect();
            way.pop();
            way.reverse();
            return Some(way);
        }
        let passes = u32::from(cell != from && field.must_stop_at(cell));
        for (through, next) in ground.neighbours(cell) {
            let step = field.step(cell, through, next).ok();
            let by_road = node.1 && step.is_some_and(|step| step.by_road);
            let leaves_road = if node.1 && !by_road { bonus } else { 0 };
            let total =
                cost + passes + leaves_road + step.map_or(CLOSED_PENALTY, |step| AREA_WEIGHT * u32::from(step.cost));
            let on = (index(ground, next), by_road);
            if total < costs[place(on)] {
                costs[place(on)] = total;
                before[place(on)] = Some(node);
                due.insert((total, on));
            }
        }
    }
    None
}
