//! The system clock.

#![allow(clippy::disallowed_methods, reason = "the clock of the program")]

use jiff::Timestamp;
use std::time::SystemTime;
use wardiary_diary::error::UserError;

/// The current time.
///
/// # Errors
/// Fails if the machine's clock is outside the range that an entry can hold.
pub fn now() -> Result<Timestamp, UserError> {
    at(SystemTime::now())
}

fn at(time: SystemTime) -> Result<Timestamp, UserError> {
    Timestamp::try_from(time).map_err(|_| {
        let failure = UserError::refused("this machine's clock stands beyond the year 9999, or as far back");
        failure.hint("set it right, and give the order again")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_clock_past_its_range_is_an_error() {
        let seconds = |n: i64| {
            let far = Duration::from_secs(n.unsigned_abs());
            let time =
                if n < 0 { SystemTime::UNIX_EPOCH.checked_sub(far) } else { SystemTime::UNIX_EPOCH.checked_add(far) };
            time.expect("this machine knows the time")
        };
        let last = Timestamp::MAX.as_second();
        assert!(at(seconds(last)).is_ok() && at(seconds(last + 1)).is_err() && at(seconds(1 << 40)).is_err());
        assert!(at(seconds(Timestamp::MIN.as_second() - 1)).is_err());
        assert!(now().is_ok());
    }
}
