//! What is wrong with the content of a file or a setting, by its path in the structure.
//!
//! Where a path lies in a text, in lines and columns, is found by [`document`](crate::document).

use crate::text;
use std::fmt;

/// Something wrong with a file's content: where in its structure, what, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The way there: field names, and places in lists counted from 0.
    pub path: Vec<String>,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl Fault {
    /// A fault at a path written `scrud.phases` or `units.3.stack`.
    pub fn at(path: impl AsRef<str>, what: impl Into<String>) -> Self {
        Self { path: path.as_ref().split('.').map(String::from).collect(), what: what.into(), hint: None }
    }

    /// With advice.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The same in a sentence of somebody who has no file before him: places in lists are counted from 1, as people do.
    /// `clock.parts (2nd): there is another “dawn”`
    #[must_use]
    pub fn told(&self) -> String {
        let mut path: Vec<String> = Vec::new();
        let mut was_number = false;
        for step in &self.path {
            let number: Option<u32> = step.parse().ok();
            match (number, path.last_mut()) {
                // Which of a pair is wrong the words say.
                (Some(_), Some(_)) if was_number => {}
                (Some(number), Some(list)) => *list = format!("{list} ({})", text::nth(number.saturating_add(1))),
                _ => path.push(step.clone()),
            }
            was_number = number.is_some();
        }
        Self { path, ..self.clone() }.to_string()
    }

    /// The same fault, seen from a document in which this part lies under `outer`.
    #[must_use]
    pub fn under(mut self, outer: &str) -> Self {
        self.path.insert(0, outer.into());
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.join("."), self.what)?;
        if let Some(hint) = &self.hint {
            write!(f, " ({hint})")?;
        }
        Ok(())
    }
}
