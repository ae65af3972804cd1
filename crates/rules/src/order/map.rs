//! Orders on the map: placing, moving and turning units, mounting and limbering, and changes of the ground. Source:
//! RULES 4.4.

use super::is_default;
use serde::{Deserialize, Serialize};
use wardiary_base::{
    book::Change,
    ground::{Cell, Facing, GroundDraft},
    id::{BattleId, Id, MapId, SideId, UnitId},
    text::Text,
};

/// An order on a map. Each variant shows its text form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum MapOrder {
    /// `place "A" at C5 facing n`; `place "A" at C5 anyway because "…"`
    Place {
        who: Id,
        map: MapId,
        at: Cell,
        #[serde(default, skip_serializing_if = "is_default")]
        facing: Facing,
        /// The reason, if a ruling places it regardless of the rules.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        anyway: Option<Text>,
    },
    /// `move "A" by C4 C3 facing e`; several moves on one line are made in turn: `move "A" by C4, "B" by C5`
    Move {
        marches: Vec<March>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        anyway: Option<Text>,
    },
    /// `face "A" e`: turns on the spot.
    Face {
        who: Id,
        facing: Facing,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        anyway: Option<Text>,
    },
    /// `mount "A"`, `dismount "A"`, `limber "A"`, `unlimber "A"`
    Change { unit: UnitId, change: Change },
    /// `terrain C5 is "burnt wood" because "…"`: changes the terrain of an area.
    Terrain { map: MapId, at: Cell, terrain: Text, why: Text },
    /// `terrain C4 C5 without bridge because "…"`, `terrain C4 C5 with wall because "…"`: removes or adds something
    /// between two areas.
    Between {
        map: MapId,
        from: Cell,
        to: Cell,
        what: Border,
        #[serde(default, skip_serializing_if = "is_default")]
        gone: bool,
        why: Text,
    },
    /// `objective "Tel Amara" held by Column because "…"`, `objective C5 held by nobody because "…"`: the referee sets
    /// the holder.
    Objective {
        map: MapId,
        at: Cell,
        /// The new holder; `None` for no side.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        held_by: Option<SideId>,
        why: Text,
    },
    /// `map "(title: …, rows: […], legend: {…})" for "The wells"`: lays out a map for a battle that has none.
    LayOut {
        id: MapId,
        ground: Box<GroundDraft>,
        /// The battle that is fought on it from now on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        battle: Option<BattleId>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Border {
    Road,
    /// A road across the edge, whatever its kind.
    Bridge,
    /// A river, wall or other kind of edge, by its name in the rulebook.
    Edge(Text),
}

/// The path of a unit or stack, area by area.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct March {
    pub who: Id,
    /// The areas it enters, in order.
    pub by: Vec<Cell>,
    /// Its facing at the end. By default, the edge it crossed last, or towards the enemy it stops beside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Facing>,
}

impl MapOrder {
    pub fn named_ids(&self) -> Vec<Id> {
        match self {
            Self::Place { who, .. } | Self::Face { who, .. } => vec![*who],
            Self::Move { marches, .. } => marches.iter().map(|march| march.who).collect(),
            Self::Change { unit, .. } => vec![(*unit).into()],
            Self::Terrain { .. } | Self::Between { .. } | Self::Objective { .. } | Self::LayOut { .. } => Vec::new(),
        }
    }
}
