//! Errors in events of SCRUD combats.

use wardiary_base::id::UnitId;

/// Why an event of a SCRUD combat is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CombatError {
    /// The battle has no open combat with this index.
    NotOpen {
        combat: u16,
    },
    EmptyLine,
    /// A unit of a line is not alive, or not in the battle for that side.
    NotInBattle {
        unit: UnitId,
    },
    /// A unit is of neither side of the combat, or already in it.
    CannotJoin {
        unit: UnitId,
    },
    NothingThrown,
    /// A reroll names a die that does not exist.
    NoDie {
        /// Index in the order of the request.
        die: u16,
    },
    CannotSupport {
        unit: UnitId,
    },
    /// A unit in a clash rolled no support die.
    NoSupportDie {
        unit: UnitId,
    },
}

impl CombatError {
    /// The field of the event that is at fault.
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
