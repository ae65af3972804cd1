//! Counts the ends of a fight within a memory limit. The figures of the sides cover every end; single ends are kept
//! only while there is room for new ones.

use super::{FightEnd, PlayoutSide};
use crate::odds::Distribution;
use indexmap::IndexMap;
use std::collections::BTreeMap;

/// Maximum bytes of counted ends. As JSON they take ten times as much.
pub(super) const MAX_BYTES: usize = 4 << 20;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayoutFigures {
    pub strength: Distribution<u32>,
    pub units: f64,
    pub exhausted: f64,
    pub wiped_out: f64,
    /// The chance that it is the only side that is neither exhausted nor gone.
    pub last_standing: f64,
}

pub struct EndCounts {
    max_bytes: usize,
    bytes: usize,
    ends: IndexMap<FightEnd, u64>,
    /// Number of ends that there was no room for.
    others: u64,
    sides: Vec<SideCounts>,
    turns: u64,
    stalled: u64,
}

/// Whole-number sums of a side, which do not depend on the order of addition.
#[derive(Clone, Default)]
struct SideCounts {
    strength: BTreeMap<u32, u64>,
    units: u64,
    exhausted: u64,
    wiped_out: u64,
    last_standing: u64,
}

impl EndCounts {
    pub fn new(sides: usize, room: usize) -> Self {
        let sides = vec![SideCounts::default(); sides];
        Self { max_bytes: room, bytes: 0, ends: IndexMap::new(), others: 0, sides, turns: 0, stalled: 0 }
    }

    /// Adds the counts of the next trials.
    pub fn with_trials(mut self, ends: IndexMap<FightEnd, u64>) -> Self {
        for (end, n) in ends {
            self.sum(&end, n);
            if let Some(known) = self.ends.get_mut(&end) {
                *known += n;
                continue;
            }
            // The entry, its hash and index slot, and its heap allocation.
            let bytes = size_of::<(FightEnd, u64)>() + 24 + size_of_val(&*end.sides) + 16;
            if self.bytes + bytes > self.max_bytes {
                self.others += n;
            } else {
                self.bytes += bytes;
                self.ends.insert(end, n);
            }
        }
        self
    }

    /// Adds an end with its count to the figures of the sides.
    fn sum(&mut self, end: &FightEnd, n: u64) {
        let beaten = |side: &PlayoutSide| side.exhausted || side.wiped_out;
        let standing = end.sides.iter().filter(|side| !beaten(side)).count();
        for (sum, side) in self.sides.iter_mut().zip(&end.sides) {
            let count = |holds: bool| if holds { n } else { 0 };
            *sum.strength.entry(side.strength).or_insert(0) += n;
            sum.units += n * u64::from(side.units);
            sum.exhausted += count(side.exhausted);
            sum.wiped_out += count(side.wiped_out);
            sum.last_standing += count(standing == 1 && !beaten(side));
        }
        self.turns += n * u64::from(end.turns);
        self.stalled += if !end.finished && standing == end.sides.len() { n } else { 0 };
    }

    pub fn totals(self, trials: u64) -> PlayoutTotals {
        #[allow(clippy::cast_precision_loss, reason = "trials are fewer than 2^53")]
        let share = |n: u64| n as f64 / trials.max(1) as f64;
        let figures = self.sides.into_iter().map(|side| PlayoutFigures {
            strength: Distribution::collect(side.strength.into_iter().map(|(points, n)| (points, share(n)))),
            units: share(side.units),
            exhausted: share(side.exhausted),
            wiped_out: share(side.wiped_out),
            last_standing: share(side.last_standing),
        });
        PlayoutTotals {
            figures: figures.collect(),
            turns: share(self.turns),
            stalled: share(self.stalled),
            ends: Distribution::collect(self.ends.into_iter().map(|(end, n)| (end, share(n)))),
            others: share(self.others),
        }
    }
}

pub struct PlayoutTotals {
    pub figures: Vec<PlayoutFigures>,
    pub turns: f64,
    pub stalled: f64,
    pub ends: Distribution<FightEnd>,
    pub others: f64,
}
