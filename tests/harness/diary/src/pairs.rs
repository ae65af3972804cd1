//! Pairs of random games that differ only in what Blue can't see: a distant war of Red and Green, the referee's notes
//! and rulings, staff work of the other sides, the seed, numbers, undo. Blue's view of both games must be identical.
//! Random choices derive from the number of the pair, so each run plays the same games.

mod chance;
mod country;
mod game;
mod orders;

pub use chance::HIDDEN_PREFIX;
pub use country::{EnemyKnowledge, FIRST_HIDDEN_NUMBER};
pub use game::{BLUE, Game, decide, pair, secret, watched_pair};
use std::ops::Range;

/// How much a pair with this number tells Blue of enemies that it fights. The kinds alternate.
pub fn enemy_knowledge(pair: usize) -> EnemyKnowledge {
    [EnemyKnowledge::Exact, EnemyKnowledge::Bands, EnemyKnowledge::Hidden][pair % 3]
}

/// The range of pairs of a long run: `PAIRS` sets their number (`500`) or a range (`500..1000`).
pub fn many() -> Range<usize> {
    let said = std::env::var("PAIRS").unwrap_or_else(|_| "2000".into());
    let (first, end) = said.split_once("..").unwrap_or(("0", &said));
    let [first, end] = [first, end].map(|number| number.parse().expect("PAIRS is a number, or two with .. between"));
    first..end
}

impl Game {
    /// Numbers that Blue can't know: strengths, ids, the seed.
    pub fn numbers(&self) -> Vec<String> {
        let state = self.diary.state();
        let others = state.units().iter().filter(|unit| unit.side != BLUE);
        let strengths = others.clone().flat_map(|unit| {
            [
                unit.strength_in_rules().now,
                unit.strength_in_rules().full,
                unit.edna_in_rules().now.into(),
                unit.edna_in_rules().full.into(),
            ]
        });
        let powers =
            others.clone().filter_map(|unit| unit.stats_in_rules()).flat_map(|stats| [stats.attack, stats.defense]);
        let strengths = strengths.chain(powers);
        let ids = others.map(|unit| unit.id.0).filter(|id| *id >= FIRST_HIDDEN_NUMBER);
        let numbers = strengths.filter(|number| *number > 99).map(|number| number.to_string());
        let seed = self.diary.header().seed.to_string();
        numbers.chain(ids.map(|id| id.to_string())).chain([seed]).collect()
    }
}

/// The words of a text that Blue can't know: one of these numbers, or a hidden word.
pub fn revealed_secret<'a>(numbers: &[String], text: &'a str) -> Option<&'a str> {
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    words.find(|word| word.contains(HIDDEN_PREFIX) || numbers.iter().any(|number| number == word))
}

/// The first line in which two texts differ, from both texts.
pub fn first_difference(one: &str, other: &str) -> Option<(String, String)> {
    let (mut one, mut other) = (one.lines(), other.lines());
    loop {
        match (one.next(), other.next()) {
            (None, None) => return None,
            (one, other) if one == other => {}
            (one, other) => return Some((one.unwrap_or_default().into(), other.unwrap_or_default().into())),
        }
    }
}
