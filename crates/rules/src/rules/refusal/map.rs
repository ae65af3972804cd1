//! Why an order on the map is refused. Source: RULES 4.4.

use crate::{order::Border, state::MapError};
use wardiary_base::{
    book::Change,
    ground::{Cell, Facing, Place},
    id::{BattleId, Id, MapId, SideId, StackId, UnitId},
};

/// Why an order on the map is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MapRefusal {
    /// No map could be so: off it, over no edge, in an area that is not free.
    Cannot(MapError),
    /// The battle is fought without a map.
    NoMap {
        /// The battle.
        battle: BattleId,
    },
    /// The battle is fought on another map.
    OtherMap {
        /// The battle.
        battle: BattleId,
        /// Its map.
        map: MapId,
    },
    /// Who is to move stands nowhere on the map.
    NotPlaced {
        /// A unit or a stack.
        who: Id,
    },
    /// A side is to move, where a unit or a stack is wanted.
    NoParty {
        /// What was named.
        id: Id,
    },
    /// Who is to be placed stands on the map already, and the battle is past its beginning.
    Standing {
        /// The unit.
        unit: UnitId,
        /// Where.
        at: Cell,
    },
    /// The units of a stack stand in several areas, and what is ordered a stack does from one.
    Scattered {
        /// The stack.
        stack: StackId,
        /// Where each stands, in roster order.
        units: Vec<(UnitId, Place)>,
    },
    /// The units of a stack in a Conflict would come to stand in several areas.
    WouldScatter {
        /// The stack.
        stack: StackId,
        /// Where each would stand, in roster order.
        units: Vec<(UnitId, Place)>,
    },
    /// Only some units of a stack stand on the map.
    InPart {
        /// The stack.
        stack: StackId,
        /// A unit that stands nowhere.
        unit: UnitId,
        /// Where the others stand.
        at: Cell,
    },
    /// A unit has made its move of the turn, or a whole stack has.
    Moved {
        /// The unit or the stack.
        who: Id,
    },
    /// The unit is in a combat, or its stack in a Conflict.
    InFight {
        /// The unit.
        unit: UnitId,
        /// The stack, where it is in a Conflict.
        stack: Option<StackId>,
    },
    /// The terrain of an area is closed to the troop type.
    Closed {
        /// The area.
        cell: Cell,
        /// The name of its terrain.
        terrain: String,
        /// The troop type.
        kind: String,
    },
    /// An edge is closed to the troop type.
    Barred {
        /// The area before it.
        from: Cell,
        /// The area beyond it.
        to: Cell,
        /// The edge's name.
        edge: String,
        /// The troop type.
        kind: String,
    },
    /// It is farther than they can go.
    TooFar {
        /// The unit or the stack that was to go there.
        who: Id,
        /// The unit of it that goes least far, where others go farther.
        slowest: Option<UnitId>,
        /// The area that it can't enter.
        cell: Cell,
        /// What the way to it costs.
        cost: u16,
        /// The allowance.
        allowance: u16,
        /// The allowance on a way by road throughout.
        by_road: u16,
        /// Whether one area of it is spent on an attack.
        attacked: bool,
    },
    /// The way goes on past an area beside an enemy.
    MustStop {
        /// The area.
        cell: Cell,
        /// The enemy.
        enemy: UnitId,
    },
    /// Who moves off when faced may not enter an area that another enemy faces.
    Front {
        /// The area.
        cell: Cell,
        /// The enemy who faces it.
        enemy: UnitId,
    },
    /// Who moves off when faced may not end beside the enemy from whom it moves off.
    StaysBeside {
        /// The area.
        cell: Cell,
        /// The enemy.
        enemy: UnitId,
    },
    /// The unit may not come nearer to the enemy.
    Nearer {
        /// The unit.
        unit: UnitId,
        /// The area in which it would be nearer.
        cell: Cell,
        /// How far the nearest enemy is before.
        before: u32,
        /// How far he would be.
        after: u32,
        /// The side, where it is because that is exhausted; else the unit is ineffective.
        exhausted: Option<SideId>,
    },
    /// Who stops beside an enemy turns to face one.
    MustFace {
        /// The area.
        cell: Cell,
        /// The edges with an enemy beyond them.
        enemies: Vec<(Facing, UnitId)>,
    },
    /// The unit has used its whole allowance, and nothing of it is left for an attack.
    Spent {
        /// The unit.
        unit: UnitId,
    },
    /// The troop type can't change like that.
    NoChange {
        /// The unit.
        unit: UnitId,
        /// The change.
        change: Change,
    },
    /// The rulebook has no such terrain.
    NoTerrain {
        /// The name that was given.
        name: String,
    },
    /// The rulebook has nothing of that name that lies on edges.
    NoEdgeKind {
        /// The name that was given.
        name: String,
    },
    /// Two areas do not touch in an edge.
    NoNeighbours {
        /// The one.
        from: Cell,
        /// The other.
        to: Cell,
    },
    /// What is to be gone is not between the areas.
    NotBetween {
        /// The one.
        from: Cell,
        /// The other.
        to: Cell,
        /// What is not there.
        what: Border,
        /// What lies on the edge, by its name.
        edge: Option<String>,
        /// Whether a road leads over it.
        road: bool,
    },
    /// There is nothing between the areas that a bridge could lead over.
    NothingToBridge {
        /// The one.
        from: Cell,
        /// The other.
        to: Cell,
    },
}

impl From<MapError> for MapRefusal {
    fn from(error: MapError) -> Self {
        Self::Cannot(error)
    }
}

impl From<MapError> for super::Refusal {
    fn from(error: MapError) -> Self {
        Self::Map(MapRefusal::Cannot(error))
    }
}
