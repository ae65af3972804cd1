//! RON as this program reads it: one set of options, and errors with their position in the text, in
//! words for readers who do not know Rust: what is wrong, what is expected, the nearest known word.

pub mod nodes;
pub mod patch;
mod recover;
mod scan;

use crate::{
    fault::{Fault, HINT_BREAK},
    text,
};
pub use recover::{RecoveredValue, read_recovering};
use ron::{
    Options,
    error::{Error as E, SpannedError},
    extensions::Extensions,
};
pub use scan::{
    AfterValue, DocumentEnd, LineContent, ListStart, after_value, field_value, find_list, has_field, position_of_path,
    read_document_end, scan_line, value_end,
};
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
    is_read(text) || is_read(&scan::without_values(text))
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

pub fn explain(error: &SpannedError) -> SourceProblem {
    let place = SourcePosition { line: error.span.start.line.max(1), column: error.span.start.col.max(1) };
    let (what, hint) = describe(&error.code);
    SourceProblem { position: Some(place), reason: what, hint }
}

fn describe(error: &E) -> (String, Option<String>) {
    let unknown = |kind: &str, found: &str, expected: &[&str], outer: Option<&String>| {
        let whose = outer.map_or(String::new(), |outer| format!(" in {}", plain_type_name(outer)));
        let hint = text::nearest(found, expected.iter().copied())
            .map(|near| format!("did you mean `{near}`?"))
            .or_else(|| (!expected.is_empty()).then(|| format!("available: {}", text::list(expected))));
        (format!("there is no {kind} `{}`{whose}", text::display_name(found)), hint)
    };
    let text = |what: &str, hint: &str| (what.to_string(), (!hint.is_empty()).then(|| hint.to_string()));
    match error {
        E::NoSuchStructField { expected, found, outer } => unknown("field", found, expected, outer.as_ref()),
        E::NoSuchEnumVariant { expected, found, outer } => unknown("word", found, expected, outer.as_ref()),
        E::MissingStructField { field, outer } => {
            let whose = outer.as_ref().map_or(String::new(), |outer| format!(" of {}", plain_type_name(outer)));
            let what = format!("the field `{field}`{whose} is missing; the value ends here");
            (what, Some(format!("add `{field}: …`")))
        }
        E::DuplicateStructField { field, .. } => (format!("the field `{field}` is here twice"), None),
        E::Eof => text("the text ends here", "a bracket or a quote is not closed"),
        E::TrailingCharacters => text("unexpected text after the end of the value", ""),
        E::ExpectedComma => text("a comma is missing before this", ""),
        E::ExpectedArray => text("expected a list in square brackets", "`[…, …]`"),
        E::ExpectedArrayEnd => text("the list is not closed here", "a comma or a `]` is missing"),
        E::ExpectedMap | E::ExpectedMapEnd => text("expected a table in braces", "`{…: …}`"),
        E::ExpectedMapColon => text("a colon is missing here", "write a field as `name: value`"),
        E::ExpectedStructLikeEnd => {
            text("the value is not closed here", "a `)` is missing, or the value has too many fields")
        }
        E::ExpectedStructLike
        | E::ExpectedNamedStructLike(_)
        | E::ExpectedStructName(_)
        | E::ExpectedDifferentStructName { .. } => text("expected fields in parentheses: `(name: value, …)`", ""),
        E::ExpectedBoolean => text("expected `true` or `false`", ""),
        E::ExpectedInteger => text("expected a whole number", ""),
        E::ExpectedFloat => text("expected a number", ""),
        E::ExpectedChar => text("expected one character in single quotes", "such as 'G'"),
        E::ExpectedString => text("expected a text in double quotes", ""),
        E::ExpectedStringEnd => text("the text is not closed", "the closing double quote is missing"),
        E::ExpectedOption | E::ExpectedOptionEnd => text("expected a value, or None", ""),
        E::ExpectedIdentifier => text("expected a name", "write a field as `name: value`"),
        E::ExpectedUnit => text("expected a word alone", ""),
        E::SuggestRawIdentifier(found) | E::InvalidIdentifier(found) => {
            (format!("expected a word of letters, digits and `_`, found `{}`", text::sanitize(found)), None)
        }
        E::IntegerOutOfBounds => text("the number is out of range", ""),
        E::InvalidIntegerDigit { digit, .. } => (format!("`{}` is not a digit", text::sanitize_char(*digit)), None),
        E::InvalidEscape(_) => text("invalid escape in a text", "write a backslash as `\\\\`"),
        E::UnclosedBlockComment => text("the comment is not closed", "`*/` is missing"),
        E::UnexpectedChar(c) => (format!("unexpected `{}`", text::sanitize_char(*c)), None),
        E::ExceededRecursionLimit => text("the brackets are nested too deeply", ""),
        E::InvalidValueForType { expected, found } => {
            (format!("expected {}, found {}", describe_expected(expected), describe_found(found)), None)
        }
        E::ExpectedDifferentLength { expected, found } => {
            let many: String = expected.chars().filter(char::is_ascii_digit).collect();
            let many = if many.is_empty() { "another number of".into() } else { many };
            (format!("expected {many} values, found {found}"), None)
        }
        E::Message(what) => match what.split_once(HINT_BREAK) {
            Some((what, hint)) => (text::sanitize(what), Some(text::sanitize(hint))),
            None => (text::sanitize(what), None),
        },
        other => (text::sanitize(&other.to_string()), None),
    }
}

fn describe_expected(expected: &str) -> String {
    match expected {
        "u8" => "a number from 0 to 255".into(),
        "i8" => "a number from -128 to 127".into(),
        "u16" => "a number from 0 to 65535".into(),
        "u32" | "u64" | "usize" | "i16" | "i32" | "i64" => "a whole number".into(),
        "f64" | "f32" => "a number".into(),
        "a string" | "string" => "a text in double quotes".into(),
        _ => match expected.strip_prefix("struct ").or_else(|| expected.strip_prefix("enum ")) {
            Some(name) => plain_type_name(name),
            None => text::sanitize(expected),
        },
    }
}

fn describe_found(found: &str) -> String {
    let words = [
        ("unsigned integer", "number"),
        ("signed integer", "number"),
        ("floating point number", "number"),
        ("UTF-8 character", "character"),
        ("string", "text"),
        ("a sequence", "a list"),
        ("a map", "fields or a table"),
        ("a unit value", "another word or `()`"),
    ];
    let known = words.iter().find(|(technical, _)| found.contains(technical));
    text::sanitize(&known.map_or_else(|| found.into(), |(technical, plain)| found.replacen(technical, plain, 1)))
}

/// Splits a type's name into words: `ScrudDraft` becomes “scrud”, `MusteredSide` “a mustered side”.
fn plain_type_name(name: &str) -> String {
    let mut words = String::new();
    for c in name.strip_suffix("Draft").unwrap_or(name).chars() {
        if c.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(c.to_lowercase());
    }
    text::sanitize(&words)
}
