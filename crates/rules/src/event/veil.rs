//! How exactly a side knows the numbers of a unit. In its own diary some are known only within bounds, or not at all.

use super::Estimate;
use serde::{Deserialize, Serialize};

/// How exactly the numbers of a unit are known. A number that is not known exactly is replaced in the unit by a
/// placeholder that depends on nothing hidden: the strength of its troop type, the initial EDNA, the ladder's neutral
/// grade.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Veil {
    #[serde(skip_serializing_if = "Reading::is_exact")]
    pub strength: Reading,
    #[serde(skip_serializing_if = "Reading::is_exact")]
    pub edna: Reading,
    /// By number, 1 the best.
    #[serde(skip_serializing_if = "Reading::is_exact")]
    pub grade: Reading,
}

/// How exactly a number is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reading {
    /// The unit's value is correct.
    #[default]
    Exact,
    Within(Estimate),
    Unknown,
}

impl Veil {
    pub fn is_exact(&self) -> bool {
        *self == Self::default()
    }
}

impl Reading {
    pub fn is_exact(&self) -> bool {
        *self == Self::Exact
    }

    /// What a column shows in place of the number: `5-9`, `?`. `None` if the number is known.
    pub fn brief(&self) -> Option<String> {
        match self {
            Self::Exact => None,
            Self::Within(estimate) => Some(estimate.brief()),
            Self::Unknown => Some("?".into()),
        }
    }

    /// The number in words: `exact()` if it is known, otherwise `5 to 9` or `?`.
    pub fn text_or(&self, exact: impl FnOnce() -> String) -> String {
        match self {
            Self::Exact => exact(),
            Self::Within(estimate) => estimate.to_string(),
            Self::Unknown => "?".into(),
        }
    }
}
