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
pub struct Pace {
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
