//! Bare volleys, of which nothing is known but dice and targets. Source: RULES 4.5.

use super::{Fired, Judged, fire};
use crate::rules::{RollQueue, RuleResult, refusal::RollRefusal};
use wardiary_base::{
    book::{Rulebook, TargetClass},
    dice::Owner,
};

/// `volley rifles range 2 at artillery in cover`: a volley of which nothing is known but dice and targets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VolleyRoll {
    /// What is fired with.
    pub fire: Fire,
    /// The target classes in the target's place, by name; each once.
    pub at: Vec<String>,
    /// Whether they are in cover.
    pub cover: bool,
}

/// What a bare volley is fired with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fire {
    /// So many dice, 1 to [`wardiary_base::book::weapons::MAX_DICE`].
    Dice(u8),
    /// A weapon's dice at a range.
    Weapon {
        /// Its name.
        name: String,
        /// The range, from 1.
        range: u8,
    },
}

impl VolleyRoll {
    /// How many dice it throws.
    ///
    /// # Errors
    /// Where the rulebook has no such weapon, or it does not reach so far.
    pub fn dice(&self, book: &Rulebook) -> Result<u8, RollRefusal> {
        match &self.fire {
            Fire::Dice(dice) => Ok(*dice),
            Fire::Weapon { name, range } => {
                let weapon = book.weapon(name).ok_or_else(|| RollRefusal::NoWeapon { weapon: name.clone() })?;
                let (range, reach) = (*range, weapon.dice.len());
                weapon.at_range(range).ok_or_else(|| RollRefusal::OutOfRange { weapon: name.clone(), range, reach })
            }
        }
    }

    /// The target classes.
    ///
    /// # Errors
    /// Where the rulebook lacks one.
    pub fn targets<'a>(&self, book: &'a Rulebook) -> Result<Vec<&'a TargetClass>, RollRefusal> {
        let class = |name: &String| book.target(name).ok_or_else(|| RollRefusal::NoTarget { target: name.clone() });
        self.at.iter().map(class).collect()
    }
}

/// Fires a bare volley.
pub(in crate::rules) fn roll(queue: &mut RollQueue, book: &Rulebook, roll: &VolleyRoll) -> RuleResult<Fired> {
    let (dice, targets) = (roll.dice(book)?, roll.targets(book)?);
    let judged: Vec<Judged> = targets.into_iter().map(|class| (class, roll.cover)).collect();
    fire(queue, &book.volley, (Owner(0), dice), &judged)
}
