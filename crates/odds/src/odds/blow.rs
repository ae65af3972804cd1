//! Blows. All blows are independent, hit with the same chance and do the same damage. Source: RULES 5.8.

use super::{Case, Distribution, fire};
use wardiary_base::{book::Stacks, dice::Die};
use wardiary_rules::rules::{roll::BlowRoll, stack};

pub fn blow_hit_chance(rules: &Stacks, roll: BlowRoll) -> f64 {
    hit_chance(rules, roll.ap.into(), roll.dp.into())
}

/// The chance that one blow with this AP hits this DP.
pub(super) fn hit_chance(rules: &Stacks, ap: u32, dp: u32) -> f64 {
    let sides = Die::D20.sides();
    let faces = (1..=sides).filter(|face| stack::hits(rules, *face, ap, dp)).count();
    f64::from(u8::try_from(faces).expect("as many as a die has at the most")) / f64::from(sides)
}

/// The distribution of hits and total damage.
pub fn blows_distribution(rules: &Stacks, roll: BlowRoll) -> Distribution<Case> {
    let hitting = fire::passed_distribution(&vec![blow_hit_chance(rules, roll); roll.times.into()]);
    hitting.map(|hits| {
        let hits = u8::try_from(*hits).expect("no more than there are blows");
        Case::Blows { hits, damage: u32::from(hits) * roll.damage(rules) }
    })
}
