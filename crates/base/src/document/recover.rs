//! An error-recovering RON parser, which reports all errors at once.
//!
//! The RON parser stops at the first error. This one blanks the faulty field or list item, byte for byte so that
//! positions stay the same, and parses again. It does not report errors that only follow from what it blanked.

use super::{
    Problem, SourcePosition, options,
    parts::{self, Part, PartKind},
    words::describe,
};
use crate::{fault::Fault, text};
use ron::error::{Error, Position, SpannedError};
use serde::de::DeserializeOwned;

/// Stops after this many problems.
const MAX_PROBLEMS: usize = 100;

/// Stops after parsing this many bytes over all attempts, so that a long text with many errors takes no longer than a
/// short one. A 40 kB text yields all 100 problems, a 4 MB text the first.
const MAX_PARSED: usize = 4 << 20;

/// The result of reading a text that may have errors.
#[derive(Debug)]
pub struct Reading<T> {
    /// What could be read, without the faulty parts. `None` if they could not be left out.
    pub value: Option<T>,
    problems: Vec<Problem>,
    original: String,
    repaired: String,
    /// Paths of lists that lost an item.
    thinned: Vec<Vec<String>>,
    /// Number of faults dropped because there were [`MAX_PROBLEMS`] already.
    more: usize,
}

/// Reads a value and recovers from errors in it.
pub fn read_all<T: DeserializeOwned>(text: &str) -> Reading<T> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).to_string();
    let original = text.clone();
    let mut reader =
        RecoveringParser { text, original, problems: Vec::new(), thinned: Vec::new(), blanked: Vec::new() };
    let mut parsed = 0;
    let value = loop {
        parsed += reader.text.len();
        let goes_on = |problems: usize| problems < MAX_PROBLEMS && parsed < MAX_PARSED;
        match options().from_str(&reader.text) {
            Ok(value) => break Some(value),
            Err(error) if reader.recover(&error) && goes_on(reader.problems.len()) => {}
            Err(_) => break None,
        }
    };
    let RecoveringParser { text: repaired, original, problems, thinned, .. } = reader;
    Reading { value, problems, original, repaired, thinned, more: 0 }
}

impl<T> Reading<T> {
    /// Adds faults of the value that was read, except those that may follow from a part that was left out.
    pub fn add(&mut self, faults: impl IntoIterator<Item = Fault>) {
        let mut faults = faults.into_iter().peekable();
        // A sound value needs no positions.
        if faults.peek().is_none() {
            return;
        }
        let parts = parts::parts(&self.repaired).unwrap_or_default();
        let whole = parts::parts(&self.original).unwrap_or_default();
        for fault in faults {
            if self.problems.len() >= MAX_PROBLEMS {
                self.more += 1;
                continue;
            }
            // Indices count in the repaired text; problems are reported in those of the original.
            let (found, way) = lead(&parts, &fault.path);
            let start = found.map_or_else(|| first(&self.original), |part| parts[part].start);
            let mut path = found.map_or(Vec::new(), |part| way_in(&whole, parts[part].start));
            path.extend_from_slice(&fault.path[way..]);
            if !self.may_follow(&path) {
                let place = Some(SourcePosition::of(&self.original, start));
                self.problems.push(Problem { place, what: said_of(&path, &fault.what), hint: fault.hint });
            }
        }
    }

    pub fn add_at(&mut self, path: &[&str], what: impl Into<String>, hint: Option<String>) {
        let path: Vec<String> = path.iter().map(|step| (*step).into()).collect();
        let place = super::place_of_path(&self.original, &path);
        self.problems.push(Problem { place: Some(place), what: what.into(), hint });
    }

    /// Whether a fault may follow from a dropped list item: it concerns the list as a whole, or something beside the
    /// list that may refer to its items. Top-level fields have too little in common for that.
    fn may_follow(&self, path: &[String]) -> bool {
        self.thinned.iter().any(|list| {
            let beside = list.len() > 1 && path.starts_with(&list[..list.len() - 1]) && !path.starts_with(list);
            path == list || beside
        })
    }

    pub fn is_sound(&self) -> bool {
        self.problems.is_empty()
    }

    /// All problems, in the order of the text.
    pub fn into_problems(mut self) -> Vec<Problem> {
        self.problems.sort_by_key(|problem| problem.place);
        self.problems.dedup();
        if self.more > 0 {
            let what = format!("and {}", text::count(self.more, "fault more", "faults more"));
            self.problems.push(Problem { place: None, what, hint: None });
        }
        self.problems
    }

    /// The value, if there was no problem.
    ///
    /// # Errors
    /// All problems, in the order of the text.
    pub fn sound(self) -> Result<T, Vec<Problem>> {
        match self {
            Self { value: Some(value), problems, .. } if problems.is_empty() => Ok(value),
            faulty => Err(faulty.into_problems()),
        }
    }
}

struct RecoveringParser {
    /// The text with faulty parts blanked, byte for byte.
    text: String,
    /// The original text, plus the commas that were inserted.
    original: String,
    problems: Vec<Problem>,
    thinned: Vec<Vec<String>>,
    /// Blanked fields: the path of their struct, and the name that each had or was meant to have.
    blanked: Vec<(Vec<String>, String)>,
}

