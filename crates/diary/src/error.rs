//! The errors a user sees: a message, a hint, and the exit code. Hints that name a command of the command line are here
//! and nowhere below.

mod save;

pub use crate::diary::file::shown;
pub use save::{notice_text, problems_of};

use std::{fmt, io, path::Path};
use wardiary_base::{document::Problem, text};
use wardiary_rules::notation::{NotationError, refusal::RefusalText};

/// The kind of an error, which decides the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// An order was refused, or a difference found.
    Refused = 1,
    /// The command was given wrongly.
    Usage = 2,
    /// A file can't be read or written.
    File = 3,
    /// It can't be decided here: another version of the program could.
    Undecided = 4,
}

/// An error as a user sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserError {
    /// What kind it is.
    pub kind: ErrorKind,
    /// What is wrong, in a sentence or a few lines, fit to be shown.
    pub what: String,
    /// What to do next.
    pub hint: Option<String>,
}

impl UserError {
    /// A refusal.
    pub fn refused(what: impl Into<String>) -> Self {
        Self { kind: ErrorKind::Refused, what: what.into(), hint: None }
    }

    /// A wrong call.
    pub fn usage(what: impl Into<String>) -> Self {
        Self { kind: ErrorKind::Usage, what: what.into(), hint: None }
    }

    /// A file that can't be read or written.
    pub fn file(path: &Path, what: impl fmt::Display) -> Self {
        Self { kind: ErrorKind::File, what: format!("{}: {what}", shown(path)), hint: None }
    }

    /// What an operation on a file failed with.
    #[must_use]
    pub fn io(path: &Path, doing: &str, error: &io::Error) -> Self {
        let what = format!("it can't be {doing}: {}", text::sanitize(&error.to_string()));
        Self { hint: io_hint(error.kind()).map(String::from), ..Self::file(path, what) }
    }

    /// What is wrong in a file, with its places.
    #[must_use]
    pub fn problems(path: &Path, problems: &[Problem]) -> Self {
        let lines: Vec<String> = problems
            .iter()
            .map(|p| match p.place {
                Some(place) => {
                    let bare = Problem { place: None, ..p.clone() };
                    format!("{}:{}:{}: {bare}", shown(path), place.line, place.column)
                }
                None => format!("{}: {p}", shown(path)),
            })
            .collect();
        Self { kind: ErrorKind::File, what: text::sanitize_lines(&lines.join("\n")), hint: None }
    }

    /// An order or a roll that can't be read: what is wrong, with the text and a mark under the place.
    #[must_use]
    pub fn of_notation(error: NotationError, text: &str) -> Self {
        let what = format!("{}\n  {}", error.what, error.pointing(text).replace('\n', "\n  "));
        Self { kind: ErrorKind::Refused, what, hint: error.hint }
    }

    /// With advice.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The same failure, said of something: `line 3: …`.
    #[must_use]
    pub fn of(mut self, what: impl fmt::Display) -> Self {
        self.what = format!("{what}: {}", self.what);
        self
    }
}

/// What to do about an error of the operating system, where that is known.
fn io_hint(kind: io::ErrorKind) -> Option<&'static str> {
    match kind {
        io::ErrorKind::NotFound => Some("`wardiary list` shows the saves there are"),
        io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => {
            Some("a part of its path is a file; choose another folder")
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            Some("choose a folder you may write to, or change its permissions")
        }
        io::ErrorKind::StorageFull => Some("make room on the disk; what was recorded before is safe"),
        _ => None,
    }
}

impl fmt::Display for UserError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        match &self.hint {
            Some(hint) => write!(f, "\n  hint: {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for UserError {}

impl From<RefusalText> for UserError {
    fn from(refusal: RefusalText) -> Self {
        Self { kind: ErrorKind::Refused, what: text::sanitize(&refusal.what), hint: refusal.hint }
    }
}
