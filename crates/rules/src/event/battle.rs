//! Parameters of battle events: what a die counts as, what eliminated a unit, how a combat or battle ended.

use serde::{Deserialize, Serialize};
use wardiary_base::{dice::Face, id::SideId};

/// How a die on the table counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cast {
    /// A plain face, before the modifier.
    Face(Face),
    /// The score of a specialist die, used as it is.
    Score(Face),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    Defeat,
    /// The additional elimination after a number of defeats of its side.
    EveryThird,
    Losses,
    Ruling,

    CounterBattery,
    AirDefence,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CombatEnd {
    /// It has fought all its phases for this turn.
    PhasesUsed,
    Withdrew(SideId),
    NoneLeft(SideId),
    /// The turn or the battle ended.
    TimeUp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BattleEnd {
    Called,
    AllExhausted,
    /// A side has no units left.
    NoneLeft(SideId),
}
