//! Blows between stacks of which nothing is known but their numbers. Source: RULES 5.8.

use super::{NOBODY, Outcome};
use crate::rules::{RollQueue, RuleResult, stack};
use wardiary_base::{
    book::Stacks,
    dice::{Die, Face, Purpose, Request, RequestedDie},
};

/// Blows of one stack at another, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlowRoll {
    /// How many blows, 1 to 100.
    pub times: u8,
    /// The attack power of the stack that strikes, with its penalties.
    pub ap: u16,
    /// The defense power of the stack that is struck, with its penalties and what screeners add.
    pub dp: u16,
    /// The damage of the stack that strikes; 0, where nothing is said, does what a blow does at the least.
    pub dmg: u16,
    /// What the stack that is struck takes off it.
    pub dr: u16,
}

/// One blow that was struck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blow {
    /// What its D20 shows.
    pub face: Face,
    /// What it does; nothing, where it misses.
    pub damage: Option<u32>,
}

impl BlowRoll {
    /// Whether a blow with this face hits.
    #[must_use]
    pub fn hits(&self, rules: &Stacks, face: Face) -> bool {
        stack::hits(rules, face, self.ap.into(), self.dp.into())
    }

    /// What a blow that hits does.
    #[must_use]
    pub fn damage(&self, rules: &Stacks) -> u32 {
        stack::damage(rules, self.dmg.into(), self.dr.into())
    }
}

pub(super) fn blows(queue: &mut RollQueue, rules: &Stacks, roll: BlowRoll) -> RuleResult<Outcome> {
    let dice = vec![RequestedDie::plain(NOBODY, Die::D20); roll.times.into()];
    let fallen = queue.ask(Request { purpose: Purpose::Blow, dice })?;
    let struck = |face| Blow { face, damage: roll.hits(rules, face).then(|| roll.damage(rules)) };
    Ok(Outcome::Blows(fallen.into_iter().map(|die| struck(die.face)).collect()))
}
