//! The clock of the program.

use jiff::Timestamp;
use std::time::{Duration, SystemTime};
use wardiary_app::clock::{at, now};

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
