//! Errors in events of staff work.

use wardiary_base::id::{Id, SideId};

/// Why an event of staff work is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StaffError {
    /// A message, or written orders, do not have the next number.
    Number {
        number: u32,
        next: u32,
        field: &'static str,
    },
    /// No message with this number waits for delivery, or it is not due.
    NotDue {
        message: u32,
    },
    /// No written orders with this number wait for an answer.
    NotWaiting {
        number: u32,
    },
    NoSide {
        field: &'static str,
    },
    /// A ruling names a side that knows the thing as its own.
    Own {
        side: SideId,
        /// The thing that is its own.
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
