//! Refusals of orders between battles. Source: RULES 7.

use crate::{
    order::{Gains, Verb},
    rules::refit::Trace,
};
use wardiary_base::id::{BattleId, Id, UnitId};

/// Why an order between battles is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefitRefusal {
    /// The rulebook gives nothing of the kind.
    NoRule {
        /// What is asked for.
        verb: Verb,
    },
    /// The unit is in a battle that is not over.
    InBattle {
        /// The unit.
        unit: UnitId,
        /// The battle.
        battle: BattleId,
        /// What is asked for.
        verb: Verb,
    },
    /// It is not due to the unit yet.
    NotDue {
        /// The unit.
        unit: UnitId,
        /// What is asked for.
        verb: Verb,
    },
    /// The unit lacks nothing that it could get so.
    NothingLacks {
        /// The unit.
        unit: UnitId,
        /// What is asked for.
        verb: Verb,
    },
    /// Nobody of several units can get anything.
    Nobody {
        /// What is asked for.
        verb: Verb,
    },
    /// An amount is said of several units at once.
    SeveralUnits {
        /// How many they are.
        units: usize,
        /// What is asked for.
        verb: Verb,
    },
    /// The unit that is to be rebuilt is there.
    Alive {
        /// The unit.
        unit: UnitId,
    },
    /// The rulebook has no level of supply of that name.
    NoLevel {
        /// Whose it is to be.
        who: Id,
    },
    /// By the tracing it is another level.
    OtherLevel {
        /// Whose.
        who: Id,
        /// The level that the rulebook gives.
        gives: u8,
        /// What the tracing comes to.
        trace: Trace,
    },
    /// There is nothing to trace: the unit stands nowhere in a theatre, or its side has no source.
    NotTraced {
        /// The unit.
        unit: UnitId,
    },
    /// At its level of supply the unit gets nothing.
    Unsupplied {
        /// The unit.
        unit: UnitId,
        /// What is asked for.
        verb: Verb,
    },
    /// No pool of the rulebook is for such a unit.
    NoPool {
        /// The unit.
        unit: UnitId,
    },
    /// There is less in the pool.
    PoolShort {
        /// The unit.
        unit: UnitId,
        /// The pool, by its place in the rulebook.
        pool: usize,
        /// What is left in it.
        left: u16,
        /// What was asked for.
        points: u16,
    },
    /// It is more than the rulebook gives.
    BeyondRule {
        /// The unit.
        unit: UnitId,
        /// What the rulebook gives.
        gives: Gains,
    },
    /// A ruling does not say how much, and the rulebook gives nothing.
    HowMuch {
        /// The unit.
        unit: UnitId,
        /// What it lacks.
        lacks: Gains,
        /// What is asked for.
        verb: Verb,
    },
    /// It is more than the unit lacks.
    BeyondFull {
        /// The unit.
        unit: UnitId,
        /// What it lacks, or in rebuilding its full strength.
        lacks: Gains,
        /// What is asked for.
        verb: Verb,
    },
}
