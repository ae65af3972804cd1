//! Errors in events on maps, and in maps and places at the muster.

use wardiary_base::{
    fault::Fault,
    ground::{Cell, Facing},
    id::{BattleId, MapId, UnitId},
};

/// Why an event on a map is invalid, or a map or a place at the muster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MapError {
    /// A map at the muster has no ground; it may have a name.
    NoGround {
        named: Option<String>,
    },
    /// The ground of a map is faulty.
    Ground(Fault),
    /// It is unclear which map is meant.
    WhichMap {
        /// The number of maps.
        maps: usize,
    },
    NoMap {
        map: MapId,
    },
    OffMap {
        map: MapId,
        cell: Cell,
    },
    /// The areas of a map have no such edge.
    NoEdge {
        map: MapId,
        facing: Facing,
    },
    /// Two areas of a route have no edge in common.
    Apart {
        from: Cell,
        to: Cell,
    },
    EnemyThere {
        cell: Cell,
        enemy: UnitId,
    },
    /// A friend in the area does not share it.
    Taken {
        cell: Cell,
        by: UnitId,
    },
    /// The area would hold more units of a stack than the rulebook allows.
    Crowded {
        cell: Cell,
        /// The rulebook's limit.
        most: u16,
    },
    NoTroop {
        name: String,
    },
    Eliminated {
        unit: UnitId,
    },
    NotPlaced {
        unit: UnitId,
    },
    Nobody,
    HasMap {
        battle: BattleId,
        map: MapId,
    },
    NoObjective {
        map: MapId,
        cell: Cell,
    },
}

impl MapError {
    /// The field of the event that is at fault.
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
