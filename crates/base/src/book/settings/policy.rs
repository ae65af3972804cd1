//! The settings of the policy by which `suggest` proposes orders and `playtest` plays: specific to this program.
//! Source: RULES 8.

use crate::fault::Fault;
use serde::{Deserialize, Serialize};

/// When units take an EDNA test to see whether they obey. Source: RULES 1, 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "AskedFor")]
pub enum EdnaTestTiming {
    Nothing,
    Attacks,
}

settings! {
    /// The policy of `suggest` and `playtest`. What is weighed is weighed in points. Source: RULES 8.
    Policy, PolicyDraft {
        /// Points for a Strength Point that the enemy is expected to lose, or a defeat in SCRUD that he is to suffer.
        inflict: u16 = 100,
        /// Points off for one that its own side is to lose or suffer in the same fight.
        suffer: u16 = 80,
        /// Points for the destruction of a unit, times the chance of it.
        destroy: u16 = 50,
        /// Points for bringing the enemy to his Exhaustion Point, times the chance of it.
        exhaust: u16 = 200,
        /// The least chance of an attack, in hundredths, to hit or to win; what has less is not proposed.
        least_chance: u8 = 10,
        /// Points for each area nearer to what a side is after: an objective that the enemy holds, else the nearest enemy.
        /// A side that holds more objectives than any other is after nothing, but for its guns, which come into range.
        advance: u16 = 15,
        /// Points for standing on an objective.
        objective: u16 = 60,
        /// Points off for each Strength Point that enemy fire may be expected to take where a unit stands.
        danger: u16 = 10,
        /// The same of a unit that is frail: it pulls back.
        frail_danger: u16 = 150,
        /// The share of its Strength Points, as a fraction, at which a unit is frail.
        frail: (u16, u16) = (1, 4),
        /// By how many points a move must be better than staying.
        least_gain: u16 = 5,
        /// How many points a phase or a round must be expected to cost beyond what it brings for a side to leave the fight.
        leave: u16 = 150,
        /// How many units a side brings to a combat for each of the enemy's, where several of its stacks attack together.
        mass: u8 = 2,
        /// How far fire goes where no map says it, in areas.
        range: u8 = 2,
        /// When units take an EDNA test to see whether they obey: for `Nothing`, or for `Attacks`.
        edna: EdnaTestTiming = EdnaTestTiming::Nothing,
        /// The least chance to act, in hundredths, at which a unit is asked.
        least_to_act: u8 = 5,
        /// In `playtest`: whether a side that can't fight on, exhausted or with nobody left who does as he is told, gives the
        /// battle up at the end of the turn, unless no side can.
        gives_up: bool = true,
        /// In `playtest`: where neither that nor objectives decide who wins, by how many hundredths of its Strength Points less
        /// a side must have lost than any other.
        margin: u8 = 10,
        /// In `playtest`: after how many turns in a row without an attack or a move a battle is called off.
        quiet_turns: u8 = 2,
        /// In `playtest`: the turn after which a battle is broken off.
        last_turn: u16 = 60,
    }
}

impl Policy {
    /// Whether a unit with this share of its strength left is frail.
    pub fn is_frail(&self, now: u16, full: u16) -> bool {
        u32::from(now) * u32::from(self.frail.1) <= u32::from(full) * u32::from(self.frail.0)
    }

    pub(in crate::book) fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        for (field, chance) in
            [("least_chance", self.least_chance), ("least_to_act", self.least_to_act), ("margin", self.margin)]
        {
            if chance > 100 {
                faults.push(Fault::at(field, format!("so many hundredths are 0 to 100, not {chance}")));
            }
        }
        let (part, whole) = self.frail;
        if whole == 0 || part > whole {
            let fault = Fault::at("frail", format!("({part}, {whole}) is no fraction from 0 to 1"));
            faults.push(fault.with_hint("a quarter is `(1, 4)`"));
        }
        if self.range == 0 {
            faults.push(Fault::at("range", "nothing is 0 areas away"));
        }
        for (field, turns) in [("quiet_turns", self.quiet_turns.into()), ("last_turn", self.last_turn)] {
            if turns == 0 {
                faults.push(Fault::at(field, "a battle needs a turn at the least"));
            }
        }
        faults
    }
}
