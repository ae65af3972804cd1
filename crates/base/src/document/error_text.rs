//! Puts RON's errors into words for readers who do not know Rust: what is wrong, what is expected, the nearest known
//! word.

use super::{SourcePosition, SourceProblem};
use crate::{fault::HINT_BREAK, text};
use ron::error::{Error as E, SpannedError};

pub fn explain(error: &SpannedError) -> SourceProblem {
    let place = SourcePosition { line: error.span.start.line.max(1), column: error.span.start.col.max(1) };
    let (what, hint) = describe(&error.code);
    SourceProblem { position: Some(place), reason: what, hint }
}

pub(super) fn describe(error: &E) -> (String, Option<String>) {
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
