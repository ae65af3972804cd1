//! Errors of a save's file, as data. Hints for the user are in [`crate::error`].

use super::{
    LoadError,
    disk::NameTaken,
    special::{MAX_SAVE_LENGTH, megabytes},
};
use crate::diary::{EntryNo, NavigationError, RecordError, RemarkError, seal::Ending};
use std::{
    collections::BTreeSet,
    fmt, io,
    path::{Path, PathBuf},
};
use wardiary_base::{
    dice::DiceRoll,
    document::{SourcePosition, SourceProblem},
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveNotice {
    Title {
        place: SourcePosition,
        shown: String,
    },
    Name {
        place: SourcePosition,
        shown: String,
    },
    ChangedByHand {
        /// The entries; 0 for the header.
        entries: BTreeSet<EntryNo>,
        moves: usize,
        remarks: BTreeSet<EntryNo>,
        digests: usize,
    },
    Ending {
        how: Ending,
        entries: EntryNo,
    },
    /// The last line was torn; it has been moved to a file of its own.
    TornRemoved {
        length: usize,
        copy: PathBuf,
    },
    /// The last line is torn and ignored, since the save is open for reading.
    TornIgnored,
    /// The file system has no locks; a file stands for one.
    NoLocks {
        file: PathBuf,
    },
    Share {
        side: Text,
    },
    /// The save was to be opened for writing, but can only be read.
    Following {
        because: String,
    },
}

impl fmt::Display for SaveNotice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Title { place, shown } => {
                write!(f, "{place}: the title has characters that can't be shown; it is shown as “{shown}”")
            }
            Self::Name { place, shown } => {
                write!(f, "{place}: the name has characters that can't be shown; it is shown as “{shown}”")
            }
            Self::ChangedByHand { entries, moves, remarks, digests } => {
                let header = entries.contains(&0).then(|| "the header".to_string());
                let count = entries.range(1..).count();
                let ranges = text::ranges(entries.range(1..).copied());
                let numbered =
                    (count > 0).then(|| format!("{} {ranges}", if count == 1 { "entry" } else { "entries" }));
                let moves = (*moves > 0).then(|| text::count(*moves, "line of undo or redo", "lines of undo or redo"));
                let on = text::ranges(remarks.iter().copied());
                let entry = if remarks.len() == 1 { "entry" } else { "entries" };
                let remarks = (!remarks.is_empty()).then(|| format!("remarks on {entry} {on}"));
                let digests = (*digests > 0).then(|| text::count(*digests, "digest", "digests"));
                let parts = [header, numbered, moves, remarks, digests];
                let what: Vec<String> = parts.into_iter().flatten().collect();
                write!(f, "changed by hand since it was written: {}", text::list(&what))
            }
            Self::TornRemoved { length, copy } => write!(
                f,
                "the last line, of {length} bytes, was incomplete and has been left out; it is kept in {}",
                display_path(copy)
            ),
            Self::Ending { how: how @ (Ending::Unclosed | Ending::OtherLine), entries } => {
                write!(f, "{how}; there were at least {}", text::count(*entries as usize, "entry", "entries"))
            }
            Self::Ending { how, .. } => how.fmt(f),
            Self::TornIgnored => f.write_str("the last line is incomplete and is left out here"),
            Self::NoLocks { file } => write!(
                f,
                "this file system does not support locks; while the save is open here, {} keeps other programs out",
                display_path(file)
            ),
            Self::Share { side } => {
                write!(f, "this is a share, with what {side} knew of a campaign: it can only be read")
            }
            Self::Following { because } => write!(f, "{because}: you can watch it, but not write"),
        }
    }
}
