//! Maps, and places on them: why an event of them can't have happened.

use wardiary_base::{
    fault::Fault,
    ground::{Cell, Facing},
    id::{BattleId, MapId, UnitId},
};

/// Why an event on a map can't have happened, or a map or a place at the muster can't be so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MapError {
    /// A map at the muster has no ground; it may be named.
    NoGround {
        /// The name, if it has one.
        named: Option<String>,
    },
    /// The ground of a map is faulty.
    Ground(Fault),
    /// Nothing says which map is meant.
    WhichMap {
        /// How many there are.
        maps: usize,
    },
    /// There is no such map.
    NoMap {
        /// The number.
        map: MapId,
    },
    /// An area is not on the map.
    OffMap {
        /// The map.
        map: MapId,
        /// The area.
        cell: Cell,
    },
    /// The areas of a map have no such edge.
    NoEdge {
        /// The map.
        map: MapId,
        /// The edge.
        facing: Facing,
    },
    /// Two areas of a way do not touch in an edge.
    Apart {
        /// The first.
        from: Cell,
        /// The second.
        to: Cell,
    },
    /// An enemy stands in the area.
    EnemyThere {
        /// The area.
        cell: Cell,
        /// The enemy.
        enemy: UnitId,
    },
    /// A friend stands in the area with whom it can't be shared.
    Taken {
        /// The area.
        cell: Cell,
        /// The friend.
        by: UnitId,
    },
    /// More units of a stack would stand in the area than the rulebook has room for.
    Crowded {
        /// The area.
        cell: Cell,
        /// How many there is room for.
        most: u16,
    },
    /// The rulebook has no such troop type.
    NoTroop {
        /// The name that was given.
        name: String,
    },
    /// The unit is eliminated.
    Eliminated {
        /// The unit.
        unit: UnitId,
    },
    /// The unit does not stand on the map of that battle.
    NotPlaced {
        /// The unit.
        unit: UnitId,
    },
    /// Nobody moved.
    Nobody,
    /// The battle is fought on a map already.
    HasMap {
        /// The battle.
        battle: BattleId,
        /// Its map.
        map: MapId,
    },
    /// The area is no objective.
    NoObjective {
        /// The map.
        map: MapId,
        /// The area.
        cell: Cell,
    },
}

impl MapError {
    /// The field of the event that is to blame.
    pub(super) fn field(&self) -> &'static str {
        match self {
            Self::Ground(_) => "ground",
            Self::HasMap { .. } => "battle",
            Self::NoGround { .. } | Self::WhichMap { .. } | Self::NoMap { .. } => "map",
            Self::OffMap { .. }
            | Self::NoObjective { .. }
            | Self::NoEdge { .. }
            | Self::Apart { .. }
            | Self::EnemyThere { .. }
            | Self::Taken { .. }
            | Self::Crowded { .. } => "at",
            Self::NoTroop { .. } => "to",
            Self::Eliminated { .. } | Self::NotPlaced { .. } | Self::Nobody => "unit",
        }
    }
}
