//! Refusals of orders in the theatre. Source: RULES 7.

use crate::state::Standstill;
use wardiary_base::{
    ground::Station,
    id::{BattleId, Id},
};

/// Why an order in the theatre is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TheatreRefusal {
    /// The force stands nowhere.
    NoStation {
        /// The force.
        force: Id,
    },
    /// The force is where it is to go.
    IsThere {
        /// The force.
        force: Id,
    },
    /// The force makes no step in a part.
    Still {
        /// The force.
        force: Id,
        /// What holds it.
        by: Standstill,
    },
    /// The force fights where it stands, and can't be put elsewhere.
    Fights {
        /// The force.
        force: Id,
        /// The battle.
        battle: BattleId,
    },
    /// The force is under no orders.
    NoOrders {
        /// The force.
        force: Id,
    },
    /// No contact of that number stands.
    NoContact {
        /// The number.
        contact: u32,
    },
    /// The contact of that number came about on another way through the diary. The rules know nothing of that: whoever has the
    /// diary makes this of a [`TheatreRefusal::NoContact`].
    Undone {
        /// The number.
        contact: u32,
        /// The entry by which it came about, by its number.
        entry: u32,
    },
    /// A battle that is to come of a contact is without one of its forces.
    NotOfIt {
        /// The contact's number.
        contact: u32,
        /// The force.
        force: Id,
    },
    /// The force stands elsewhere than where the battle is fought.
    Elsewhere {
        /// The force.
        force: Id,
        /// Where it is fought.
        fought: Vec<Station>,
    },
    /// The two fight each other in a battle.
    Fighting {
        /// A force.
        first: Id,
        /// The other.
        second: Id,
        /// The battle.
        battle: BattleId,
    },
    /// The two are in contact already.
    InContact {
        /// The contact's number.
        contact: u32,
    },
}
