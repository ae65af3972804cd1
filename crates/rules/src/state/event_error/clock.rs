//! Errors in events of the campaign's clock.

use wardiary_base::book::Moment;

/// Why an event of the campaign's clock is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockError {
    NoMoment {
        moment: Moment,
        field: &'static str,
    },
    /// The time does not advance.
    NotLater {
        to: Moment,
    },
    /// A scheduled item does not have the next number.
    Number {
        item: u32,
        next: u32,
    },
    /// No item with this number is waiting.
    NotScheduled {
        item: u32,
    },
}

impl ClockError {
    pub(super) fn field(self) -> &'static str {
        match self {
            Self::NoMoment { field, .. } => field,
            Self::NotLater { .. } => "to",
            Self::Number { .. } | Self::NotScheduled { .. } => "item",
        }
    }
}
