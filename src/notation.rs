//! Everything typed: orders and rolls as text, both ways, and what could be typed next.
//!
//! One reader serves all: it notes what it would have taken at each point, so that errors name what fits and the
//! palette can complete it. The printer asks the reader what a name would be taken for, so that what is printed can
//! always be read again as the same.

mod blow;
mod dice_test;
mod instruction;
mod order;
mod print;
mod reader;
pub mod refusal;
mod roll;
mod volley;

pub use instruction::{Change, Instruction, Target, amended, instruction};
pub use order::{ORDERS, mechanism_of_form, named, suggestions};
pub use print::{order_text, quoted, reference};
pub use reader::{Suggestion, split_commands};
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

impl NotationError {
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
