//! Limits of long work: it can be cancelled, reports its progress, and gives up rather than exceed its bounds.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The most that exact work keeps at a time, in partial outcomes of 12 bytes each (they are held twice while one step
/// follows from another): 16 million, about 400 MB.
pub(crate) const MAX_KEPT: usize = 16 << 20;

/// How long work is cancelled, and where it reports its progress.
#[derive(Clone, Copy)]
pub struct Monitor<'a> {
    /// Set to cancel the work, which then ends within some milliseconds.
    pub cancel: &'a AtomicBool,
    /// Called now and then with how much is done, a share from 0 to 1; from several threads.
    pub progress: &'a (dyn Fn(f64) + Sync),
}

impl Monitor<'_> {
    /// For work that runs to its end and reports nothing.
    #[must_use]
    pub fn none() -> Monitor<'static> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Monitor { cancel: &NEVER, progress: &|_| () }
    }

    pub(super) fn cancelled(&self) -> Result<(), OddsError> {
        if self.cancel.load(Ordering::Relaxed) { Err(OddsError::Cancelled) } else { Ok(()) }
    }
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OddsError {
    /// The work was cancelled.
    #[error("the odds were no longer wanted")]
    Cancelled,
    /// It would take more steps or more memory than is allowed.
    #[error("that is too large to be worked out exactly; it can be simulated")]
    TooLarge,
}

/// Counts the steps of exact work against a limit.
pub(super) struct Meter<'a> {
    watch: Monitor<'a>,
    limit: u64,
    done: AtomicU64,
}

impl<'a> Meter<'a> {
    pub(super) fn new(watch: Monitor<'a>, limit: u64) -> Self {
        Self { watch, limit, done: AtomicU64::new(0) }
    }

    /// Counts so many more steps.
    pub(super) fn charge(&self, steps: usize) -> Result<(), OddsError> {
        self.watch.cancelled()?;
        let steps = u64::try_from(steps).unwrap_or(u64::MAX);
        let done = self.done.fetch_add(steps, Ordering::Relaxed).saturating_add(steps);
        if done > self.limit { Err(OddsError::TooLarge) } else { Ok(()) }
    }

    pub(super) fn progress(&self, share: f64) {
        (self.watch.progress)(share.clamp(0.0, 1.0));
    }
}
