//! Errors in events of the theatre, and in its draft.

use wardiary_base::{
    fault::Fault,
    ground::{Spot, Station},
    id::{Id, MapId, SideId, StackId, UnitId},
};

/// Why a theatre, or an event in it, is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TheatreError {
    NoTheatre,
    /// The campaign already has a theatre.
    ThereIsOne,
    /// The theatre is neither a network nor a map, or both.
    WhichField {
        both: bool,
    },
    Network(Fault),
    NoMap {
        map: MapId,
    },
    NoSide {
        side: SideId,
    },
    /// No place has this name.
    NoPlace {
        name: String,
        /// A place with a similar name.
        near: Option<String>,
    },
    OffTheatre {
        spot: Spot,
    },
    ObjectiveTwice {
        name: String,
    },
    /// The id is neither a stack's nor a unit's.
    NoForce {
        id: Id,
    },
    /// A unit in a stack has no station of its own.
    InStack {
        unit: UnitId,
        stack: StackId,
    },
    /// The force has no living unit.
    NobodyLeft {
        force: Id,
    },
    /// A draft puts the force in two places.
    InTwoPlaces {
        force: Id,
        names: (String, String),
    },
    /// A draft puts an enemy in the same place.
    EnemyToo {
        enemy: Id,
        name: String,
    },
    /// A unit and the stack that it is to join are in different places.
    Apart {
        unit: UnitId,
        at: Station,
        stack: StackId,
        there: Station,
    },
    /// An enemy is already there.
    EnemyThere {
        force: Id,
        enemy: Id,
        at: Station,
    },
    /// No leg that is open to the force leads from one place to the next.
    NoWay {
        force: Id,
        from: Spot,
        to: Spot,
    },
    NoObjective {
        at: Spot,
    },
    /// The contact does not have the next number.
    ContactNumber {
        contact: u32,
        next: u32,
    },
    /// The two forces are on one side, already in contact, or not both in the theatre.
    NoMeeting {
        first: Id,
        second: Id,
    },
    /// No open contact has this number.
    NoContact {
        contact: u32,
    },
    /// A side can't have sighted the force: it is its own, or somewhere else.
    NotThere {
        force: Id,
        at: Station,
    },
    /// A side lost sight of a force that it did not see.
    NotInSight {
        force: Id,
    },
    /// A force marched to a place that was not next on its route.
    OffWay {
        force: Id,
    },
    /// The leg is too short for the number of steps.
    OffLeg {
        from: Spot,
        to: Spot,
        steps: u16,
        length: u16,
    },
}
