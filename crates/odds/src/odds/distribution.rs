//! A discrete probability distribution with its mean, variance and percentiles.

use std::collections::BTreeMap;

/// Ordered outcomes with their probabilities. No probability is 0; the sum is 1 up to rounding.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution<T> {
    outcomes: Vec<(T, f64)>,
}

impl<T> Default for Distribution<T> {
    fn default() -> Self {
        Self { outcomes: Vec::new() }
    }
}

impl<T: Ord> Distribution<T> {
    /// Sums the probabilities of equal outcomes, and drops outcomes with probability 0.
    pub fn collect(weighted: impl IntoIterator<Item = (T, f64)>) -> Self {
        let mut sums: BTreeMap<T, f64> = BTreeMap::new();
        for (outcome, p) in weighted.into_iter().filter(|(_, p)| *p > 0.0) {
            *sums.entry(outcome).or_insert(0.0) += p;
        }
        Self { outcomes: sums.into_iter().collect() }
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&T, f64)> + ExactSizeIterator {
        self.outcomes.iter().map(|(outcome, p)| (outcome, *p))
    }

    pub fn len(&self) -> usize {
        self.outcomes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.outcomes.is_empty()
    }

    pub fn probability(&self, outcome: &T) -> f64 {
        self.outcomes.binary_search_by(|(other, _)| other.cmp(outcome)).map_or(0.0, |at| self.outcomes[at].1)
    }

    pub fn chance(&self, wanted: impl Fn(&T) -> bool) -> f64 {
        // An empty sum of floats is −0.
        self.iter().filter(|(outcome, _)| wanted(outcome)).map(|(_, p)| p).sum::<f64>() + 0.0
    }

    pub fn mean(&self, number: impl Fn(&T) -> f64) -> f64 {
        self.iter().map(|(outcome, p)| p * number(outcome)).sum()
    }

    pub fn variance(&self, number: impl Fn(&T) -> f64) -> f64 {
        let mean = self.mean(&number);
        self.mean(|outcome| (number(outcome) - mean).powi(2))
    }

    /// The smallest outcome whose cumulative probability is at least `share` (0 to 1); `None` if the distribution is
    /// empty.
    pub fn percentile(&self, share: f64) -> Option<&T> {
        // The tolerance keeps rounding from skipping an outcome that reaches the share exactly.
        let enough = share - 1e-12;
        let mut sum = 0.0;
        let reached = self.iter().find(|(_, p)| {
            sum += p;
            sum >= enough
        });
        reached.map(|(outcome, _)| outcome).or_else(|| self.outcomes.last().map(|(outcome, _)| outcome))
    }

    /// The probabilities of a smaller and of a greater outcome.
    pub fn below_and_above(&self, outcome: &T) -> (f64, f64) {
        (self.chance(|other| other < outcome), self.chance(|other| other > outcome))
    }

    pub fn map<U: Ord>(&self, of: impl Fn(&T) -> U) -> Distribution<U> {
        Distribution::collect(self.iter().map(|(outcome, p)| (of(outcome), p)))
    }
}
