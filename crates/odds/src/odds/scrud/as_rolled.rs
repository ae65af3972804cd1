//! The distribution of a phase's tally for lines as rolled. Source: RULES 2.3.
//!
//! The k-th die of one side meets the k-th of the other whatever they show, so the pairs are independent and are added
//! one after another. The state is the tally and, of the shorter line, its lowest unit die so far: score, kind, and
//! whether it lost. The extra dice come last; whether each counts depends only on that lowest score.
//!
//! Sums keep their insertion order, so that they are the same to the last bit each time.

use super::{Meter, OddsError, PhaseSetup, SideSetup, tally::TallyLayout};
use indexmap::IndexMap;
use wardiary_base::{
    book::{Extras, Ties},
    sides::{BothSides, CombatSide},
};

/// The lowest unit die of the shorter line so far: score index, kind, and whether it lost.
type Lowest = Option<(usize, usize, bool)>;

/// Probabilities by lowest die and tally.
type Sums = IndexMap<(Lowest, u64), f64>;

pub(super) fn tallies(setup: &PhaseSetup, layout: &TallyLayout, meter: &Meter) -> Result<Vec<(u64, f64)>, OddsError> {
    let mut now = Sums::from([((None, 0), 1.0)]);
    let mut guard = meter.reserve(0)?;
    let shown = |side: &SideSetup| -> Vec<Vec<(usize, f64)>> {
        let possible = |kind| setup.probabilities(kind).into_iter().enumerate().filter(|(_, p)| *p > 0.0).collect();
        side.kinds.iter().map(possible).collect()
    };
    let shown = setup.sides.as_ref().map(shown);
    for (first, second) in setup.sides.first.roster.iter().zip(&setup.sides.second.roster) {
        let pair = DicePair { setup, layout, kinds: BothSides::new(*first, *second) };
        let (firsts, seconds) = (&shown.first[*first], &shown.second[*second]);
        meter.charge(now.len() * firsts.len() * seconds.len() * 4)?;
        let mut next = Sums::new();
        for (before, p) in now {
            for (a, p_a) in firsts {
                for (b, p_b) in seconds {
                    let after = pair.add(before, BothSides::new(*a, *b));
                    *next.entry(after).or_insert(0.0) += p * p_a * p_b;
                }
            }
        }
        // The entry, its hash and index slot.
        guard.grow_to(2 * next.capacity() * (size_of::<((Lowest, u64), f64)>() + 24))?;
        now = next;
    }
    if let Some(shorter) = setup.shorter_side() {
        let longer = &setup.sides[shorter.opponent()];
        for kind in &longer.roster[setup.sides[shorter].dice()..] {
            now = with_extra(setup, layout, (longer, *kind), &now);
            meter.charge(now.len() * 8)?;
        }
    }
    let with_lowest = |((lowest, tally), p): ((Lowest, u64), f64)| {
        (tally + lowest.map_or(0, |(_, kind, lost)| layout.lowest_increment(kind, lost)), p)
    };
    Ok(now.into_iter().map(with_lowest).collect())
}

struct DicePair<'a> {
    setup: &'a PhaseSetup<'a>,
    layout: &'a TallyLayout,
    kinds: BothSides<usize>,
}

impl DicePair<'_> {
    /// The lowest die and the tally after the dice showed the scores with these indices.
    fn add(&self, (lowest, tally): (Lowest, u64), places: BothSides<usize>) -> (Lowest, u64) {
        // Scores are sorted in descending order.
        let tied = places.first == places.second && self.setup.rules.ties == Ties::Defender;
        let beats = |above: usize, place: usize| {
            above < place && !(self.layout.margins && self.setup.is_one_above(above, place))
        };
        let loses = BothSides::new(beats(places.second, places.first) || tied, beats(places.first, places.second));
        let beaten = CombatSide::BOTH.into_iter().filter(|side| loses[*side]);
        let beaten: u64 = beaten.map(|side| self.layout.beaten[side][self.kinds[side]]).sum();
        let lowest = self.layout.shorter_side().map_or(lowest, |side| {
            let kind = self.kinds[side];
            let found = (places[side], kind, loses[side]);
            // Ties: the worse grade, then the later on the roster; kinds are sorted by grade.
            let lower = lowest.is_none_or(|low| (found.0, kind) >= (low.0, low.1));
            if self.setup.sides[side].kinds[kind].is_unit() && lower { Some(found) } else { lowest }
        });
        (lowest, tally + beaten)
    }
}

/// Adds one more extra die, of a kind of the longer side.
fn with_extra(setup: &PhaseSetup, layout: &TallyLayout, (longer, kind): (&SideSetup, usize), now: &Sums) -> Sums {
    let kind = &longer.kinds[kind];
    let probabilities = setup.probabilities(kind);
    let mut next = Sums::new();
    for ((lowest, tally), p) in now {
        let counts = |place: usize| match setup.rules.extras {
            Extras::BeatLowest => {
                lowest.is_some_and(|(low, ..)| place < low && !(layout.margins && setup.is_one_above(place, low)))
            }
            Extras::OverHalf => setup.is_over_half(kind, place),
            Extras::Ignored => false,
        };
        let beats: f64 = (0..probabilities.len()).filter(|place| counts(*place)).map(|at| probabilities[at]).sum();
        for (tally, p) in [(tally + layout.extra, p * beats), (*tally, p * (1.0 - beats))] {
            if p > 0.0 {
                *next.entry((*lowest, tally)).or_insert(0.0) += p;
            }
        }
    }
    next
}

pub(super) fn estimate(setup: &PhaseSetup, layout: &TallyLayout) -> u64 {
    let dice: usize = setup.sides.iter().map(SideSetup::dice).sum();
    let scores = setup.scores.len();
    let a_tally = u64::try_from(dice.saturating_mul(scores * scores * scores)).unwrap_or(u64::MAX);
    a_tally.saturating_mul(layout.size.min(1 << 16))
}
