//! What long work is held to: it can be cancelled, says how far it is, and gives up rather than outgrow its bounds.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The most that exact work keeps at a time, in partial outcomes of 12 bytes each (they are held twice while one step
/// follows from another): 16 million, about 400 MB.
pub const MOST_KEPT: usize = 16 << 20;

/// Who watches over long work.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Set by whoever no longer wants the answer; work ends within some milliseconds.
    pub cancel: &'a AtomicBool,
    /// Told now and then how much is done, as a share from 0 to 1; called from several threads.
    pub progress: &'a (dyn Fn(f64) + Sync),
}

impl Watch<'_> {
    /// Nobody: the work runs to its end.
    #[must_use]
    pub fn nobody() -> Watch<'static> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Watch { cancel: &NEVER, progress: &|_| () }
    }

    pub(super) fn cancelled(&self) -> Result<(), Stopped> {
        if self.cancel.load(Ordering::Relaxed) { Err(Stopped::Cancelled) } else { Ok(()) }
    }
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// Whoever asked no longer wants to know.
    #[error("the odds were no longer wanted")]
    Cancelled,
    /// It would take more steps or more memory than was granted.
    #[error("that is too large to be worked out exactly; it can be simulated")]
    TooLarge,
}

/// Counts the steps of exact work against what was granted.
pub(super) struct Meter<'a> {
    watch: Watch<'a>,
    granted: u64,
    done: AtomicU64,
}

impl<'a> Meter<'a> {
    pub(super) fn new(watch: Watch<'a>, granted: u64) -> Self {
        Self { watch, granted, done: AtomicU64::new(0) }
    }

    /// Says that so many steps more were made.
    pub(super) fn charge(&self, steps: usize) -> Result<(), Stopped> {
        self.watch.cancelled()?;
        let steps = u64::try_from(steps).unwrap_or(u64::MAX);
        let done = self.done.fetch_add(steps, Ordering::Relaxed).saturating_add(steps);
        if done > self.granted { Err(Stopped::TooLarge) } else { Ok(()) }
    }

    pub(super) fn progress(&self, share: f64) {
        (self.watch.progress)(share.clamp(0.0, 1.0));
    }
}
