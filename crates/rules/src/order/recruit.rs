//! A unit as it is mustered.

use super::{Stats, is_default};
use serde::{Deserialize, Serialize};
use wardiary_base::{
    book::NamedTest,
    ground::{Cell, Facing},
    id::{MapId, SideId, StackId, UnitId},
};

/// What a unit is when it is mustered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recruit {
    /// Its number.
    pub id: UnitId,
    /// Its name.
    pub name: String,
    /// Its side; may be left out where its stack says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideId>,
    /// Its stack, if it is in one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<StackId>,
    /// Its troop type; by default the rulebook's first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Its full strength in Strength Points, 1 to 999; by default its troop type's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength: Option<u16>,
    /// Strength Points it has lost already.
    #[serde(default, skip_serializing_if = "is_default")]
    pub lost: u16,
    /// The EDNA it starts with, 0 to 200; by default the rulebook's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edna: Option<u8>,
    /// EDNA it has lost already.
    #[serde(default, skip_serializing_if = "is_default")]
    pub worn: u8,
    /// Its grade's name; by default the ladder's neutral one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade: Option<String>,
    /// Tests it carries beside its troop type's, or in their stead where they have one's name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<NamedTest>,
    /// What it fires with; by default its troop type's weapons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weapons: Vec<String>,
    /// Its numbers for the mechanics of stacks; all 0 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stats: Option<Box<Stats>>,
    /// The area it stands in, if it stands on a map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Cell>,
    /// The edge it faces there.
    #[serde(default, skip_serializing_if = "is_default")]
    pub facing: Facing,
    /// The map, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<MapId>,
}

impl Recruit {
    /// A recruit of whom nothing is said but the name.
    #[must_use]
    pub fn new(id: UnitId, name: impl Into<String>) -> Self {
        let name = name.into();
        Self {
            id,
            name,
            side: None,
            stack: None,
            kind: None,
            strength: None,
            lost: 0,
            edna: None,
            worn: 0,
            grade: None,
            tests: Vec::new(),
            weapons: Vec::new(),
            stats: None,
            at: None,
            facing: Facing::default(),
            on: None,
        }
    }
}
