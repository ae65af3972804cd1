//! Previews of saves on the start screen: who fights, the strength of each side, the last event. Only the selected save
//! is read, on a thread, so that a long one does not block the keys. Headless it is read at once.

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
        Self {
            cache: BTreeMap::new(),
            request: None,
            thread: thread.map(|_| PreviewThread { requests: request_sender, results }),
        }
    }

    /// Requests a preview unless it is cached. Cancels the request before it.
    pub(crate) fn request(&mut self, path: &Path) {
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
            self.cache.clear();
        }
        self.cache.insert(path, text);
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
