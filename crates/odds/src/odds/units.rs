//! The chances of each unit of a combat in its next phase. Source: RULES 2.2.
//!
//! Which of several units of one grade is hit depends on the whole line, down to the roster. The reference is to fight
//! the phase by the rules, for every possible roll. If there are too many, each unit is followed through the phase
//! separately (`scrud::unit_fate`); if that is too much as well, the phase is simulated.

use super::{Effort, Engagement, Method, Monitor, OddsError, limits::Meter, scrud, simulate::standard_error};
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use wardiary_base::{
    book::Rulebook,
    sides::{BothSides, CombatSide},
};
use wardiary_rules::rules::scrud::Fate;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct UnitOdds {
    pub defeated: f64,
    pub demoted: f64,
    pub eliminated: f64,
}

/// The chances of each troop of both parties, in their order.
pub fn unit_odds(
    book: &Rulebook,
    engagement: &Engagement,
    effort: &Effort,
    watch: Monitor,
) -> Result<(Method, BothSides<Vec<UnitOdds>>), OddsError> {
    if let Some(odds) = exact_unit_odds(book, engagement, effort, watch)? {
        return Ok((Method::Exact, odds));
    }
    let zero = || engagement.parties.as_ref().map(|party| vec![UnitCounts::default(); party.troops.len()]);
    let (counts, all, simulated) = engagement.accumulate(
        book,
        effort,
        watch,
        zero,
        |counts, rolled| {
            let fates = rolled.phase.fates.iter().flatten();
            counts.iter_mut().flatten().zip(fates).for_each(|(counts, fate)| counts.count(fate));
        },
        |mut sum, more| {
            sum.iter_mut().flatten().zip(more.iter().flatten()).for_each(|(counts, more)| counts.add(more));
            sum
        },
    )?;
    let odds = counts.map(|counts| counts.iter().map(|counts| counts.odds(all)).collect::<Vec<_>>());
    let chances = odds.iter().flatten().flat_map(|o| [o.defeated, o.demoted, o.eliminated]);
    let error = chances.map(|p| standard_error(p, all)).fold(0.0, f64::max);
    Ok((if simulated { Method::Simulated { trials: all, error } } else { Method::Exact }, odds))
}

/// The exact chances, with each unit followed separately. `None` if that exceeds `effort`, or if there are so few
/// possible rolls that enumerating them is faster.
pub fn exact_unit_odds(
    book: &Rulebook,
    engagement: &Engagement,
    effort: &Effort,
    watch: Monitor,
) -> Result<Option<BothSides<Vec<UnitOdds>>>, OddsError> {
    let few = engagement.roll_count(book).is_some_and(|ways| ways <= MAX_ENUMERATED_ROLLS);
    if few || scrud::estimate_units(book, engagement) > effort.exact {
        return Ok(None);
    }
    let meter = Meter::new(watch, effort.exact);
    let all: usize = engagement.parties.iter().map(|party| party.troops.len()).sum();
    let done = AtomicUsize::new(0);
    let one = |side: CombatSide, troop: usize| {
        let odds = scrud::unit_odds(book, engagement, (side, troop), &meter);
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        let share = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
        meter.progress(share(done) / share(all));
        odds
    };
    let side = |side: CombatSide| -> Result<Vec<UnitOdds>, OddsError> {
        (0..engagement.parties[side].troops.len()).into_par_iter().map(|troop| one(side, troop)).collect()
    };
    match (side(CombatSide::First), side(CombatSide::Second)) {
        (Ok(first), Ok(second)) => Ok(Some(BothSides::new(first, second))),
        (Err(OddsError::Cancelled), _) | (_, Err(OddsError::Cancelled)) => Err(OddsError::Cancelled),
        _ => Ok(None),
    }
}

/// Up to this many possible rolls, enumeration is faster.
const MAX_ENUMERATED_ROLLS: u64 = 20_000;

#[derive(Clone, Copy, Debug, Default)]
struct UnitCounts {
    defeated: u64,
    demoted: u64,
    eliminated: u64,
}

impl UnitCounts {
    fn count(&mut self, fate: &Fate) {
        let gone = fate.eliminated.is_some();
        self.defeated += u64::from(fate.defeats > 0);
        self.demoted += u64::from(fate.down > 0 && !gone);
        self.eliminated += u64::from(gone);
    }

    fn add(&mut self, more: &Self) {
        self.defeated += more.defeated;
        self.demoted += more.demoted;
        self.eliminated += more.eliminated;
    }

    #[allow(clippy::cast_precision_loss, reason = "there are fewer than 2^53 rolls")]
    fn odds(&self, all: u64) -> UnitOdds {
        let [defeated, demoted, eliminated] =
            [self.defeated, self.demoted, self.eliminated].map(|n| n as f64 / all as f64);
        UnitOdds { defeated, demoted, eliminated }
    }
}
