//! Errors of a save's file, as data. Hints for the user are in [`crate::error`].

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
    #[error("{}: it can't be {action}: {}", shown(path), text::sanitize(&error.to_string()))]
    Io {
        path: PathBuf,
        /// The failed operation, as a participle: `read`, `written` …
        action: &'static str,
        error: io::Error,
    },
    #[error("{}: {}", shown(path), joined(&error.problems))]
    Faulty { path: PathBuf, error: Box<LoadError> },
    /// Reading was cancelled; nothing was written.
    #[error("{}: reading was broken off", shown(path))]
    BrokenOff { path: PathBuf },
    #[error("{}: it is open elsewhere{}", shown(path), process.map_or(String::new(), |pid| format!(" by process {pid}")))]
    Locked {
        path: PathBuf,
        /// The process id, if known.
        process: Option<u32>,
    },
    /// Another process has the save open, on a file system without locks.
    #[error("{}: it is open elsewhere: {} was made by {}", shown(path), shown(file), text::sanitize(owner))]
    Claimed {
        path: PathBuf,
        /// The file that stands for the lock.
        file: PathBuf,
        owner: String,
    },
    #[error("{}: there is a file of that name already", shown(path))]
    Exists { path: PathBuf, new: NewFile },
    #[error("{}: another program changed it while it was open here; nothing was written", shown(path))]
    ChangedElsewhere { path: PathBuf },
    #[error("{}: another file took its place while it was written; what was to be written is not in it", shown(path))]
    Replaced { path: PathBuf },
    #[error("{}: the file is gone; nothing was written", shown(path))]
    Gone { path: PathBuf },
    #[error("{}: it is open to be read only", shown(path))]
    ReadOnly { path: PathBuf },
    /// The save is a share, which can't be written.
    #[error(
        "{}: this is a share, what {} knew of a campaign: it is read, and never written on",
        shown(path),
        text::sanitize(side)
    )]
    Share { path: PathBuf, side: String },
    /// The write would make the save longer than the maximum that is read.
    #[error("{}: a save has at most {}; nothing was written", shown(path), megabytes(LONGEST_SAVE))]
    Full { path: PathBuf },
    /// The file must be rewritten, but has several hard links, and a rewrite would separate them.
    #[error(
        "{}: it has {names} names (hard links), and would have to be written anew, which would make two files of it; nothing was written",
        shown(path)
    )]
    ManyNames { path: PathBuf, names: u64 },
    #[error("{}: ten thousand files of the kind `{kind}` lie beside it already", shown(path))]
    TooManyCopies {
        path: PathBuf,
        /// The kind of copy: `torn`, `before-seal` …
        kind: String,
    },
    #[error("there is no entry {no}")]
    NoEntry {
        no: EntryNo,
        /// The last entry of the save.
        last: EntryNo,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewFile {
    Save,
    /// Something written from a save for other uses.
    Export,
}

impl FileError {
    /// Converts an I/O error into one about this path.
    pub(super) fn io(path: &Path, action: &'static str) -> impl Fn(io::Error) -> Self {
        move |error| Self::Io { path: path.to_path_buf(), action, error }
    }

    /// Converts a load error into one about this path.
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

pub fn shown(path: &Path) -> String {
    text::sanitize(&path.display().to_string())
}

#[derive(Debug)]
pub enum WriteError {
    /// The rules refuse it in the state at the head.
    Refused(Box<Refusal>),
    Navigation(NavigationError),
    Remark(RemarkError),
    Record(Box<RecordError>),
    Failed(FileError),
}

#[derive(Debug)]
pub enum SubmitError<E> {
    Unanswered(Unanswered<E>),
    NotRecorded { why: WriteError, rolls: Vec<DiceRoll> },
}
