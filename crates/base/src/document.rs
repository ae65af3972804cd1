//! RON as this program reads it: one set of options, and errors with their position in the text.

mod error_text;
mod lexer;
pub mod nodes;
pub mod patch;
mod recover;
mod scan;

pub use error_text::explain;
pub use recover::{RecoveredValue, read_recovering};
pub use scan::{
    AfterValue, DocumentEnd, LineContent, ListStart, after_value, field_value, find_list, has_field, position_of_path,
    read_document_end, scan_line, value_end,
};

use crate::{fault::Fault, text};
use ron::{Options, extensions::Extensions};
use serde::de::{DeserializeOwned, IgnoredAny};
use std::fmt;

/// The options for all reading and writing of files. `Some` may be omitted, and so may the inner parentheses of a variant
/// that holds a struct.
pub fn options() -> Options {
    order_options().with_default_extension(Extensions::UNWRAP_VARIANT_NEWTYPES)
}

/// The options for a value inside an order, and for one quoted in a sentence: only `Some` may be omitted.
pub fn order_options() -> Options {
    Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

/// A line and a column of a text, both from 1. The column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourcePosition {
    pub line: usize,
    pub column: usize,
}

impl SourcePosition {
    pub fn at_byte(text: &str, byte: usize) -> Self {
        let before = text.get(..byte).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        Self { line: before.matches('\n').count() + 1, column: before[start..].chars().count() + 1 }
    }
}

impl fmt::Display for SourcePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Maximum number of problems reported for one text.
const MAX_PROBLEMS: usize = 100;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceProblem {
    pub position: Option<SourcePosition>,
    pub reason: String,
    pub hint: Option<String>,
}

impl SourceProblem {
    pub fn at(place: SourcePosition, what: impl Into<String>) -> Self {
        Self { position: Some(place), reason: what.into(), hint: None }
    }

    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    fn from_fault(text: &str, fault: &Fault) -> Self {
        let what = format!("{}: {}", fault.path.join("."), fault.reason);
        Self { position: Some(position_of_path(text, &fault.path)), reason: what, hint: fault.hint.clone() }
    }

    /// Locates faults by their paths. Each is searched from the start, so those beyond [`MAX_PROBLEMS`] are only
    /// counted.
    pub fn from_faults(text: &str, faults: impl IntoIterator<Item = Fault>) -> Vec<Self> {
        let mut faults = faults.into_iter();
        let mut located: Vec<Self> =
            faults.by_ref().take(MAX_PROBLEMS).map(|fault| Self::from_fault(text, &fault)).collect();
        located.extend(Self::unlisted(faults.count()));
        located
    }

    fn unlisted(count: usize) -> Option<Self> {
        let what = (count > 0).then(|| format!("and {}", text::count(count, "more error", "more errors")))?;
        Some(Self { position: None, reason: what, hint: None })
    }

    /// Shifts the position down by this many lines, for a text embedded in a longer one.
    pub fn moved_down(mut self, lines: usize) -> Self {
        if let Some(place) = &mut self.position {
            place.line += lines;
        }
        self
    }
}

impl fmt::Display for SourceProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.position {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.reason)?;
        match &self.hint {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}

/// Reads a value. Errors: the first problem, with its position.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, SourceProblem> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    options().from_str(text).map_err(|error| explain(&error))
}

/// Whether the text is structurally valid RON. Values may still be invalid, such as a malformed number.
pub fn is_well_formed(text: &str) -> bool {
    let is_read = |text: &str| read::<IgnoredAny>(text).is_ok();
    is_read(text) || is_read(&lexer::without_values(text))
}

/// A value that can be written. Type-erased: a writer for each type made the program larger by a tenth.
pub use erased_serde::Serialize as Writable;

/// Formats a value on one line, with a blank after each comma and colon.
pub fn to_line(value: &dyn Writable) -> String {
    to_lines(value, 0)
}

/// Formats a value over lines, one entry a line down to `depth` levels.
pub fn to_lines(value: &dyn Writable, depth: usize) -> String {
    write(&options(), value, depth)
}

/// Formats a value as [`to_lines`], with other options. Never panics: no type has a map with keys that RON can't write.
pub fn write(options: &Options, value: &dyn Writable, depth: usize) -> String {
    options.to_string_pretty(value, layout(depth)).expect("the types of this program can all be written")
}

/// The layout of all RON that the program writes. Always LF, so that the same play gives the same bytes and seals.
#[allow(clippy::disallowed_methods, reason = "sets the line end itself")]
pub fn layout(depth: usize) -> ron::ser::PrettyConfig {
    ron::ser::PrettyConfig::new().depth_limit(depth).indentor(" ").new_line("\n")
}

/// A value as JSON. Never panics for the types of this program: the keys of their maps are strings.
pub fn to_json(value: &dyn Writable) -> serde_json::Value {
    serde_json::to_value(value).expect("the types of this program can all be written")
}

/// Whether a value is its type's default, which files omit.
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

pub(crate) fn number<const N: u8>() -> u8 {
    N
}

/// Whether a setting is its default number, which files omit.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
pub(crate) fn is_number<const N: u8>(value: &u8) -> bool {
    *value == N
}
