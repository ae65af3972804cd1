//! Support that meets support before the line-up: who of it stands in the lines, and with what score. Source: RULES 2.4.
//!
//! Only the dice that meet another matter: each counter-battery die and its target, aircraft and the air defence that
//! waits for them. They are few, so every way for them to fall is tried, and ways that come to the same are put together.
//! What still fires then stands in the line with the score it rolled; support that met nobody is thrown with the line.

use super::{Meter, Seat, Side, Stopped};
use crate::{
    book::Rulebook,
    dice::Face,
    event::Cast,
    odds::Engagement,
    rules::{
        scrud::LineDie,
        support::{Duty, Prelude},
    },
};
use std::collections::BTreeMap;

/// The most ways for dice that meet one another to fall that are tried out: six dice of six sides, and some more.
pub(super) const MOST_WAYS: u64 = 60_000;

/// What becomes of a support die before the line-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::odds) struct Backing {
    /// Whether it joins the line, and with which score where that is known.
    joins: Joins,
    /// Grades it goes down.
    pub down: u16,
    /// Whether it is destroyed.
    pub destroyed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Joins {
    Not,
    AsItLies(i16),
    ToBeThrown,
}

/// What becomes of the support of both sides.
pub(in crate::odds) type Settled = [Vec<Backing>; 2];

/// The places of the support dice that meet others.
fn meeting(engagement: &Engagement) -> Vec<(usize, usize)> {
    let has = |side: usize, duty: Duty| engagement.support[side].iter().any(|die| die.duty == duty);
    let mut places = Vec::new();
    for side in [0, 1] {
        for (at, die) in engagement.support[side].iter().enumerate() {
            let target = die.target.and_then(|target| Some((target, engagement.support[1 - side].get(target)?)));
            match (die.duty, target) {
                (Duty::CounterBattery, Some((target, hit))) if hit.duty.is_gun() => {
                    places.extend([(side, at), (1 - side, target)]);
                }
                (Duty::AirDefence, _) if has(1 - side, Duty::Aircraft) => places.push((side, at)),
                (Duty::Aircraft, _) if has(1 - side, Duty::AirDefence) => places.push((side, at)),
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
    let sides = |(side, at): (usize, usize)| book.ladder.step(engagement.support[side][at].die.grade).die.sides();
    meeting(engagement).into_iter().fold(1, |ways: u64, place| ways.saturating_mul(sides(place).into()))
}

/// All that can become of the support, with the probability of each.
pub(in crate::odds) fn settled(
    book: &Rulebook,
    engagement: &Engagement,
    meter: &Meter,
) -> Result<Vec<(Settled, f64)>, Stopped> {
    let places = meeting(engagement);
    let ways = ways(book, engagement);
    if ways > MOST_WAYS {
        return Err(Stopped::TooLarge);
    }
    meter.charge(usize::try_from(ways).unwrap_or(usize::MAX).saturating_mul(100))?;
    let mut support = engagement.support.clone();
    let mut faces: Vec<Face> = vec![1; places.len()];
    let mut found: BTreeMap<Settled, u64> = BTreeMap::new();
    loop {
        for ((side, at), face) in places.iter().zip(&faces) {
            let die = &mut support[*side][*at].die;
            *die = LineDie::cast(&book.ladder, None, die.grade, Cast::Face(*face));
        }
        let prelude = Prelude::of(&book.ladder, support.clone());
        let settled = [0, 1].map(|side: usize| {
            let backing = prelude.fates[side].iter().enumerate().map(|(at, fate)| Backing {
                joins: match (fate.fires, places.contains(&(side, at))) {
                    (false, _) => Joins::Not,
                    (true, true) => Joins::AsItLies(prelude.dice[side][at].die.score),
                    (true, false) => Joins::ToBeThrown,
                },
                down: fate.down,
                destroyed: fate.destroyed.is_some(),
            });
            backing.collect::<Vec<_>>()
        });
        *found.entry(settled).or_insert(0) += 1;
        let sides = |at: usize| book.ladder.step(support[places[at].0][places[at].1].die.grade).die.sides();
        let Some(at) = (0..faces.len()).find(|at| faces[*at] < sides(*at)) else { break };
        faces[..at].fill(1);
        faces[at] += 1;
    }
    #[allow(clippy::cast_precision_loss, reason = "the ways are few")]
    let p = |n: u64| n as f64 / ways as f64;
    Ok(found.into_iter().map(|(settled, n)| (settled, p(n))).collect())
}

/// The lines once the support is settled.
pub(super) fn lines(engagement: &Engagement, settled: &Settled) -> [Side; 2] {
    [0, 1].map(|side: usize| {
        let party = &engagement.parties[side];
        Side::new(&seats(engagement, settled, side), &party.troops, party.carried)
    })
}

/// The dice of a side's line once the support is settled, in roster order.
pub(super) fn seats(engagement: &Engagement, settled: &Settled, side: usize) -> Vec<Seat> {
    let party = &engagement.parties[side];
    let own = party.dice.iter().map(|die| Seat { grade: die.grade, troop: die.troop, lies: None });
    let backing = engagement.support[side].iter().zip(&settled[side]).filter_map(|(die, backing)| {
        let lies = match backing.joins {
            Joins::Not => return None,
            Joins::AsItLies(score) => Some(score),
            Joins::ToBeThrown => None,
        };
        Some(Seat { grade: die.die.grade, troop: None, lies })
    });
    own.chain(backing).collect()
}
