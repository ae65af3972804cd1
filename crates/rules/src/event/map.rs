//! What happens on a map. Source: RULES 4.4.

use serde::{Deserialize, Serialize};
use wardiary_base::{
    book::Change,
    ground::{Cell, Facing, GroundDraft, Place},
    id::{BattleId, MapId, SideId, UnitId},
};

/// One thing that happened on a map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum MapEvent {
    /// A unit was put on a map, or elsewhere on it.
    Placed {
        /// The unit.
        unit: UnitId,
        /// Where it stood before, if anywhere.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Place>,
        /// Where it stands now.
        to: Place,
    },
    /// Units that stand in one area made their move of the turn: they went on, or turned on the spot.
    Moved {
        /// The battle.
        battle: BattleId,
        /// Who.
        units: Vec<UnitId>,
        /// The area they stood in.
        from: Cell,
        /// The areas they entered, one after the other; none where they turned on the spot.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        by: Vec<Cell>,
        /// The edge they face now.
        facing: Facing,
        /// What it cost of their allowance.
        #[serde(default, skip_serializing_if = "is_zero")]
        cost: u16,
        /// Their allowance.
        of: u16,
        /// The enemy beside whom they had to stop.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stopped: Option<UnitId>,
        /// Why they went, where they were not ordered to move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        driven: Option<Driven>,
    },
    /// A unit changed into the other state of its troop type.
    Changed {
        /// The unit.
        unit: UnitId,
        /// What it did.
        how: Change,
        /// Its troop type before.
        from: String,
        /// Its troop type now.
        to: String,
    },
    /// The terrain of an area is another one.
    TerrainChanged {
        /// The map.
        map: MapId,
        /// The area.
        at: Cell,
        /// The name of its terrain before.
        from: String,
        /// The name of its terrain now.
        to: String,
    },
    /// What lies on the edge between two areas is something else, or nothing.
    EdgeChanged {
        /// The map.
        map: MapId,
        /// The areas.
        between: (Cell, Cell),
        /// What lay there before, by its name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<String>,
        /// What lies there now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<String>,
    },
    /// A road leads from an area to the next now, or none does any more. Over what lies on the edge it is a bridge.
    RoadChanged {
        /// The map.
        map: MapId,
        /// The areas.
        between: (Cell, Cell),
        /// Whether there is one now.
        there: bool,
    },
    /// A map was laid out.
    LaidOut {
        /// Its number.
        id: MapId,
        /// Its ground, as a file has it.
        ground: Box<GroundDraft>,
        /// The battle that is fought on it from here on, if one is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        battle: Option<BattleId>,
    },
    /// An objective changed hands.
    ChangedHands {
        /// The map.
        map: MapId,
        /// The area.
        at: Cell,
        /// The side that held it, if one did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<SideId>,
        /// The side that holds it now, if one does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<SideId>,
    },
}

/// Why units went an area without an order to move. Source: RULES 4.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Driven {
    /// They were pushed back.
    PushedBack,
    /// They withdrew from a combat.
    Withdrew,
    /// They fled from a Conflict.
    Fled,
    /// Their stack merged with a neighbour.
    Merged,
}

impl Driven {
    /// Whether it is their move of the turn: it is where they went of their own will.
    #[must_use]
    pub fn is_own_move(self) -> bool {
        match self {
            Self::PushedBack | Self::Withdrew | Self::Fled => false,
            Self::Merged => true,
        }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_zero(cost: &u16) -> bool {
    *cost == 0
}

impl MapEvent {
    /// The battle that it belongs to, where it says so itself.
    #[must_use]
    pub fn battle(&self) -> Option<BattleId> {
        match self {
            Self::Moved { battle, .. } => Some(*battle),
            Self::LaidOut { battle, .. } => *battle,
            Self::Placed { .. }
            | Self::Changed { .. }
            | Self::TerrainChanged { .. }
            | Self::EdgeChanged { .. }
            | Self::RoadChanged { .. }
            | Self::ChangedHands { .. } => None,
        }
    }

    /// The map that it is about, where it is about no unit.
    #[must_use]
    pub fn map(&self) -> Option<MapId> {
        match self {
            Self::TerrainChanged { map, .. }
            | Self::EdgeChanged { map, .. }
            | Self::RoadChanged { map, .. }
            | Self::ChangedHands { map, .. } => Some(*map),
            Self::LaidOut { id, .. } => Some(*id),
            Self::Placed { .. } | Self::Moved { .. } | Self::Changed { .. } => None,
        }
    }

    /// The units that it is about.
    #[must_use]
    pub fn units(&self) -> Vec<UnitId> {
        match self {
            Self::Placed { unit, .. } | Self::Changed { unit, .. } => vec![*unit],
            Self::Moved { units, .. } => units.clone(),
            Self::TerrainChanged { .. }
            | Self::EdgeChanged { .. }
            | Self::RoadChanged { .. }
            | Self::LaidOut { .. }
            | Self::ChangedHands { .. } => Vec::new(),
        }
    }

    /// The sides that it is about, where it is about no unit.
    pub fn sides(&self) -> impl Iterator<Item = SideId> + use<> {
        let sides = match self {
            Self::ChangedHands { from, to, .. } => [*from, *to],
            Self::Placed { .. }
            | Self::Moved { .. }
            | Self::Changed { .. }
            | Self::TerrainChanged { .. }
            | Self::EdgeChanged { .. }
            | Self::LaidOut { .. }
            | Self::RoadChanged { .. } => [None; 2],
        };
        sides.into_iter().flatten()
    }
}
