//! Orders in the theatre of a campaign. Source: RULES 7.

use super::Verb;
use crate::{
    ground::{Spot, TheatreDraft},
    id::Id,
};
use serde::{Deserialize, Serialize};

/// One order in the theatre. Each variant shows its text form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum TheatreOrder {
    /// `theatre "(network: (places: […], roads: […]))"`, `theatre map "East Prussia"`: it is laid out.
    LayOut(
        /// As a file has it.
        Box<TheatreDraft>,
    ),
    /// `station "XX Corps" at Thorn because "…"`, `station "XX Corps" nowhere`
    Station {
        /// A stack, or a unit that is in none.
        force: Id,
        /// Where it stands from here on; nowhere if nowhere.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Spot>,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
}

impl TheatreOrder {
    /// The verb its text begins with.
    #[must_use]
    pub fn verb(&self) -> Verb {
        match self {
            Self::LayOut(_) => Verb::Theatre,
            Self::Station { .. } => Verb::Station,
        }
    }
}
