//! The system clock.

#![allow(clippy::disallowed_methods, reason = "the only reader of the system clock")]

use jiff::{Timestamp, tz::TimeZone};
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

/// A time for people, in the zone of this machine: `2026-11-28 22:13 CET`. Files, reports and JSON have UTC.
pub fn local_text(time: Timestamp) -> String {
    let zone = TimeZone::try_system().unwrap_or(TimeZone::UTC);
    time.to_zoned(zone).strftime("%Y-%m-%d %H:%M %Z").to_string()
}
