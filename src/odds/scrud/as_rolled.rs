//! The distribution of a phase's tally where dice stand in the line as they were rolled. Source: RULES 2.3.
//!
//! The k-th die of one side meets the k-th of the other whatever they show, so the pairs fall independently, one after
//! the other. All that must be remembered on the way is the tally, and of the shorter line its lowest unit die so far:
//! score, kind, and whether it lost. The extra dice come last, each counting or not with a chance that depends on
//! nothing but that lowest score. Sums are kept in the order in which they first came up, so that they come to the same
//! to the last bit each time.

use super::{Bout, Meter, Stopped, tally::Ledger};
use crate::{
    book::{Extras, Ties},
    odds::MOST_KEPT,
};
use indexmap::IndexMap;

/// The lowest unit die of the shorter line so far: place among the scores, kind, and whether it lost.
type Lowest = Option<(usize, usize, bool)>;

pub(super) fn tallies(bout: &Bout, ledger: &Ledger, meter: &Meter) -> Result<Vec<(u64, f64)>, Stopped> {
    let mut now: IndexMap<(Lowest, u64), f64> = IndexMap::from([((None, 0), 1.0)]);
    let short = bout.short();
    let chances: [Vec<Vec<f64>>; 2] =
        [0, 1].map(|side: usize| bout.sides[side].kinds.iter().map(|k| bout.chances(k)).collect());
    let [first, second] = &bout.sides;
    for (one, two) in first.roster.iter().zip(&second.roster) {
        let mut next = IndexMap::new();
        let shown = |chances: &[f64]| chances.iter().copied().enumerate().filter(|(_, p)| *p > 0.0).collect::<Vec<_>>();
        let (ones, twos) = (shown(&chances[0][*one]), shown(&chances[1][*two]));
        meter.charge(now.len() * ones.len() * twos.len() * 4)?;
        for ((lowest, tally), p) in now {
            for (a, p_a) in &ones {
                for (b, p_b) in &twos {
                    // The places count down from the highest score.
                    let loses = [a > b || (a == b && bout.rules.ties == Ties::Defender), b > a];
                    let kinds = [*one, *two];
                    let beaten = (0..2).filter(|side| loses[*side]).map(|side| ledger.beaten[side][kinds[side]]);
                    let lowest = short.map_or(lowest, |side| {
                        let kind = kinds[side];
                        let found = ([*a, *b][side], kind, loses[side]);
                        // Equal scores: the worse grade, then the later on the roster; kinds are in order of grade.
                        let lower = lowest.is_none_or(|low| (found.0, kind) >= (low.0, low.1));
                        let unit = bout.sides[side].kinds[kind].troop.is_some();
                        if unit && lower { Some(found) } else { lowest }
                    });
                    *next.entry((lowest, tally + beaten.sum::<u64>())).or_insert(0.0) += p * p_a * p_b;
                }
            }
        }
        now = next;
        if now.len() > MOST_KEPT / 4 {
            return Err(Stopped::TooLarge);
        }
    }
    if let Some(short) = short {
        for kind in &bout.sides[1 - short].roster[bout.sides[short].dice()..] {
            now = with_extra(bout, ledger, 1 - short, *kind, &now);
            meter.charge(now.len() * 8)?;
        }
    }
    let noted = |((lowest, tally), p): ((Lowest, u64), f64)| {
        (tally + lowest.map_or(0, |(_, kind, lost)| ledger.lowest_is(kind, lost)), p)
    };
    Ok(now.into_iter().map(noted).collect())
}

/// One more extra die of a side.
fn with_extra(
    bout: &Bout,
    ledger: &Ledger,
    side: usize,
    kind: usize,
    now: &IndexMap<(Lowest, u64), f64>,
) -> IndexMap<(Lowest, u64), f64> {
    let kind = &bout.sides[side].kinds[kind];
    let chances = bout.chances(kind);
    let mut next = IndexMap::new();
    for ((lowest, tally), p) in now {
        let counts = |place: usize| match bout.rules.extras {
            Extras::BeatLowest => lowest.is_some_and(|(low, ..)| place < low),
            Extras::OverHalf => bout.over_half(kind, place),
            Extras::Ignored => false,
        };
        let beats: f64 = (0..chances.len()).filter(|place| counts(*place)).map(|place| chances[place]).sum();
        for (tally, p) in [(tally + ledger.extra, p * beats), (*tally, p * (1.0 - beats))] {
            if p > 0.0 {
                *next.entry((*lowest, tally)).or_insert(0.0) += p;
            }
        }
    }
    next
}

/// About how many steps it takes.
pub(super) fn estimate(bout: &Bout, ledger: &Ledger) -> u64 {
    let dice: usize = bout.sides.iter().map(super::Side::dice).sum();
    let scores = bout.scores.len();
    let a_tally = u64::try_from(dice.saturating_mul(scores * scores * scores)).unwrap_or(u64::MAX);
    a_tally.saturating_mul(ledger.size.min(1 << 16))
}
