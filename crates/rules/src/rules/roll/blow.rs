//! Bare blows between stacks of which only the numbers are known. Source: RULES 5.8.

use super::{NOBODY, Outcome};
use crate::rules::{RollQueue, RuleResult, stack};
use wardiary_base::{
    book::Stacks,
    dice::{Die, Face, Purpose, Request, RequestedDie},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlowRoll {
    /// The number of blows, 1 to 100.
    pub times: u8,
    /// The attack power of the striking stack, including penalties.
    pub ap: u16,
    /// The defense power of the struck stack, including penalties and screens.
    pub dp: u16,
    /// The damage of the striking stack; 0, the default, deals the minimum damage of a blow.
    pub dmg: u16,
    pub dr: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blow {
    pub face: Face,
    pub damage: Option<u32>,
}

impl BlowRoll {
    /// Whether a blow with this face hits.
    pub fn hits(&self, rules: &Stacks, face: Face) -> bool {
        stack::hits(rules, face, self.ap.into(), self.dp.into())
    }

    /// The damage of a blow that hits.
    pub fn damage(&self, rules: &Stacks) -> u32 {
        stack::damage(rules, self.dmg.into(), self.dr.into())
    }
}

pub(super) fn blows(queue: &mut RollQueue, rules: &Stacks, roll: BlowRoll) -> RuleResult<Outcome> {
    let dice = vec![RequestedDie::plain(NOBODY, Die::D20); roll.times.into()];
    let fallen = queue.request_dice(Request { purpose: Purpose::Blow, dice })?;
    let struck = |face| Blow { face, damage: roll.hits(rules, face).then(|| roll.damage(rules)) };
    Ok(Outcome::Blows(fallen.into_iter().map(|die| struck(die.face)).collect()))
}
