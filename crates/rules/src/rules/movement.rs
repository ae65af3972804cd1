//! Movement on the map: destinations, costs and stops. Source: RULES 4.4, "Readings for the map".
//!
//! [`reach`] lists every area in which a unit's move could end now. An order's path is checked against the same
//! [`Field`], step by step, so the order, the screen and the command line always agree.

mod allowance;
mod border;
mod column;
mod field;
mod layout;
mod march;
mod merging;
mod objective;
mod party;
mod place;
mod reach;
mod refused;
mod retreat;

pub use column::{column, route};
pub use reach::{Leg, WayTo, ways_to};
pub use reach::{Reach, Reached, reach};

use super::{Refusal, Resolver, RuleResult};
use crate::order::MapOrder;
use wardiary_base::ground::{Cell, Ground};

/// The row-major index of an area on the map.
fn index(ground: &Ground, cell: Cell) -> usize {
    ground.index(cell).expect("only areas of the map are asked for")
}

impl Resolver<'_> {
    /// Carries out an order on the map.
    pub(super) fn map_order(&mut self, order: &MapOrder) -> RuleResult {
        match order {
            MapOrder::Place { who, map, at, facing, anyway } => {
                let place = wardiary_base::ground::Place { map: *map, cell: *at, facing: *facing };
                self.put(*who, place, anyway.is_some())
            }
            MapOrder::Move { marches, anyway } => {
                if marches.is_empty() {
                    return Err(Refusal::NobodyNamed.into());
                }
                marches.iter().try_for_each(|march| self.march(march, anyway.is_some()))
            }
            MapOrder::Face { who, facing, anyway } => self.turn(*who, *facing, anyway.is_some()),
            MapOrder::Change { unit, change } => self.change(*unit, *change),
            MapOrder::Terrain { map, at, terrain, .. } => self.change_terrain(*map, *at, terrain),
            MapOrder::Between { map, from, to, what, gone, .. } => self.change_between(*map, (*from, *to), what, *gone),
            MapOrder::LayOut { id, ground, battle } => self.lay_out(*id, ground, *battle),
            MapOrder::Objective { map, at, held_by, .. } => self.rule_objective(*map, *at, *held_by),
        }
    }
}
