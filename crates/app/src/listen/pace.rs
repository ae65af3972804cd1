//! Tracks when the current sequence last made progress, for its timeout.
//!
//! A paste arrives in bursts, even over a slow line. Key presses during an unfinished paste, including a key held down,
//! therefore do not extend its timeout.

use std::time::{Duration, Instant};

/// Bytes within this time belong to one burst.
const AT_ONCE: Duration = Duration::from_millis(50);

/// More bytes than this in one burst can't be key presses.
const KEYS: usize = 8;

#[derive(Debug)]
pub(super) struct Pace {
    since: Instant,
    /// The start of the current burst, and its number of bytes.
    first: Instant,
    many: usize,
}

impl Pace {
    pub fn from(now: Instant) -> Self {
        Self { since: now, first: now, many: 0 }
    }

    /// Records that `many` bytes arrived, as part of a paste or not.
    pub fn came(&mut self, many: usize, at: Instant, in_paste: bool) {
        if at > self.first + AT_ONCE {
            (self.first, self.many) = (at, 0);
        }
        self.many += many;
        if !in_paste || self.many > KEYS {
            self.since = at;
        }
    }

    /// Start of the timeout: the last byte, or during a paste the last burst.
    pub fn since(&self) -> Instant {
        self.since
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether bytes in chunks of this size and interval extend a paste for ever.
    fn goes_on(many: usize, millis: u64) -> bool {
        let begun = Instant::now();
        let mut pace = Pace::from(begun);
        pace.came(6, begun, false);
        let times = 3_000 / millis;
        let mut at = begun;
        for _ in 0..times {
            at += Duration::from_millis(millis);
            pace.came(many, at, true);
        }
        at.duration_since(pace.since()) < Duration::from_millis(500)
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
}
