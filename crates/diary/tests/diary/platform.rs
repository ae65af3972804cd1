//! Transient errors.

use std::io;
use wardiary_diary::diary::file::platform::retry_while;

#[test]
fn only_transient_errors_are_retried() {
    let fails = |times: u32, code: i32| {
        let mut tried = 0;
        let done = retry_while(&[5, 32], || {
            tried += 1;
            if tried <= times { Err(io::Error::from_raw_os_error(code)) } else { Ok(()) }
        });
        (tried, done.is_ok())
    };
    assert_eq!(fails(0, 5), (1, true));
    assert_eq!(fails(2, 32), (3, true));
    assert_eq!(fails(2, 5), (3, true));
    assert_eq!(fails(u32::MAX, 2), (1, false));
}
