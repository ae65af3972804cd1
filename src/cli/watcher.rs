//! Long work of the command line: how far it is stands on a terminal, and Ctrl-C breaks it off.

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

/// How often it is said how far the work is.
const EVERY: Duration = Duration::from_millis(200);

/// Watches the work of a command for as long as it is there; after it Ctrl-C ends the process as it always does.
pub(super) struct Watcher {
    interrupt: Interrupt,
    /// When something was said last, and whether it is on the screen now; nothing where there is no terminal.
    said: Option<Mutex<(Instant, bool)>>,
}

impl Watcher {
    /// Watches from now on.
    pub fn begin() -> Self {
        let said = io::stderr().is_terminal().then(|| Mutex::new((Instant::now(), false)));
        Self { interrupt: Interrupt::heard(), said }
    }

    /// Becomes true when Ctrl-C is pressed.
    pub fn broken_off(&self) -> &Arc<AtomicBool> {
        self.interrupt.heard_of()
    }

    /// Does work on a file, and takes away from the terminal what was said of it.
    pub fn watch<T>(&self, path: &Path, work: impl FnOnce(Watch) -> T) -> T {
        let done = work(Watch::by(&|progress| {
            self.tell(&format!("{}: {progress} (Ctrl-C breaks it off)", shown(path)));
            if self.broken_off().load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }));
        self.clear();
        done
    }

    /// Does work of which it is known how much is done, and takes away from the terminal what was said of it: `the rolls are
    /// weighed: 40 %`.
    pub fn measure<T>(&self, what: &str, work: impl FnOnce(Monitor) -> T) -> T {
        let progress = |share: f64| self.tell(&format!("{what}: {:.0} % (Ctrl-C breaks it off)", 100.0 * share));
        let done = work(Monitor { cancel: self.broken_off(), progress: &progress, spent: &|| 0.0 });
        self.clear();
        done
    }

    /// Opens a save.
    pub fn open(&self, path: &Path, mode: Mode) -> Result<Save, UserError> {
        Ok(self.watch(path, |watch| Save::open_watched(path, mode, watch))?)
    }

    /// Opens a save to be read: as it was after an entry, or as it is.
    pub fn open_at(&self, path: &Path, at: Option<EntryNo>) -> Result<Save, UserError> {
        match at {
            Some(no) => Ok(self.watch(path, |watch| Save::open_at(path, no, watch))?),
            None => self.open(path, Mode::Read),
        }
    }

    /// Opens a save to be read, of which an entry is wanted: as far as it can be read.
    pub fn open_as_far(&self, path: &Path, no: EntryNo) -> Result<Save, UserError> {
        Ok(self.watch(path, |watch| Save::open_as_far(path, no, watch))?)
    }

    /// Says how far the work is, now and then.
    pub fn tell(&self, what: &str) {
        // Another thread is saying it.
        let Some(mut said) = self.said.as_ref().and_then(|said| said.try_lock().ok()) else { return };
        if said.0.elapsed() >= EVERY {
            *said = (Instant::now(), true);
            let _ = write!(io::stderr(), "\r\u{1b}[K{what}");
        }
    }

    /// Takes away from the terminal what was said.
    pub fn clear(&self) {
        if let Some(mut said) = self.said.as_ref().and_then(|said| said.lock().ok())
            && std::mem::take(&mut said.1)
        {
            let _ = write!(io::stderr(), "\r\u{1b}[K");
        }
    }
}
