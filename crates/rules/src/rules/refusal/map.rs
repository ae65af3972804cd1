//! Refusals of orders on the map. Source: RULES 4.4.

use crate::{order::Border, state::MapError};
use wardiary_base::{
    book::Change,
    ground::{Cell, Facing, Place},
    id::{BattleId, Id, MapId, SideId, StackId, UnitId},
};

/// Why an order on the map is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MapRefusal {
    /// No map allows it: the place is off the map, has no such edge, or is not free.
    Cannot(MapError),
    NoMap {
        battle: BattleId,
    },
    OtherMap {
        battle: BattleId,
        map: MapId,
    },
    /// The unit or stack is not on the map.
    NotPlaced {
        who: Id,
    },
    /// A side can't move; a unit or a stack is wanted.
    NoParty {
        id: Id,
    },
    /// The unit is already on the map, and the battle's deployment is over.
    Standing {
        unit: UnitId,
        at: Cell,
    },
    /// The units of a stack are in several areas; a stack acts from one.
    Scattered {
        stack: StackId,
        /// In roster order.
        units: Vec<(UnitId, Place)>,
    },
    /// The order would leave the units of a stack in a Conflict in several areas.
    WouldScatter {
        stack: StackId,
        /// The place of each unit after the order, in roster order.
        units: Vec<(UnitId, Place)>,
    },
    /// Only some units of a stack are on the map.
    InPart {
        stack: StackId,
        /// A unit that is not on the map.
        unit: UnitId,
        /// The area of the others.
        at: Cell,
    },
    /// The unit, or the whole stack, has already moved this turn.
    Moved {
        who: Id,
    },
    /// The unit is in a combat, or its stack in a Conflict.
    InFight {
        unit: UnitId,
        /// The stack, if it is in a Conflict.
        stack: Option<StackId>,
    },
    /// The terrain of an area is closed to the troop type.
    Closed {
        cell: Cell,
        terrain: String,
        kind: String,
    },
    /// An edge is closed to the troop type.
    Barred {
        from: Cell,
        to: Cell,
        edge: String,
        kind: String,
    },
    /// The move costs more than the allowance.
    TooFar {
        who: Id,
        /// The unit with the smallest allowance, if others may go farther.
        slowest: Option<UnitId>,
        cell: Cell,
        /// The cost of the path to `cell`.
        cost: u16,
        allowance: u16,
        /// The allowance on a path that is by road throughout.
        by_road: u16,
        /// Whether an attack has used one area of the allowance.
        attacked: bool,
    },
    /// The path continues past an area beside an enemy.
    MustStop {
        cell: Cell,
        enemy: UnitId,
    },
    /// A unit that moves off because an enemy faces it may not enter an area that another enemy faces.
    Front {
        cell: Cell,
        enemy: UnitId,
    },
    /// A unit that moves off because an enemy faces it may not end beside that enemy.
    StaysBeside {
        cell: Cell,
        enemy: UnitId,
    },
    /// The unit may not move nearer to the enemy.
    Nearer {
        unit: UnitId,
        cell: Cell,
        /// The distance to the nearest enemy before the move.
        before: u32,
        /// The same after the move.
        after: u32,
        /// The side, if it is exhausted; otherwise the unit is ineffective.
        exhausted: Option<SideId>,
    },
    /// A unit that stops beside an enemy must face one.
    MustFace {
        cell: Cell,
        enemies: Vec<(Facing, UnitId)>,
    },
    /// The unit has used its whole allowance, which leaves nothing for an attack.
    Spent {
        unit: UnitId,
    },
    /// The troop type has no such change.
    NoChange {
        unit: UnitId,
        change: Change,
    },
    NoTerrain {
        name: String,
    },
    /// The rulebook has no such kind of edge.
    NoEdgeKind {
        name: String,
    },
    NoNeighbours {
        from: Cell,
        to: Cell,
    },
    /// What the order removes is not between the areas.
    NotBetween {
        from: Cell,
        to: Cell,
        what: Border,
        /// What lies on the edge.
        edge: Option<String>,
        /// Whether a road crosses the edge.
        road: bool,
    },
    /// There is nothing between the areas to bridge.
    NothingToBridge {
        from: Cell,
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
