//! What happens between battles. Source: RULES 7.

use crate::{book::Grade, id::UnitId};
use serde::{Deserialize, Serialize};

/// One thing that happened between battles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum RefitEvent {
    /// A unit recovered: each number before and after, where it changed.
    Recovered {
        /// The unit.
        unit: UnitId,
        /// Its Strength Points.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        strength: Option<(u16, u16)>,
        /// Its EDNA.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        edna: Option<(u8, u8)>,
        /// Its own grade.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        grade: Option<(Grade, Grade)>,
    },
}

impl RefitEvent {
    /// The units that it is about.
    #[must_use]
    pub fn units(&self) -> Vec<UnitId> {
        match self {
            Self::Recovered { unit, .. } => vec![*unit],
        }
    }
}
