//! Hidden information leaves no trace in what the program shows Blue. The two games of a random pair differ only in
//! hidden information ([`wardiary_harness_diary::pairs`]), so Blue's screens, command line output, completions and
//! refusals are equal in both, to the last byte. The tests in `crates/report/tests/report/secrets.rs` compare the
//! diaries and shares of the same pairs.
//!
//! By default the tests compare a dozen pairs, or a hundred with `CASES=all`. Each pair covers all typed input, and its
//! own quarter of the screens and calls, so that three pairs cover each screen and call, and each screen appears at all
//! three sizes. `cargo test --release -- --ignored` compares 2,000 pairs with all screens and calls, which takes hours.
//! `PAIRS` sets the number of pairs (`500`) or a range (`500..1000`), and `PARTS` the number of parts, of which each
//! pair covers one.

mod calls;
mod completed;
mod handed_in;
mod planted;
mod screens;
mod unknown_numbers;

use wardiary_harness_diary::pairs::{Game, enemy_knowledge, pair};
use wardiary_harness_rules::case_sample::case_count;

/// The default number of pairs.
fn pairs() -> usize {
    case_count(12, 100)
}

/// Whether a pair covers the nth item of a list, if each pair covers one of several parts.
fn is_in_part(nth: usize, pair: usize, parts: usize) -> bool {
    (nth + pair).is_multiple_of(parts)
}

/// The number of parts in a long run. Each pair covers one part of the screens and calls.
fn parts() -> usize {
    std::env::var("PARTS").map_or(1, |parts| parts.parse().expect("PARTS is a number"))
}

/// The games of a pair after enough steps that they contain nearly everything the program can show.
fn games(number: usize) -> [Game; 2] {
    pair(number, 30, enemy_knowledge(number))
}
