//! Orders on the map: units placed, moved and turned, their two states, and the ground itself. Source: RULES 4.4.

use super::{Verb, is_default};
use serde::{Deserialize, Serialize};
use wardiary_base::{
    book::Change,
    ground::{Cell, Facing, GroundDraft},
    id::{BattleId, Id, MapId, SideId, UnitId},
};

/// One order on a map. Each variant shows its text form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum MapOrder {
    /// `place "A" at C5 facing n`; `place "A" at C5 anyway because "…"`
    Place {
        /// A unit, or a stack with all its units.
        who: Id,
        /// The map.
        map: MapId,
        /// The area.
        at: Cell,
        /// The edge it faces.
        #[serde(default, skip_serializing_if = "is_default")]
        facing: Facing,
        /// The referee's ruling that it is placed anyway: why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        anyway: Option<String>,
    },
    /// `move "A" by C4 C3 facing e`; several in a line, each when the one before it has been made: `move "A" by C4, "B" by C5`
    Move {
        /// Who goes where.
        marches: Vec<March>,
        /// The referee's ruling that they go anyway: why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        anyway: Option<String>,
    },
    /// `face "A" e`: it turns on the spot.
    Face {
        /// A unit, or a stack with all its units.
        who: Id,
        /// The edge it is to face.
        facing: Facing,
        /// The referee's ruling that it turns anyway: why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        anyway: Option<String>,
    },
    /// `mount "A"`, `dismount "A"`, `limber "A"`, `unlimber "A"`
    Change {
        /// The unit.
        unit: UnitId,
        /// What it does.
        change: Change,
    },
    /// `terrain C5 is "burnt wood" because "…"`: the terrain of an area is another from here on.
    Terrain {
        /// The map.
        map: MapId,
        /// The area.
        at: Cell,
        /// The name of its terrain from here on.
        terrain: String,
        /// Why.
        why: String,
    },
    /// `terrain C4 C5 without bridge because "…"`, `terrain C4 C5 with wall because "…"`: something between two areas is
    /// gone from here on, or there.
    Between {
        /// The map.
        map: MapId,
        /// An area.
        from: Cell,
        /// The area beyond the edge.
        to: Cell,
        /// What is gone, or there.
        what: Border,
        /// Whether it is gone.
        #[serde(default, skip_serializing_if = "is_default")]
        gone: bool,
        /// Why.
        why: String,
    },
    /// `objective "Tel Amara" held by Column because "…"`, `objective C5 held by nobody because "…"`: the referee says who
    /// holds it.
    Objective {
        /// The map.
        map: MapId,
        /// The area.
        at: Cell,
        /// The side that holds it from here on; none for nobody.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        held_by: Option<SideId>,
        /// Why.
        why: String,
    },
    /// `map "(title: …, rows: […], legend: {…})" for "The wells"`: a map is laid out, for a battle that has none.
    LayOut {
        /// The number it gets.
        id: MapId,
        /// The ground, as a file has it.
        ground: Box<GroundDraft>,
        /// The battle that is fought on it from here on, if one is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        battle: Option<BattleId>,
    },
}

/// What can be between two areas.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Border {
    /// A road from one to the other.
    Road,
    /// A road over what lies on the edge.
    Bridge,
    /// Something on the edge: a river, a wall, by its name in the rulebook.
    Edge(String),
}

/// A unit's or a stack's way, area by area.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct March {
    /// A unit, or a stack with all its units.
    pub who: Id,
    /// The areas it enters, one after the other.
    pub by: Vec<Cell>,
    /// The edge it faces at the end; by default the one it went through last, or the enemy it stops beside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Facing>,
}

impl From<Change> for Verb {
    fn from(change: Change) -> Self {
        match change {
            Change::Mount => Self::Mount,
            Change::Dismount => Self::Dismount,
            Change::Limber => Self::Limber,
            Change::Unlimber => Self::Unlimber,
        }
    }
}

impl MapOrder {
    /// The verb its text begins with.
    #[must_use]
    pub fn verb(&self) -> Verb {
        match self {
            Self::Place { .. } => Verb::Place,
            Self::Move { .. } => Verb::Move,
            Self::Face { .. } => Verb::Face,
            Self::Change { change, .. } => (*change).into(),
            Self::Terrain { .. } | Self::Between { .. } => Verb::Terrain,
            Self::Objective { .. } => Verb::Objective,
            Self::LayOut { .. } => Verb::Map,
        }
    }

    /// The stacks and units that it names.
    #[must_use]
    pub fn names(&self) -> Vec<Id> {
        match self {
            Self::Place { who, .. } | Self::Face { who, .. } => vec![*who],
            Self::Move { marches, .. } => marches.iter().map(|march| march.who).collect(),
            Self::Change { unit, .. } => vec![(*unit).into()],
            Self::Terrain { .. } | Self::Between { .. } | Self::Objective { .. } | Self::LayOut { .. } => Vec::new(),
        }
    }
}
