//! Input that is too fast to be typed.

use std::time::{Duration, Instant};
use wardiary_app::parts::EscapeTimeout;

/// Whether bytes in chunks of this size and interval extend a paste for ever.
fn goes_on(many: usize, millis: u64) -> bool {
    let begun = Instant::now();
    let mut pace = EscapeTimeout::new(begun);
    pace.record(6, begun, false);
    let times = 3_000 / millis;
    let mut at = begun;
    for _ in 0..times {
        at += Duration::from_millis(millis);
        pace.record(many, at, true);
    }
    at.duration_since(pace.start()) < Duration::from_millis(500)
}

#[test]
fn keys_do_not_go_on_with_a_pasted_text() {
    for (many, millis, so) in [
        // Esc or q pressed repeatedly; an arrow key held down; the longest key sequences.
        (1, 100, false),
        (1, 33, false),
        (3, 33, false),
        (8, 60, false),
        // A serial line at 9600 baud; packets of a stalling line.
        (1, 1, true),
        (16, 17, true),
        (100, 400, true),
    ] {
        assert_eq!(goes_on(many, millis), so, "{many} bytes each {millis} ms");
    }
}
