//! Refusals of orders between battles. Source: RULES 7.

use crate::{
    order::{Gains, Verb},
    rules::refit::Trace,
};
use wardiary_base::id::{BattleId, Id, UnitId};

/// Why an order between battles is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefitRefusal {
    /// The rulebook has no rule for it.
    NoRule {
        verb: Verb,
    },
    InBattle {
        unit: UnitId,
        battle: BattleId,
        verb: Verb,
    },
    NotDue {
        unit: UnitId,
        verb: Verb,
    },
    /// The unit lacks nothing that the order could restore.
    NothingLacks {
        unit: UnitId,
        verb: Verb,
    },
    /// None of several units can get anything.
    Nobody {
        verb: Verb,
    },
    /// An amount must be for one unit, but the order names several.
    SeveralUnits {
        units: usize,
        verb: Verb,
    },
    /// The unit can't be rebuilt, since it is not eliminated.
    Alive {
        unit: UnitId,
    },
    /// The rulebook has no such supply level.
    NoLevel {
        who: Id,
    },
    /// Tracing gives another supply level.
    OtherLevel {
        who: Id,
        /// The traced level.
        gives: u8,
        trace: Trace,
    },
    /// Supply can't be traced: the unit is not in a theatre, or its side has no source.
    NotTraced {
        unit: UnitId,
    },
    /// At its supply level the unit gets nothing.
    Unsupplied {
        unit: UnitId,
        verb: Verb,
    },
    /// No pool of the rulebook is for this unit.
    NoPool {
        unit: UnitId,
    },
    /// The pool holds less than was asked for.
    PoolShort {
        unit: UnitId,
        /// The pool's index in the rulebook.
        pool: usize,
        left: u16,
        points: u16,
    },
    /// The order asks for more than the rulebook gives.
    BeyondRule {
        unit: UnitId,
        gives: Gains,
    },
    /// A ruling must say how much if the rulebook gives nothing.
    HowMuch {
        unit: UnitId,
        lacks: Gains,
        verb: Verb,
    },
    /// The order asks for more than the unit lacks.
    BeyondFull {
        unit: UnitId,
        /// What the unit lacks; in rebuilding, its full strength.
        lacks: Gains,
        verb: Verb,
    },
}
