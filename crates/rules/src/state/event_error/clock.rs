//! The campaign's clock: why an event of it can't have happened.

use wardiary_base::book::Moment;

/// Why an event of the campaign's clock can't have happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockError {
    /// The clock has no such moment.
    NoMoment {
        /// The moment.
        moment: Moment,
        /// The field of the event that names it.
        field: &'static str,
    },
    /// Time goes back, or stands.
    NotLater {
        /// The moment after the event.
        to: Moment,
    },
    /// What is scheduled has another number than the next.
    Number {
        /// Its number.
        item: u32,
        /// The next one.
        next: u32,
    },
    /// Nothing with that number is waiting.
    NotScheduled {
        /// The number.
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
