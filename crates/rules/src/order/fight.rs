//! Parameters of orders in battles: forces and their dice, volleys, matrix arguments and rulings. Source: RULES 1, 2, 4.5.

use super::is_default;
use serde::{Deserialize, Serialize};
use wardiary_base::{
    dice::Dice,
    id::{Id, SideId, UnitId},
    text::Text,
};

/// A matrix argument: `argue "The supply columns are stuck" for "rain, one road" against "they foraged" roll 2d6 7+
/// then demote "XIII Corps" 1 this combat`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Argument {
    pub claim: Text,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<SideId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pro: Option<Text>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub con: Option<Text>,
    pub verdict: Verdict,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<Regrading>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    Succeeds,
    Fails,
    /// The sum of these dice decides.
    Roll(Dice, Need),
}

/// The total that the dice need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Need {
    /// `7+`
    AtLeast(u16),
    /// `7-`
    AtMost(u16),
}

impl Need {
    pub fn is_met(self, total: u16) -> bool {
        match self {
            Self::AtLeast(least) => total >= least,
            Self::AtMost(most) => total <= most,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Regrading {
    pub who: Vec<Id>,
    /// Steps up the ladder; negative is down.
    pub by: i8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub term: Term,
}

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

/// A volley of one unit at the targets in one place. Source: RULES 4.5.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Volley {
    pub unit: UnitId,
    /// The targets in one place: a unit, several that share it, or a stack. On a map, one of them is enough.
    pub at: Vec<Id>,
    /// Distance in grid areas, from 1. On a map it is measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<u8>,
    /// By default, the first of its weapons that reaches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weapon: Option<Text>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub cover: bool,
    /// Whether a General is in the same place as the firing unit.
    #[serde(default, skip_serializing_if = "is_default")]
    pub general: bool,
    /// The reason, if a ruling allows the volley regardless of the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anyway: Option<Text>,
}

wardiary_base::words! {
    /// A cause of EDNA loss outside a test. Source: RULES 1.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum WearCause, word {
        /// Enemy fire that cost no Strength Point.
        Fire "fire",
        /// A second change of orders in one turn.
        Manoeuvre "manoeuvre",
    }
}

/// How long a ruling on grades holds. Source: RULES 2.5.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Term {
    /// The unit's next phase of a combat.
    Phase,
    /// The unit's current combat, or else its next.
    Combat,
    #[default]
    ForGood,
}
