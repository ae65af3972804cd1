//! Luck: what the dice of a campaign gave, beside what they could have given. Derived from the diary, never stored.
//!
//! Each roll is weighed by its exact odds at its moment ([`wardiary_odds::odds::weigh`]), from the state that its entry follows. What can't be
//! weighed is counted and named ([`LeftOut`]), and throws on ways that were not taken are counted too: whoever undoes bad
//! rolls is seen to.
//!
//! **Luck** is Σ Φ⁻¹(u) ÷ √n over the n weighed rolls of a side, Φ being the normal distribution and u = worse + v × same the
//! roll's *randomised percentile*: the chance of a worse result and a share v of the chance of one just as good. Percentiles
//! of dice without v are not uniform, since dice are coarse; with it u is uniform for fair dice, whatever was rolled, and luck
//! is normal. The share v comes from the throw itself ([`wardiary_diary::diary::luck_key`]), so that it is the same each time and
//! outlives an amendment. In a phase of SCRUD the other side's luck is the negative.
//!
//! Over a number of rolls fixed beforehand luck's percentile is uniform; at a battle's end, whose length depends on the dice,
//! nearly. Below [`FEWEST`] rolls none is said.

mod collect;
mod faces;
mod normal;
mod sums;
pub mod words;

pub use collect::{fortunes, luck};
pub use faces::{DieSource, Faces};
pub use sums::{Extreme, MechanismLuck, SideLuck, UnitLuck};
pub use wardiary_diary::diary::catalogue::Fortunes;

use std::collections::BTreeMap;
use wardiary_base::id::{BattleId, SideId};
use wardiary_diary::diary::EntryNo;
use wardiary_odds::odds::{
    Cost, Effort,
    weigh::{NotWeighed, WeighedRoll},
};

/// So many weighed rolls are needed for a percentile.
pub const FEWEST: usize = 30;

/// How much exact work a roll is worth: about a second.
pub const PATIENCE: Effort = Effort { exact: 1000 * Cost::STEPS_A_MILLISECOND, trials: 0, seed: 0 };

/// Which rolls are looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// Those of one battle.
    pub battle: Option<BattleId>,
    /// Every throw once, on whatever way it stands; otherwise the way to the head.
    pub all: bool,
    /// Whether it is worth more work to tell what each unit of a phase was to lose; otherwise that is told where it is quickly
    /// known.
    pub units: bool,
}

/// The luck in a diary.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Luck {
    /// The rolls that were weighed, in the order of their entries.
    pub rolls: Vec<LuckRoll>,
    /// How many were not, and why.
    pub left_out: BTreeMap<LeftOut, usize>,
    /// What the dice showed.
    pub faces: Vec<Faces>,
    /// How many throws stand on ways not taken only.
    pub undone: usize,
}

/// A weighed roll in the diary.
#[derive(Clone, Debug, PartialEq)]
pub struct LuckRoll {
    /// Its entry.
    pub no: EntryNo,
    /// The battle that it belongs to, and its turn.
    pub battle: Option<(BattleId, u32)>,
    /// Its weight.
    pub weighed: WeighedRoll,
    /// Its share of the results just as good, from its own throw.
    pub v: f64,
}

/// Why a roll is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LeftOut {
    /// It has no weight.
    NotWeighed(NotWeighed),
    /// The order was broken off after its dice were shown.
    Abandoned,
    /// Today's rules don't lead to what is recorded.
    Otherwise,
    /// One of its dice is not what the program's stream gives.
    NotTheStream,
    /// It was thrown for a stack with nobody left to strike at.
    Idle,
    /// It says whether a Warlord stood in the way.
    Exposed,
}

impl LeftOut {
    /// The reason in words.
    #[must_use]
    pub fn why(self) -> &'static str {
        match self {
            Self::NotWeighed(NotWeighed::Initiative) => "for the initiative, which is not weighed",
            Self::NotWeighed(NotWeighed::Argument) => "for arguments, which are not weighed",
            Self::NotWeighed(NotWeighed::ThrownAgain) => "dice thrown again; the first throw counts",
            Self::NotWeighed(NotWeighed::OneResult) => "only one result was possible",
            Self::NotWeighed(NotWeighed::TooLarge) => "too large to be worked out exactly",
            Self::NotWeighed(NotWeighed::Unknown) => "with units whose numbers are not all known",
            Self::NotWeighed(NotWeighed::NoValue) => "for tables and the like, no side’s success",
            Self::Abandoned => "broken off after the dice were shown",
            Self::Otherwise => "today’s rules do not lead to what is recorded",
            Self::NotTheStream => "dice that the program’s stream does not give",
            Self::Idle => "nobody was left to strike at",
            Self::Exposed => "for whether a Warlord stood in the way",
        }
    }
}

impl LuckRoll {
    /// Its randomised percentile for a side that it is weighed for, above 0 and below 1.
    #[must_use]
    pub fn percentile(&self, side: SideId) -> Option<f64> {
        let rank = &self.weighed.rank;
        let u = (rank.worse + self.v * rank.same).clamp(f64::EPSILON, 1.0 - f64::EPSILON);
        match side {
            _ if side == self.weighed.side => Some(u),
            _ if Some(side) == self.weighed.against => Some(1.0 - u),
            _ => None,
        }
    }

    /// Whether it belongs to a battle; where none is asked for, it does.
    #[must_use]
    pub fn is_in(&self, battle: Option<BattleId>) -> bool {
        battle.is_none() || self.battle.map(|(battle, _)| battle) == battle
    }

    /// Whether it is weighed for a side.
    #[must_use]
    pub fn is_of(&self, side: SideId) -> bool {
        side == self.weighed.side || Some(side) == self.weighed.against
    }
}

impl Luck {
    /// How many rolls there are, those that are left out among them.
    #[must_use]
    pub fn all_rolls(&self) -> usize {
        self.rolls.len() + self.left_out.values().sum::<usize>()
    }

    /// The sides whose rolls were weighed, in the order of their numbers.
    #[must_use]
    pub fn sides(&self) -> Vec<SideId> {
        let sides = self.rolls.iter().flat_map(|roll| std::iter::once(roll.weighed.side).chain(roll.weighed.against));
        let mut sides: Vec<SideId> = sides.collect();
        sides.sort_unstable();
        sides.dedup();
        sides
    }

    /// The battles in which rolls were weighed, in the order in which they come.
    #[must_use]
    pub fn battles(&self) -> Vec<BattleId> {
        let mut battles: Vec<BattleId> = Vec::new();
        for (battle, _) in self.rolls.iter().filter_map(|roll| roll.battle) {
            if !battles.contains(&battle) {
                battles.push(battle);
            }
        }
        battles
    }
}
