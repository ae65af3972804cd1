//! Tracks when the current sequence last made progress, for its timeout.
//!
//! A paste arrives in bursts, even over a slow line. Key presses during an unfinished paste, including a key held down,
//! therefore do not extend its timeout.

use super::MAX_BURST_KEYS;
use std::time::{Duration, Instant};

/// Bytes within this time belong to one burst.
const BURST: Duration = Duration::from_millis(50);

#[derive(Debug)]
pub struct EscapeTimeout {
    start: Instant,
    /// The start of the current burst, and its number of bytes.
    burst_start: Instant,
    burst_bytes: usize,
}

impl EscapeTimeout {
    pub fn new(now: Instant) -> Self {
        Self { start: now, burst_start: now, burst_bytes: 0 }
    }

    pub fn record(&mut self, many: usize, at: Instant, in_paste: bool) {
        if at > self.burst_start + BURST {
            (self.burst_start, self.burst_bytes) = (at, 0);
        }
        self.burst_bytes += many;
        if !in_paste || self.burst_bytes > MAX_BURST_KEYS {
            self.start = at;
        }
    }

    /// Start of the timeout: the last byte, or during a paste the last burst.
    pub fn start(&self) -> Instant {
        self.start
    }
}
