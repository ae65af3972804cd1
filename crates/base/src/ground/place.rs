//! The place of a unit on a map.

use super::{Cell, Facing};
use crate::id::MapId;
use serde::{Deserialize, Serialize};

/// A unit's place: an area of a map, and its facing there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    pub map: MapId,
    #[serde(rename = "at")]
    pub cell: Cell,
    pub facing: Facing,
}
