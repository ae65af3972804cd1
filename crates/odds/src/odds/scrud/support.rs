//! Support that meets support before the line-up: which of it joins the lines, and with what score. Source: RULES 2.4.
//!
//! Only the dice that meet another matter: each counter-battery die and its target, aircraft and the air defence that
//! meets them. They are few, so every way for them to fall is tried, and ways with the same result are put together.
//! What still fires then stands in the line with the score it rolled; support that met nobody is rolled with the line.

use super::{
    Meter, OddsError,
    setup::{SideDie, SideSetup},
};
use crate::odds::Engagement;
use std::collections::BTreeMap;
use wardiary_base::{
    book::Rulebook,
    dice::Face,
    sides::{BothSides, CombatSide},
};
use wardiary_rules::{
    event::Cast,
    rules::{
        scrud::LineDie,
        support::{Duty, Prelude},
    },
};

/// The most ways for dice that meet one another to fall that are tried out: six dice of six sides, and some more.
pub(super) const MAX_WAYS: u64 = 60_000;

/// What becomes of a support die before the line-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::odds) struct SupportResult {
    joins: JoinsLine,
    /// Grades it goes down.
    pub down: u16,
    /// Whether it is destroyed.
    pub destroyed: bool,
}

/// Whether a support die joins the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum JoinsLine {
    No,
    /// With this score, since it met another die and was rolled for that.
    WithScore(i16),
    /// Unrolled.
    Unrolled,
}

/// What becomes of the support of both sides.
pub(in crate::odds) type SupportResults = BothSides<Vec<SupportResult>>;

/// A support die by its side and its index there.
type Place = (CombatSide, usize);

/// The support dice that meet others, in their order.
fn meeting(engagement: &Engagement) -> Vec<Place> {
    let has = |side: CombatSide, duty: Duty| engagement.support[side].iter().any(|die| die.duty == duty);
    let mut places = Vec::new();
    for side in CombatSide::BOTH {
        let enemy = side.opponent();
        for (at, die) in engagement.support[side].iter().enumerate() {
            let target = die.target.and_then(|target| Some((target, engagement.support[enemy].get(target)?)));
            match (die.duty, target) {
                (Duty::CounterBattery, Some((target, hit))) if hit.duty.is_gun() => {
                    places.extend([(side, at), (enemy, target)]);
                }
                (Duty::AirDefence, _) if has(enemy, Duty::Aircraft) => places.push((side, at)),
                (Duty::Aircraft, _) if has(enemy, Duty::AirDefence) => places.push((side, at)),
                _ => {}
            }
        }
    }
    places.sort_unstable();
    places.dedup();
    places
}

/// In how many ways the dice that meet one another can fall.
pub(super) fn ways(book: &Rulebook, engagement: &Engagement) -> u64 {
    let places = meeting(engagement);
    places.into_iter().fold(1, |ways, place| ways.saturating_mul(faces_of(book, engagement, place).into()))
}

/// How many faces the die at a place has.
fn faces_of(book: &Rulebook, engagement: &Engagement, (side, at): Place) -> Face {
    book.ladder.step(engagement.support[side][at].die.grade).die.sides()
}

/// All that can become of the support, with the probability of each.
pub(in crate::odds) fn results(
    book: &Rulebook,
    engagement: &Engagement,
    meter: &Meter,
) -> Result<Vec<(SupportResults, f64)>, OddsError> {
    let places = meeting(engagement);
    let ways = ways(book, engagement);
    if ways > MAX_WAYS {
        return Err(OddsError::TooLarge);
    }
    meter.charge(usize::try_from(ways).unwrap_or(usize::MAX).saturating_mul(100))?;
    let mut support = engagement.support.clone();
    let mut faces: Vec<Face> = vec![1; places.len()];
    let mut found: BTreeMap<SupportResults, u64> = BTreeMap::new();
    loop {
        for ((side, at), face) in places.iter().zip(&faces) {
            let die = &mut support[*side][*at].die;
            *die = LineDie::cast(&book.ladder, None, die.grade, Cast::Face(*face));
        }
        let prelude = Prelude::of(&book.scrud, &book.ladder, support.clone());
        *found.entry(results_of(&prelude, &places)).or_insert(0) += 1;
        let last = |at: usize| faces_of(book, engagement, places[at]);
        let Some(at) = (0..faces.len()).find(|at| faces[*at] < last(*at)) else { break };
        faces[..at].fill(1);
        faces[at] += 1;
    }
    #[allow(clippy::cast_precision_loss, reason = "the ways are few")]
    let p = |n: u64| n as f64 / ways as f64;
    Ok(found.into_iter().map(|(results, n)| (results, p(n))).collect())
}

/// What became of the support where the dice at these places met others.
fn results_of(prelude: &Prelude, places: &[Place]) -> SupportResults {
    let (fates, dice) = (&prelude.fates, &prelude.dice);
    BothSides::from_fn(|side| {
        let fates = fates[side].iter().enumerate();
        let result = fates.map(|(at, fate)| SupportResult {
            joins: match (fate.fires, places.contains(&(side, at))) {
                (false, _) => JoinsLine::No,
                (true, true) => JoinsLine::WithScore(dice[side][at].die.score),
                (true, false) => JoinsLine::Unrolled,
            },
            down: fate.down,
            destroyed: fate.destroyed.is_some(),
        });
        result.collect()
    })
}

/// Both sides' lines with the support that joins them.
pub(super) fn lines(engagement: &Engagement, results: &SupportResults) -> BothSides<SideSetup> {
    BothSides::from_fn(|side| {
        let party = &engagement.parties[side];
        SideSetup::new(&dice_of(engagement, results, side), &party.troops, party.carried)
    })
}

/// Both sides' lines without any support from outside.
pub(super) fn lines_without(engagement: &Engagement) -> BothSides<SideSetup> {
    lines(engagement, &BothSides::default())
}

/// The support dice of a side that join its line, in the order in which they stand at its end.
pub(super) fn joining(results: &[SupportResult]) -> impl Iterator<Item = usize> + '_ {
    results.iter().enumerate().filter(|(_, result)| result.joins != JoinsLine::No).map(|(at, _)| at)
}

/// The dice of a side's line with the support that joins it, in roster order.
pub(super) fn dice_of(engagement: &Engagement, results: &SupportResults, side: CombatSide) -> Vec<SideDie> {
    let own = engagement.parties[side].dice.iter();
    let own = own.map(|die| SideDie { grade: die.grade, troop: die.troop, rolled: None });
    let support = engagement.support[side].iter().zip(&results[side]).filter_map(|(die, result)| {
        let rolled = match result.joins {
            JoinsLine::No => return None,
            JoinsLine::WithScore(score) => Some(score),
            JoinsLine::Unrolled => None,
        };
        Some(SideDie { grade: die.die.grade, troop: None, rolled })
    });
    own.chain(support).collect()
}
