//! Orders between battles. Source: RULES 7.

use super::{Verb, is_default};
use crate::id::Id;
use serde::{Deserialize, Serialize};

/// An order between battles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum RefitOrder {
    /// `recover "XX Corps"`: as much as the rulebook gives; `recover "37th Brigade" strength 1 edna 2`: so much.
    Recover {
        /// Units, stacks or sides: each of their units.
        who: Vec<Id>,
        /// How much, of one unit; as much as the rulebook gives where it is not said.
        #[serde(default, skip_serializing_if = "is_default")]
        gains: Gains,
        /// Why, where a ruling gives more than the rulebook.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
}

/// What a unit recovers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Gains {
    /// Strength Points.
    #[serde(skip_serializing_if = "is_default")]
    pub strength: u16,
    /// EDNA.
    #[serde(skip_serializing_if = "is_default")]
    pub edna: u8,
    /// Grades.
    #[serde(skip_serializing_if = "is_default")]
    pub grade: u8,
}

impl Gains {
    /// Whether it is nothing.
    #[must_use]
    pub fn is_none(self) -> bool {
        self == Self::default()
    }
}

impl RefitOrder {
    pub(super) fn verb(&self) -> Verb {
        match self {
            Self::Recover { .. } => Verb::Recover,
        }
    }

    /// Whom it is about.
    #[must_use]
    pub(crate) fn names(&self) -> Vec<Id> {
        match self {
            Self::Recover { who, .. } => who.clone(),
        }
    }
}
