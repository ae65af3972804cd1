//! Refusals of orders for a unit's strength, EDNA or grade.

use wardiary_base::{book::Grade, id::UnitId};

/// Why an order for a unit's strength, EDNA or grade is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitRefusal {
    /// The unit can't lose or regain that many Strength Points.
    Strength { unit: UnitId, now: u16, full: u16, points: u16, change: StrengthChange },
    /// The unit's EDNA can't change by that much.
    Edna {
        unit: UnitId,
        now: u8,
        full: u8,
        /// Negative if the EDNA would fall.
        by: i16,
    },
    /// The unit has failed no EDNA test, or something else has happened since.
    NothingFailed { unit: UnitId },
    /// The unit's failed test has been rerolled as often as the rulebook allows.
    NoRetest {
        unit: UnitId,
        /// The rulebook's limit.
        most: u8,
    },
    /// The rulebook's wear for this is 0.
    NoWear,
    /// The unit is at the end of the ladder of grades.
    LadderEnds { unit: UnitId, grade: Grade },
    /// Every one of several units is at the end of the ladder of grades.
    LadderEndsForAll { grade: Grade },
}

/// A change of Strength Points by order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrengthChange {
    Lost,
    Restored,
}
