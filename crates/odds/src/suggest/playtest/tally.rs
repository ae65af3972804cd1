//! Totals of all games.

use super::{Ending, GameOutcome};
use crate::odds::Distribution;
use std::collections::BTreeMap;

pub(super) struct GameTally {
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

#[derive(Clone, Debug, PartialEq)]
pub struct PlaytestFigures {
    pub drawn: u64,
    pub undecided: u64,
    pub endings: Vec<(Ending, u64)>,
    pub turns: Distribution<u32>,
    pub orders: f64,
    pub sides: Vec<SideFigures>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SideFigures {
    pub won: u64,
    pub exhausted: u64,
    pub strength: Distribution<u32>,
    pub units: f64,
    pub objectives: f64,
}

impl GameTally {
    pub fn new(sides: usize) -> Self {
        let sides = vec![SideTally::default(); sides];
        Self { games: 0, drawn: 0, endings: BTreeMap::new(), turns: BTreeMap::new(), orders: 0, sides }
    }

    pub fn games(&self) -> u64 {
        self.games
    }

    pub fn add(&mut self, outcome: &GameOutcome) {
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

    pub fn into_figures(self) -> PlaytestFigures {
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
        PlaytestFigures {
            drawn: self.drawn,
            undecided: self.endings.get(&Ending::TooLong).copied().unwrap_or(0),
            endings: self.endings.into_iter().collect(),
            turns: shares(self.turns),
            orders: share(self.orders),
            sides: sides.collect(),
        }
    }
}
