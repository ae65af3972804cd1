//! How far a side knows the numbers of a unit: in its own diary some of them are known within bounds, or not at all.

use super::Estimate;
use serde::{Deserialize, Serialize};

/// How far the numbers of a unit are known. Where one is not known exactly, a placeholder that depends on nothing hidden stands
/// in its place: the strength of its troop type, the EDNA at the start, the ladder's neutral grade.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Veil {
    /// Its Strength Points.
    #[serde(skip_serializing_if = "Reading::is_exact")]
    pub strength: Reading,
    /// Its EDNA.
    #[serde(skip_serializing_if = "Reading::is_exact")]
    pub edna: Reading,
    /// Its grade by its number, 1 the best.
    #[serde(skip_serializing_if = "Reading::is_exact")]
    pub grade: Reading,
}

/// How far a number is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reading {
    /// As it stands with the unit.
    #[default]
    Exact,
    /// Within these bounds.
    Within(Estimate),
    /// Not at all.
    Unknown,
}

impl Veil {
    /// Whether all of it is known.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        *self == Self::default()
    }
}

impl Reading {
    /// Whether the number is known.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        *self == Self::Exact
    }

    /// What a column shows in place of the number: `5-9`, `?`; nothing where it is known.
    #[must_use]
    pub fn brief(&self) -> Option<String> {
        match self {
            Self::Exact => None,
            Self::Within(estimate) => Some(estimate.brief()),
            Self::Unknown => Some("?".into()),
        }
    }

    /// What is said of the number: `exact` where it is known, else `5 to 9`, or `?`.
    #[must_use]
    pub fn words(&self, exact: impl FnOnce() -> String) -> String {
        match self {
            Self::Exact => exact(),
            Self::Within(estimate) => estimate.to_string(),
            Self::Unknown => "?".into(),
        }
    }
}
