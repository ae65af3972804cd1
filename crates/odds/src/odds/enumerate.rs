//! The slow reference implementation of the odds: resolves every possible roll by the rules themselves. All faster
//! methods are tested against it.

use super::{Case, Distribution, Monitor, OddsError};
use std::collections::BTreeMap;
use wardiary_base::{
    book::Rulebook,
    dice::{DiceRoll, Face, Origin, Request},
};
use wardiary_rules::rules::{Roll, Step, resolve_roll};

/// Maximum number of rolls to enumerate; takes some seconds.
pub(crate) const MAX_ROLLS: u64 = 4_000_000;
/// Steps of exact work per roll (see [`Cost`](super::Cost)).
pub(crate) const STEPS_PER_ROLL: u64 = 1000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RollCounts {
    pub cases: BTreeMap<Case, u128>,
    pub total: u128,
}

impl RollCounts {
    #[allow(clippy::cast_precision_loss, reason = "both numbers are below 2^53")]
    pub fn distribution(&self) -> Distribution<Case> {
        Distribution::collect(self.cases.iter().map(|(case, n)| (case.clone(), *n as f64 / self.total as f64)))
    }
}

/// Enumerates every possible roll. Fails if there are more than `most` (initiative has no limit, since ties are rolled
/// again), or the work was cancelled.
pub fn enumerate(book: &Rulebook, roll: &Roll, left: bool, most: u64, watch: Monitor) -> Result<RollCounts, OddsError> {
    let most = u128::from(most);
    let mut tree =
        RollTree { book, roll, survivors: left, most, watch, rolls: Vec::new(), leaves: BTreeMap::new(), tried: 0 };
    tree.explore(1)?;
    // If some branches need more dice than others, a shorter branch counts for all its possible continuations.
    let all = tree.leaves.keys().map(|(ways, _)| *ways).try_fold(1, lcm).ok_or(OddsError::TooLarge)?;
    let mut cases = BTreeMap::new();
    for ((ways, case), n) in tree.leaves {
        *cases.entry(case).or_insert(0) += n.checked_mul(all / ways).ok_or(OddsError::TooLarge)?;
    }
    Ok(RollCounts { cases, total: all })
}

fn lcm(a: u128, b: u128) -> Option<u128> {
    let (mut gcd, mut rest) = (a, b);
    while rest > 0 {
        (gcd, rest) = (rest, gcd % rest);
    }
    (a / gcd).checked_mul(b)
}

/// The tree of possible rolls: a node asks for dice and has a branch for each roll of them.
struct RollTree<'a> {
    book: &'a Rulebook,
    roll: &'a Roll,
    survivors: bool,
    most: u128,
    watch: Monitor<'a>,
    rolls: Vec<DiceRoll>,
    /// Occurrences by number of possible rolls (of the dice on the branch) and case.
    leaves: BTreeMap<(u128, Case), u128>,
    tried: u128,
}

impl RollTree<'_> {
    /// Explores everything after the dice so far, which are one of `ways` possible rolls.
    fn explore(&mut self, ways: u128) -> Result<(), OddsError> {
        let step = resolve_roll(self.book, self.roll, &self.rolls).expect("the dice are those that were asked for");
        let request = match step {
            Step::Done(outcome) => {
                self.tried += 1;
                self.watch.check_exact()?;
                *self.leaves.entry((ways, Case::from_outcome(&outcome, self.survivors))).or_insert(0) += 1;
                return Ok(());
            }
            Step::NeedDice(request) => request,
        };
        let sides = request.dice.iter().map(|wanted| u128::from(wanted.die.sides()));
        let ways = sides.clone().try_fold(ways, u128::checked_mul).ok_or(OddsError::TooLarge)?;
        fail_if!(ways > self.most || self.tried + sides.product::<u128>() > self.most, OddsError::TooLarge);
        let mut faces: Vec<Face> = vec![1; request.dice.len()];
        loop {
            let who = request.dice.iter().map(|wanted| wanted.owner).collect();
            self.rolls.push(DiceRoll { who, from: Origin::App(0), faces: faces.clone() });
            self.explore(ways)?;
            self.rolls.pop();
            if !next_roll(&mut faces, &request) {
                return Ok(());
            }
        }
    }
}

/// Advances to the next roll, like an odometer; `false` after the last.
fn next_roll(faces: &mut [Face], request: &Request) -> bool {
    for (face, wanted) in faces.iter_mut().zip(&request.dice) {
        if *face < wanted.die.sides() {
            *face += 1;
            return true;
        }
        *face = 1;
    }
    false
}
