//! Counts cases within a memory limit: the cases that come up first are counted separately while there is room, and all
//! later ones by their coarse case.
//!
//! Likely cases come up early, so the cases that are not counted separately are rare. The key figures can be computed
//! from a coarse case as well as from a case, so they lose nothing.

use crate::odds::{Case, Distribution, Survivors};
use indexmap::IndexMap;
use std::collections::BTreeMap;
use wardiary_base::sides::{BothSides, CombatSide};

/// Maximum bytes of counted cases: as many as can be written in a second or two.
pub(super) const MAX_BYTES: usize = 8 << 20;

/// The coarse features of a case that is not counted separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CoarseCase {
    pub units: BothSides<u16>,
    /// Whether a side kept all its units and grades.
    pub unhurt: BothSides<bool>,
}

pub struct CaseCounts {
    /// The initial units of each side, if survivors are asked for.
    before: BothSides<Survivors>,
    max_bytes: usize,
    bytes: usize,
    cases: IndexMap<Case, u64>,
    coarse_cases: BTreeMap<CoarseCase, u64>,
}

impl CaseCounts {
    /// Counts with room for `room` bytes of separately counted cases.
    pub fn new(before: BothSides<Survivors>, room: usize) -> Self {
        Self { before, max_bytes: room, bytes: 0, cases: IndexMap::new(), coarse_cases: BTreeMap::new() }
    }

    pub fn with_trials(mut self, counts: IndexMap<Case, u64>) -> Self {
        for (case, n) in counts {
            if let Some(known) = self.cases.get_mut(&case) {
                *known += n;
                continue;
            }
            // The entry, its hash and index slot, and its heap allocation.
            let bytes = size_of::<(Case, u64)>() + 24 + heap(&case);
            if let Some(coarse_case) = self.coarse_case(&case).filter(|_| self.bytes + bytes > self.max_bytes) {
                *self.coarse_cases.entry(coarse_case).or_insert(0) += n;
            } else {
                self.bytes += bytes;
                self.cases.insert(case, n);
            }
        }
        self
    }

    /// The coarse form of a case; only survivors have one, since all other questions have few cases.
    fn coarse_case(&self, case: &Case) -> Option<CoarseCase> {
        let Case::Survivors(left) = case else { return None };
        let units = left.as_ref().map(|left| left.iter().map(|(_, units)| *units).sum());
        Some(CoarseCase { units, unhurt: BothSides::from_fn(|side: CombatSide| left[side] == self.before[side]) })
    }

    /// The shares of the cases, and of the coarse cases of all others.
    pub fn shares(self, trials: u64) -> (Distribution<Case>, Distribution<CoarseCase>) {
        #[allow(clippy::cast_precision_loss, reason = "trials are fewer than 2^53")]
        let share = |n: u64| n as f64 / trials.max(1) as f64;
        let cases = Distribution::collect(self.cases.into_iter().map(|(case, n)| (case, share(n))));
        (cases, Distribution::collect(self.coarse_cases.into_iter().map(|(coarse_case, n)| (coarse_case, share(n)))))
    }
}

/// Heap bytes of a case, including allocation overhead.
fn heap(case: &Case) -> usize {
    match case {
        Case::Survivors(left) => left.iter().map(|left| size_of_val(&**left) + 16).sum(),
        Case::Volley { hits } => size_of_val(&**hits) + 16,
        _ => 0,
    }
}
