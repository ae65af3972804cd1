//! Refusals of support for a combat.

use wardiary_base::id::{SideId, UnitId};

/// Why units can't support a combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SupportRefusal {
    /// The unit is named both as a fighter and as support.
    Fights {
        unit: UnitId,
    },
    /// All units of a force support, and none fights.
    EmptyLine,
    Twice {
        unit: UnitId,
    },
    /// The unit has supported another combat in that phase.
    Elsewhere {
        unit: UnitId,
        /// From 1.
        phase: u8,
    },
    /// The gun that counter-battery is declared against does not fire in this phase.
    SilentTarget {
        target: UnitId,
    },
    OtherSide {
        unit: UnitId,
        side: SideId,
    },
    /// Units of its troop type can't support.
    NoRole {
        unit: UnitId,
    },
    /// The unit is in the line of a combat.
    InLine {
        unit: UnitId,
    },
    /// Only artillery fires counter-battery.
    NoGun {
        unit: UnitId,
        target: UnitId,
    },
    /// The target of counter-battery is not an enemy in the combat.
    NoEnemy {
        target: UnitId,
    },
    /// The target of counter-battery is not artillery.
    NoTarget {
        target: UnitId,
    },
}
