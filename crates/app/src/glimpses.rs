//! What saves tell of themselves on the start screen: who fights, how strong each side is, what happened last. A save is read
//! on a thread of its own, so that no key waits for a long one, and only the one that is chosen; headless it is read at once.

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

/// So many are kept at the most: of a large campaign each has thousands of units.
const MOST_KEPT: usize = 24;

/// What a save tells of itself.
#[derive(Debug)]
pub(crate) struct Glimpse {
    /// Where it stands.
    pub state: State,
    /// How many entries it has.
    pub entries: usize,
    /// Its last entry, and what that says.
    pub last: Option<(EntryNo, String)>,
    /// What was found in it that a reader should know.
    pub(crate) notice: Option<String>,
}

/// What is known of a save: what it tells, or why it can't be read.
pub type Told = Result<Box<Glimpse>, UserError>;

/// What saves tell of themselves.
#[derive(Debug, Default)]
pub(crate) struct Glimpses {
    told: BTreeMap<PathBuf, Told>,
    /// The save that is being read.
    reading: Option<Reading>,
    thread: Option<Thread>,
}

/// A save that is being read.
#[derive(Clone, Debug)]
struct Reading {
    path: PathBuf,
    broken_off: Arc<AtomicBool>,
    progress: Arc<Mutex<Option<Progress>>>,
}

/// Where saves are read; it ends when this is dropped.
#[derive(Debug)]
struct Thread {
    asks: Sender<Reading>,
    told: Receiver<(PathBuf, Told)>,
}

impl Glimpses {
    /// Some that are read on a thread.
    #[must_use]
    pub(crate) fn on_a_thread() -> Self {
        let (asks, asked) = channel::<Reading>();
        let (tell, told) = channel();
        let work = move || {
            while let Ok(mut reading) = asked.recv() {
                // Only the newest counts.
                while let Ok(newer) = asked.try_recv() {
                    reading = newer;
                }
                let told = read(&reading);
                if !reading.broken_off.load(Ordering::Relaxed) && tell.send((reading.path, told)).is_err() {
                    return;
                }
            }
        };
        // Where no thread can be had they are read when they are asked for.
        let thread = thread::Builder::new().name("saves".into()).spawn(work).ok();
        Self { told: BTreeMap::new(), reading: None, thread: thread.map(|_| Thread { asks, told }) }
    }

    /// Asks for what a save tells, if that is not known; whatever was asked for before is of no interest any more.
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

    /// Nothing is asked for any more.
    pub fn rest(&mut self) {
        if let Some(reading) = self.reading.take() {
            reading.broken_off.store(true, Ordering::Relaxed);
        }
    }

    /// Takes in what has been read.
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

    /// Whether one is being read.
    #[must_use]
    pub(crate) fn is_busy(&self) -> bool {
        self.reading.is_some()
    }

    /// What a save tells, if it is known.
    #[must_use]
    pub fn of(&self, path: &Path) -> Option<&Told> {
        self.told.get(path)
    }

    /// How far the one is that is being read.
    #[must_use]
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
