//! What Blue can't see leaves no trace in what the program shows it. Pairs of random games differ only in that
//! ([`crate::harness::pairs`]); Blue's screens, what the command line tells it, completions and refusals are the same in both, to
//! the last byte. The diaries and shares of the same pairs are compared in `tests/core/secrets.rs`.
//!
//! By default nine pairs have their screens compared and three their calls; `cargo test --release -- --ignored` compares 2,000.

mod calls;
mod completed;
mod screens;

use crate::harness::pairs::{Game, fought, pair};

/// The games of a pair that have gone on for so long that most of what can be shown is in them.
fn games(number: usize) -> [Game; 2] {
    pair(number, 30, fought(number))
}
