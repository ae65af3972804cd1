//! Everything typed: orders and rolls as text, both ways, and what could be typed next.
//!
//! One reader serves all: it notes what it would have taken at each point, so that errors name what fits and the
//! palette can complete it. The printer asks the reader what a name would be taken for, so that what is printed can
//! always be read again as the same.

mod completion;
mod instruction;
mod lexer;
mod names;
mod order;
mod reader;
pub mod refusal;
mod roll;

pub use completion::{Suggestion, suggestions};
pub use instruction::{Change, Instruction, Target, amended, instruction, split_commands};
pub use names::{named, quoted, reference};
pub use order::order_text;
pub use roll::{Books, roll, roll_text};

use std::{fmt, ops::Range};

/// Why a text can't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// The part of the text it is about, in bytes.
    pub at: Range<usize>,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub hint: Option<String>,
}

/// What is read from a text, or why it can't be.
type Parsed<T> = Result<T, NotationError>;

impl NotationError {
    fn new(at: Range<usize>, what: impl Into<String>) -> Self {
        Self { at, what: what.into(), hint: None }
    }

    /// The text with a mark under the place, on two lines.
    #[must_use]
    pub fn pointing(&self, text: &str) -> String {
        let shown = crate::text::scrub(text);
        let before =
            unicode_width::UnicodeWidthStr::width(crate::text::scrub(&text[..self.at.start.min(text.len())]).as_str());
        format!("{shown}\n{}^", " ".repeat(before))
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for NotationError {}
