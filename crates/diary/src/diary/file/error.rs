//! What can go wrong with a save's file, as data. What to do about it is said above, in [`crate::error`].

use super::{
    LoadError,
    special::{LONGEST_SAVE, megabytes},
};
use crate::diary::{EntryNo, NavigationError, RecordError, RemarkError};
use std::{
    io,
    path::{Path, PathBuf},
};
use wardiary_base::{dice::DiceRoll, document::Problem, text};
use wardiary_rules::rules::{Refusal, Unanswered};

/// What went wrong with a save's file. The message names the file.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The operating system reported an error.
    #[error("{}: it can't be {action}: {}", shown(path), text::sanitize(&error.to_string()))]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What was to be done with it: `read`, `written` …
        action: &'static str,
        /// The error.
        error: io::Error,
    },
    /// Its content is faulty.
    #[error("{}: {}", shown(path), joined(&error.problems))]
    Faulty {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: Box<LoadError>,
    },
    /// Reading was broken off; nothing was written.
    #[error("{}: reading was broken off", shown(path))]
    BrokenOff {
        /// The save.
        path: PathBuf,
    },
    /// Another process has the save open for writing.
    #[error("{}: it is open elsewhere{}", shown(path), process.map_or(String::new(), |pid| format!(" by process {pid}")))]
    Locked {
        /// The save.
        path: PathBuf,
        /// The process, where it is known.
        process: Option<u32>,
    },
    /// Another process has the save open, on a file system that knows no locks.
    #[error("{}: it is open elsewhere: {} was made by {}", shown(path), shown(file), text::sanitize(owner))]
    Claimed {
        /// The save.
        path: PathBuf,
        /// The file that says so.
        file: PathBuf,
        /// Who made it.
        owner: String,
    },
    /// A new file was to be written where there is one.
    #[error("{}: there is a file of that name already", shown(path))]
    Exists {
        /// The file.
        path: PathBuf,
        /// What was to be written.
        new: NewFile,
    },
    /// Another program changed the save while it was open here.
    #[error("{}: another program changed it while it was open here; nothing was written", shown(path))]
    ChangedElsewhere {
        /// The save.
        path: PathBuf,
    },
    /// Another file took the save's name while it was written.
    #[error("{}: another file took its place while it was written; what was to be written is not in it", shown(path))]
    Replaced {
        /// The save.
        path: PathBuf,
    },
    /// The save's file was taken away while it was open.
    #[error("{}: the file is gone; nothing was written", shown(path))]
    Gone {
        /// The save.
        path: PathBuf,
    },
    /// The save is open for reading only.
    #[error("{}: it is open to be read only", shown(path))]
    ReadOnly {
        /// The save.
        path: PathBuf,
    },
    /// It is a share, and was to be written on.
    #[error(
        "{}: this is a share, what {} knew of a campaign: it is read, and never written on",
        shown(path),
        text::sanitize(side)
    )]
    Share {
        /// The share.
        path: PathBuf,
        /// What the side is called whose share it is.
        side: String,
    },
    /// What was to be written would make the save longer than any that is read.
    #[error("{}: a save has at most {}; nothing was written", shown(path), megabytes(LONGEST_SAVE))]
    Full {
        /// The save.
        path: PathBuf,
    },
    /// The file has to be written anew, which gives it to one of its names alone.
    #[error(
        "{}: it has {names} names (hard links), and would have to be written anew, which would make two files of it; nothing was written",
        shown(path)
    )]
    ManyNames {
        /// The save.
        path: PathBuf,
        /// How many it has.
        names: u64,
    },
    /// All names for a copy beside the save are in use.
    #[error("{}: ten thousand files of the kind `{kind}` lie beside it already", shown(path))]
    TooManyCopies {
        /// The save.
        path: PathBuf,
        /// The kind of copy: `torn`, `before-seal` …
        kind: String,
    },
    /// The save was to be opened at an entry that it does not have.
    #[error("there is no entry {no}")]
    NoEntry {
        /// The entry.
        no: EntryNo,
        /// The last entry there is.
        last: EntryNo,
    },
}

/// What a new file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewFile {
    /// A save.
    Save,
    /// Something written from a save for other uses.
    Export,
}

impl FileError {
    /// Makes an error of the operating system's into one about this path.
    pub(super) fn io(path: &Path, action: &'static str) -> impl Fn(io::Error) -> Self {
        move |error| Self::Io { path: path.to_path_buf(), action, error }
    }

    /// Makes an error of reading into one about this path.
    pub(super) fn faulty(path: &Path) -> impl Fn(LoadError) -> Self {
        move |error| {
            let path = path.to_path_buf();
            if error.is_broken_off() { Self::BrokenOff { path } } else { Self::Faulty { path, error: Box::new(error) } }
        }
    }
}

fn joined(problems: &[Problem]) -> String {
    text::sanitize(&problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
}

/// A path as it is shown.
#[must_use]
pub fn shown(path: &Path) -> String {
    text::sanitize(&path.display().to_string())
}

/// Why something was not recorded.
#[derive(Debug)]
pub enum WriteError {
    /// The rules refuse it, in the state of the diary's head.
    Refused(Box<Refusal>),
    /// There is nothing to go back or forward to.
    Navigation(NavigationError),
    /// It can't be remarked on.
    Remark(RemarkError),
    /// The diary can't hold it.
    Record(Box<RecordError>),
    /// It can't be written.
    Failed(FileError),
}

/// Why an order was not recorded.
#[derive(Debug)]
pub enum SubmitError<E> {
    /// It needs dice that its source did not roll.
    Unanswered(Unanswered<E>),
    /// It is refused or can't be written.
    NotRecorded {
        /// Why.
        why: WriteError,
        /// The rolls that were made for it.
        rolls: Vec<DiceRoll>,
    },
}
