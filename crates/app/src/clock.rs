//! The system clock.

#![allow(clippy::disallowed_methods, reason = "the only reader of the system clock")]

use jiff::Timestamp;
use std::time::SystemTime;
use wardiary_diary::error::UserError;

/// The current time. Fails if the clock is outside the range that an entry can hold.
pub fn now() -> Result<Timestamp, UserError> {
    to_timestamp(SystemTime::now())
}

pub fn to_timestamp(time: SystemTime) -> Result<Timestamp, UserError> {
    Timestamp::try_from(time).map_err(|_| {
        let failure = UserError::refused("this machine's clock is set beyond the year 9999, or too far in the past");
        failure.hint("correct it, and give the order again")
    })
}
