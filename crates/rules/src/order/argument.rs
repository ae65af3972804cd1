//! Matrix arguments: the claim, the reasons for and against it, how it is settled, and its effect. Source: RULES 2.5.

use super::{Term, is_default};
use serde::{Deserialize, Serialize};
use wardiary_base::{
    dice::Dice,
    id::{Id, SideId},
};

/// A matrix argument: `argue "The supply columns are stuck" for "rain, one road" against "they foraged" roll 2d6 7+
/// then demote "XIII Corps" 1 this combat`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Argument {
    pub claim: String,
    /// The side that claims it, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<SideId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pro: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub con: Option<String>,
    pub verdict: Verdict,
    /// Applies if the argument succeeds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<Regrading>,
}

/// How an argument is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// The referee or the players accept it.
    Succeeds,
    /// The referee or the players reject it.
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

/// A change of grades by a ruling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Regrading {
    pub who: Vec<Id>,
    /// Steps up the ladder; negative is down.
    pub by: i8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub term: Term,
}
