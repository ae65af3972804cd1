//! Why an order for a unit's strength, EDNA or grade is refused.

use wardiary_base::{book::Grade, id::UnitId};

/// Why an order for a unit's strength, EDNA or grade is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitRefusal {
    /// The unit can't lose, or can't be given back, so many Strength Points.
    Strength {
        /// The unit.
        unit: UnitId,
        /// The Strength Points it has.
        now: u16,
        /// The Strength Points it had at first.
        full: u16,
        /// How many are to be lost or restored.
        points: u16,
        /// Which of the two.
        change: StrengthChange,
    },
    /// The unit's EDNA can't change by so much.
    Edna {
        /// The unit.
        unit: UnitId,
        /// The EDNA it has.
        now: u8,
        /// The EDNA it had at first.
        full: u8,
        /// The change; negative where it would fall.
        by: i16,
    },
    /// The unit has failed no EDNA test, or something else has happened since.
    NothingFailed {
        /// The unit.
        unit: UnitId,
    },
    /// The unit's test has been thrown again as often as the rulebook has it.
    NoRetest {
        /// The unit.
        unit: UnitId,
        /// How often that is.
        most: u8,
    },
    /// The rulebook's wear for that is 0.
    NoWear,
    /// The unit stands on the last grade of the ladder.
    LadderEnds {
        /// The unit.
        unit: UnitId,
        /// Its grade.
        grade: Grade,
    },
    /// All of several units stand at the end of the ladder of grades.
    LadderEndsForAll {
        /// Their grade.
        grade: Grade,
    },
}

/// What Strength Points may do by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrengthChange {
    /// They are lost.
    Lost,
    /// They are given back.
    Restored,
}
