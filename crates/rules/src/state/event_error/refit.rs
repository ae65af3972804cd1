//! Errors in events between battles.

use wardiary_base::id::UnitId;

/// Why an event between battles is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefitError {
    /// A unit recovers something but is eliminated.
    Eliminated { unit: UnitId },
    /// A unit is rebuilt but is not eliminated.
    Alive { unit: UnitId },
    /// The rulebook has no such supply level.
    NoLevel {
        /// From 0, the best.
        to: u8,
    },
    /// A value after the event is not better than before.
    NotMore { field: &'static str },
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
