//! Orders in the theatre of a campaign. Source: RULES 7.

use super::Verb;
use serde::{Deserialize, Serialize};
use wardiary_base::{
    ground::{Spot, TheatreDraft},
    id::{Id, SideId},
};

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
    /// `march "XX Corps" to Thorn`, `march "XX Corps" by Kulm Thorn`
    March {
        /// The force.
        force: Id,
        /// The places that it is to enter, one after the other.
        by: Vec<Spot>,
    },
    /// `halt "XX Corps"`
    Halt {
        /// The force.
        force: Id,
    },
    /// `contact "XX Corps" with "XIII Corps" because "…"`: the referee says that they are in contact.
    Contact {
        /// A force.
        first: Id,
        /// An enemy.
        second: Id,
        /// Why.
        why: String,
    },
    /// `contact 2 aside because "…"`: a contact stands no more.
    SetAside {
        /// Its number.
        contact: u32,
        /// Why.
        why: String,
    },
    /// `objective Thorn held by Germans because "…"`: the referee says who holds an objective of the theatre.
    Objective {
        /// Where it is.
        at: Spot,
        /// The side that holds it from here on; none for nobody.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        held_by: Option<SideId>,
        /// Why.
        why: String,
    },
}

impl TheatreOrder {
    /// The verb its text begins with.
    #[must_use]
    pub fn verb(&self) -> Verb {
        match self {
            Self::LayOut(_) => Verb::Theatre,
            Self::Station { .. } => Verb::Station,
            Self::March { .. } => Verb::March,
            Self::Halt { .. } => Verb::Halt,
            Self::Contact { .. } | Self::SetAside { .. } => Verb::Contact,
            Self::Objective { .. } => Verb::Objective,
        }
    }
}
