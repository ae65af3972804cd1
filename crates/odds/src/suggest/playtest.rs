//! Plays a scenario many times with all sides following the policy, and counts who wins, at what cost, and how battles
//! end. Source: RULES 8.
//!
//! Each game has its own dice stream, derived from the seed and the game's number, so the same seed gives the same
//! games on any number of cores. A side goes through its proposals, best first, one order a unit, and then gets new
//! ones. When no order is worth giving, it ends its turn.
//!
//! **The winner** is the only side that can fight on: the others are exhausted or have no units left that act.
//! Otherwise it is the side with most objectives, or else the one that lost a clearly smaller share of its Strength
//! Points. A battle that is stopped at the last turn has no winner.

mod game;

use super::PolicyOddsCache;
use crate::odds::{Distribution, Monitor};
use game::Game;
use rayon::prelude::*;
use std::{
    collections::BTreeMap,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
};
use wardiary_base::{
    book::Mechanism,
    id::{BattleId, SideId},
};
use wardiary_rules::state::State;

pub const MAX_ORDERS: u32 = 20_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    NoneLeft,
    AllExhausted,
    /// Only one side could fight on, and the others gave up.
    OthersGaveUp,
    /// No side could fight on, but the rules did not end the battle.
    NobodyCanFight,
    /// Nobody attacked or moved for some turns.
    Stalemate,
    /// It reached the last turn or the maximum number of orders.
    TooLong,
}

impl Ending {
    pub const ALL: [Self; 6] =
        [Self::NoneLeft, Self::AllExhausted, Self::OthersGaveUp, Self::NobodyCanFight, Self::Stalemate, Self::TooLong];
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOutcome {
    pub winner: Option<usize>,
    pub ending: Ending,
    pub turns: u32,
    pub orders: u32,
    pub sides: Vec<SideOutcome>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideOutcome {
    pub strength: u32,
    pub units: u32,
    pub exhausted: bool,
    pub objectives: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unplayable {
    #[error("it has no battle under way")]
    NoBattle,
    #[error("its rulebook has neither combats nor volleys nor Conflicts, so the policy has nothing to attack with")]
    NoAttacks,
    #[error("its rulebook has no turns, so no side ever passes to the next")]
    NoTurns,
}

#[derive(Clone, Debug)]
pub struct Playtest {
    state: State,
    battle: BattleId,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PlaytestResults {
    pub sides: Vec<SideId>,
    pub games: u64,
    pub figures: PlaytestFigures,
}

impl Playtest {
    /// Prepares the first open battle of a campaign.
    pub fn new(state: State) -> Result<Self, Unplayable> {
        let battle = state.open_battles().next().map(|battle| battle.id).ok_or(Unplayable::NoBattle)?;
        Self::for_battle(state, battle)
    }

    /// Prepares a battle of a campaign in its present state.
    pub fn for_battle(state: State, battle: BattleId) -> Result<Self, Unplayable> {
        fail_if!(state.battle(battle).is_none_or(|battle| battle.ended.is_some()), Unplayable::NoBattle);
        let attacks = [Mechanism::Scrud, Mechanism::Volleys, Mechanism::Stacks];
        fail_if!(!attacks.into_iter().any(|mechanism| state.book().uses(mechanism)), Unplayable::NoAttacks);
        fail_if!(!state.book().uses(Mechanism::Turns), Unplayable::NoTurns);
        Ok(Self { state, battle })
    }

    pub fn state(&self) -> &State {
        &self.state
    }

    pub fn battle(&self) -> BattleId {
        self.battle
    }

    /// Plays a number of games in parallel. If cancelled, returns the results of those finished by then.
    pub fn play(&self, games: u32, seed: u64, watch: Monitor) -> PlaytestResults {
        let done = AtomicU32::new(0);
        let spare: Mutex<Vec<PolicyOddsCache>> = Mutex::default();
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
        // Split down to single games, since each takes long.
        let outcomes: Vec<Option<GameOutcome>> = (0..games).into_par_iter().with_max_len(1).map(one).collect();
        let sides = self.sides();
        let mut tally = GameTally::new(sides.len());
        outcomes.iter().flatten().for_each(|outcome| tally.add(outcome));
        PlaytestResults { sides, games: tally.games(), figures: tally.into_figures() }
    }

    pub fn play_game(&self, seed: u64, number: u32) -> GameOutcome {
        let mut memo = PolicyOddsCache::default();
        let cancel = AtomicBool::new(false);
        Game::new(self, seed, number, &mut memo).play(&cancel).expect("nobody breaks it off")
    }

    fn sides(&self) -> Vec<SideId> {
        let battle = self.state.battle(self.battle);
        battle.map_or_else(Vec::new, |battle| battle.contingents.iter().map(|c| c.side).collect())
    }
}

struct GameTally {
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
