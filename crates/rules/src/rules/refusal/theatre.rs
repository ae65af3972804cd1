//! Refusals of orders in the theatre. Source: RULES 7.

use crate::state::Standstill;
use wardiary_base::{
    ground::Station,
    id::{BattleId, Id},
};

/// Why an order in the theatre is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TheatreRefusal {
    /// The force is not in the theatre.
    NoStation { force: Id },
    /// The force is already there.
    IsThere { force: Id },
    /// The force can't march.
    Still { force: Id, by: Standstill },
    /// The force is in a battle, and can't be put elsewhere.
    Fights { force: Id, battle: BattleId },
    /// The force has no marching orders.
    NoOrders { force: Id },
    /// No open contact has this number.
    NoContact { contact: u32 },
    /// The contact with this number is on an abandoned branch of the diary. The rules never return this: code that has
    /// the diary makes it of a [`TheatreRefusal::NoContact`].
    Undone {
        contact: u32,
        /// The number of the entry in which the contact was made.
        entry: u32,
    },
    /// The battle of a contact lacks one of the contact's forces.
    NotOfIt { contact: u32, force: Id },
    /// The force is not where the battle is fought.
    Elsewhere { force: Id, fought: Vec<Station> },
    /// The two are fighting each other in a battle.
    Fighting { first: Id, second: Id, battle: BattleId },
    /// The two are already in contact.
    InContact { contact: u32 },
}
