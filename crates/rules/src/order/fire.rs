//! Fire at a distance. Source: RULES 4.5.

use super::is_default;
use serde::{Deserialize, Serialize};
use wardiary_base::id::{Id, UnitId};

/// A volley of one unit at the targets in one place. Source: RULES 4.5.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Volley {
    pub unit: UnitId,
    /// The targets in one place: a unit, several that share it, or a stack. On a map, one of them is enough.
    pub at: Vec<Id>,
    /// Distance in grid areas, from 1. On a map it is measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<u8>,
    /// By default, the first of its weapons that reaches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weapon: Option<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub cover: bool,
    /// Whether a General is in the same place as the firing unit.
    #[serde(default, skip_serializing_if = "is_default")]
    pub general: bool,
    /// The reason, if a ruling allows the volley regardless of the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anyway: Option<String>,
}
