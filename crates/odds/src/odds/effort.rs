//! How much work odds may cost, and how they were found.

/// How much an answer may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The most steps of exact work, 0 to simulate in any case. See [`Cost`] for what a step is.
    pub exact: u64,
    /// How many times it is simulated where it can't be exact. For statistics 0 means: exactly or not at all.
    pub trials: u64,
    /// What simulated dice are derived from.
    pub seed: u64,
}

impl Effort {
    /// What a person waits for at the command line: a minute or so of exact work, or a million trials.
    pub const PATIENT: Self = Self { exact: 20_000_000_000, trials: 1_000_000, seed: 0 };
    /// What a screen shows without a stutter: exact within a quarter of a second, or a hundred thousand trials.
    pub const AT_ONCE: Self = Self { exact: 250 * Cost::STEPS_A_MILLISECOND, trials: 100_000, seed: 0 };

    /// To simulate it so many times and no more.
    #[must_use]
    pub fn simulated(trials: u64, seed: u64) -> Self {
        Self { exact: 0, trials, seed }
    }
}

/// By what factor an estimate must exceed the limit for exact work not to be tried.
const HOPELESS: u64 = 8;

/// What exact work would cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cost {
    /// Steps: additions of one probability to another.
    pub steps: u64,
}

impl Cost {
    /// How many steps a machine of our day makes in a millisecond, on one core, with something to spare.
    pub const STEPS_A_MILLISECOND: u64 = 300_000;

    /// Whether it exceeds the limit by so much that exact work is not even tried.
    #[must_use]
    pub fn is_hopeless(self, effort: &Effort) -> bool {
        self.steps / HOPELESS > effort.exact
    }
}

/// How odds were found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// Exact, but for rounding below 10⁻¹².
    Exact,
    /// Simulated.
    Simulated {
        /// So many times.
        trials: u64,
        /// The standard error of the least certain result's probability.
        error: f64,
    },
}
