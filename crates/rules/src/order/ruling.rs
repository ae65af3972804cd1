//! What rulings say besides who they are about: for how long, and what has worn a unit's EDNA.

use serde::{Deserialize, Serialize};

/// What wears a unit's EDNA outside a test. Source: RULES 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WearCause {
    /// Enemy fire that took no Strength Point.
    Fire,
    /// A second change of orders in a turn.
    Manoeuvre,
}

/// For how long a ruling on grades holds. Source: RULES 2.5.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Term {
    /// The unit's next phase of a combat.
    Phase,
    /// The unit's next combat, or the one it is in.
    Combat,
    /// For good.
    #[default]
    ForGood,
}
