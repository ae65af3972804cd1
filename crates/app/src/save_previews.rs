//! Previews of saves on the start screen: who fights, the strength of each side, the last event. The selected save is
//! read, then the other visible ones, on a thread, so that a long one does not block the keys. Headless they are read at
//! once.

#![allow(clippy::disallowed_methods, reason = "spawns the thread that reads saves")]

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
        file::{load_with_progress, read_save},
        watch::{Progress, Watch},
    },
    error::{UserError, notice_text},
};
use wardiary_rules::state::State;
use wardiary_view::menu::save_facts;

/// Maximum number of cached previews. A large campaign has thousands of units.
const MAX_CACHED: usize = 24;

#[derive(Debug)]
pub(crate) struct SavePreview {
    pub state: State,
    pub entries: usize,
    pub last: Option<(EntryNo, String)>,
    pub(crate) notice: Option<String>,
}

pub type PreviewResult = Result<Box<SavePreview>, UserError>;

#[derive(Debug, Default)]
pub(crate) struct SavePreviews {
    cache: BTreeMap<PathBuf, PreviewResult>,
    selected: Option<PathBuf>,
    /// The facts that the list shows beside each save read so far; `None` if it can't be read.
    facts: BTreeMap<PathBuf, Option<Vec<String>>>,
    request: Option<PreviewRequest>,
    thread: Option<PreviewThread>,
}

#[derive(Clone, Debug)]
struct PreviewRequest {
    path: PathBuf,
    cancelled: Arc<AtomicBool>,
    progress: Arc<Mutex<Option<Progress>>>,
}

/// The reading thread, which ends when this is dropped.
#[derive(Debug)]
struct PreviewThread {
    requests: Sender<PreviewRequest>,
    results: Receiver<(PathBuf, PreviewResult)>,
}

impl SavePreviews {
    pub(crate) fn on_thread() -> Self {
        let (request_sender, requests) = channel::<PreviewRequest>();
        let (result_sender, results) = channel();
        let work = move || {
            while let Ok(mut request) = requests.recv() {
                // The newest request replaces older ones.
                while let Ok(newer) = requests.try_recv() {
                    request = newer;
                }
                let preview = load_preview(&request);
                if !request.cancelled.load(Ordering::Relaxed) && result_sender.send((request.path, preview)).is_err() {
                    return;
                }
            }
        };
        // Without a thread, previews are read when they are requested.
        let thread = thread::Builder::new().name("saves".into()).spawn(work).ok();
        let mut previews = Self::default();
        previews.thread = thread.map(|_| PreviewThread { requests: request_sender, results });
        previews
    }

    /// Reads the selected save, and what the list says of the others.
    pub(crate) fn read(&mut self, selected: Option<&Path>, others: &[&Path]) {
        self.selected = selected.map(Path::to_path_buf);
        match selected {
            Some(path) => self.request(path),
            None if self.request.as_ref().is_some_and(|request| !others.contains(&&*request.path)) => self.cancel(),
            None => {}
        }
        for path in others {
            if self.is_busy() {
                return;
            }
            if !self.facts.contains_key(*path) {
                self.request(path);
            }
        }
    }

    /// Requests a preview unless it is cached. Cancels the request before it.
    fn request(&mut self, path: &Path) {
        if self.cache.contains_key(path) || self.request.as_ref().is_some_and(|request| request.path == path) {
            return;
        }
        self.cancel();
        let request = PreviewRequest { path: path.to_path_buf(), cancelled: Arc::default(), progress: Arc::default() };
        match &self.thread {
            Some(thread) if thread.requests.send(request.clone()).is_ok() => self.request = Some(request),
            _ => self.insert(path.to_path_buf(), load_preview(&request)),
        }
    }

    pub fn cancel(&mut self) {
        if let Some(request) = self.request.take() {
            request.cancelled.store(true, Ordering::Relaxed);
        }
    }

    pub(crate) fn receive(&mut self) {
        while let Some((path, text)) = self.thread.as_ref().and_then(|thread| thread.results.try_recv().ok()) {
            if self.request.as_ref().is_some_and(|request| request.path == path) {
                self.request = None;
            }
            self.insert(path, text);
        }
    }

    fn insert(&mut self, path: PathBuf, text: PreviewResult) {
        if self.cache.len() >= MAX_CACHED {
            let selected = self.selected.as_ref();
            self.cache.retain(|path, _| Some(path) == selected);
        }
        let facts = text.as_ref().ok().map(|seen| save_facts(&seen.state));
        self.facts.insert(path.clone(), facts);
        self.cache.insert(path, text);
    }

    /// Forgets the previews of the other saves.
    pub(crate) fn retain(&mut self, is_unchanged: impl Fn(&Path) -> bool) {
        self.receive();
        self.cancel();
        self.cache.retain(|path, _| is_unchanged(path));
        self.facts.retain(|path, _| is_unchanged(path));
    }

    pub(crate) fn is_unreadable(&self, path: &Path) -> bool {
        self.facts.get(path).is_some_and(Option::is_none)
    }

    pub(crate) fn facts(&self, path: &Path) -> Vec<String> {
        let read = self.facts.get(path).cloned();
        read.map_or_else(Vec::new, |facts| facts.unwrap_or_else(|| vec!["can't be read".into()]))
    }

    pub(crate) fn is_busy(&self) -> bool {
        self.request.is_some()
    }

    pub fn get(&self, path: &Path) -> Option<&PreviewResult> {
        self.cache.get(path)
    }

    pub fn progress(&self) -> Option<Progress> {
        *self.request.as_ref()?.progress.lock().ok()?
    }
}

impl Drop for SavePreviews {
    fn drop(&mut self) {
        self.cancel();
    }
}

fn load_preview(PreviewRequest { path, cancelled: broken_off, progress }: &PreviewRequest) -> PreviewResult {
    let watcher = |now: Progress| {
        if let Ok(mut progress) = progress.lock() {
            *progress = Some(now);
        }
        if broken_off.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let bytes = read_save(path).map_err(|error| UserError::io(path, "read", &error))?;
    let loaded =
        load_with_progress(&bytes, Watch::new(&watcher)).map_err(|error| UserError::unreadable(path, error))?;
    let diary = loaded.diary;
    let last = diary.headline(diary.head()).map(|headline| (diary.head(), headline));
    Ok(Box::new(SavePreview {
        entries: diary.entries().len(),
        last,
        notice: loaded.notices.first().map(notice_text),
        state: diary.state().clone(),
    }))
}
