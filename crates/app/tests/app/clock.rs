//! The clock of the program.

use jiff::Timestamp;
use std::time::{Duration, SystemTime};
use wardiary_app::clock::{now, to_timestamp};

#[test]
fn a_clock_past_its_range_is_an_error() {
    let seconds = |n: i64| {
        let far = Duration::from_secs(n.unsigned_abs());
        let time =
            if n < 0 { SystemTime::UNIX_EPOCH.checked_sub(far) } else { SystemTime::UNIX_EPOCH.checked_add(far) };
        time.expect("this machine knows the time")
    };
    let last = Timestamp::MAX.as_second();
    assert!(
        to_timestamp(seconds(last)).is_ok()
            && to_timestamp(seconds(last + 1)).is_err()
            && to_timestamp(seconds(1 << 40)).is_err()
    );
    assert!(to_timestamp(seconds(Timestamp::MIN.as_second() - 1)).is_err());
    assert!(now().is_ok());
}
