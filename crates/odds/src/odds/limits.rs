//! Limits of work: how much an answer may cost, and how exact work is cancelled, reports its progress and is kept within
//! bounds of steps, memory and time.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Maximum steps of exact work; 0 always simulates. See [`Cost`] for the unit.
    pub exact: u64,
    /// Number of trials if exact work is too large. For statistics 0 means exact or not at all.
    pub trials: u64,
    pub seed: u64,
}

impl Effort {
    /// For the command line: about a minute of exact work, or a million trials.
    pub const BATCH: Self = Self { exact: 20_000_000_000, trials: 1_000_000, seed: 0 };
    /// For a screen: a quarter of a second of exact work, or a hundred thousand trials.
    pub const INTERACTIVE: Self = Self { exact: 250 * Cost::STEPS_A_MILLISECOND, trials: 100_000, seed: 0 };

    /// Always simulates, with this many trials.
    pub fn simulated(trials: u64, seed: u64) -> Self {
        Self { exact: 0, trials, seed }
    }
}

/// Exact work is not started if the estimate exceeds the limit by this factor.
const HOPELESS_FACTOR: u64 = 8;

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
        self.steps / HOPELESS_FACTOR > effort.exact
    }
}

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

/// Maximum bytes held by exact work at a time, counted by the capacity of collections. With everything else that a call
/// needs this comes to about 400 MB.
pub(crate) const MAX_BYTES: usize = 300 << 20;

/// Exact work gives up after this share of the allowed time, which leaves the rest for a simulation.
const EXACT_TIME_SHARE: f64 = 0.6;

/// How work is cancelled, where it reports its progress, and how much time it has.
#[derive(Clone, Copy)]
pub struct Monitor<'a> {
    pub cancel: &'a AtomicBool,
    /// Called occasionally with the progress, 0 to 1; from several threads.
    pub progress: &'a (dyn Fn(f64) + Sync),
    /// The share of the allowed time that has passed; always 0 without a limit. Exact work gives up early enough for a
    /// simulation; a simulation ends with the trials made so far.
    pub time_spent: &'a (dyn Fn() -> f64 + Sync),
}

impl Monitor<'_> {
    /// A monitor that never cancels and discards progress.
    pub fn none() -> Monitor<'static> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Monitor { cancel: &NEVER, progress: &|_| (), time_spent: &|| 0.0 }
    }

    /// Runs work whose parts each report progress from 0, and passes on only reports that exceed the previous ones.
    pub fn monotonic<T>(self, work: impl FnOnce(Monitor) -> T) -> T {
        let most = AtomicU64::new(0);
        let progress = |share: f64| {
            // The bits of non-negative floats sort like the floats.
            let bits = share.max(0.0).to_bits();
            if most.fetch_max(bits, Ordering::Relaxed) < bits {
                (self.progress)(share);
            }
        };
        work(Monitor { progress: &progress, ..self })
    }

    /// Runs part `at` of `all` parts of the work.
    pub fn subtask<T>(self, (at, all): (f64, f64), work: impl FnOnce(Monitor) -> T) -> T {
        let progress = |share: f64| (self.progress)((at + share) / all);
        progress(0.0);
        work(Monitor { progress: &progress, ..self })
    }

    pub fn check_cancelled(&self) -> Result<(), OddsError> {
        if self.cancel.load(Ordering::Relaxed) { Err(OddsError::Cancelled) } else { Ok(()) }
    }

    /// Fails if exact work was cancelled or has used up its time.
    pub(super) fn check_exact(&self) -> Result<(), OddsError> {
        self.check_cancelled()?;
        if (self.time_spent)() > EXACT_TIME_SHARE { Err(OddsError::TooLarge) } else { Ok(()) }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OddsError {
    #[error("the odds were cancelled")]
    Cancelled,
    /// Exceeds the limit of steps, memory or time.
    #[error("this is too large to compute exactly; it can be simulated")]
    TooLarge,
}

/// Counts steps of exact work and bytes held, and enforces their limits.
pub struct Meter<'a> {
    watch: Monitor<'a>,
    limit: u64,
    steps_done: AtomicU64,
    bytes_held: AtomicUsize,
}

/// Steps between two checks of the clock: some milliseconds.
const STEPS_PER_CHECK: u64 = 1 << 20;

impl<'a> Meter<'a> {
    /// A meter that allows `limit` steps.
    pub fn new(watch: Monitor<'a>, limit: u64) -> Self {
        Self { watch, limit, steps_done: AtomicU64::new(0), bytes_held: AtomicUsize::new(0) }
    }

    /// Counts steps; fails if the limit is exceeded.
    pub(super) fn charge(&self, steps: usize) -> Result<(), OddsError> {
        self.watch.check_cancelled()?;
        let steps = u64::try_from(steps).unwrap_or(u64::MAX);
        let before = self.steps_done.fetch_add(steps, Ordering::Relaxed);
        let done = before.saturating_add(steps);
        fail_if!(done > self.limit, OddsError::TooLarge);
        if before / STEPS_PER_CHECK == done / STEPS_PER_CHECK { Ok(()) } else { self.watch.check_exact() }
    }

    pub(super) fn allows(&self, steps: u64) -> bool {
        self.steps_done.load(Ordering::Relaxed).saturating_add(steps) <= self.limit
    }

    /// Counts bytes as held until the returned guard is dropped.
    pub(super) fn reserve(&self, bytes: usize) -> Result<MemoryGuard<'_>, OddsError> {
        let mut guard = MemoryGuard { meter: &self.bytes_held, bytes: 0 };
        guard.grow_to(bytes)?;
        Ok(guard)
    }

    pub(super) fn progress(&self, share: f64) {
        (self.watch.progress)(share.clamp(0.0, 1.0));
    }
}

pub(super) struct MemoryGuard<'a> {
    meter: &'a AtomicUsize,
    bytes: usize,
}

impl MemoryGuard<'_> {
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Raises the number of bytes held to `bytes`, if it is lower.
    pub(super) fn grow_to(&mut self, bytes: usize) -> Result<(), OddsError> {
        let more = bytes.saturating_sub(self.bytes);
        self.bytes += more;
        let total = self.meter.fetch_add(more, Ordering::Relaxed).saturating_add(more);
        if total > MAX_BYTES { Err(OddsError::TooLarge) } else { Ok(()) }
    }
}

impl Drop for MemoryGuard<'_> {
    fn drop(&mut self) {
        self.meter.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}
