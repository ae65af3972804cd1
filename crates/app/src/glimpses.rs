//! Previews of saves on the start screen: who fights, the strength of each side, the last event. Only the selected save
//! is read, on a thread, so that a long one does not block the keys. Headless it is read at once.

#![allow(clippy::disallowed_methods, reason = "saves are read on a thread")]

use std::{
    collections::BTreeMap,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    thread,
};
use wardiary_diary::{
    diary::{
        EntryNo,
        file::{load_watched, read_save},
        watch::{Progress, Watch},
    },
    error::{UserError, notice_text},
};
use wardiary_rules::state::State;

/// Maximum number of cached previews. A large campaign has thousands of units.
const MOST_KEPT: usize = 24;

#[derive(Debug)]
pub(crate) struct Glimpse {
    /// The state at the head.
    pub state: State,
    pub entries: usize,
    /// The last entry and its headline.
    pub last: Option<(EntryNo, String)>,
    /// A problem in the save that the reader should know of.
    pub(crate) notice: Option<String>,
}

/// A preview, or the reason why the save can't be read.
pub type Told = Result<Box<Glimpse>, UserError>;

#[derive(Debug, Default)]
pub(crate) struct Glimpses {
    told: BTreeMap<PathBuf, Told>,
    reading: Option<Reading>,
    thread: Option<Thread>,
}

#[derive(Clone, Debug)]
struct Reading {
    path: PathBuf,
    broken_off: Arc<AtomicBool>,
    progress: Arc<Mutex<Option<Progress>>>,
}

/// The reading thread, which ends when this is dropped.
#[derive(Debug)]
struct Thread {
    asks: Sender<Reading>,
    told: Receiver<(PathBuf, Told)>,
}

impl Glimpses {
    pub(crate) fn on_a_thread() -> Self {
        let (asks, asked) = channel::<Reading>();
        let (tell, told) = channel();
        let work = move || {
            while let Ok(mut reading) = asked.recv() {
                // The newest request replaces older ones.
                while let Ok(newer) = asked.try_recv() {
                    reading = newer;
                }
                let told = read(&reading);
                if !reading.broken_off.load(Ordering::Relaxed) && tell.send((reading.path, told)).is_err() {
                    return;
                }
            }
        };
        // Without a thread, previews are read when they are requested.
        let thread = thread::Builder::new().name("saves".into()).spawn(work).ok();
        Self { told: BTreeMap::new(), reading: None, thread: thread.map(|_| Thread { asks, told }) }
    }

    /// Requests a preview unless it is cached. Cancels the request before it.
    pub(crate) fn look(&mut self, path: &Path) {
        if self.told.contains_key(path) || self.reading.as_ref().is_some_and(|reading| reading.path == path) {
            return;
        }
        self.rest();
        let reading = Reading { path: path.to_path_buf(), broken_off: Arc::default(), progress: Arc::default() };
        match &self.thread {
            Some(thread) if thread.asks.send(reading.clone()).is_ok() => self.reading = Some(reading),
            _ => self.keep(path.to_path_buf(), read(&reading)),
        }
    }

    pub fn rest(&mut self) {
        if let Some(reading) = self.reading.take() {
            reading.broken_off.store(true, Ordering::Relaxed);
        }
    }

    pub(crate) fn receive(&mut self) {
        while let Some((path, told)) = self.thread.as_ref().and_then(|thread| thread.told.try_recv().ok()) {
            if self.reading.as_ref().is_some_and(|reading| reading.path == path) {
                self.reading = None;
            }
            self.keep(path, told);
        }
    }

    fn keep(&mut self, path: PathBuf, told: Told) {
        if self.told.len() >= MOST_KEPT {
            self.told.clear();
        }
        self.told.insert(path, told);
    }

    pub(crate) fn is_busy(&self) -> bool {
        self.reading.is_some()
    }

    pub fn of(&self, path: &Path) -> Option<&Told> {
        self.told.get(path)
    }

    pub fn progress(&self) -> Option<Progress> {
        *self.reading.as_ref()?.progress.lock().ok()?
    }
}

impl Drop for Glimpses {
    fn drop(&mut self) {
        self.rest();
    }
}

fn read(Reading { path, broken_off, progress }: &Reading) -> Told {
    let watcher = |now: Progress| {
        if let Ok(mut progress) = progress.lock() {
            *progress = Some(now);
        }
        if broken_off.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let bytes = read_save(path).map_err(|error| UserError::io(path, "read", &error))?;
    let loaded = load_watched(&bytes, Watch::by(&watcher)).map_err(|error| UserError::unreadable(path, error))?;
    let diary = loaded.diary;
    let last = diary.headline(diary.head()).map(|headline| (diary.head(), headline));
    Ok(Box::new(Glimpse {
        entries: diary.entries().len(),
        last,
        notice: loaded.notices.first().map(notice_text),
        state: diary.state().clone(),
    }))
}
