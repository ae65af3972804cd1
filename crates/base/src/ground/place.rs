//! Where a unit stands.

use super::{Cell, Facing};
use crate::id::MapId;
use serde::{Deserialize, Serialize};

/// A unit's place: an area of a map, and the edge of it that the unit faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The map.
    pub map: MapId,
    /// The area.
    #[serde(rename = "at")]
    pub cell: Cell,
    /// The edge it faces.
    pub facing: Facing,
}
