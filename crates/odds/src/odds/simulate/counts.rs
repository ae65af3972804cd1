//! Counts cases within a memory limit: the cases that come up first are counted separately while there is room, and all
//! later ones by their gist.
//!
//! Likely cases come up early, so the cases that are not counted separately are rare. The key figures can be computed
//! from a gist as well as from a case, so they lose nothing.

use crate::odds::{Case, Distribution, Survivors};
use indexmap::IndexMap;
use std::collections::BTreeMap;
use wardiary_base::sides::{BothSides, CombatSide};

/// Maximum bytes of counted cases: as many as can be written in a second or two.
const MAX_BYTES: usize = 8 << 20;

/// What is known of a case that is not counted separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Gist {
    /// Surviving units of each side.
    pub units: BothSides<u16>,
    /// Whether a side kept all its units and grades.
    pub unhurt: BothSides<bool>,
}

pub(super) struct CaseCounts {
    /// The initial units of each side, if survivors are asked for.
    before: BothSides<Survivors>,
    room: usize,
    bytes: usize,
    cases: IndexMap<Case, u64>,
    rest: BTreeMap<Gist, u64>,
}

impl CaseCounts {
    pub fn new(before: BothSides<Survivors>) -> Self {
        Self::within(before, MAX_BYTES)
    }

    fn within(before: BothSides<Survivors>, room: usize) -> Self {
        Self { before, room, bytes: 0, cases: IndexMap::new(), rest: BTreeMap::new() }
    }

    /// Adds the counts of the next trials.
    pub fn add(mut self, counts: IndexMap<Case, u64>) -> Self {
        for (case, n) in counts {
            if let Some(known) = self.cases.get_mut(&case) {
                *known += n;
                continue;
            }
            // The entry, its hash and index slot, and its heap allocation.
            let bytes = size_of::<(Case, u64)>() + 24 + heap(&case);
            if let Some(gist) = self.gist(&case).filter(|_| self.bytes + bytes > self.room) {
                *self.rest.entry(gist).or_insert(0) += n;
            } else {
                self.bytes += bytes;
                self.cases.insert(case, n);
            }
        }
        self
    }

    /// The gist of a case; only survivors have one, since all other questions have few cases.
    fn gist(&self, case: &Case) -> Option<Gist> {
        let Case::Left(left) = case else { return None };
        let units = left.as_ref().map(|left| left.iter().map(|(_, units)| *units).sum());
        Some(Gist { units, unhurt: BothSides::from_fn(|side: CombatSide| left[side] == self.before[side]) })
    }

    /// The shares of the cases, and of the gists of all others.
    pub fn shares(self, trials: u64) -> (Distribution<Case>, Distribution<Gist>) {
        #[allow(clippy::cast_precision_loss, reason = "trials are fewer than 2^53")]
        let share = |n: u64| n as f64 / trials.max(1) as f64;
        let cases = Distribution::collect(self.cases.into_iter().map(|(case, n)| (case, share(n))));
        (cases, Distribution::collect(self.rest.into_iter().map(|(gist, n)| (gist, share(n)))))
    }
}

/// Heap bytes of a case, including allocation overhead.
fn heap(case: &Case) -> usize {
    match case {
        Case::Left(left) => left.iter().map(|left| size_of_val(&**left) + 16).sum(),
        Case::Volley { hits } => size_of_val(&**hits) + 16,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wardiary_base::book::Grade;

    fn left(first: u16, second: u16) -> Case {
        Case::Left(BothSides::new(first, second).map(|n| vec![(Grade(2), n)]))
    }

    /// Everything that came up is counted, separately or by its gist.
    #[test]
    fn cases_beyond_the_room_are_counted_by_their_gist() {
        let before = BothSides::new(40, 50).map(|n| vec![(Grade(2), n)]);
        let all = (0..40).flat_map(|first| (0..=50).map(move |second| left(first, second)));
        let counts = |n: u64| all.clone().map(|case| (case, n)).collect::<IndexMap<Case, u64>>();
        let (cases, rest) =
            CaseCounts::within(before.clone(), 10_000).add(counts(2)).add(counts(1)).shares(3 * 40 * 51);
        assert!(cases.len() > 50 && cases.len() < 100 && rest.len() == 40 * 51 - cases.len(), "{}", cases.len());
        let each = 1.0 / (40.0 * 51.0);
        assert!(cases.iter().map(|(_, p)| p).chain(rest.iter().map(|(_, p)| p)).all(|p| (p - each).abs() < 1e-12));
        let whole = rest.chance(|gist| gist.unhurt.second);
        assert!((whole - 39.0 * each).abs() < 1e-12 && rest.chance(|gist| gist.unhurt.first) == 0.0, "{whole}");
        let (cases, rest) = CaseCounts::new(before).add(counts(1)).shares(40 * 51);
        assert!(cases.len() == 40 * 51 && rest.is_empty());
    }
}
