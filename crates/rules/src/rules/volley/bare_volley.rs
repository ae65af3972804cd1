//! Bare volleys, of which only dice and targets are known. Source: RULES 4.5.

use super::{ClassAndCover, VolleyOutcome, roll_volley};
use crate::rules::{RollQueue, RuleResult, refusal::RollRefusal};
use wardiary_base::{
    book::{Rulebook, TargetClass},
    dice::Owner,
};

/// A volley without a campaign, such as `volley rifles range 2 at artillery in cover`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VolleyRoll {
    pub source: FireSource,
    /// The names of the target classes in the target's place, without duplicates.
    pub at: Vec<String>,
    /// Whether they are in cover.
    pub cover: bool,
}

/// What a bare volley is fired with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FireSource {
    /// A number of dice, 1 to [`wardiary_base::book::weapons::MAX_DICE`].
    Dice(u8),
    /// A weapon's dice at a range.
    Weapon {
        name: String,
        /// From 1.
        range: u8,
    },
}

impl VolleyRoll {
    /// The number of dice.
    ///
    /// # Errors
    /// The rulebook has no such weapon, or it does not have that range.
    pub fn dice(&self, book: &Rulebook) -> Result<u8, RollRefusal> {
        match &self.source {
            FireSource::Dice(dice) => Ok(*dice),
            FireSource::Weapon { name, range } => {
                let weapon = book.weapon(name).ok_or_else(|| RollRefusal::NoWeapon { weapon: name.clone() })?;
                let (range, reach) = (*range, weapon.dice.len());
                weapon.at_range(range).ok_or_else(|| RollRefusal::OutOfRange { weapon: name.clone(), range, reach })
            }
        }
    }

    /// The target classes.
    ///
    /// # Errors
    /// The rulebook lacks one.
    pub fn targets<'a>(&self, book: &'a Rulebook) -> Result<Vec<&'a TargetClass>, RollRefusal> {
        let class = |name: &String| book.target(name).ok_or_else(|| RollRefusal::NoTarget { target: name.clone() });
        self.at.iter().map(class).collect()
    }
}

pub(in crate::rules) fn roll_bare_volley(
    queue: &mut RollQueue,
    book: &Rulebook,
    roll: &VolleyRoll,
) -> RuleResult<VolleyOutcome> {
    let (dice, targets) = (roll.dice(book)?, roll.targets(book)?);
    let judged: Vec<ClassAndCover> = targets.into_iter().map(|class| (class, roll.cover)).collect();
    roll_volley(queue, &book.volley, (Owner(0), dice), &judged)
}
