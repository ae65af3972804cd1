//! Why a move can't end in an area, and where the path to it fails. Source: RULES 4.4.

use super::{Reach, field::Field, index, party::Party};
use crate::{
    order::{MapOrder, March, Order},
    rules::{Refusal, resolve},
    state::State,
};
use std::collections::BTreeSet;
use wardiary_base::{ground::Cell, id::Id};

impl Reach {
    /// Why the move can't end in an area, with the area where the path fails; `None` if it can.
    pub fn why_not(&self, state: &State, to: Cell) -> Option<Refusal> {
        if self.at(to).is_some() {
            return None;
        }
        let march = March { who: self.who, by: refused_way(state, self.who, to), facing: None };
        resolve(state, &Order::Map(MapOrder::Move { marches: vec![march], anyway: None }), &[]).err()
    }
}

/// A path to an area in which no move could end: the one that the rules object to least.
pub(super) fn refused_way(state: &State, who: Id, to: Cell) -> Vec<Cell> {
    least_refused(state, who, to).unwrap_or_else(|| vec![to])
}

/// An area by index, and whether the path is by road so far, which allows a higher cost.
type Node = (usize, bool);

/// The penalty for entering a closed area, so that paths avoid them.
const CLOSED: u32 = 10_000;

/// The weight of a cost of one area. It leaves room for smaller penalties: among paths of equal cost, one that passes
/// no enemy is chosen.
const AREA: u32 = 8;

/// The path with the least part that is too far, avoiding enemies and closed areas if possible. An area on it that is
/// too far can't be reached by any other path.
fn least_refused(state: &State, who: Id, to: Cell) -> Option<Vec<Cell>> {
    let party = Party::of(state, who).ok()?;
    let field = Field::of(state, &party)?;
    let (ground, from) = (field.ground, party.place.cell);
    if !ground.contains(to) || from == to {
        return None;
    }
    let bonus = AREA * u32::from(field.areas(true).saturating_sub(field.areas(false)));
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
        let passes = u32::from(cell != from && field.stops_at(cell));
        for (through, next) in ground.neighbours(cell) {
            let step = field.step(cell, through, next).ok();
            let by_road = node.1 && step.is_some_and(|step| step.by_road);
            let leaves_road = if node.1 && !by_road { bonus } else { 0 };
            let total = cost + passes + leaves_road + step.map_or(CLOSED, |step| AREA * u32::from(step.cost));
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
