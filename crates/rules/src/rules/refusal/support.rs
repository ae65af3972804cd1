//! Why units can't support a combat so.

use wardiary_base::id::{SideId, UnitId};

/// Why units can't support a combat so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SupportRefusal {
    /// The unit is named both among those who fight and as support.
    Fights {
        /// The unit.
        unit: UnitId,
    },
    /// All of a force support, and nobody fights.
    EmptyLine,
    /// The unit is named twice.
    Twice {
        /// The unit.
        unit: UnitId,
    },
    /// The unit has supported another combat in that phase.
    Elsewhere {
        /// The unit.
        unit: UnitId,
        /// The phase of the turn, from 1.
        phase: u8,
    },
    /// Counter-battery is declared against a gun that does not fire in this phase.
    SilentTarget {
        /// The gun.
        target: UnitId,
    },
    /// The unit is on the other side.
    OtherSide {
        /// The unit.
        unit: UnitId,
        /// The side that it would support.
        side: SideId,
    },
    /// Units of its troop type support nobody.
    NoRole {
        /// The unit.
        unit: UnitId,
    },
    /// The unit is in the line of a combat.
    InLine {
        /// The unit.
        unit: UnitId,
    },
    /// Only artillery fires counter-battery.
    NoGun {
        /// The unit.
        unit: UnitId,
        /// The target of its fire.
        target: UnitId,
    },
    /// Counter-battery is declared against somebody who is no enemy in the combat.
    NoEnemy {
        /// Who that is.
        target: UnitId,
    },
    /// Counter-battery is declared against something else than artillery.
    NoTarget {
        /// What that is.
        target: UnitId,
    },
}
