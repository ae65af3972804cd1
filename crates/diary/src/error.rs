//! The errors that users see: a message, a hint and an exit code. Hints that name a subcommand are here and nowhere
//! below.

mod save;

pub use crate::diary::file::display_path;
pub use save::{notice_text, problems_of};

use std::{fmt, io, path::Path};
use wardiary_base::{document::SourceProblem, text};
use wardiary_rules::notation::{NotationError, refusal::RefusalText};

/// The kind of an error, which is the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// An order was refused, or a comparison found a difference.
    Refused = 1,
    Usage = 2,
    /// A file cannot be read or written.
    File = 3,
    /// Cannot be decided by this version of the program; another version could.
    Undecided = 4,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserError {
    pub kind: ErrorKind,
    /// A sentence or a few lines, ready to be shown.
    pub what: String,
    pub hint: Option<String>,
}

impl UserError {
    pub fn refused(what: impl Into<String>) -> Self {
        Self { kind: ErrorKind::Refused, what: what.into(), hint: None }
    }

    pub fn usage(what: impl Into<String>) -> Self {
        Self { kind: ErrorKind::Usage, what: what.into(), hint: None }
    }

    pub fn file(path: &Path, what: impl fmt::Display) -> Self {
        Self { kind: ErrorKind::File, what: format!("{}: {what}", display_path(path)), hint: None }
    }

    /// An operating system error while `doing` something to a file.
    pub fn io(path: &Path, doing: &str, error: &io::Error) -> Self {
        let what = format!("it can't be {doing}: {}", text::sanitize(&error.to_string()));
        Self { hint: io_hint(error.kind()).map(String::from), ..Self::file(path, what) }
    }

    pub fn problems(path: &Path, problems: &[SourceProblem]) -> Self {
        let lines: Vec<String> = problems
            .iter()
            .map(|p| match p.position {
                Some(place) => {
                    let bare = SourceProblem { position: None, ..p.clone() };
                    format!("{}:{}:{}: {bare}", display_path(path), place.line, place.column)
                }
                None => format!("{}: {p}", display_path(path)),
            })
            .collect();
        Self { kind: ErrorKind::File, what: text::sanitize_lines(&lines.join("\n")), hint: None }
    }

    pub fn from_notation(error: NotationError, text: &str) -> Self {
        let what = format!("{}\n  {}", error.reason, error.with_pointer(text).replace('\n', "\n  "));
        Self { kind: ErrorKind::Refused, what, hint: error.hint }
    }

    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Prefixes the message: `line 3: …`.
    pub fn prefixed(mut self, what: impl fmt::Display) -> Self {
        self.what = format!("{what}: {}", self.what);
        self
    }
}

/// Advice about an operating system error, if there is any.
fn io_hint(kind: io::ErrorKind) -> Option<&'static str> {
    match kind {
        io::ErrorKind::NotFound => Some("`wardiary list` lists your saves"),
        io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => {
            Some("a part of its path is a file; choose another folder")
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            Some("choose a folder you may write to, or change its permissions")
        }
        io::ErrorKind::StorageFull => Some("free some disk space; everything recorded before is safe"),
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
        Self { kind: ErrorKind::Refused, what: text::sanitize(&refusal.reason), hint: refusal.hint }
    }
}
