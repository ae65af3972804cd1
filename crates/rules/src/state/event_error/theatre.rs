//! The theatre: why it can't be so, or an event in it can't have happened.

use wardiary_base::{
    fault::Fault,
    ground::{Spot, Station},
    id::{Id, MapId, SideId, StackId, UnitId},
};

/// Why a theatre can't be so, or an event in it can't have happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TheatreError {
    /// The campaign has no theatre.
    NoTheatre,
    /// It has one already.
    ThereIsOne,
    /// It is neither a network nor a map, or both.
    WhichField {
        /// Whether it is both.
        both: bool,
    },
    /// The network is faulty.
    Network(Fault),
    /// There is no such map.
    NoMap {
        /// The number.
        map: MapId,
    },
    /// There is no such side.
    NoSide {
        /// The number.
        side: SideId,
    },
    /// No place is called so.
    NoPlace {
        /// The name.
        name: String,
        /// One that is called much like it.
        near: Option<String>,
    },
    /// The theatre has no such place.
    OffTheatre {
        /// The place.
        spot: Spot,
    },
    /// An objective is there already.
    ObjectiveTwice {
        /// The place, by its name.
        name: String,
    },
    /// The number is neither a stack's nor a unit's.
    NoForce {
        /// The number.
        id: Id,
    },
    /// A unit stands where its stack does.
    InStack {
        /// The unit.
        unit: UnitId,
        /// Its stack.
        stack: StackId,
    },
    /// No unit of the force lives.
    NobodyLeft {
        /// The force.
        force: Id,
    },
    /// A draft has the force in two places.
    InTwoPlaces {
        /// The force.
        force: Id,
        /// The places, by their names.
        names: (String, String),
    },
    /// A draft has an enemy in the same place.
    EnemyToo {
        /// The enemy.
        enemy: Id,
        /// The place, by its name.
        name: String,
    },
    /// A unit and the stack that it is to join stand in different places.
    Apart {
        /// The unit.
        unit: UnitId,
        /// Where it stands.
        at: Station,
        /// The stack.
        stack: StackId,
        /// Where that stands.
        there: Station,
    },
    /// An enemy stands there.
    EnemyThere {
        /// The force.
        force: Id,
        /// The enemy.
        enemy: Id,
        /// Where.
        at: Station,
    },
    /// No way that is open to the force leads from a place to the next.
    NoWay {
        /// The force.
        force: Id,
        /// The place.
        from: Spot,
        /// The next.
        to: Spot,
    },
    /// There is no objective in the place.
    NoObjective {
        /// The place.
        at: Spot,
    },
    /// The contact has another number than the next.
    ContactNumber {
        /// Its number.
        contact: u32,
        /// The next one.
        next: u32,
    },
    /// The two are on one side, in contact already, or do not both stand somewhere.
    NoMeeting {
        /// A force.
        first: Id,
        /// Another.
        second: Id,
    },
    /// No contact of that number stands.
    NoContact {
        /// The number.
        contact: u32,
    },
    /// A side can't have sighted the force: it is one of its own, or stands elsewhere.
    NotThere {
        /// The force.
        force: Id,
        /// Where it was sighted.
        at: Station,
    },
    /// A side can't have lost sight of a force that it did not see.
    NotInSight {
        /// The force.
        force: Id,
    },
    /// A force was not on the way to where it is said to have marched.
    OffWay {
        /// The force.
        force: Id,
    },
    /// A leg has not so many steps that a force could be there on its way.
    OffLeg {
        /// The place that it left.
        from: Spot,
        /// The next.
        to: Spot,
        /// The steps done.
        steps: u16,
        /// The steps it takes.
        length: u16,
    },
}
