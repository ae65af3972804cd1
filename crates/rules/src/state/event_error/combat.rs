//! SCRUD combats: why an event of them can't have happened.

use wardiary_base::id::UnitId;

/// Why an event of a SCRUD combat can't have happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CombatError {
    /// The battle has no open combat of that place.
    NotOpen {
        /// The place, from 0.
        combat: u16,
    },
    /// A line has no unit.
    EmptyLine,
    /// A unit of a line is not alive, or not in the battle for that side.
    NotInBattle {
        /// The unit.
        unit: UnitId,
    },
    /// A unit is of neither side of the combat, or in it already.
    CannotJoin {
        /// The unit.
        unit: UnitId,
    },
    /// No dice have been thrown that can be rerolled.
    NothingThrown,
    /// A reroll names a die that is not there.
    NoDie {
        /// Its place, from 0.
        die: u16,
    },
    /// A unit can't support the combat.
    CannotSupport {
        /// The unit.
        unit: UnitId,
    },
    /// A unit of a clash rolled no support die.
    NoSupportDie {
        /// The unit.
        unit: UnitId,
    },
}

impl CombatError {
    /// The field of the event that is to blame.
    pub(super) fn field(self) -> &'static str {
        match self {
            Self::NotOpen { .. } | Self::NothingThrown => "combat",
            Self::EmptyLine | Self::NotInBattle { .. } => "first",
            Self::CannotJoin { .. } | Self::CannotSupport { .. } => "units",
            Self::NoDie { .. } => "dice",
            Self::NoSupportDie { .. } => "clashes",
        }
    }
}
