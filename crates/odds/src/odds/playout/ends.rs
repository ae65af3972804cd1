//! Counts the ends of a fight within a memory limit. The figures of the sides cover every end; single ends are kept
//! only while there is room for new ones.

use super::{End, PlayoutSide};
use crate::odds::Distribution;
use indexmap::IndexMap;
use std::collections::BTreeMap;

/// Maximum bytes of counted ends. As JSON they take ten times as much.
const MAX_BYTES: usize = 4 << 20;

/// How a side comes out of a fight.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayoutFigures {
    /// Strength Points lost.
    pub strength: Distribution<u32>,
    /// Mean number of units lost.
    pub units: f64,
    /// The chance that it is exhausted.
    pub exhausted: f64,
    /// The chance that it has no units left.
    pub gone: f64,
    /// The chance that it is the only side that is neither exhausted nor gone.
    pub alone: f64,
}

pub(super) struct EndCounts {
    room: usize,
    bytes: usize,
    ends: IndexMap<End, u64>,
    /// Number of ends that there was no room for.
    others: u64,
    sides: Vec<SideCounts>,
    turns: u64,
    without_end: u64,
}

/// Whole-number sums of a side, which do not depend on the order of addition.
#[derive(Clone, Default)]
struct SideCounts {
    strength: BTreeMap<u32, u64>,
    units: u64,
    exhausted: u64,
    gone: u64,
    alone: u64,
}

impl EndCounts {
    pub fn new(sides: usize) -> Self {
        Self::within(sides, MAX_BYTES)
    }

    fn within(sides: usize, room: usize) -> Self {
        let sides = vec![SideCounts::default(); sides];
        Self { room, bytes: 0, ends: IndexMap::new(), others: 0, sides, turns: 0, without_end: 0 }
    }

    /// Adds the counts of the next trials.
    pub fn add(mut self, ends: IndexMap<End, u64>) -> Self {
        for (end, n) in ends {
            self.sum(&end, n);
            if let Some(known) = self.ends.get_mut(&end) {
                *known += n;
                continue;
            }
            // The entry, its hash and index slot, and its heap allocation.
            let bytes = size_of::<(End, u64)>() + 24 + size_of_val(&*end.sides) + 16;
            if self.bytes + bytes > self.room {
                self.others += n;
            } else {
                self.bytes += bytes;
                self.ends.insert(end, n);
            }
        }
        self
    }

    /// Adds an end with its count to the figures of the sides.
    fn sum(&mut self, end: &End, n: u64) {
        let beaten = |side: &PlayoutSide| side.exhausted || side.gone;
        let standing = end.sides.iter().filter(|side| !beaten(side)).count();
        for (sum, side) in self.sides.iter_mut().zip(&end.sides) {
            let count = |holds: bool| if holds { n } else { 0 };
            *sum.strength.entry(side.strength).or_insert(0) += n;
            sum.units += n * u64::from(side.units);
            sum.exhausted += count(side.exhausted);
            sum.gone += count(side.gone);
            sum.alone += count(standing == 1 && !beaten(side));
        }
        self.turns += n * u64::from(end.turns);
        self.without_end += if !end.finished && standing == end.sides.len() { n } else { 0 };
    }

    /// The figures of this many fights.
    pub fn told(self, trials: u64) -> Told {
        #[allow(clippy::cast_precision_loss, reason = "trials are fewer than 2^53")]
        let share = |n: u64| n as f64 / trials.max(1) as f64;
        let figures = self.sides.into_iter().map(|side| PlayoutFigures {
            strength: Distribution::collect(side.strength.into_iter().map(|(points, n)| (points, share(n)))),
            units: share(side.units),
            exhausted: share(side.exhausted),
            gone: share(side.gone),
            alone: share(side.alone),
        });
        Told {
            figures: figures.collect(),
            turns: share(self.turns),
            without_end: share(self.without_end),
            ends: Distribution::collect(self.ends.into_iter().map(|(end, n)| (end, share(n)))),
            others: share(self.others),
        }
    }
}

pub(super) struct Told {
    pub figures: Vec<PlayoutFigures>,
    pub turns: f64,
    pub without_end: f64,
    pub ends: Distribution<End>,
    pub others: f64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odds::simulate::Stream;

    /// The figures cover all ends, whether they are kept or not.
    #[test]
    fn figures_are_of_all_ends() {
        let mut stream = Stream::new(5, 1);
        let mut below = |n: u32| u32::try_from(stream.below(n)).expect("few");
        let mut all: IndexMap<End, u64> = IndexMap::new();
        let (mut wide, mut narrow) = (EndCounts::new(3), EndCounts::within(3, 5_000));
        for _ in 0..60 {
            let mut some: IndexMap<End, u64> = IndexMap::new();
            for _ in 0..16 {
                let side = |below: &mut dyn FnMut(u32) -> u32| PlayoutSide {
                    strength: below(9),
                    units: u16::try_from(below(4)).expect("few"),
                    exhausted: below(3) == 0,
                    gone: below(4) == 0,
                };
                let sides = (0..3).map(|_| side(&mut below)).collect();
                let end = End { sides, turns: below(3), finished: below(2) == 0 };
                *some.entry(end.clone()).or_insert(0) += 1;
                *all.entry(end).or_insert(0) += 1;
            }
            (wide, narrow) = (wide.add(some.clone()), narrow.add(some));
        }
        let (wide, narrow) = (wide.told(960), narrow.told(960));
        let kept = narrow.ends.chance(|_| true);
        assert!(narrow.ends.len() > 20 && narrow.others > 0.5 && (kept + narrow.others - 1.0).abs() < 1e-12, "{kept}");
        assert!(wide.others == 0.0 && wide.ends.len() == all.len());
        let near = |one: f64, other: f64| assert!((one - other).abs() < 1e-12, "{one} {other}");
        let beaten = |side: &PlayoutSide| side.exhausted || side.gone;
        for told in [&wide, &narrow] {
            near(told.turns, wide.ends.mean(|end| end.turns.into()));
            near(told.without_end, wide.ends.chance(|end| !end.finished && !end.sides.iter().any(beaten)));
            for (at, figures) in told.figures.iter().enumerate() {
                near(figures.units, wide.ends.mean(|end| end.sides[at].units.into()));
                near(figures.exhausted, wide.ends.chance(|end| end.sides[at].exhausted));
                near(figures.gone, wide.ends.chance(|end| end.sides[at].gone));
                let others = |end: &End| end.sides.iter().enumerate().all(|(n, side)| beaten(side) == (n != at));
                near(figures.alone, wide.ends.chance(others));
                for points in 0..9 {
                    near(figures.strength.p(&points), wide.ends.chance(|end| end.sides[at].strength == points));
                }
            }
        }
    }
}
