//! Movement on the map: destinations, costs and stops. Source: RULES 4.4, "Readings for the map".
//!
//! [`reach`] lists every area in which a unit's move could end now. An order's path is checked against the same
//! `MovementMap`, step by step, so the order, the screen and the command line always agree.

mod map_changes;
mod march;
mod movement_map;
mod party;
mod paths;
mod reach;
mod retreat;

pub use paths::{column, route};
pub use reach::{PathEnd, PathToGoal, Reach, ReachedArea, paths_to, reach};

use super::{Refusal, Resolver, RuleResult};
use crate::order::{MapOrder, March};
use wardiary_base::ground::{Cell, Ground};

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
