//! Errors about saves, as users see them, with hints.

use super::{ErrorKind, UserError, display_path, io_hint};
use crate::diary::{
    NavigationError,
    amend::AmendError,
    file::{FORMAT, FileError, LoadError, LoadErrorKind, NewFile, SaveNotice, SubmitError, WriteError},
};
use crate::share::{ShareError, ShareRefusal};
use std::{fmt, io, path::Path};
use wardiary_base::document::SourceProblem;
use wardiary_rules::{notation::refusal, state::State};

impl UserError {
    /// A save that cannot be read. If its beginning can be read, the hint offers to open that.
    pub fn unreadable(path: &Path, error: LoadError) -> Self {
        let (last, kind) = (error.last_readable(), error.kind);
        let failure = Self::problems(path, &problems_of(error));
        if kind != LoadErrorKind::Faulty {
            return failure;
        }
        let save = display_path(path);
        let read_before = last.map_or_else(String::new, |last| {
            format!("repair the line; read the save up to the entry before it: wardiary open --at {last} {save}; or ")
        });
        failure.hint(format!("{read_before}make a new save of the part that can be read: wardiary recover {save}"))
    }

    /// A save of which no share can be made.
    pub fn unshareable(path: &Path, why: ShareRefusal) -> Self {
        let save = display_path(path);
        let hint = match why {
            ShareRefusal::Share => "it can be sent on unchanged: copy the file".to_string(),
            ShareRefusal::OldSeals => {
                format!("`wardiary recover {save}` makes a new save of it in which every line is sealed")
            }
            ShareRefusal::ShortSeed => {
                "start a campaign without `--seed` if you want to share it; `wardiary report` can still report this one"
                    .to_string()
            }
            ShareRefusal::ChangedByHand => {
                format!(
                    "`wardiary verify {save}` says where, and `wardiary seal {save}` accepts it; older shares will no longer match"
                )
            }
        };
        Self::refused(format!("{save}: {why}")).hint(hint)
    }

    /// A share that can't be made for the side with this name.
    pub fn from_share(path: &Path, side: &str, error: ShareError) -> Self {
        let save = display_path(path);
        match error {
            ShareError::Load(error) => Self::unreadable(path, *error),
            ShareError::NoSide => Self::refused(format!("{save}: {side} has seen nothing in it yet")),
            ShareError::Muster(faults) => {
                let faults: Vec<&str> = faults.iter().map(|fault| &*fault.reason).collect();
                Self::refused(format!("{save}: what {side} knows does not make a campaign: {}", faults.join("; ")))
            }
        }
    }
}

/// All problems of a save, each with its hint.
pub fn problems_of(error: LoadError) -> Vec<SourceProblem> {
    let mut problems = error.problems;
    if error.kind == LoadErrorKind::NotASave {
        for problem in &mut problems {
            problem.hint.get_or_insert_with(|| {
                format!(
                    "a save begins with `(wardiary: {FORMAT}, title: …` and has `diary: [` before its entries; for a rulebook or \
                     a scenario, run `wardiary check`"
                )
            });
        }
    }
    problems
}

pub fn notice_text(notice: &SaveNotice) -> String {
    match notice {
        SaveNotice::ChangedByHand { .. } => format!("{notice} (run `wardiary verify` for details)"),
        _ => notice.to_string(),
    }
}

impl From<FileError> for UserError {
    fn from(error: FileError) -> Self {
        let is_refused = matches!(error, FileError::NoEntry { .. } | FileError::NoPlace(_) | FileError::Share { .. });
        let kind = if is_refused { ErrorKind::Refused } else { ErrorKind::File };
        let what = error.to_string();
        let hint = match error {
            FileError::Faulty { path, error } => return Self::unreadable(&path, *error),
            FileError::Io { error, action: "written" | "made", .. } if error.kind() == io::ErrorKind::NotFound => {
                Some("the file can't be created there; choose another folder".into())
            }
            FileError::Io { error, .. } => io_hint(error.kind()).map(String::from),
            FileError::Locked { path, .. } => {
                Some(format!("close it there, or watch it: wardiary open --follow {}", display_path(&path)))
            }
            FileError::LockNameTaken { path, .. } => {
                Some(format!("you can still read it: wardiary log {}", display_path(&path)))
            }
            FileError::Exists { path, new: NewFile::Save } => {
                Some(format!("choose another name, or open the existing save: wardiary open {}", display_path(&path)))
            }
            FileError::Exists { new: NewFile::Export, .. } => {
                Some("choose another name; existing files are not overwritten".into())
            }
            FileError::Claimed { file, .. } => {
                Some(format!("if that process has ended, delete {}", display_path(&file)))
            }
            FileError::ChangedElsewhere { .. } | FileError::Replaced { .. } => {
                Some("open it again to read what the other program wrote".into())
            }
            FileError::ReadOnly { .. } => {
                Some("to write, open it without `--at` while no other program has it open".into())
            }
            FileError::Share { path, .. } => Some(format!(
                "send orders to the person who keeps the save; read the share with `wardiary open {0}`, `review`, `log`, `report`",
                display_path(&path)
            )),
            FileError::NoEntry { last, .. } => Some(format!("the save's entries are 1 to {last}; 0 is the muster")),
            FileError::Gone { .. } => Some("put it back, or save the campaign to another file".into()),
            FileError::Full { .. } => Some("continue in a new save; everything recorded so far is in this one".into()),
            FileError::ManyNames { path, .. } => Some(format!(
                "copy it to a separate file and continue with that: cp {0} mine.ron; or remove its other names. You can still \
                 read it: wardiary log {0}",
                display_path(&path)
            )),
            FileError::MailWaits { .. } => Some("open it first: the program takes the orders in".into()),
            FileError::NoPlace(error) => return error.into(),
            FileError::TooManyCopies { .. } | FileError::Cancelled { .. } => None,
        };
        Self { kind, what, hint }
    }
}

impl UserError {
    /// Why a write failed, in the names of `state`: the reader's view of the head.
    pub fn from_write(error: WriteError, state: &State) -> Self {
        match error {
            WriteError::Refused(refusal) => refusal::describe(&refusal, state).into(),
            WriteError::Navigation(error) => error.into(),
            WriteError::Remark(error) => Self::refused(error.to_string()),
            WriteError::Record(error) => Self::refused(error.to_string()),
            WriteError::Failed(error) => error.into(),
        }
    }

    /// Why an order was not recorded, in the names of `state`.
    pub fn from_submit(error: SubmitError<impl fmt::Display>, state: &State) -> Self {
        match error {
            SubmitError::Unanswered(unanswered) => Self::refused(unanswered.error.to_string()),
            SubmitError::NotRecorded { why, .. } => Self::from_write(why, state),
        }
    }
}

impl From<NavigationError> for UserError {
    fn from(error: NavigationError) -> Self {
        let what = error.to_string();
        let hint = match error {
            NavigationError::Unreadable(error) => error.hint,
            _ => None,
        };
        Self { hint, ..Self::refused(what) }
    }
}

impl From<AmendError> for UserError {
    fn from(error: AmendError) -> Self {
        Self { hint: error.hint(), ..Self::refused(error.to_string()) }
    }
}
