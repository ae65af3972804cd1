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
    error::{UserError, shown},
};
use wardiary_odds::odds::Monitor;

/// The interval between progress updates.
const EVERY: Duration = Duration::from_millis(200);

/// Watches a command's work until it is dropped; after that Ctrl-C ends the process as usual.
pub(super) struct Watcher {
    interrupt: Interrupt,
    /// When progress was printed last, and whether it is on the screen now; `None` without a terminal.
    said: Option<Mutex<(Instant, bool)>>,
}

impl Watcher {
    pub fn begin() -> Self {
        let said = io::stderr().is_terminal().then(|| Mutex::new((Instant::now(), false)));
        Self { interrupt: Interrupt::heard(), said }
    }

    /// A flag that Ctrl-C sets.
    pub fn broken_off(&self) -> &Arc<AtomicBool> {
        self.interrupt.heard_of()
    }

    /// Runs work on a file, and clears its progress line.
    pub fn watch<T>(&self, path: &Path, work: impl FnOnce(Watch) -> T) -> T {
        let done = work(Watch::by(&|progress| {
            self.tell(&format!("{}: {progress} (Ctrl-C breaks it off)", shown(path)));
            if self.broken_off().load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }));
        self.clear();
        done
    }

    /// Runs measurable work, and clears its progress line: `the rolls are weighed: 40 %`.
    pub fn measure<T>(&self, what: &str, work: impl FnOnce(Monitor) -> T) -> T {
        let progress = |share: f64| self.tell(&format!("{what}: {:.0} % (Ctrl-C breaks it off)", 100.0 * share));
        let done = work(Monitor { cancel: self.broken_off(), progress: &progress, spent: &|| 0.0 });
        self.clear();
        done
    }

    pub fn open(&self, path: &Path, mode: Mode) -> Result<Save, UserError> {
        Ok(self.watch(path, |watch| Save::open_watched(path, mode, watch))?)
    }

    /// Opens a save read-only, at an entry or at its head.
    pub fn open_at(&self, path: &Path, at: Option<EntryNo>) -> Result<Save, UserError> {
        match at {
            Some(no) => Ok(self.watch(path, |watch| Save::open_at(path, no, watch))?),
            None => self.open(path, Mode::Read),
        }
    }

    /// Opens a save read-only as far as it is readable, for a command that wants one entry.
    pub fn open_as_far(&self, path: &Path, no: EntryNo) -> Result<Save, UserError> {
        Ok(self.watch(path, |watch| Save::open_as_far(path, no, watch))?)
    }

    /// Prints progress at the interval.
    pub fn tell(&self, what: &str) {
        // Another thread is printing it.
        let Some(mut said) = self.said.as_ref().and_then(|said| said.try_lock().ok()) else { return };
        if said.0.elapsed() >= EVERY {
            *said = (Instant::now(), true);
            let _ = write!(io::stderr(), "\r\u{1b}[K{what}");
        }
    }

    pub fn clear(&self) {
        if let Some(mut said) = self.said.as_ref().and_then(|said| said.lock().ok())
            && std::mem::take(&mut said.1)
        {
            let _ = write!(io::stderr(), "\r\u{1b}[K");
        }
    }
}
