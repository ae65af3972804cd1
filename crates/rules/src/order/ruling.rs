//! Parameters of rulings: how long they hold, and what wore a unit's EDNA.

use serde::{Deserialize, Serialize};

/// What wears a unit's EDNA outside a test. Source: RULES 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WearCause {
    /// Enemy fire that cost no Strength Point.
    Fire,
    /// A second change of orders in one turn.
    Manoeuvre,
}

/// How long a ruling on grades holds. Source: RULES 2.5.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Term {
    /// The unit's next phase of a combat.
    Phase,
    /// The unit's current combat, or else its next.
    Combat,
    #[default]
    ForGood,
}
