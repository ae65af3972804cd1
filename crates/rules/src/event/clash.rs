//! What support dice do to each other before the line-up of a SCRUD phase. Source: RULES 2.4.

use serde::{Deserialize, Serialize};

/// A support die that was rolled against another: `(what: CounterBattery, by: 5, at: 9, scores: (5, 3), effect: Demoted)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clash<W> {
    /// What met what.
    pub what: ClashKind,
    /// Who fired.
    pub by: W,
    /// At whom.
    pub at: W,
    /// What either die scored.
    pub scores: (i16, i16),
    /// What it did to the one fired at.
    pub effect: ClashEffect,
}

/// What met what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClashKind {
    /// A gun fired at a gun.
    CounterBattery,
    /// Air defence met an aircraft.
    AirDefence,
}

/// What was done to the one fired at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Effect")]
pub enum ClashEffect {
    /// Nothing.
    Nothing,
    /// It does not join the line-up of this phase.
    Silenced,
    /// That, and it is a grade worse.
    Demoted,
    /// It was of the lowest grade, and is gone.
    Destroyed,
}

impl<W> Clash<W> {
    /// The same, between others.
    pub fn map<V>(self, mut who: impl FnMut(W) -> V) -> Clash<V> {
        Clash { what: self.what, by: who(self.by), at: who(self.at), scores: self.scores, effect: self.effect }
    }
}
