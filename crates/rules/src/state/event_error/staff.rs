//! Staff work: why an event of it can't have happened.

use wardiary_base::id::{Id, SideId};

/// Why an event of staff work can't have happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StaffError {
    /// A message, or written orders, have another number than the next.
    Number {
        /// Their number.
        number: u32,
        /// The next one.
        next: u32,
        /// The field of the event that has it.
        field: &'static str,
    },
    /// No message of that number waits to be delivered, or it is not due.
    NotDue {
        /// The number.
        message: u32,
    },
    /// No written orders of that number wait for an answer.
    NotWaiting {
        /// The number.
        number: u32,
    },
    /// No side is named.
    NoSide {
        /// The field of the event that should name one.
        field: &'static str,
    },
    /// A side that is named knows its own.
    Own {
        /// The side.
        side: SideId,
        /// What is its own.
        what: Id,
    },
}

impl StaffError {
    pub(super) fn field(self) -> &'static str {
        match self {
            Self::Number { field, .. } | Self::NoSide { field } => field,
            Self::NotDue { .. } => "message",
            Self::NotWaiting { .. } => "number",
            Self::Own { .. } => "what",
        }
    }
}
