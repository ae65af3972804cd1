//! What events in battles say: what a die counts as, what eliminated a unit, how a combat or a battle ended.

use serde::{Deserialize, Serialize};
use wardiary_base::{dice::Face, id::SideId};

/// What a die on the table counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cast {
    /// A plain face, to be modified.
    Face(Face),
    /// A specialist die's score, as it stands.
    Score(Face),
}

/// What eliminated a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    /// A defeat.
    Defeat,
    /// One for every so many defeats of its side.
    EveryThird,
    /// The loss of its last Strength Point.
    Losses,
    /// A ruling.
    Ruling,

    // ---- support
    /// Counter-battery fire.
    CounterBattery,
    /// Air defence.
    AirDefence,
}

/// How a combat ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CombatEnd {
    /// Its phases for this turn are used up.
    PhasesUsed,
    /// A side withdrew.
    Withdrew(SideId),
    /// A side has no unit die left.
    NoneLeft(SideId),
    /// The turn, or the battle, ended.
    TimeUp,
}

/// How a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BattleEnd {
    /// A ruling said so.
    Called,
    /// Both sides are exhausted.
    AllExhausted,
    /// A side has no units left.
    NoneLeft(SideId),
}
