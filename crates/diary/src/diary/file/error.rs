//! Errors of a save's file, as data. Hints for the user are in [`crate::error`].

use super::{
    LoadError,
    disk::NameTaken,
    special::{MAX_SAVE_LENGTH, megabytes},
};
use crate::diary::{EntryNo, NavigationError, RecordError, RemarkError};
use std::{
    io,
    path::{Path, PathBuf},
};
use wardiary_base::{
    dice::DiceRoll,
    document::SourceProblem,
    text::{self, Text},
};
use wardiary_rules::rules::{Refusal, UnansweredRequest};

/// The message names the file.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    #[error("{}: it can't be {action}: {}", display_path(path), text::sanitize(&error.to_string()))]
    Io {
        path: PathBuf,
        /// The failed operation, as a participle: `read`, `written` …
        action: &'static str,
        error: io::Error,
    },
    #[error("{}: {}", display_path(path), joined(&error.problems))]
    Faulty { path: PathBuf, error: Box<LoadError> },
    /// Reading was cancelled; nothing was written.
    #[error("{}: reading was cancelled", display_path(path))]
    Cancelled { path: PathBuf },
    #[error("{}: it is open elsewhere{}", display_path(path), process.map_or(String::new(), |pid| format!(" (process {pid})")))]
    Locked {
        path: PathBuf,
        /// The process id, if known.
        process: Option<u32>,
    },
    /// Another process has the save open, on a file system without locks.
    #[error("{}: it is open elsewhere: {} was made by {}", display_path(path), display_path(file), owner)]
    Claimed {
        path: PathBuf,
        /// The file that stands for the lock.
        file: PathBuf,
        owner: Text,
    },
    /// Something else has the name of a file that locks the save.
    #[error(
        "{}: it can't be opened for writing: its lock file, {}, {what}; delete that file, or move it \
         away",
        display_path(path),
        display_path(file)
    )]
    LockNameTaken { path: PathBuf, file: PathBuf, what: NameTaken },
    #[error("{}: the file already exists", display_path(path))]
    Exists { path: PathBuf, new: NewFile },
    #[error("{}: another program changed it while it was open here; nothing was written", display_path(path))]
    ChangedElsewhere { path: PathBuf },
    #[error("{}: another program replaced the file during the write; the new data is not in it", display_path(path))]
    Replaced { path: PathBuf },
    #[error("{}: the file is gone; nothing was written", display_path(path))]
    Gone { path: PathBuf },
    #[error("{}: it is open only for reading", display_path(path))]
    ReadOnly { path: PathBuf },
    /// The save is a share, which can't be written.
    #[error("{}: this is a share, with what {} knew of a campaign: it can only be read", display_path(path), side)]
    Share { path: PathBuf, side: Text },
    /// The write would make the save longer than the maximum that is read.
    #[error("{}: a save can have at most {}; nothing was written", display_path(path), megabytes(MAX_SAVE_LENGTH))]
    Full { path: PathBuf },
    /// The file must be rewritten, but has several hard links, and a rewrite would separate them.
    #[error(
        "{}: it has {names} names (hard links), and rewriting it would split it into two files; nothing was written",
        display_path(path)
    )]
    ManyNames { path: PathBuf, names: u64 },
    #[error("{}: there are already ten thousand `{kind}` files beside it", display_path(path))]
    TooManyCopies {
        path: PathBuf,
        /// The kind of copy: `torn`, `before-seal` …
        kind: String,
    },
    /// The save can't be renamed or deleted: its spool would stay behind.
    #[error("{}: orders that a player handed in wait beside it, in {}", display_path(path), display_path(mail))]
    MailWaits { path: PathBuf, mail: PathBuf },
    #[error("there is no entry {no}")]
    NoEntry { no: EntryNo, last: EntryNo },
    #[error(transparent)]
    NoPlace(#[from] NavigationError),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewFile {
    Save,
    /// Something written from a save for other uses.
    Export,
}

impl FileError {
    pub(super) fn io(path: &Path, action: &'static str) -> impl Fn(io::Error) -> Self {
        move |error| Self::Io { path: path.to_path_buf(), action, error }
    }

    pub(super) fn faulty(path: &Path) -> impl Fn(LoadError) -> Self {
        move |error| {
            let path = path.to_path_buf();
            if error.is_cancelled() { Self::Cancelled { path } } else { Self::Faulty { path, error: Box::new(error) } }
        }
    }
}

fn joined(problems: &[SourceProblem]) -> String {
    text::sanitize(&problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
}

pub fn display_path(path: &Path) -> String {
    text::sanitize(&path.display().to_string())
}

#[derive(Debug)]
pub enum WriteError {
    Refused(Box<Refusal>),
    Navigation(NavigationError),
    Remark(RemarkError),
    Record(Box<RecordError>),
    Failed(FileError),
}

#[derive(Debug)]
pub enum SubmitError<E> {
    Unanswered(UnansweredRequest<E>),
    NotRecorded { why: WriteError, rolls: Vec<DiceRoll> },
}
