//! A scenario played many times over, all sides following the policy: who wins how often, at what cost, how it ends.
//! Source: RULES 8.
//!
//! Each game has a stream of dice of its own, by the seed and its number, so the same seed has the same games on however
//! many cores. A side goes through its proposals, the best first and one order to each unit, then looks again; when nothing
//! is worth an order any more it hands the turn on.
//!
//! **Who wins**: a side that can fight on, where all others can't: they are exhausted, or have nobody left who does as he is
//! told. Where several can, or none, whoever holds most objectives; else whoever lost a clearly smaller share of his Strength
//! Points; else nobody. A battle that is broken off at the last
//! turn is not decided.

mod game;
mod tally;

pub use tally::{Figures, SideFigures};

use super::Memo;
use crate::odds::Monitor;
use game::Game;
use rayon::prelude::*;
use std::sync::{
    Mutex,
    atomic::{AtomicBool, AtomicU32, Ordering},
};
use tally::Tally;
use wardiary_base::{
    book::Mechanism,
    id::{BattleId, SideId},
};
use wardiary_rules::state::State;

/// The most orders of one game.
pub const MOST_ORDERS: u32 = 20_000;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// A side had no units left.
    NoneLeft,
    /// All sides were exhausted.
    AllExhausted,
    /// A side that could not fight on gave the battle up.
    GivenUp,
    /// No side could fight on, and nothing in the rules ends the battle then.
    NobodyFights,
    /// For some turns nobody attacked or moved: it was called off.
    Quiet,
    /// It came to its last turn, or to too many orders.
    TooLong,
}

impl Ending {
    /// All there are.
    pub const ALL: [Self; 6] =
        [Self::NoneLeft, Self::AllExhausted, Self::GivenUp, Self::NobodyFights, Self::Quiet, Self::TooLong];
}

/// What came of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winner, by his place among the sides.
    pub winner: Option<usize>,
    /// How it ended.
    pub ending: Ending,
    /// The turn in which it ended.
    pub turns: u32,
    /// How many orders were given.
    pub orders: u32,
    /// What became of each side.
    pub sides: Vec<SideOutcome>,
}

/// What became of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideOutcome {
    /// Strength Points it lost.
    pub strength: u32,
    /// Units it lost.
    pub units: u32,
    /// Whether it was exhausted.
    pub exhausted: bool,
    /// Objectives it held at the end.
    pub objectives: u32,
}

/// Why a campaign can't be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unplayable {
    /// No battle is under way.
    #[error("no battle is under way in it")]
    NoBattle,
    /// Its rulebook has nothing that could be attacked with.
    #[error("its rulebook has neither combats nor volleys nor Conflicts, so the policy has nothing to attack with")]
    NoAttacks,
    /// Its rulebook has no turns.
    #[error("its rulebook has no turns, so no side ever hands on to the next")]
    NoTurns,
}

/// A battle to be played many times.
#[derive(Clone, Debug)]
pub struct Playtest {
    state: State,
    battle: BattleId,
}

/// What came of all games.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The sides, in the battle's order.
    pub sides: Vec<SideId>,
    /// How many games were played to their end.
    pub games: u64,
    /// What they came to.
    pub figures: Figures,
}

impl Playtest {
    /// The first battle that is under way in a campaign.
    ///
    /// # Errors
    /// Why there is nothing to play.
    pub fn of(state: State) -> Result<Self, Unplayable> {
        let battle = state.open_battles().next().map(|battle| battle.id).ok_or(Unplayable::NoBattle)?;
        Self::of_battle(state, battle)
    }

    /// A battle of a campaign, from where it stands.
    ///
    /// # Errors
    /// Why there is nothing to play.
    pub fn of_battle(state: State, battle: BattleId) -> Result<Self, Unplayable> {
        if state.battle(battle).is_none_or(|battle| battle.over.is_some()) {
            return Err(Unplayable::NoBattle);
        }
        let attacks = [Mechanism::Scrud, Mechanism::Volleys, Mechanism::Stacks];
        if !attacks.into_iter().any(|mechanism| state.book().uses(mechanism)) {
            return Err(Unplayable::NoAttacks);
        }
        if !state.book().uses(Mechanism::Turns) {
            return Err(Unplayable::NoTurns);
        }
        Ok(Self { state, battle })
    }

    /// The campaign as it is before the first order.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The battle that is played.
    #[must_use]
    pub fn battle(&self) -> BattleId {
        self.battle
    }

    /// Plays so many games. Where it is broken off, it tells of those that came to their end by then.
    #[must_use]
    pub fn play(&self, games: u32, seed: u64, watch: Monitor) -> Played {
        let done = AtomicU32::new(0);
        let spare: Mutex<Vec<Memo>> = Mutex::default();
        let one = |number: u32| {
            if watch.cancel.load(Ordering::Relaxed) {
                return None;
            }
            let mut memo = spare.lock().ok().and_then(|mut spare| spare.pop()).unwrap_or_default();
            let outcome = Game::new(self, seed, number, &mut memo).play(watch.cancel)?;
            if let Ok(mut spare) = spare.lock() {
                spare.push(memo);
            }
            (watch.progress)(f64::from(done.fetch_add(1, Ordering::Relaxed) + 1) / f64::from(games.max(1)));
            Some(outcome)
        };
        // One by one, for a game takes long.
        let outcomes: Vec<Option<Outcome>> = (0..games).into_par_iter().with_max_len(1).map(one).collect();
        let sides = self.sides();
        let mut tally = Tally::new(sides.len());
        outcomes.iter().flatten().for_each(|outcome| tally.add(outcome));
        Played { sides, games: tally.games(), figures: tally.told() }
    }

    /// Plays the game of that number.
    #[must_use]
    pub fn play_one(&self, seed: u64, number: u32) -> Outcome {
        let mut memo = Memo::default();
        let cancel = AtomicBool::new(false);
        Game::new(self, seed, number, &mut memo).play(&cancel).expect("nobody breaks it off")
    }

    fn sides(&self) -> Vec<SideId> {
        let battle = self.state.battle(self.battle);
        battle.map_or_else(Vec::new, |battle| battle.contingents.iter().map(|c| c.side).collect())
    }
}
