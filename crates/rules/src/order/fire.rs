//! Fire at a distance. Source: RULES 4.5.

use super::is_default;
use serde::{Deserialize, Serialize};
use wardiary_base::id::{Id, UnitId};

/// A unit's fire at those in one place. Source: RULES 4.5.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Volley {
    /// Who fires.
    pub unit: UnitId,
    /// Those in the target's place: one unit, or several that share it, or a stack. On a map it is enough to name one of them.
    pub at: Vec<Id>,
    /// How far it is, in grid areas from 1; on a map that follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<u8>,
    /// What it fires with; by default the first of its weapons that reaches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weapon: Option<String>,
    /// Whether the targets are in cover.
    #[serde(default, skip_serializing_if = "is_default")]
    pub cover: bool,
    /// Whether a General is in the firer's place.
    #[serde(default, skip_serializing_if = "is_default")]
    pub general: bool,
    /// The referee's ruling that it fires so anyway, whatever the map says: why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anyway: Option<String>,
}
