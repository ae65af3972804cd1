//! What happens in the theatre of a campaign. Source: RULES 7.

use serde::{Deserialize, Serialize};
use wardiary_base::{
    book::Moment,
    ground::{Spot, Station, TheatreDraft},
    id::{BattleId, Id, SideId},
};

/// One thing that happened in the theatre.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum TheatreEvent {
    /// The theatre was laid out.
    LaidOut(
        /// As a file has it.
        Box<TheatreDraft>,
    ),
    /// A force was put somewhere, or taken away.
    Stationed {
        /// A stack, or a unit that is in none.
        force: Id,
        /// Where it stood before, if anywhere.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Station>,
        /// Where it stands now, if anywhere.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Station>,
    },
    /// A force is under other orders to march.
    Sent {
        /// The force.
        force: Id,
        /// The places that it was to enter, one after the other; none where it was under no orders.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        from: Vec<Spot>,
        /// Those that it is to enter now; none where it halts.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        to: Vec<Spot>,
    },
    /// Forces marched, all at the same time, in the order in which they made their moves.
    Marched(
        /// What each did.
        Vec<Marched>,
    ),
    /// Two opposing forces came into contact.
    Met {
        /// The contact's number.
        contact: u32,
        /// The force that came.
        first: Id,
        /// The one that it met.
        second: Id,
        /// How.
        how: Touch,
    },
    /// A contact stands no more.
    Parted {
        /// The contact's number.
        contact: u32,
        /// Why.
        how: Parting,
    },
    /// A side knows where an enemy force stands, or knows it better or less well than before.
    Sighted {
        /// The side.
        side: SideId,
        /// The force.
        force: Id,
        /// Where it stands.
        at: Station,
        /// How it is known.
        level: SightLevel,
    },
    /// A side does not see an enemy force any more.
    LostSight {
        /// The side.
        side: SideId,
        /// The force.
        force: Id,
        /// The last moment at which it saw it.
        seen: Moment,
    },
    /// An objective of the theatre changed hands.
    ChangedHands {
        /// The place.
        at: Spot,
        /// The side that held it, if one did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<SideId>,
        /// The side that holds it now, if one does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<SideId>,
    },
}

/// What a force marched in a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Marched {
    /// The force.
    pub force: Id,
    /// Where it stood before.
    pub from: Station,
    /// The places that it entered, one after the other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<Spot>,
    /// Where it stands now.
    pub to: Station,
}

/// How well a side knows an enemy force, from the least to the most. What that means the rulebook says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum SightLevel {
    /// It sees it.
    Seen,
    /// It is in contact with it.
    InContact,
    /// It fights it.
    Fought,
}

/// How two opposing forces came into contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Touch {
    /// One was about to enter the other's place.
    Met,
    /// They marched against each other, and would have swapped places.
    Passed,
    /// The referee said so.
    Ruled,
}

/// Why a contact stands no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Parting {
    /// One of them left.
    Left(Id),
    /// One of them is there no more.
    Gone(Id),
    /// It is fought, in this battle.
    Fought(BattleId),
    /// The referee set it aside.
    SetAside,
}

impl TheatreEvent {
    /// The forces that it is about; of a contact that is over they are in the state.
    #[must_use]
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
                Parting::Left(force) | Parting::Gone(force) => vec![*force],
                Parting::Fought(_) | Parting::SetAside => Vec::new(),
            },
        }
    }

    /// The sides that it is about, besides those of its forces.
    pub fn sides(&self) -> impl Iterator<Item = SideId> + use<> {
        let sides = match self {
            Self::ChangedHands { from, to, .. } => [*from, *to],
            Self::Sighted { side, .. } | Self::LostSight { side, .. } => [Some(*side), None],
            _ => [None; 2],
        };
        sides.into_iter().flatten()
    }
}
