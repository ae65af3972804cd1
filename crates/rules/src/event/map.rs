//! Events on a map. Source: RULES 4.4.

use crate::order::is_default;
use serde::{Deserialize, Serialize};
use wardiary_base::{
    book::Change,
    ground::{Cell, Facing, GroundDraft, Place},
    id::{BattleId, Id, MapId, SideId, UnitId},
    text::Text,
};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum MapEvent {
    /// A unit was placed on a map, or elsewhere on it, without moving there.
    Placed {
        unit: UnitId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Place>,
        to: Place,
    },
    /// Units in one area made their move of the turn: they moved, or turned on the spot.
    Moved {
        battle: BattleId,
        units: Vec<UnitId>,
        from: Cell,
        /// The areas they entered, in order; empty if they turned on the spot.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        by: Vec<Cell>,
        facing: Facing,
        #[serde(default, skip_serializing_if = "is_default")]
        cost: u16,
        of: u16,
        /// The adjacent enemy that stopped them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stopped: Option<UnitId>,
        /// The cause of a move that was not ordered.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        driven: Option<Driven>,
    },
    Changed {
        unit: UnitId,
        how: Change,
        from: Text,
        to: Text,
    },
    TerrainChanged {
        map: MapId,
        at: Cell,
        from: Text,
        to: Text,
    },
    EdgeChanged {
        map: MapId,
        between: (Cell, Cell),
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Text>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Text>,
    },
    /// A road between two areas was built or broken. Across something on the edge it is a bridge.
    RoadChanged {
        map: MapId,
        between: (Cell, Cell),
        there: bool,
    },
    LaidOut {
        id: MapId,
        /// In the form of a map file.
        ground: Box<GroundDraft>,
        /// The battle that is fought on it from now on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        battle: Option<BattleId>,
    },
    ChangedHands {
        map: MapId,
        at: Cell,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<SideId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<SideId>,
    },
}

/// Why units moved without an order to move. Source: RULES 4.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Driven {
    PushedBack,
    Withdrew,
    Fled,
    /// Their stack merged with an adjacent one.
    Merged,
    /// The same, where the rulebook makes it free.
    MergedFreely,
}

impl Driven {
    /// Whether this counts as their move of the turn, since they moved by their own will.
    pub fn is_own_move(self) -> bool {
        match self {
            Self::PushedBack | Self::Withdrew | Self::Fled | Self::MergedFreely => false,
            Self::Merged => true,
        }
    }
}

impl MapEvent {
    pub fn subjects(&self) -> (Option<BattleId>, Vec<Id>) {
        match self {
            Self::Placed { unit, .. } | Self::Changed { unit, .. } => (None, vec![Id::from(*unit)]),
            Self::Moved { battle, units, .. } => (Some(*battle), units.iter().map(|unit| Id::from(*unit)).collect()),
            Self::TerrainChanged { map, .. } | Self::EdgeChanged { map, .. } | Self::RoadChanged { map, .. } => {
                (None, vec![Id::from(*map)])
            }
            Self::LaidOut { id, battle, .. } => (*battle, vec![Id::from(*id)]),
            Self::ChangedHands { map, from, to, .. } => {
                let sides = from.iter().chain(to).map(|side| Id::from(*side));
                (None, sides.chain([Id::from(*map)]).collect())
            }
        }
    }
}
