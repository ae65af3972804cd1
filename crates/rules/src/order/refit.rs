//! Orders between battles. Source: RULES 7.

use super::is_default;
use serde::{Deserialize, Serialize};
use wardiary_base::id::{Id, UnitId};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum RefitOrder {
    /// `recover "XX Corps"`: as much as the rulebook grants; `recover "37th Brigade" strength 1 edna 2`: this much.
    Recover {
        who: Vec<Id>,
        /// How much, for a single unit. Without it, as much as the rulebook grants.
        #[serde(default, skip_serializing_if = "is_default")]
        gains: Gains,
        /// The reason, if a ruling grants more than the rulebook.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// `return "XX Corps"`: recoverable losses come back; `return "37th Brigade" 2`: this many points.
    Return {
        who: Vec<Id>,
        /// Strength Points, for a single unit. Without it, all that are due.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        points: Option<u16>,
        /// The reason, if a ruling brings back more than is due.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// `replace "37th Brigade" 2`: takes Strength Points from a pool.
    Replace {
        unit: UnitId,
        /// Strength Points. Without it, as many as the rulebook allows and the pool has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        points: Option<u16>,
        /// The reason, if a ruling grants more than the rulebook.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// `raise "37th Brigade"`: rebuilds an eliminated unit; `raise "37th Brigade" strength 2`: at this strength.
    Raise {
        unit: UnitId,
        /// Its strength afterwards. Without it, as much as the rulebook grants.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        strength: Option<u16>,
        /// The reason, if a ruling grants more than the rulebook.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// `supply "XX Corps" low`: sets the supply level.
    Supply {
        /// A stack or a unit.
        who: Id,
        level: String,
        /// The reason, if a ruling differs from the traced supply.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Gains {
    #[serde(skip_serializing_if = "is_default")]
    pub strength: u16,
    #[serde(skip_serializing_if = "is_default")]
    pub edna: u8,
    /// In steps of the ladder.
    #[serde(skip_serializing_if = "is_default")]
    pub grade: u8,
}

impl Gains {
    pub fn is_none(self) -> bool {
        self == Self::default()
    }
}

impl RefitOrder {
    /// The sides, stacks and units that it names.
    pub fn named_ids(&self) -> Vec<Id> {
        match self {
            Self::Recover { who, .. } | Self::Return { who, .. } => who.clone(),
            Self::Supply { who, .. } => vec![*who],
            Self::Replace { unit, .. } | Self::Raise { unit, .. } => vec![(*unit).into()],
        }
    }
}
