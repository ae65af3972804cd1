//! Those who fight a SCRUD combat, and their dice. Source: RULES 2.

use super::is_default;
use serde::{Deserialize, Serialize};
use wardiary_base::id::{Id, UnitId};

/// Those who fight on one side of a combat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Force {
    /// Sides, stacks and units.
    pub who: Vec<Id>,
    /// Dice more (or, below zero, fewer) for the tactical situation.
    #[serde(default, skip_serializing_if = "is_default")]
    pub dice: i8,
    /// Units that support this phase from outside the line. Source: RULES 2.4.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub support: Vec<Support>,
}

/// A unit that supports a phase: `"Fliers"`, `"Guns" counter "Heavy Battery"`. As what, its troop type says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Support {
    /// Who.
    pub unit: UnitId,
    /// The enemy artillery against which its counter-battery is declared, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counter: Option<UnitId>,
}

impl Force {
    /// Those, with as many dice as they have.
    #[must_use]
    pub fn of(who: Vec<Id>) -> Self {
        Self { who, dice: 0, support: Vec::new() }
    }
}

/// One of the dice of a unit or a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DieOf(
    /// A unit, or a side for a bonus die.
    pub Id,
    /// Which of its dice, from 1.
    pub u8,
);
