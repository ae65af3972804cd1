//! What Blue can't see leaves no trace in what the program shows it. Pairs of random games differ only in that
//! ([`wardiary_harness_diary::pairs`]); Blue's screens, what the command line tells it, completions and refusals are the same in both, to
//! the last byte. The diaries and shares of the same pairs are compared in `crates/report/tests/report/secrets.rs`.
//!
//! By default a dozen pairs are compared (a hundred where `CASES` is `all`), each in what may be typed and in its own quarter of
//! the screens and calls, so that each of these is compared in three pairs, and each screen at all of three sizes;
//! `cargo test --release -- --ignored` compares
//! 2,000, or those that `PAIRS` says (`500`, or `500..1000` of them), each in all of it, which takes hours, or in one of so many
//! parts as `PARTS` says.

mod calls;
mod completed;
mod planted;
mod screens;
mod told;

use std::ops::Range;
use wardiary_harness_diary::pairs::{Game, enemy_knowledge, pair};
use wardiary_harness_rules::case_sample::case_count;

/// So many pairs are compared by default.
fn pairs() -> usize {
    case_count(12, 100)
}

/// Whether what is the nth of its kind is compared in a pair, where each pair has one part of so many.
fn is_in_part(nth: usize, pair: usize, parts: usize) -> bool {
    (nth + pair).is_multiple_of(parts)
}

/// How many parts a long run makes of the screens and calls, of which each pair is compared in one.
fn parts() -> usize {
    std::env::var("PARTS").map_or(1, |parts| parts.parse().expect("PARTS is a number"))
}

/// Which pairs a long run compares: all, or a part of them at a time.
fn many() -> Range<usize> {
    let said = std::env::var("PAIRS").unwrap_or_else(|_| "2000".into());
    let (first, end) = said.split_once("..").unwrap_or(("0", &said));
    let [first, end] = [first, end].map(|number| number.parse().expect("PAIRS is a number, or two with .. between"));
    first..end
}

/// The games of a pair that have gone on for so long that most of what can be shown is in them.
fn games(number: usize) -> [Game; 2] {
    pair(number, 30, enemy_knowledge(number))
}
