//! The participants of a SCRUD combat, and their dice. Source: RULES 2.

use super::is_default;
use serde::{Deserialize, Serialize};
use wardiary_base::id::{Id, UnitId};

/// The participants on one side of a combat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Force {
    pub who: Vec<Id>,
    /// Bonus dice for the tactical situation; negative is a penalty.
    #[serde(default, skip_serializing_if = "is_default")]
    pub dice: i8,
    /// Units that support this phase from outside the line. Source: RULES 2.4.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub support: Vec<Support>,
}

/// A unit that supports a phase: `"Fliers"`, `"Guns" counter "Heavy Battery"`. Its troop type decides its role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Support {
    pub unit: UnitId,
    /// Enemy artillery, if counter-battery fire is declared against it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counter: Option<UnitId>,
}

impl Force {
    /// Without bonus dice and support.
    pub fn new(who: Vec<Id>) -> Self {
        Self { who, dice: 0, support: Vec::new() }
    }
}

/// A die of a unit or a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DieOf(
    /// A unit; a side for a bonus die.
    pub Id,
    /// From 1.
    pub u8,
);
