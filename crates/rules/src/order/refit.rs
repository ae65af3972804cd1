//! Orders between battles. Source: RULES 7.

use super::{Verb, is_default};
use serde::{Deserialize, Serialize};
use wardiary_base::id::{Id, UnitId};

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
    /// `return "XX Corps"`: what comes back of its losses comes; `return "37th Brigade" 2`: so much.
    Return {
        /// Units, stacks or sides: each of their units.
        who: Vec<Id>,
        /// How many Strength Points, of one unit; all that are due where it is not said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        points: Option<u16>,
        /// Why, where a ruling brings back more than is due.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// `replace "37th Brigade" 2`: so many Strength Points from a pool.
    Replace {
        /// The unit.
        unit: UnitId,
        /// How many Strength Points; as many as the rulebook gives and the pool has where it is not said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        points: Option<u16>,
        /// Why, where a ruling gives more than the rulebook.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// `raise "37th Brigade"`: a unit that was eliminated is rebuilt; `raise "37th Brigade" strength 2`: with so much.
    Raise {
        /// The unit.
        unit: UnitId,
        /// Its Strength Points then; as many as the rulebook gives where it is not said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        strength: Option<u16>,
        /// Why, where a ruling gives more than the rulebook.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// `supply "XX Corps" low`: how well it is supplied from here on.
    Supply {
        /// A stack, or a unit.
        who: Id,
        /// The name of the level.
        level: String,
        /// Why, where a ruling says otherwise than the tracing.
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
            Self::Return { .. } => Verb::Return,
            Self::Replace { .. } => Verb::Replace,
            Self::Raise { .. } => Verb::Raise,
            Self::Supply { .. } => Verb::Supply,
        }
    }

    /// Whom it is about.
    #[must_use]
    pub fn names(&self) -> Vec<Id> {
        match self {
            Self::Recover { who, .. } | Self::Return { who, .. } => who.clone(),
            Self::Supply { who, .. } => vec![*who],
            Self::Replace { unit, .. } | Self::Raise { unit, .. } => vec![(*unit).into()],
        }
    }
}
