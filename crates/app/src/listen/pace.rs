//! Since when the next byte of what was begun is waited for.
//!
//! A pasted text comes in bursts, over a slow line too. So somebody who presses keys, or holds one down, while a pasted
//! text has no end does not put off the time after which it is given up.

use std::time::{Duration, Instant};

/// What comes within that time came at once.
const AT_ONCE: Duration = Duration::from_millis(50);

/// More bytes at once than this are no keys that somebody presses.
const KEYS: usize = 8;

/// When bytes came.
#[derive(Debug)]
pub(super) struct Pace {
    since: Instant,
    /// When what now comes at once began to, and how many bytes of it have come.
    first: Instant,
    many: usize,
}

impl Pace {
    /// Nothing has come yet.
    pub fn from(now: Instant) -> Self {
        Self { since: now, first: now, many: 0 }
    }

    /// So many bytes came, as part of a pasted text or not.
    pub fn came(&mut self, many: usize, at: Instant, in_paste: bool) {
        if at > self.first + AT_ONCE {
            (self.first, self.many) = (at, 0);
        }
        self.many += many;
        if !in_paste || self.many > KEYS {
            self.since = at;
        }
    }

    /// Since when what comes next is waited for: since the last byte, or in a pasted text since the last burst.
    pub fn since(&self) -> Instant {
        self.since
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether bytes that come so many at a time, each so long after the ones before, go on with a pasted text for ever.
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
            // Esc or q, hammered; an arrow key held down; the longest keys, pressed.
            (1, 100, false),
            (1, 33, false),
            (3, 33, false),
            (8, 60, false),
            // A serial line of 9600 baud; packets of a line that stalls for long between them.
            (1, 1, true),
            (16, 17, true),
            (100, 400, true),
        ] {
            assert_eq!(goes_on(many, millis), so, "{many} bytes each {millis} ms");
        }
    }
}
