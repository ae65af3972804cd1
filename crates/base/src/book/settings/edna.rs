//! The settings of EDNA. Source: RULES 1.

use super::Share;
use crate::{
    dice::{Dice, Die},
    fault::Fault,
};
use serde::{Deserialize, Serialize};

/// The effect of a roll equal to the EDNA. Source: RULES 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Equal")]
pub enum EqualRoll {
    Acts,
    /// The unit does not act. Its EDNA does not change, since the difference is 0.
    Halts,
}

/// How far EDNA scales each value of a unit, as a share: 0 not at all, 1 fully. Source: RULES 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Scales {
    #[serde(rename = "move")]
    pub movement: Share,
    pub fire: Share,
    pub range: Share,
    pub melee: Share,
}

/// EDNA lost outside tests. Source: RULES 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Wear {
    /// To enemy fire that costs no Strength Point.
    pub fire: u8,
    /// To a second change of orders in one turn.
    pub manoeuvre: u8,
}

settings! {
    /// EDNA. Source: RULES 1.
    Edna, EdnaDraft {
        /// The EDNA of a fresh unit, 1 to 200.
        start: u8 = 8,
        /// The dice of a test.
        dice: Dice = Dice(2, Die::D6),
        /// The effect of a roll equal to the EDNA: the unit `Acts` or `Halts`. Its EDNA does not change.
        equal: EqualRoll = EqualRoll::Acts,
        /// How far a unit's EDNA scales its numbers, each by a share of 0 to 1: `(move: 1, fire: 0.5, range: 0, melee: 1)`.
        scales: Scales = Scales::default(),
        /// How often a unit that fails to act may reroll its test, 0 to 20. The last total counts.
        rerolls: u8 = 0,
        /// EDNA lost without a test: to `fire` that costs no Strength Point, and to `manoeuvre`, a second change of orders in a turn.
        wear: Wear = Wear::default(),
    }
}

impl Edna {
    pub(in crate::book) fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        if !(1..=200).contains(&self.start) {
            faults.push(Fault::at("start", format!("the starting EDNA must be 1 to 200, not {}", self.start)));
        }
        if !(1..=20).contains(&self.dice.0) {
            faults.push(Fault::at("dice", format!("a test takes 1 to 20 dice, not {}", self.dice.0)));
        }
        if self.rerolls > 20 {
            faults.push(Fault::at("rerolls", format!("a test may be rerolled 0 to 20 times, not {}", self.rerolls)));
        }
        faults
    }
}
