//! Parameters of battle events: the value of a die, the effects of support dice on each other, the cause of an
//! elimination, and the end of a combat or battle.

use serde::{Deserialize, Serialize};
use wardiary_base::{dice::Face, id::SideId};

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
    Rout,
    Ruling,

    CounterBattery,
    AirDefence,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CombatEnd {
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
    NoneLeft(SideId),
}

/// A support die rolled against another: `(what: CounterBattery, by: 5, at: 9, scores: (5, 3), effect: Demoted)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clash<W> {
    pub what: ClashKind,
    pub by: W,
    pub at: W,
    pub scores: (i16, i16),
    pub effect: ClashEffect,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClashKind {
    CounterBattery,
    AirDefence,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Effect")]
pub enum ClashEffect {
    Nothing,
    /// It does not join the line-up of this phase.
    Silenced,
    /// It does not join the line-up, and is a grade worse.
    Demoted,
    /// It had the lowest grade, and is eliminated.
    Destroyed,
}

impl<W> Clash<W> {
    pub fn map<V>(self, mut who: impl FnMut(W) -> V) -> Clash<V> {
        Clash { what: self.what, by: who(self.by), at: who(self.at), scores: self.scores, effect: self.effect }
    }
}
