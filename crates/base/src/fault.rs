//! Errors in the content of a file or a setting, located by a path in its structure.
//!
//! [`document`](crate::document) finds the line and column of a path.

use crate::text;
use std::fmt;

/// Separates the hint from the error in the message of a type that reads itself: serde passes on a text only.
pub const HINT_BREAK: char = '\n';

/// An error in a file's content: where in its structure, what is wrong, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Field names and list indices, from the outermost. Indices count from 0.
    pub path: Vec<String>,
    pub reason: String,
    pub hint: Option<String>,
}

impl Fault {
    /// Takes a path written as `scrud.phases` or `units.3.stack`.
    pub fn at(path: impl AsRef<str>, what: impl Into<String>) -> Self {
        Self { path: path.as_ref().split('.').map(String::from).collect(), reason: what.into(), hint: None }
    }

    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Formats the fault for a reader who does not have the file. List indices count from 1:
    /// `clock.parts (2nd): there is another “dawn”`
    pub fn describe(&self) -> String {
        let mut path: Vec<String> = Vec::new();
        let mut was_number = false;
        for step in &self.path {
            let number: Option<u32> = step.parse().ok();
            match (number, path.last_mut()) {
                // The message says which element of a pair is wrong.
                (Some(_), Some(_)) if was_number => {}
                (Some(number), Some(list)) => *list = format!("{list} ({})", text::ordinal(number.saturating_add(1))),
                _ => path.push(step.clone()),
            }
            was_number = number.is_some();
        }
        Self { path, ..self.clone() }.to_string()
    }

    /// Prepends `outer` to the path, for a fault in a part of a larger document.
    pub fn with_prefix(mut self, outer: &str) -> Self {
        self.path.insert(0, outer.into());
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.join("."), self.reason)?;
        if let Some(hint) = &self.hint {
            write!(f, " ({hint})")?;
        }
        Ok(())
    }
}
