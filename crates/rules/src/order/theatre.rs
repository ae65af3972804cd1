//! Orders in the theatre of a campaign. Source: RULES 7.

use serde::{Deserialize, Serialize};
use wardiary_base::{
    ground::{Spot, TheatreDraft},
    id::{Id, SideId},
};

/// An order in the theatre. Each variant shows its text form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum TheatreOrder {
    /// `theatre "(network: (places: […], roads: […]))"`, `theatre map "East Prussia"`: lays out the theatre.
    LayOut(
        /// In the form of a file.
        Box<TheatreDraft>,
    ),
    /// `station "XX Corps" at Thorn because "…"`, `station "XX Corps" nowhere`
    Station {
        /// A stack, or a unit that is in none.
        force: Id,
        /// Its new place; `None` takes it out of the theatre.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Spot>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// `march "XX Corps" to Thorn`, `march "XX Corps" by Kulm Thorn`
    March {
        force: Id,
        /// The places it enters, in order.
        by: Vec<Spot>,
    },
    /// `halt "XX Corps"`
    Halt { force: Id },
    /// `contact "XX Corps" with "XIII Corps" because "…"`: the referee declares a contact.
    Contact { first: Id, second: Id, why: String },
    /// `contact 2 aside because "…"`: the referee ends a contact.
    SetAside { contact: u32, why: String },
    /// `objective Thorn held by Germans because "…"`: the referee sets the holder of an objective.
    Objective {
        at: Spot,
        /// The new holder; `None` for nobody.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        held_by: Option<SideId>,
        why: String,
    },
}
