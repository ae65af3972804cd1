//! What each unit of a combat has to fear in its next phase. Source: RULES 2.2.
//!
//! Which of several units of one grade is hit depends on the whole line, down to the roster. The definition is a phase
//! fought by the rules themselves, in every way for the dice to fall; where those are many each unit is followed through
//! the phase on its own (`scrud::one`), and where that is too much the phase is thrown so many times.

use super::{Effort, Engagement, Method, Stopped, Watch, meter::Meter, scrud, simulate::standard_error};
use crate::{book::Rulebook, rules::scrud::Fate};
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

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
    engagement: &Engagement,
    effort: &Effort,
    watch: Watch,
) -> Result<(Method, [Vec<UnitOdds>; 2]), Stopped> {
    if let Some(odds) = counted(book, engagement, effort, watch)? {
        return Ok((Method::Exact, odds));
    }
    let none = || [0, 1].map(|side: usize| vec![Toll::default(); engagement.parties[side].troops.len()]);
    let (tolls, all, played) = engagement.play(
        book,
        effort,
        watch,
        none,
        |tolls, thrown| {
            let fates = thrown.phase.fates.iter().flatten();
            tolls.iter_mut().flatten().zip(fates).for_each(|(toll, fate)| toll.add(fate));
        },
        |mut sum, more| {
            sum.iter_mut().flatten().zip(more.iter().flatten()).for_each(|(toll, more)| toll.join(more));
            sum
        },
    )?;
    let odds = tolls.map(|tolls| tolls.iter().map(|toll| toll.odds(all)).collect::<Vec<_>>());
    let chances = odds.iter().flatten().flat_map(|o| [o.defeated, o.demoted, o.eliminated]);
    let error = chances.map(|p| standard_error(p, all)).fold(0.0, f64::max);
    Ok((if played { Method::Simulated { trials: all, error } } else { Method::Exact }, odds))
}

/// The exact odds of each unit followed on its own; nothing where that is more work than is granted, or where the ways
/// for the dice to fall are so few that all of them are tried sooner.
///
/// # Errors
/// Only where it was cancelled.
pub fn counted(
    book: &Rulebook,
    engagement: &Engagement,
    effort: &Effort,
    watch: Watch,
) -> Result<Option<[Vec<UnitOdds>; 2]>, Stopped> {
    let few = engagement.ways(book).is_some_and(|ways| ways <= FEW_WAYS);
    if few || scrud::one::estimate(book, engagement) > effort.exact {
        return Ok(None);
    }
    let meter = Meter::new(watch, effort.exact);
    let all: usize = engagement.parties.iter().map(|party| party.troops.len()).sum();
    let done = AtomicUsize::new(0);
    let one = |side: usize, troop: usize| {
        let odds = scrud::one::unit(book, engagement, (side, troop), &meter);
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        let share = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
        meter.progress(share(done) / share(all));
        odds
    };
    let side = |side: usize| -> Result<Vec<UnitOdds>, Stopped> {
        (0..engagement.parties[side].troops.len()).into_par_iter().map(|troop| one(side, troop)).collect()
    };
    match (side(0), side(1)) {
        (Ok(first), Ok(second)) => Ok(Some([first, second])),
        (Err(Stopped::Cancelled), _) | (_, Err(Stopped::Cancelled)) => Err(Stopped::Cancelled),
        _ => Ok(None),
    }
}

/// So few ways for the dice to fall are all tried, rather than thought about.
const FEW_WAYS: u64 = 20_000;

/// How often each thing happened to a troop.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Toll {
    defeated: u64,
    demoted: u64,
    pub(super) eliminated: u64,
}

impl Toll {
    pub(super) fn add(&mut self, fate: &Fate) {
        let gone = fate.eliminated.is_some();
        self.defeated += u64::from(fate.defeats > 0);
        self.demoted += u64::from(fate.down > 0 && !gone);
        self.eliminated += u64::from(gone);
    }

    pub(super) fn join(&mut self, more: &Self) {
        self.defeated += more.defeated;
        self.demoted += more.demoted;
        self.eliminated += more.eliminated;
    }

    #[allow(clippy::cast_precision_loss, reason = "throws are fewer than 2^53")]
    pub(super) fn odds(&self, all: u64) -> UnitOdds {
        let [defeated, demoted, eliminated] =
            [self.defeated, self.demoted, self.eliminated].map(|n| n as f64 / all as f64);
        UnitOdds { defeated, demoted, eliminated }
    }
}
