//! Luck: how the dice of a campaign compare with what fair dice would have given. Derived from the diary, never stored.
//!
//! Each roll is weighed by its exact odds in the state before its entry ([`wardiary_odds::odds::assessment`]). Rolls that can't be
//! weighed are counted by reason ([`UnweighedReason`]). Rolls on abandoned branches are counted as well, so that undoing bad
//! rolls shows.
//!
//! **Luck** is Σ (u − ½) ÷ √Σ V over the weighed rolls of a side. u is the roll's *percentile* by mid-ranks: the chance
//! of a worse result plus half of the chance of an equal one. For fair dice its mean is ½ and its variance V is
//! (1 − Σ p³) ÷ 12 over the chances p of the different results, so luck has mean 0 and variance 1. In a phase of SCRUD
//! the other side's luck is the negative.
//!
//! Over many rolls luck is nearly normal, and its percentile nearly uniform: also at the end of a battle, whose length
//! depends on the dice. With fewer than [`MIN_ROLLS`] rolls no percentile is given.

mod collect;
mod faces;
pub mod normal;
mod sums;
pub mod words;

pub use collect::{luck, roll_luck};
pub use faces::{DieSource, Faces};
pub use sums::{Extreme, MechanismLuck, SideLuck, UnitLuck};
pub use wardiary_diary::diary::catalogue::LuckByEntry;

use std::collections::BTreeMap;
use wardiary_base::id::{BattleId, SideId};
use wardiary_diary::diary::EntryNo;
use wardiary_odds::odds::{
    Cost, Effort,
    assessment::{AssessedRoll, NotAssessed},
};

/// Minimum number of weighed rolls for a percentile.
pub const MIN_ROLLS: usize = 30;

/// Limit of exact work for each roll: about a second.
pub const DEFAULT_EFFORT: Effort = Effort { exact: 1000 * Cost::STEPS_A_MILLISECOND, trials: 0, seed: 0 };

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    pub battle: Option<BattleId>,
    /// Includes every throw once, on any branch; otherwise only the path to the head.
    pub all_branches: bool,
    /// Spends more work on the expected losses of each unit in a phase; otherwise these are given only where they are
    /// cheap to find.
    pub unit_losses: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Luck {
    /// In the order of their entries.
    pub rolls: Vec<LuckRoll>,
    /// Number of rolls that were not weighed, by reason.
    pub left_out: BTreeMap<UnweighedReason, usize>,
    pub faces: Vec<Faces>,
    /// Number of throws that are on abandoned branches only.
    pub undone: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LuckRoll {
    pub no: EntryNo,
    /// The battle and its turn.
    pub battle: Option<(BattleId, u32)>,
    pub weighed: AssessedRoll,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnweighedReason {
    NotWeighed(NotAssessed),
    Abandoned,
    /// Today's rules don't reproduce the recorded events.
    NotReproduced,
    /// One of its dice differs from the program's stream.
    NotFromStream,
    /// It was rolled for a stack with no enemy left to strike.
    NoEnemyLeft,
    /// It decided whether a Warlord was in the way.
    WarlordExposure,
}

impl UnweighedReason {
    pub fn reason(self) -> &'static str {
        match self {
            Self::NotWeighed(NotAssessed::Initiative) => "initiative rolls",
            Self::NotWeighed(NotAssessed::Argument) => "matrix arguments",
            Self::NotWeighed(NotAssessed::Rerolled) => "rerolls; the first roll counts",
            Self::NotWeighed(NotAssessed::OnlyOneResult) => "only one result was possible",
            Self::NotWeighed(NotAssessed::TooLarge) => "too large to calculate exactly",
            Self::NotWeighed(NotAssessed::Unknown) => "rolls of units whose numbers are not all known",
            Self::NotWeighed(NotAssessed::NoValue) => "rolls on tables and the like, neither good nor bad for any side",
            Self::Abandoned => "orders cancelled after the dice were shown",
            Self::NotReproduced => "the current rules give a different result from the recorded one",
            Self::NotFromStream => "dice that do not match the program’s stream",
            Self::NoEnemyLeft => "no enemy was left to strike",
            Self::WarlordExposure => "exposure rolls of a Warlord",
        }
    }
}

impl LuckRoll {
    /// Its percentile for a side, from 0 to 1; `None` if it isn't weighed for that side.
    pub fn percentile(&self, side: SideId) -> Option<f64> {
        let u = self.weighed.rank.percentile();
        match side {
            _ if side == self.weighed.side => Some(u),
            _ if Some(side) == self.weighed.against => Some(1.0 - u),
            _ => None,
        }
    }

    /// Whether it belongs to the battle; always true for `None`.
    pub fn is_in(&self, battle: Option<BattleId>) -> bool {
        battle.is_none() || self.battle.map(|(battle, _)| battle) == battle
    }

    pub fn concerns(&self, side: SideId) -> bool {
        side == self.weighed.side || Some(side) == self.weighed.against
    }
}

impl Luck {
    pub fn all_rolls(&self) -> usize {
        self.rolls.len() + self.left_out.values().sum::<usize>()
    }

    /// The sides with weighed rolls, in numerical order.
    pub fn sides(&self) -> Vec<SideId> {
        let sides = self.rolls.iter().flat_map(|roll| std::iter::once(roll.weighed.side).chain(roll.weighed.against));
        let mut sides: Vec<SideId> = sides.collect();
        sides.sort_unstable();
        sides.dedup();
        sides
    }

    /// The battles with weighed rolls, in order of appearance.
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
