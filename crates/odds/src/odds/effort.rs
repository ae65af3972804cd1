//! Limits on the work for odds, its estimated cost, and the method that was used.

/// How much an answer may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Maximum steps of exact work; 0 always simulates. See [`Cost`] for the unit.
    pub exact: u64,
    /// Number of trials if exact work is too large. For statistics 0 means exact or not at all.
    pub trials: u64,
    /// Seed of the simulated dice.
    pub seed: u64,
}

impl Effort {
    /// For the command line: about a minute of exact work, or a million trials.
    pub const PATIENT: Self = Self { exact: 20_000_000_000, trials: 1_000_000, seed: 0 };
    /// For a screen: a quarter of a second of exact work, or a hundred thousand trials.
    pub const AT_ONCE: Self = Self { exact: 250 * Cost::STEPS_A_MILLISECOND, trials: 100_000, seed: 0 };

    /// Always simulates, with this many trials.
    pub fn simulated(trials: u64, seed: u64) -> Self {
        Self { exact: 0, trials, seed }
    }
}

/// Exact work is not started if the estimate exceeds the limit by this factor.
const HOPELESS: u64 = 8;

/// The cost of exact work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cost {
    /// A step is the addition of one probability to another.
    pub steps: u64,
}

impl Cost {
    /// Steps per millisecond of one core of a current machine, estimated low.
    pub const STEPS_A_MILLISECOND: u64 = 300_000;

    /// Whether it exceeds the limit by so much that exact work is not started.
    pub fn is_hopeless(self, effort: &Effort) -> bool {
        self.steps / HOPELESS > effort.exact
    }
}

/// How odds were found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// Exact, apart from rounding below 10⁻¹².
    Exact,
    Simulated {
        trials: u64,
        /// The standard error of the least certain probability.
        error: f64,
    },
}
