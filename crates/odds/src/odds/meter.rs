//! Limits of long work: it can be cancelled, reports its progress, and gives up rather than exceed its bounds.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// The most bytes that exact work holds at a time. They are counted as they are held, by what each collection has taken;
/// with what a call needs besides that comes to about 400 MB.
pub(crate) const MAX_HELD: usize = 300 << 20;

/// The share of the time allowed after which exact work gives up, so that something is left for a simulation.
const EXACT_SHARE: f64 = 0.6;

/// How long work is cancelled, how much time it has, and where it reports its progress.
#[derive(Clone, Copy)]
pub struct Monitor<'a> {
    /// Set to cancel the work, which then ends within some milliseconds.
    pub cancel: &'a AtomicBool,
    /// Called now and then with how much is done, a share from 0 to 1; from several threads.
    pub progress: &'a (dyn Fn(f64) + Sync),
    /// How much of the time allowed is over, as a share; always 0 where there is no limit. Exact work that takes longer
    /// gives up in time for a simulation, and a simulation ends with the trials made by then.
    pub spent: &'a (dyn Fn() -> f64 + Sync),
}

impl Monitor<'_> {
    /// For work that runs to its end and reports nothing.
    #[must_use]
    pub fn none() -> Monitor<'static> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Monitor { cancel: &NEVER, progress: &|_| (), spent: &|| 0.0 }
    }

    /// Does work whose parts each begin at nothing again: how much is done is told only where it is more than before.
    pub fn rising<T>(self, work: impl FnOnce(Monitor) -> T) -> T {
        let most = AtomicU64::new(0);
        let progress = |share: f64| {
            // The bits of shares, none of which is below 0, are in the order of what they say.
            let bits = share.max(0.0).to_bits();
            if most.fetch_max(bits, Ordering::Relaxed) < bits {
                (self.progress)(share);
            }
        };
        work(Monitor { progress: &progress, ..self })
    }

    /// Does a part of the work, one of so many.
    pub fn part<T>(self, (at, all): (f64, f64), work: impl FnOnce(Monitor) -> T) -> T {
        let progress = |share: f64| (self.progress)((at + share) / all);
        progress(0.0);
        work(Monitor { progress: &progress, ..self })
    }

    /// Whether the work is still wanted.
    pub fn cancelled(&self) -> Result<(), OddsError> {
        if self.cancel.load(Ordering::Relaxed) { Err(OddsError::Cancelled) } else { Ok(()) }
    }

    /// Whether exact work is still wanted, and has time left.
    pub(super) fn exact_goes_on(&self) -> Result<(), OddsError> {
        self.cancelled()?;
        if (self.spent)() > EXACT_SHARE { Err(OddsError::TooLarge) } else { Ok(()) }
    }
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OddsError {
    /// The work was cancelled.
    #[error("the odds were no longer wanted")]
    Cancelled,
    /// It would take more steps, more memory or more time than is allowed.
    #[error("that is too large to be worked out exactly; it can be simulated")]
    TooLarge,
}

/// Counts the steps of exact work, and the bytes it holds, against their limits.
pub(super) struct Meter<'a> {
    watch: Monitor<'a>,
    limit: u64,
    done: AtomicU64,
    held: AtomicUsize,
}

/// So many steps, some milliseconds, are made between two looks at the clock.
const STEPS_A_LOOK: u64 = 1 << 20;

impl<'a> Meter<'a> {
    pub(super) fn new(watch: Monitor<'a>, limit: u64) -> Self {
        Self { watch, limit, done: AtomicU64::new(0), held: AtomicUsize::new(0) }
    }

    /// Counts so many more steps.
    pub(super) fn charge(&self, steps: usize) -> Result<(), OddsError> {
        self.watch.cancelled()?;
        let steps = u64::try_from(steps).unwrap_or(u64::MAX);
        let before = self.done.fetch_add(steps, Ordering::Relaxed);
        let done = before.saturating_add(steps);
        if done > self.limit {
            return Err(OddsError::TooLarge);
        }
        if before / STEPS_A_LOOK == done / STEPS_A_LOOK { Ok(()) } else { self.watch.exact_goes_on() }
    }

    /// Whether there is room for so many more steps.
    pub(super) fn allows(&self, steps: u64) -> bool {
        self.done.load(Ordering::Relaxed).saturating_add(steps) <= self.limit
    }

    /// Counts so many more bytes, until what is returned goes out of scope.
    pub(super) fn hold(&self, bytes: usize) -> Result<Held<'_>, OddsError> {
        let mut held = Held { meter: &self.held, bytes: 0 };
        held.grow_to(bytes)?;
        Ok(held)
    }

    pub(super) fn progress(&self, share: f64) {
        (self.watch.progress)(share.clamp(0.0, 1.0));
    }
}

/// Bytes that are held, counted off again when this is dropped.
pub(super) struct Held<'a> {
    meter: &'a AtomicUsize,
    bytes: usize,
}

impl Held<'_> {
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Counts what is held as so many bytes from now on, if it was less.
    pub(super) fn grow_to(&mut self, bytes: usize) -> Result<(), OddsError> {
        let more = bytes.saturating_sub(self.bytes);
        self.bytes += more;
        let held = self.meter.fetch_add(more, Ordering::Relaxed).saturating_add(more);
        if held > MAX_HELD { Err(OddsError::TooLarge) } else { Ok(()) }
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.meter.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}
