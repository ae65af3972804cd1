//! The slow and obvious definition of the odds: every way in which the dice that the rules ask for can fall, each resolved
//! by the rules themselves. Everything faster is tested against this.

use super::{Case, Distribution, Monitor, OddsError};
use std::collections::BTreeMap;
use wardiary_base::{
    book::Rulebook,
    dice::{DiceRoll, Face, Origin, Request},
};
use wardiary_rules::rules::{Roll, Step, resolve_roll};

/// The most ways for the dice to fall that are ever worth trying out; it takes some seconds.
pub(crate) const MAX_WAYS: u64 = 4_000_000;
/// How many steps of exact work (see [`Cost`](super::Cost)) it takes to try one way.
pub(crate) const STEPS_A_WAY: u64 = 1000;

/// How many of all the equally likely ways lead to each case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ways {
    /// The ways that lead to each case.
    pub cases: BTreeMap<Case, u128>,
    /// All the ways.
    pub all: u128,
}

impl Ways {
    /// The same as probabilities.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "the quotient of two numbers below 2^53 is exact enough")]
    pub fn distribution(&self) -> Distribution<Case> {
        Distribution::collect(self.cases.iter().map(|(case, n)| (case.clone(), *n as f64 / self.all as f64)))
    }
}

/// Tries out every way for the dice of a roll to fall.
///
/// # Errors
/// Where there are more than `most` of them (endlessly many for the initiative, which is thrown again while it is
/// equal), or it was cancelled.
pub fn enumerate(book: &Rulebook, roll: &Roll, left: bool, most: u64, watch: Monitor) -> Result<Ways, OddsError> {
    let most = u128::from(most);
    let mut tree = RollTree { book, roll, left, most, watch, falls: Vec::new(), leaves: BTreeMap::new(), tried: 0 };
    tree.climb(1)?;
    // Where some ways need more dice than others, a way of few dice counts for all that could have followed.
    let all = tree.leaves.keys().map(|(ways, _)| *ways).try_fold(1, lcm).ok_or(OddsError::TooLarge)?;
    let mut cases = BTreeMap::new();
    for ((ways, case), n) in tree.leaves {
        *cases.entry(case).or_insert(0) += n.checked_mul(all / ways).ok_or(OddsError::TooLarge)?;
    }
    Ok(Ways { cases, all })
}

fn lcm(a: u128, b: u128) -> Option<u128> {
    let (mut gcd, mut rest) = (a, b);
    while rest > 0 {
        (gcd, rest) = (rest, gcd % rest);
    }
    (a / gcd).checked_mul(b)
}

/// The tree of all that can be rolled: a node asks for dice, and has a branch for each way in which they fall.
struct RollTree<'a> {
    book: &'a Rulebook,
    roll: &'a Roll,
    left: bool,
    most: u128,
    watch: Monitor<'a>,
    falls: Vec<DiceRoll>,
    /// For each case, and number of ways that its dice could have fallen, how often it came up.
    leaves: BTreeMap<(u128, Case), u128>,
    tried: u128,
}

impl RollTree<'_> {
    /// Tries all that can follow the dice so far, which are one of so many ways.
    fn climb(&mut self, ways: u128) -> Result<(), OddsError> {
        let step = resolve_roll(self.book, self.roll, &self.falls).expect("the dice are those that were asked for");
        let request = match step {
            Step::Done(outcome) => {
                self.tried += 1;
                self.watch.exact_goes_on()?;
                *self.leaves.entry((ways, Case::of(&outcome, self.left))).or_insert(0) += 1;
                return Ok(());
            }
            Step::NeedDice(request) => request,
        };
        let sides = request.dice.iter().map(|wanted| u128::from(wanted.die.sides()));
        let ways = sides.clone().try_fold(ways, u128::checked_mul).ok_or(OddsError::TooLarge)?;
        if ways > self.most || self.tried + sides.product::<u128>() > self.most {
            return Err(OddsError::TooLarge);
        }
        let mut faces: Vec<Face> = vec![1; request.dice.len()];
        loop {
            let who = request.dice.iter().map(|wanted| wanted.owner).collect();
            self.falls.push(DiceRoll { who, from: Origin::App(0), faces: faces.clone() });
            self.climb(ways)?;
            self.falls.pop();
            if !next(&mut faces, &request) {
                return Ok(());
            }
        }
    }
}

/// The next way for the dice to fall, counted up like a number; `false` after the last.
fn next(faces: &mut [Face], request: &Request) -> bool {
    for (face, wanted) in faces.iter_mut().zip(&request.dice) {
        if *face < wanted.die.sides() {
            *face += 1;
            return true;
        }
        *face = 1;
    }
    false
}
