//! EDNA tests: one, several in a row, and the expected number until a unit is ineffective. Source: RULES 1.
//!
//! The EDNA after a test depends only on the EDNA before it, so consecutive tests are a Markov chain over the numbers 0
//! to 200.

use super::Distribution;
use crate::odds::sum;
use wardiary_base::{
    book::{Edna, EqualRoll},
    dice::Dice,
};

/// One test: whether the unit acts, and its EDNA afterwards. A unit at 0 is not tested and does not act.
pub fn single_test(rules: &Edna, edna: u8) -> Distribution<(bool, u8)> {
    test_distribution(rules, &sum::total(rules.dice, 0), edna)
}

/// Consecutive tests: the number in which the unit acts, and its EDNA after the last.
pub fn consecutive_tests(rules: &Edna, edna: u8, times: u8) -> Distribution<(u8, u8)> {
    let table = TestTable::new(rules, edna);
    let mut now = Distribution::collect([((0, edna), 1.0)]);
    for _ in 0..times {
        let after = now.iter().flat_map(|((acted, edna), p)| {
            table.outcomes_from(*edna).iter().map(move |((acts, to), q)| ((acted + u8::from(*acts), *to), p * q))
        });
        now = Distribution::collect(after);
    }
    now
}

/// The mean number of tests until a unit is ineffective; infinite if that may never happen.
///
/// If a test leaves the EDNA unchanged with chance s, it takes 1 ÷ (1 − s) tests on average to change it, plus the mean
/// number of tests from the new value. An EDNA that no total exceeds never changes.
pub fn tests_until_spent(rules: &Edna, edna: u8) -> f64 {
    let table = TestTable::new(rules, edna);
    let mut mean = vec![0.0; usize::from(edna) + 1];
    for at in 1..=edna {
        let (mut stays, mut later) = (0.0, 0.0);
        let mut leaves = false;
        for ((_, to), p) in table.outcomes_from(at).iter() {
            if *to == at {
                stays += p;
            } else {
                leaves = true;
                later += p * mean[usize::from(*to)];
            }
        }
        mean[usize::from(at)] = if leaves { (1.0 + later) / (1.0 - stays) } else { f64::INFINITY };
    }
    mean[usize::from(edna)]
}

/// The book's EDNA rules, with the dice of the roll if it names any.
pub(crate) fn rules_with(book: &Edna, dice: Option<Dice>) -> Edna {
    Edna { dice: dice.unwrap_or(book.dice), ..book.clone() }
}

fn test_distribution(rules: &Edna, totals: &Distribution<i32>, edna: u8) -> Distribution<(bool, u8)> {
    if edna == 0 {
        return Distribution::collect([((false, 0), 1.0)]);
    }
    Distribution::collect(totals.iter().map(|(total, p)| (test_outcome(rules, edna, *total), p)))
}

fn test_outcome(rules: &Edna, edna: u8, total: i32) -> (bool, u8) {
    let before = i32::from(edna);
    let acts = total < before || (total == before && rules.equal == EqualRoll::Acts);
    let after = (before - (total - before).max(0)).max(0);
    (acts, u8::try_from(after).expect("between 0 and what it was"))
}

/// The outcome distribution of one test for each EDNA value.
struct TestTable(Vec<Distribution<(bool, u8)>>);

impl TestTable {
    fn new(rules: &Edna, start: u8) -> Self {
        let totals = sum::total(rules.dice, 0);
        Self((0..=start).map(|edna| test_distribution(rules, &totals, edna)).collect())
    }

    fn outcomes_from(&self, edna: u8) -> &Distribution<(bool, u8)> {
        &self.0[usize::from(edna)]
    }
}
