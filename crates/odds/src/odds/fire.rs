//! Dice tests, volleys and blows. Source: RULES 3, 4.5, 5.8.
//!
//! Simultaneous tests are independent with equal chances, so the number that pass is binomial. The effect of a volley
//! depends only on the number of dice that show each face, so only those counts are enumerated. All blows are
//! independent, hit with the same chance and do the same damage.

use super::{Case, Distribution, OddsError, fire, limits::Meter};
use std::collections::BTreeMap;
use wardiary_base::{
    book::{DiceTest, Passing, Stacks, Volleys},
    dice::Die,
};
use wardiary_rules::rules::{
    roll::BlowRoll,
    stack,
    volley::{ClassAndCover, clear_spared_hits, hits_from_counts, needs_suffering_die},
};

pub fn pass_chance(test: DiceTest) -> f64 {
    let faces = (1..=6).filter(|face| test.needs.passes(*face)).count();
    let one = f64::from(u8::try_from(faces).expect("six at the most")) / 6.0;
    match test.pass {
        Passing::One => 1.0 - (1.0 - one).powi(test.dice.into()),
        Passing::All => one.powi(test.dice.into()),
    }
}

pub fn passed_distribution(chances: &[f64]) -> Distribution<usize> {
    let mut now = vec![1.0];
    for p in chances {
        let mut next = vec![0.0; now.len() + 1];
        for (passed, chance) in now.iter().enumerate() {
            next[passed] += chance * (1.0 - p);
            next[passed + 1] += chance * p;
        }
        now = next;
    }
    Distribution::collect(now.into_iter().enumerate().filter(|(_, p)| *p > 0.0))
}

/// Steps of exact work for each combination of face counts.
const STEPS_PER_COMBINATION: u64 = 500;

/// Steps of exact work for a volley.
pub fn volley_steps(dice: u8) -> u64 {
    // C(dice + 5, 5) ways to distribute the dice among six faces.
    let ways = (1..=5u64).fold(1, |ways, k| ways * (u64::from(dice) + k) / k);
    ways * STEPS_PER_COMBINATION
}

/// The distribution of hits on each target of a volley. Fails if it is too large, or was cancelled.
pub(super) fn volley_metered(
    rules: &Volleys,
    targets: &[ClassAndCover],
    dice: u8,
    meter: &Meter,
) -> Result<Distribution<Vec<u16>>, OddsError> {
    meter.charge(usize::try_from(volley_steps(dice)).unwrap_or(usize::MAX))?;
    Ok(volley(rules, targets, dice))
}

/// The distribution of hits on each target of a volley, without a limit; see [`volley_steps`] for the cost.
pub fn volley(rules: &Volleys, targets: &[ClassAndCover], dice: u8) -> Distribution<Vec<u16>> {
    let mut cases: BTreeMap<Vec<u16>, f64> = BTreeMap::new();
    enumerate_counts(&mut [0; 6], 0, dice.into(), 1.0, &mut |counts, chance| {
        let hits: Vec<u16> =
            targets.iter().map(|(target, cover)| hits_from_counts(rules, target, *cover, counts)).collect();
        if !needs_suffering_die(rules, targets, &hits) {
            *cases.entry(hits).or_default() += chance;
            return;
        }
        for (face, share) in [(1, 5.0 / 6.0), (6, 1.0 / 6.0)] {
            let mut spared = hits.clone();
            clear_spared_hits(targets, &mut spared, face);
            *cases.entry(spared).or_default() += chance * share;
        }
    });
    Distribution::collect(cases)
}

/// Enumerates all ways to distribute the remaining dice among the faces from `face` (0-based), with their
/// probabilities.
fn enumerate_counts(counts: &mut [u16; 6], face: usize, left: u16, chance: f64, each: &mut impl FnMut(&[u16; 6], f64)) {
    if face == 5 {
        counts[5] = left;
        return each(counts, chance);
    }
    // The chance that a remaining die shows this face, given that it shows none before it.
    let faces = f64::from(6 - u8::try_from(face).expect("six faces"));
    let (shows, not) = (1.0 / faces, (faces - 1.0) / faces);
    let mut ways = chance * not.powi(left.into());
    for many in 0..=left {
        counts[face] = many;
        enumerate_counts(counts, face + 1, left - many, ways, each);
        ways *= f64::from(left - many) / f64::from(many + 1) * shows / not;
    }
    counts[face] = 0;
}

pub fn blow_hit_chance(rules: &Stacks, roll: BlowRoll) -> f64 {
    hit_chance(rules, roll.ap.into(), roll.dp.into())
}

pub(super) fn hit_chance(rules: &Stacks, ap: u32, dp: u32) -> f64 {
    let sides = Die::D20.sides();
    let faces = (1..=sides).filter(|face| stack::hits(rules, *face, ap, dp)).count();
    f64::from(u8::try_from(faces).expect("as many as a die has at the most")) / f64::from(sides)
}

pub fn blows_distribution(rules: &Stacks, roll: BlowRoll) -> Distribution<Case> {
    let hitting = fire::passed_distribution(&vec![blow_hit_chance(rules, roll); roll.times.into()]);
    hitting.map(|hits| {
        let hits = u8::try_from(*hits).expect("no more than there are blows");
        Case::Blows { hits, damage: u32::from(hits) * roll.damage(rules) }
    })
}
