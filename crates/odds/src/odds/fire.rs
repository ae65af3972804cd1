//! Dice tests and volleys. Source: RULES 3, 4.5.
//!
//! Tests at once are alike and independent, in series and in parallel, so how many of them pass is binomial. What a
//! volley does depends only on how many of its dice show each face, so it is enough to go through those.

use super::{Distribution, OddsError, meter::Meter};
use std::collections::BTreeMap;
use wardiary_base::book::{DiceTest, Passing, Volleys};
use wardiary_rules::rules::volley::{Judged, asks_who_suffers, hits_of, spare};

/// The chance that a test passes.
#[must_use]
pub fn passes(test: DiceTest) -> f64 {
    let faces = (1..=6).filter(|face| test.needs.passes(*face)).count();
    let one = f64::from(u8::try_from(faces).expect("six at the most")) / 6.0;
    match test.pass {
        Passing::One => 1.0 - (1.0 - one).powi(test.dice.into()),
        Passing::All => one.powi(test.dice.into()),
    }
}

/// How many of some tests pass, with the chance of each to pass.
#[must_use]
pub fn passed(chances: &[f64]) -> Distribution<usize> {
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

/// Steps of exact work for each way in which so many dice can show each face so often.
const STEPS_A_WAY: u64 = 500;

/// How many steps a volley of so many dice takes.
#[must_use]
pub fn steps(dice: u8) -> u64 {
    // C(dice + 5, 5): so many ways are there to share the dice out among six faces.
    let ways = (1..=5u64).fold(1, |ways, k| ways * (u64::from(dice) + k) / k);
    ways * STEPS_A_WAY
}

/// The hits of a volley on each of its targets.
///
/// # Errors
/// Where it is too large, or was cancelled.
pub(super) fn volley_within(
    rules: &Volleys,
    targets: &[Judged],
    dice: u8,
    meter: &Meter,
) -> Result<Distribution<Vec<u16>>, OddsError> {
    meter.charge(usize::try_from(steps(dice)).unwrap_or(usize::MAX))?;
    Ok(volley(rules, targets, dice))
}

/// The hits of a volley on each of its targets, whatever it takes to work them out; see [`steps`].
#[must_use]
pub fn volley(rules: &Volleys, targets: &[Judged], dice: u8) -> Distribution<Vec<u16>> {
    let mut cases: BTreeMap<Vec<u16>, f64> = BTreeMap::new();
    share_out(&mut [0; 6], 0, dice.into(), 1.0, &mut |counts, chance| {
        let hits: Vec<u16> = targets.iter().map(|(target, cover)| hits_of(rules, target, *cover, counts)).collect();
        if !asks_who_suffers(rules, targets, &hits) {
            *cases.entry(hits).or_default() += chance;
            return;
        }
        for (face, share) in [(1, 5.0 / 6.0), (6, 1.0 / 6.0)] {
            let mut spared = hits.clone();
            spare(targets, &mut spared, face);
            *cases.entry(spared).or_default() += chance * share;
        }
    });
    Distribution::collect(cases)
}

/// Goes through all ways to share dice out among the faces from `face` (counted from 0) on, each with its chance.
fn share_out(counts: &mut [u16; 6], face: usize, left: u16, chance: f64, each: &mut impl FnMut(&[u16; 6], f64)) {
    if face == 5 {
        counts[5] = left;
        return each(counts, chance);
    }
    // Of the dice left, each shows this face rather than a later one with one chance in so many.
    let faces = f64::from(6 - u8::try_from(face).expect("six faces"));
    let (shows, not) = (1.0 / faces, (faces - 1.0) / faces);
    let mut ways = chance * not.powi(left.into());
    for many in 0..=left {
        counts[face] = many;
        share_out(counts, face + 1, left - many, ways, each);
        ways *= f64::from(left - many) / f64::from(many + 1) * shows / not;
    }
    counts[face] = 0;
}
