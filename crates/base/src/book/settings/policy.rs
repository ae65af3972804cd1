//! The settings of the policy of `suggest` and `playtest`: specific to this program. Source: RULES 8.

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
    /// The policy of `suggest` and `playtest`, which weighs orders in points. Source: RULES 8.
    Policy, PolicyDraft {
        /// Points for each Strength Point that the enemy is expected to lose, or each SCRUD defeat he is expected to suffer.
        inflict: u16 = 100,
        /// Points off for each Strength Point or SCRUD defeat that its own side is expected to suffer in the same fight.
        suffer: u16 = 80,
        /// Points for destroying a unit, times the chance of it.
        destroy: u16 = 50,
        /// Points for bringing the enemy to his Exhaustion Point, times the chance of it.
        exhaust: u16 = 200,
        /// The minimum chance of an attack to hit or win, in percent. Attacks below it are not suggested.
        least_chance: u8 = 10,
        /// Points for each area closer to the goal of a side: an objective that the enemy holds, else the nearest enemy.
        /// A side that holds more objectives than any other has no goal, except to bring its guns into range.
        advance: u16 = 15,
        /// Points for occupying an objective.
        objective: u16 = 60,
        /// Points off for each Strength Point that a unit is expected to lose to enemy fire in its area.
        danger: u16 = 10,
        /// The same for a frail unit, which makes it pull back.
        frail_danger: u16 = 150,
        /// A unit is frail when it has this fraction of its Strength Points left, or less.
        frail: (u16, u16) = (1, 4),
        /// A move must beat staying by at least this many points.
        least_gain: u16 = 5,
        /// The net cost of a phase or round, in points, at which a side leaves the fight.
        leave: u16 = 150,
        /// How many units a side brings to a combat for each enemy unit, when several of its stacks attack together.
        mass: u8 = 2,
        /// The range of fire without a map, in areas.
        range: u8 = 2,
        /// When units take an EDNA test to see whether they obey: for `Nothing`, or for `Attacks`.
        edna: EdnaTestTiming = EdnaTestTiming::Nothing,
        /// The minimum chance to act, in percent, at which a unit is tested.
        least_to_act: u8 = 5,
        /// In `playtest`: whether a side that can't continue, because it is exhausted or has no unit left that obeys, gives up
        /// the battle at the end of the turn. If no side can continue, none gives up.
        gives_up: bool = true,
        /// In `playtest`: if neither that nor objectives decide the winner, a side wins whose losses, in percent of its
        /// Strength Points, are lower than any other side's by at least this much.
        margin: u8 = 10,
        /// In `playtest`: a battle is called off after this many turns in a row without an attack or a move.
        quiet_turns: u8 = 2,
        /// In `playtest`: a battle ends undecided after this turn.
        last_turn: u16 = 60,
    }
}

impl Policy {
    pub fn is_frail(&self, now: u16, full: u16) -> bool {
        u32::from(now) * u32::from(self.frail.1) <= u32::from(full) * u32::from(self.frail.0)
    }

    pub(in crate::book) fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        for (field, chance) in
            [("least_chance", self.least_chance), ("least_to_act", self.least_to_act), ("margin", self.margin)]
        {
            if chance > 100 {
                faults.push(Fault::at(field, format!("a percentage must be 0 to 100, not {chance}")));
            }
        }
        let (part, whole) = self.frail;
        if whole == 0 || part > whole {
            let fault = Fault::at("frail", format!("({part}, {whole}) is not a fraction from 0 to 1"));
            faults.push(fault.with_hint("a quarter is `(1, 4)`"));
        }
        if self.range == 0 {
            faults.push(Fault::at("range", "the range must be at least 1 area"));
        }
        for (field, turns) in [("quiet_turns", self.quiet_turns.into()), ("last_turn", self.last_turn)] {
            if turns == 0 {
                faults.push(Fault::at(field, "a battle needs at least one turn"));
            }
        }
        faults
    }
}
