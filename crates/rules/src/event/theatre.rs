//! Events in the theatre of a campaign. Source: RULES 7.

use serde::{Deserialize, Serialize};
use wardiary_base::{
    book::Moment,
    ground::{Spot, Station, TheatreDraft},
    id::{BattleId, Id, SideId},
};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum TheatreEvent {
    LaidOut(
        /// In the form of a file.
        Box<TheatreDraft>,
    ),
    /// A force was placed in the theatre without marching there, or taken out of it.
    Stationed {
        /// A stack, or a unit that is in none.
        force: Id,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Station>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Station>,
    },
    Sent {
        force: Id,
        /// The places it was to enter, in order; empty without orders.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        from: Vec<Spot>,
        /// The places it is to enter now; empty if it halts.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        to: Vec<Spot>,
    },
    /// Forces marched simultaneously. Their moves are in the order in which they were made.
    Marched(Vec<Marched>),
    Met {
        contact: u32,
        first: Id,
        second: Id,
        how: ContactCause,
    },
    Parted {
        contact: u32,
        how: ContactEnd,
    },
    /// A side sighted an enemy force, or knows it better or less well now.
    Sighted {
        side: SideId,
        force: Id,
        at: Station,
        level: SightLevel,
    },
    /// A side lost sight of an enemy force.
    LostSight {
        side: SideId,
        force: Id,
        /// When the side saw it last.
        seen: Moment,
    },
    ChangedHands {
        at: Spot,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<SideId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<SideId>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Marched {
    pub force: Id,
    pub from: Station,
    /// The places it entered, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<Spot>,
    pub to: Station,
}

/// How well a side knows an enemy force, ascending. The rulebook says what each level means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum SightLevel {
    Seen,
    InContact,
    Fought,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Touch")]
pub enum ContactCause {
    /// One was about to enter the other's place.
    Met,
    /// They marched against each other and would have swapped places.
    Passed,
    Ruled,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Parting")]
pub enum ContactEnd {
    Left(Id),
    Gone(Id),
    Fought(BattleId),
    SetAside,
}

impl TheatreEvent {
    /// The forces that it names. Those of a contact that ended are in the state.
    pub fn forces(&self) -> Vec<Id> {
        match self {
            Self::LaidOut(_) | Self::ChangedHands { .. } => Vec::new(),
            Self::Stationed { force, .. }
            | Self::Sent { force, .. }
            | Self::Sighted { force, .. }
            | Self::LostSight { force, .. } => vec![*force],
            Self::Marched(marches) => marches.iter().map(|marched| marched.force).collect(),
            Self::Met { first, second, .. } => vec![*first, *second],
            Self::Parted { how, .. } => match how {
                ContactEnd::Left(force) | ContactEnd::Gone(force) => vec![*force],
                ContactEnd::Fought(_) | ContactEnd::SetAside => Vec::new(),
            },
        }
    }

    /// The sides that it concerns, besides those of its forces.
    pub fn sides(&self) -> impl Iterator<Item = SideId> + use<> {
        let sides = match self {
            Self::ChangedHands { from, to, .. } => [*from, *to],
            Self::Sighted { side, .. } | Self::LostSight { side, .. } => [Some(*side), None],
            _ => [None; 2],
        };
        sides.into_iter().flatten()
    }
}
