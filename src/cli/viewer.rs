//! Opens saves for commands: with progress on a terminal, and Ctrl-C to cancel.
//!
//! `--for SIDE`: the only place where a save is opened as a side sees it. A command with this flag reads the diary that
//! it gets from here, and nothing else of the save.

use clap::Args;
use std::{
    ffi::OsStr,
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
use wardiary_base::{
    id::SideId,
    text::{self, Text},
};
use wardiary_diary::{
    assets::Folders,
    diary::{
        EntryNo,
        file::{FileError, Mode, Save},
        watch::Watch,
    },
    error::{ErrorKind, UserError, display_path},
    projection::SaveView,
};
use wardiary_odds::odds::Monitor;
use wardiary_rules::{
    notation::{Destination, resolve_name},
    state::{EntityKind, State},
};

/// The `--for` flag, shared by all commands that have it.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct ViewerArg {
    /// As this side sees it: only what it knows, with entry numbers of its own
    #[arg(long = "for", id = "for", value_name = "SIDE")]
    side: Option<String>,
}

impl ViewerArg {
    /// Whether the view is a side's, not the referee's.
    pub fn is_side(&self) -> bool {
        self.side.is_some()
    }

    /// Opens a save read-only as the referee or a side sees it, at a place in the visible diary or at its head.
    pub fn open(&self, watcher: &Watcher, path: &Path, at: Option<&Destination>) -> Result<SaveView, UserError> {
        let Some(side) = &self.side else { return watcher.open_at(path, at).map(SaveView::from) };
        let mut viewed = view_for_side(watcher.open_without_details(path)?, side)?;
        if let Some(at) = at {
            viewed.move_to(at)?;
        }
        Ok(viewed)
    }

    /// The same by the save's argument.
    pub fn open_save(&self, watcher: &Watcher, save: &OsStr, at: Option<&Destination>) -> Result<SaveView, UserError> {
        self.open(watcher, &Folders::of_user()?.save_path(save)?, at)
    }

    /// The same with the diary at the save's head, for a command that wants the entry at one place.
    pub fn open_for(&self, watcher: &Watcher, path: &Path, at: &Destination) -> Result<(SaveView, EntryNo), UserError> {
        if !self.is_side() {
            return watcher.open_for(path, at).map(|(save, no)| (save.into(), no));
        }
        let viewed = self.open(watcher, path, None)?;
        let no = viewed.find(at)?;
        Ok((viewed, no))
    }
}

impl Watcher {
    /// Opens a save read-only for a side. The faults of a damaged save are not reported, since its lines are the
    /// referee's.
    pub(super) fn open_without_details(&self, path: &Path) -> Result<Save, UserError> {
        self.watch(path, |watch| Save::open_with_progress(path, Mode::Read, watch)).map_err(without_details)
    }
}

/// The error if a save can't be opened for a side, without details of its contents.
pub(super) fn without_details(error: FileError) -> UserError {
    match error {
        FileError::Faulty { path, .. } => UserError::file(&path, "it is faulty, so it can't be shown to a side")
            .hint("`wardiary check` tells the referee what is wrong"),
        FileError::Locked { path, .. } => UserError::file(&path, "the referee has it open").hint("try again later"),
        error => error.into(),
    }
}

/// A save as the side of that name sees it.
fn view_for_side(save: Save, name: &str) -> Result<SaveView, UserError> {
    let side = side_named(name, save.diary().state())?;
    let path = save.path().to_path_buf();
    if let Some(share) = save.diary().share() {
        if share.side == side {
            return Ok(save.into());
        }
        let whose = save.diary().share_side_name().unwrap_or_default();
        return Err(UserError::usage(format!(
            "{}: this is a share, which only holds what {whose} knew",
            display_path(&path)
        ))
        .hint("leave out --for"));
    }
    SaveView::for_side(save, side).map_err(|faults| {
        let text: Vec<String> = faults.iter().map(ToString::to_string).collect();
        UserError::file(&path, format!("it can’t be shown as a side sees it: {}", text::sanitize(&text.join("; "))))
            .hint("this is a bug in wardiary: please report it")
    })
}

/// `Tannenberg, as seen by Blue`: the title for display, and the viewing side if there is one.
pub(super) fn titled(seen: &SaveView) -> String {
    with_side(&seen.diary().header().title.as_name().into(), seen).to_string()
}

/// This title, and the viewing side if there is one.
pub(super) fn with_side(title: &Text, seen: &SaveView) -> Text {
    seen.side_name().map_or_else(|| title.clone(), |side| title.followed_by(&format!(", as seen by {side}")))
}

/// The side of that name.
pub(super) fn side_named(name: &str, state: &State) -> Result<SideId, UserError> {
    let id = resolve_name(name, state, &[EntityKind::Side]).map_err(|error| {
        let there: Vec<String> = state.sides().iter().map(|side| side.name.to_string()).collect();
        let hint = match &there[..] {
            [] => "the save has no sides yet".into(),
            [only] => format!("the only side is {only}"),
            _ => format!("the sides are {}", text::list(&there)),
        };
        UserError { kind: ErrorKind::Usage, hint: Some(hint), ..UserError::from_notation(error, name) }
    })?;
    Ok(SideId(id.0))
}

/// The names of a save's sides for shell completion; empty if the save can't be read.
pub(super) fn side_names(path: &Path) -> Vec<String> {
    let save = Save::open(path, Mode::Read);
    let names = |save: Save| save.diary().state().sides().iter().map(|side| side.name.to_string()).collect();
    save.map(names).unwrap_or_default()
}

/// The error if a command does not support `--for`.
pub(super) const NOT_FOR_A_SIDE: &str = "--for shows what a side sees; it works with open, review, picture, state, log, odds, map, report, \
    luck, service and compare";

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