impl RecoveringParser {
    /// Records an error and blanks its part. Returns false if nothing can be blanked.
    fn recover(&mut self, error: &SpannedError) -> bool {
        let (what, hint) = describe(&without_outer(&error.code));
        let at = byte_of(&self.text, error.span.end);
        let (Some(parts), Some(whole)) = (parts::parts(&self.text), parts::parts(&self.original)) else {
            self.note(byte_of(&self.text, error.span.start), what, hint);
            return false;
        };
        let path_of = |part: usize| way_in(&whole, parts[part].start);
        match &error.code {
            Error::ExpectedComma => {
                self.note(at, what, hint);
                self.put_comma(at)
            }
            Error::MissingStructField { field, .. } => {
                let closed = parts.iter().position(|part| part.end == at + 1);
                let path = closed.map_or(Vec::new(), path_of);
                if !self.blanked.contains(&(path.clone(), (*field).to_string())) {
                    let start = closed.map_or_else(|| first(&self.text), |part| parts[part].value);
                    self.note(start, said_of(&path, &format!("the field `{field}` is missing")), hint);
                }
                closed.is_some_and(|part| self.leave_out(&parts, &whole, part))
            }
            code => {
                let by_name = matches!(code, Error::NoSuchStructField { .. } | Error::DuplicateStructField { .. });
                let Some(part) = innermost(&self.text, &parts, at) else {
                    // The error concerns the whole document, or the text after it.
                    let at = if *code == Error::TrailingCharacters { at } else { first(&self.text) };
                    self.note(at, what, hint);
                    return false;
                };
                let mut path = path_of(part);
                if by_name {
                    path.pop();
                }
                if let Error::NoSuchStructField { expected, found, .. } = code
                    && let Some(near) = text::nearest(found, expected.iter().copied())
                {
                    self.blanked.push((path.clone(), near.into()));
                }
                let start = if by_name { parts[part].start } else { parts[part].value };
                self.note(start, said_of(&path, &what), hint);
                self.leave_out(&parts, &whole, part)
            }
        }
    }

    fn note(&mut self, at: usize, what: String, hint: Option<String>) {
        self.problems.push(Problem { place: Some(SourcePosition::of(&self.original, at)), what, hint });
    }

    /// Blanks a part. A tuple element cannot be left out, so the nearest enclosing part that can goes instead.
    fn leave_out(&mut self, parts: &[Part], whole: &[Part], mut at: usize) -> bool {
        while parts[at].kind == PartKind::Element {
            let Some(outer) = parts[at].outer else { return false };
            at = outer;
        }
        let part = &parts[at];
        let mut around = way_in(whole, part.start);
        around.pop();
        match part.kind {
            PartKind::Item => self.thinned.push(around),
            _ => self.blanked.push((around, part.step.clone())),
        }
        let blank: String = self.text[part.start..part.after]
            .chars()
            .map(|c| if c == '\n' { "\n".into() } else { " ".repeat(c.len_utf8()) })
            .collect();
        self.text.replace_range(part.start..part.after, &blank);
        true
    }

    /// Inserts the missing comma before `at`, over a blank if there is one.
    fn put_comma(&mut self, at: usize) -> bool {
        let Some((behind, _)) = self.text[..at].char_indices().rev().find(|(_, c)| !c.is_whitespace()) else {
            return false;
        };
        let behind = behind + self.text[behind..].chars().next().map_or(1, char::len_utf8);
        let blank = self.text[behind..].starts_with([' ', '\t']) && !self.text[behind..at].contains('\n');
        for text in [&mut self.text, &mut self.original] {
            text.replace_range(behind..behind + usize::from(blank), ",");
        }
        true
    }
}

/// Drops the type name from an error: problems name a path in the document, not a Rust type.
fn without_outer(error: &Error) -> Error {
    let mut error = error.clone();
    if let Error::NoSuchStructField { outer, .. }
    | Error::NoSuchEnumVariant { outer, .. }
    | Error::MissingStructField { outer, .. } = &mut error
    {
        *outer = None;
    }
    error
}

fn said_of(path: &[String], what: &str) -> String {
    if path.is_empty() { what.into() } else { format!("{}: {what}", path.join(".")) }
}

fn way_in(parts: &[Part], start: usize) -> Vec<String> {
    parts.iter().position(|part| part.start == start).map_or(Vec::new(), |at| parts::path(parts, at))
}

/// Follows a path as far as it leads: the part it ends at and the number of steps taken.
fn lead(parts: &[Part], way: &[String]) -> (Option<usize>, usize) {
    let mut outer = None;
    for (steps, step) in way.iter().enumerate() {
        let Some(next) = parts.iter().position(|part| part.outer == outer && part.step == *step) else {
            return (outer, steps);
        };
        outer = Some(next);
    }
    (outer, way.len())
}

/// Byte offset of the value.
fn first(text: &str) -> usize {
    super::lexer::Lexer::new(text).next().map_or(0, |(_, start, _)| start)
}

/// The innermost part at a byte; between parts, the next one.
fn innermost(text: &str, parts: &[Part], at: usize) -> Option<usize> {
    let touches = |at: usize| parts.iter().rposition(|part| (part.start..=part.end).contains(&at));
    let ends = parts.iter().any(|part| part.end == at);
    let blank = text[at..].starts_with(char::is_whitespace);
    let at = if blank && !ends {
        super::lexer::Lexer::new(text).map(|(_, start, _)| start).find(|start| *start >= at).unwrap_or(at)
    } else {
        at
    };
    touches(at)
}

/// Byte offset of a line and a column, both from 1.
fn byte_of(text: &str, position: Position) -> usize {
    let line_start = match position.line {
        0 | 1 => 0,
        line => text.match_indices('\n').nth(line - 2).map_or(text.len(), |(at, _)| at + 1),
    };
    let columns = text[line_start..].char_indices().map(|(at, _)| line_start + at);
    columns.chain([text.len()]).nth(position.col.saturating_sub(1)).unwrap_or(text.len())
}
