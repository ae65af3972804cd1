//! What all games together came to.

use super::{Ending, Outcome};
use crate::odds::Distribution;
use std::collections::BTreeMap;

/// What is counted of the games, in whole numbers.
pub(super) struct Tally {
    games: u64,
    drawn: u64,
    endings: BTreeMap<Ending, u64>,
    turns: BTreeMap<u32, u64>,
    orders: u64,
    sides: Vec<SideTally>,
}

#[derive(Clone, Default)]
struct SideTally {
    won: u64,
    exhausted: u64,
    strength: BTreeMap<u32, u64>,
    units: u64,
    objectives: u64,
}

/// What is told of the games.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// How many nobody won.
    pub drawn: u64,
    /// How many were broken off undecided.
    pub undecided: u64,
    /// How they ended, and how many so.
    pub endings: Vec<(Ending, u64)>,
    /// The turns they took.
    pub turns: Distribution<u32>,
    /// The orders given, in the mean.
    pub orders: f64,
    /// What is told of each side.
    pub sides: Vec<SideFigures>,
}

/// What is told of a side.
#[derive(Clone, Debug, PartialEq)]
pub struct SideFigures {
    /// How many games it won.
    pub won: u64,
    /// In how many it was exhausted.
    pub exhausted: u64,
    /// The Strength Points it lost.
    pub strength: Distribution<u32>,
    /// The units it lost, in the mean.
    pub units: f64,
    /// The objectives it held at the end, in the mean.
    pub objectives: f64,
}

impl Tally {
    pub fn new(sides: usize) -> Self {
        let sides = vec![SideTally::default(); sides];
        Self { games: 0, drawn: 0, endings: BTreeMap::new(), turns: BTreeMap::new(), orders: 0, sides }
    }

    pub fn games(&self) -> u64 {
        self.games
    }

    pub fn add(&mut self, outcome: &Outcome) {
        self.games += 1;
        *self.endings.entry(outcome.ending).or_insert(0) += 1;
        *self.turns.entry(outcome.turns).or_insert(0) += 1;
        self.orders += u64::from(outcome.orders);
        if outcome.winner.is_none() && outcome.ending != Ending::TooLong {
            self.drawn += 1;
        }
        for (at, (sum, side)) in self.sides.iter_mut().zip(&outcome.sides).enumerate() {
            sum.won += u64::from(outcome.winner == Some(at));
            sum.exhausted += u64::from(side.exhausted);
            *sum.strength.entry(side.strength).or_insert(0) += 1;
            sum.units += u64::from(side.units);
            sum.objectives += u64::from(side.objectives);
        }
    }

    pub fn told(self) -> Figures {
        let games = self.games;
        #[allow(clippy::cast_precision_loss, reason = "games are fewer than 2^53")]
        let share = |n: u64| n as f64 / games.max(1) as f64;
        let shares = |counts: BTreeMap<u32, u64>| Distribution::collect(counts.into_iter().map(|(n, k)| (n, share(k))));
        let sides = self.sides.into_iter().map(|side| SideFigures {
            won: side.won,
            exhausted: side.exhausted,
            strength: shares(side.strength),
            units: share(side.units),
            objectives: share(side.objectives),
        });
        Figures {
            drawn: self.drawn,
            undecided: self.endings.get(&Ending::TooLong).copied().unwrap_or(0),
            endings: self.endings.into_iter().collect(),
            turns: shares(self.turns),
            orders: share(self.orders),
            sides: sides.collect(),
        }
    }
}
