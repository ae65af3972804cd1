//! Between battles: why an event can't have happened.

use wardiary_base::id::UnitId;

/// Why an event between battles can't have happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefitError {
    /// A unit that is eliminated is said to have got something back.
    Eliminated {
        /// The unit.
        unit: UnitId,
    },
    /// A unit that is there is said to have been rebuilt.
    Alive {
        /// The unit.
        unit: UnitId,
    },
    /// The rulebook has no such level of supply.
    NoLevel {
        /// Its number, from 0.
        to: u8,
    },
    /// A number after the event is not better than before.
    NotMore {
        /// The field that says so.
        field: &'static str,
    },
}

impl RefitError {
    pub(super) fn field(self) -> &'static str {
        match self {
            Self::Eliminated { .. } | Self::Alive { .. } => "unit",
            Self::NoLevel { .. } => "to",
            Self::NotMore { field } => field,
        }
    }
}
