//! Progress and cancellation of long commands: progress is shown on a terminal, and Ctrl-C cancels.

use std::{
    io::{self, IsTerminal, Write},
    ops::ControlFlow,
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};
use wardiary_app::Interrupt;
use wardiary_diary::{
    diary::{
        EntryNo,
        file::{Mode, Save},
        watch::Watch,
    },
    error::{UserError, display_path},
};
use wardiary_odds::odds::Monitor;
use wardiary_rules::notation::Destination;

/// The interval between progress updates.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

/// Watches a command's work until it is dropped; after that Ctrl-C ends the process as usual.
pub(super) struct Watcher {
    interrupt: Interrupt,
    /// When progress was printed last, and whether it is on the screen now; `None` without a terminal.
    progress_line: Option<Mutex<(Instant, bool)>>,
}

impl Watcher {
    pub fn begin() -> Self {
        let progress = io::stderr().is_terminal().then(|| Mutex::new((Instant::now(), false)));
        Self { interrupt: Interrupt::catch(), progress_line: progress }
    }

    /// Without progress, for work that a screen is waiting for.
    pub fn silent() -> Self {
        Self { interrupt: Interrupt::catch(), progress_line: None }
    }

    pub fn cancel_flag(&self) -> &Arc<AtomicBool> {
        self.interrupt.flag()
    }

    /// Runs work on a file, and clears its progress line.
    pub fn watch<T>(&self, path: &Path, work: impl FnOnce(Watch) -> T) -> T {
        let done = work(Watch::new(&|progress| {
            self.print_progress(&format!("{}: {progress} (Ctrl-C cancels)", display_path(path)));
            if self.cancel_flag().load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }));
        self.clear();
        done
    }

    /// Runs measurable work, and clears its progress line: `weighing the rolls: 40%`.
    pub fn measure<T>(&self, what: &str, work: impl FnOnce(Monitor) -> T) -> T {
        let progress = |share: f64| self.print_progress(&format!("{what}: {:.0}% (Ctrl-C cancels)", 100.0 * share));
        let done = work(Monitor { cancel: self.cancel_flag(), progress: &progress, time_spent: &|| 0.0 });
        self.clear();
        done
    }

    pub fn open(&self, path: &Path, mode: Mode) -> Result<Save, UserError> {
        Ok(self.watch(path, |watch| Save::open_with_progress(path, mode, watch))?)
    }

    /// Opens a save read-only, at a place or at its head.
    pub fn open_at(&self, path: &Path, at: Option<&Destination>) -> Result<Save, UserError> {
        match at {
            Some(at) => Ok(self.watch(path, |watch| Save::open_at(path, at, watch))?),
            None => self.open(path, Mode::Read),
        }
    }

    /// Opens a save read-only as far as it is readable, for a command that wants the entry at one place.
    pub fn open_for(&self, path: &Path, at: &Destination) -> Result<(Save, EntryNo), UserError> {
        Ok(self.watch(path, |watch| Save::open_for(path, at, watch))?)
    }

    /// Prints progress at the interval.
    pub fn print_progress(&self, what: &str) {
        // Another thread is printing it.
        let Some(mut line) = self.progress_line.as_ref().and_then(|line| line.try_lock().ok()) else { return };
        if line.0.elapsed() >= PROGRESS_INTERVAL {
            *line = (Instant::now(), true);
            let _ = write!(io::stderr(), "\r\u{1b}[K{what}");
        }
    }

    pub fn clear(&self) {
        if let Some(mut line) = self.progress_line.as_ref().and_then(|line| line.lock().ok())
            && std::mem::take(&mut line.1)
        {
            let _ = write!(io::stderr(), "\r\u{1b}[K");
        }
    }
}
