//! A unit as it is mustered.

use super::{Stats, is_default};
use serde::{Deserialize, Serialize};
use wardiary_base::{
    book::NamedTest,
    ground::{Cell, Facing},
    id::{MapId, SideId, StackId, UnitId},
    text::Text,
};

/// The description of a unit when it is mustered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recruit {
    pub id: UnitId,
    pub name: Text,
    /// May be omitted if its stack has a side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<StackId>,
    /// Troop type; by default the rulebook's first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Text>,
    /// Full strength in Strength Points, 1 to 999; by default its troop type's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength: Option<u16>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub lost: u16,
    /// Initial EDNA, 0 to 200; by default the rulebook's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edna: Option<u8>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub worn: u8,
    /// Name of its grade; by default the ladder's neutral one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade: Option<Text>,
    /// Dice tests added to its troop type's. One with the same name replaces the troop type's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<NamedTest>,
    /// Its weapons; by default its troop type's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weapons: Vec<Text>,
    /// Its stats for stacks; all 0 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stats: Option<Box<Stats>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Cell>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub facing: Facing,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<MapId>,
}

impl Recruit {
    /// A recruit with defaults for everything but its name.
    pub fn new(id: UnitId, name: impl Into<Text>) -> Self {
        Self { id, name: name.into(), ..Self::default() }
    }
}
