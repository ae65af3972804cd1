//! Matrix arguments: the claim, what speaks for it and against it, how it is settled, what follows.
//! Source: RULES 2.5.

use super::{Term, is_default};
use serde::{Deserialize, Serialize};
use wardiary_base::{
    dice::Dice,
    id::{Id, SideId},
};

/// An argument, whole: `argue "The supply columns are stuck" for "rain, one road" against "they foraged" roll 2d6 7+
/// then demote "XIII Corps" 1 this combat`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Argument {
    /// What is claimed.
    pub claim: String,
    /// Who claims it, if a side does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<SideId>,
    /// What speaks for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pro: Option<String>,
    /// What speaks against it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub con: Option<String>,
    /// How it is settled.
    pub verdict: Verdict,
    /// What follows if it succeeds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<Regrading>,
}

/// How an argument is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// The referee or the players say that it succeeds.
    Succeeds,
    /// They say that it fails.
    Fails,
    /// These dice, added up, say it.
    Roll(Dice, Need),
}

/// What the dice must come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Need {
    /// So much or more: `7+`.
    AtLeast(u16),
    /// So much or less: `7-`.
    AtMost(u16),
}

impl Need {
    /// Whether this total is what is needed.
    #[must_use]
    pub fn is_met(self, total: u16) -> bool {
        match self {
            Self::AtLeast(least) => total >= least,
            Self::AtMost(most) => total <= most,
        }
    }
}

/// A change of grades, as a ruling makes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Regrading {
    /// Units, stacks or sides.
    pub who: Vec<Id>,
    /// Steps up the ladder; below zero, down.
    pub by: i8,
    /// For how long.
    #[serde(default, skip_serializing_if = "is_default")]
    pub term: Term,
}
