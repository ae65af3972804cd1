//! What each unit of a combat has to fear in its next phase. Source: RULES 2.2.
//!
//! Which of several units of one grade is hit depends on the whole line, down to the roster, so each phase is fought by
//! the rules themselves: every way for the dice to fall where they are few, and so many trials where they are not.

use super::{
    Effort, Method, Stopped, Watch,
    enumerate::{MOST_WAYS, STEPS_A_WAY},
    simulate::{Stream, in_chunks, standard_error, thrown},
};
use crate::{
    book::Rulebook,
    dice::Face,
    rules::scrud::{Fate, Party},
};
use std::collections::HashMap;

/// The chances of one unit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct UnitOdds {
    /// To suffer a defeat at all.
    pub defeated: f64,
    /// To go down in grade, and live.
    pub demoted: f64,
    /// To be eliminated.
    pub eliminated: f64,
}

/// The chances of each troop of both parties, in their order.
///
/// # Errors
/// Only where it was cancelled.
pub fn of_units(
    book: &Rulebook,
    parties: &[Party; 2],
    effort: &Effort,
    watch: Watch,
) -> Result<(Method, [Vec<UnitOdds>; 2]), Stopped> {
    let sides = |party: &Party| -> Vec<u64> {
        party.dice.iter().map(|die| book.ladder.step(die.grade).die.sides().into()).collect()
    };
    let ways = parties.iter().flat_map(sides).try_fold(1u64, u64::checked_mul);
    let few = ways.filter(|ways| *ways <= MOST_WAYS.min(effort.exact / STEPS_A_WAY));
    let (played, all, tolls) = if let Some(ways) = few {
        (false, ways, every_way(book, parties, watch)?)
    } else {
        let chunk = |parties: &mut [Party; 2], stream: &mut Stream, trials| {
            let mut tolls = Tolls::default();
            for _ in 0..trials {
                tolls.add(&thrown(book, parties, |die| stream.face(die)).fates);
            }
            tolls.0
        };
        let trials = effort.trials.max(1);
        (true, trials, Tolls(in_chunks(trials, effort.seed, watch, || parties.clone(), chunk)?))
    };
    let odds =
        [0, 1].map(|side: usize| (0..parties[side].troops.len()).map(|troop| tolls.odds(side, troop, all)).collect());
    let chances = odds.iter().flatten().flat_map(|o: &UnitOdds| [o.defeated, o.demoted, o.eliminated]);
    let error = chances.map(|p| standard_error(p, all)).fold(0.0, f64::max);
    let method = if played { Method::Simulated { trials: all, error } } else { Method::Exact };
    Ok((method, odds))
}

fn every_way(book: &Rulebook, parties: &[Party; 2], watch: Watch) -> Result<Tolls, Stopped> {
    let mut parties = parties.clone();
    let sides: Vec<Face> =
        parties.iter().flat_map(|p| &p.dice).map(|die| book.ladder.step(die.grade).die.sides()).collect();
    let mut faces: Vec<Face> = vec![1; sides.len()];
    let mut tolls = Tolls::default();
    loop {
        watch.cancelled()?;
        let mut next = faces.iter().copied();
        let phase = thrown(book, &mut parties, |_| next.next().expect("as many faces as dice"));
        tolls.add(&phase.fates);
        let Some(at) = (0..faces.len()).find(|at| faces[*at] < sides[*at]) else { return Ok(tolls) };
        faces[..at].fill(1);
        faces[at] += 1;
    }
}

/// How often each thing happened to each troop: by side, troop, and what (0 defeated, 1 demoted, 2 eliminated).
#[derive(Default)]
struct Tolls(HashMap<(usize, usize, u8), u64>);

impl Tolls {
    fn add(&mut self, fates: &[Vec<Fate>; 2]) {
        for (side, fates) in fates.iter().enumerate() {
            for (troop, fate) in fates.iter().enumerate() {
                let gone = fate.eliminated.is_some();
                let happened = [fate.defeats > 0, fate.down > 0 && !gone, gone];
                for (what, _) in (0u8..).zip(happened).filter(|(_, happened)| *happened) {
                    *self.0.entry((side, troop, what)).or_insert(0) += 1;
                }
            }
        }
    }

    #[allow(clippy::cast_precision_loss, reason = "trials are fewer than 2^53")]
    fn odds(&self, side: usize, troop: usize, all: u64) -> UnitOdds {
        let share = |what| self.0.get(&(side, troop, what)).map_or(0.0, |n| *n as f64 / all as f64);
        UnitOdds { defeated: share(0), demoted: share(1), eliminated: share(2) }
    }
}
