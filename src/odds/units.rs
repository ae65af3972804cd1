//! What each unit of a combat has to fear in its next phase. Source: RULES 2.2.
//!
//! Which of several units of one grade is hit depends on the whole line, down to the roster, so each phase is fought by
//! the rules themselves: every way for the dice to fall where they are few, and so many trials where they are not.

use super::{Effort, Engagement, Method, Stopped, Watch, simulate::standard_error};
use crate::{book::Rulebook, rules::scrud::Fate};

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
