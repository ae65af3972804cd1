//! An error-recovering RON parser, which reports all errors at once.
//!
//! The RON parser stops at the first error. This one blanks the faulty field or list item, byte for byte so that
//! positions stay the same, and parses again. It does not report errors that only follow from what it blanked.

use super::{
    MAX_PROBLEMS, SourcePosition, SourceProblem, describe,
    nodes::{self, Node, NodeKind},
    options,
};
use crate::{fault::Fault, text};
use ron::error::{Error, Position, SpannedError};
use serde::de::DeserializeOwned;

/// Stops after parsing this many bytes over all attempts, so that a long text with many errors takes no longer than a
/// short one. A 40 kB text yields all 100 problems, a 4 MB text the first.
const MAX_PARSED: usize = 4 << 20;

#[derive(Debug)]
pub struct RecoveredValue<T> {
    /// The value without the faulty parts. `None` if they could not be left out.
    pub value: Option<T>,
    problems: Vec<SourceProblem>,
    original: String,
    repaired: String,
    /// Paths of lists that lost an item.
    shortened_lists: Vec<Vec<String>>,
    /// Number of faults dropped because there were [`MAX_PROBLEMS`] already.
    unreported: usize,
}

pub fn read_recovering<T: DeserializeOwned>(text: &str) -> RecoveredValue<T> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).to_string();
    let original = text.clone();
    let mut reader =
        RecoveringParser { text, original, problems: Vec::new(), shortened_lists: Vec::new(), blanked: Vec::new() };
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
    let RecoveringParser { text: repaired, original, problems, shortened_lists: thinned, .. } = reader;
    RecoveredValue { value, problems, original, repaired, shortened_lists: thinned, unreported: 0 }
}

impl<T> RecoveredValue<T> {
    /// Adds faults of the value that was read, except those that may follow from a part that was left out.
    pub fn add_faults(&mut self, faults: impl IntoIterator<Item = Fault>) {
        let mut faults = faults.into_iter().peekable();
        // A sound value needs no positions.
        if faults.peek().is_none() {
            return;
        }
        let parts = nodes::parse_nodes(&self.repaired).unwrap_or_default();
        let whole = nodes::parse_nodes(&self.original).unwrap_or_default();
        for fault in faults {
            if self.problems.len() >= MAX_PROBLEMS {
                self.unreported += 1;
                continue;
            }
            // Indices count in the repaired text; problems are reported in those of the original.
            let (found, way) = follow_path(&parts, &fault.path);
            let start = found.map_or_else(|| value_start(&self.original), |part| parts[part].start);
            let mut path = found.map_or(Vec::new(), |part| path_at(&whole, parts[part].start));
            path.extend_from_slice(&fault.path[way..]);
            if !self.may_be_consequence(&path) {
                let place = Some(SourcePosition::at_byte(&self.original, start));
                self.problems.push(SourceProblem {
                    position: place,
                    reason: with_path(&path, &fault.reason),
                    hint: fault.hint,
                });
            }
        }
    }

    pub fn add_problem(&mut self, path: &[&str], what: impl Into<String>, hint: Option<String>) {
        let path: Vec<String> = path.iter().map(|step| (*step).into()).collect();
        let place = super::position_of_path(&self.original, &path);
        self.problems.push(SourceProblem { position: Some(place), reason: what.into(), hint });
    }

    /// Whether a fault may follow from a dropped list item: it concerns the list as a whole, or something beside the
    /// list that may refer to its items. Top-level fields have too little in common for that.
    fn may_be_consequence(&self, path: &[String]) -> bool {
        self.shortened_lists.iter().any(|list| {
            let beside = list.len() > 1 && path.starts_with(&list[..list.len() - 1]) && !path.starts_with(list);
            path == list || beside
        })
    }

    pub fn is_valid(&self) -> bool {
        self.problems.is_empty()
    }

    pub fn into_problems(mut self) -> Vec<SourceProblem> {
        self.problems.sort_by_key(|problem| problem.position);
        self.problems.dedup();
        self.problems.extend(SourceProblem::unlisted(self.unreported));
        self.problems
    }

    pub fn into_result(self) -> Result<T, Vec<SourceProblem>> {
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
    problems: Vec<SourceProblem>,
    shortened_lists: Vec<Vec<String>>,
    /// Blanked fields: the path of their struct, and the name that each had or was meant to have.
    blanked: Vec<(Vec<String>, String)>,
}

impl RecoveringParser {
    /// Records an error and blanks its part. Returns false if nothing can be blanked.
    fn recover(&mut self, error: &SpannedError) -> bool {
        let (what, hint) = describe(&without_type_name(&error.code));
        let at = byte_offset(&self.text, error.span.end);
        let (Some(parts), Some(whole)) = (nodes::parse_nodes(&self.text), nodes::parse_nodes(&self.original)) else {
            self.record_problem(byte_offset(&self.text, error.span.start), what, hint);
            return false;
        };
        let path_of = |part: usize| path_at(&whole, parts[part].start);
        match &error.code {
            Error::ExpectedComma => {
                self.record_problem(at, what, hint);
                self.insert_comma(at)
            }
            Error::MissingStructField { field, .. } => {
                let closed = parts.iter().position(|part| part.end == at + 1);
                let path = closed.map_or(Vec::new(), path_of);
                if !self.blanked.contains(&(path.clone(), (*field).to_string())) {
                    let start = closed.map_or_else(|| value_start(&self.text), |part| parts[part].value_start);
                    self.record_problem(start, with_path(&path, &format!("the field `{field}` is missing")), hint);
                }
                closed.is_some_and(|part| self.blank_node(&parts, &whole, part))
            }
            code => {
                let by_name = matches!(code, Error::NoSuchStructField { .. } | Error::DuplicateStructField { .. });
                let Some(part) = innermost_node(&self.text, &parts, at) else {
                    // The error concerns the whole document, or the text after it.
                    let at = if *code == Error::TrailingCharacters { at } else { value_start(&self.text) };
                    self.record_problem(at, what, hint);
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
                let start = if by_name { parts[part].start } else { parts[part].value_start };
                self.record_problem(start, with_path(&path, &what), hint);
                self.blank_node(&parts, &whole, part)
            }
        }
    }

    fn record_problem(&mut self, at: usize, what: String, hint: Option<String>) {
        self.problems.push(SourceProblem {
            position: Some(SourcePosition::at_byte(&self.original, at)),
            reason: what,
            hint,
        });
    }

    /// Blanks a part. A tuple element cannot be left out, so the nearest enclosing part that can goes instead.
    fn blank_node(&mut self, parts: &[Node], whole: &[Node], mut at: usize) -> bool {
        while parts[at].kind == NodeKind::Element {
            let Some(outer) = parts[at].parent else { return false };
            at = outer;
        }
        let part = &parts[at];
        let mut around = path_at(whole, part.start);
        around.pop();
        match part.kind {
            NodeKind::Item => self.shortened_lists.push(around),
            _ => self.blanked.push((around, part.key.clone())),
        }
        let blank: String = self.text[part.start..part.end_with_comma]
            .chars()
            .map(|c| if c == '\n' { "\n".into() } else { " ".repeat(c.len_utf8()) })
            .collect();
        self.text.replace_range(part.start..part.end_with_comma, &blank);
        true
    }

    /// Inserts the missing comma before `at`, over a blank if there is one.
    fn insert_comma(&mut self, at: usize) -> bool {
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
fn without_type_name(error: &Error) -> Error {
    let mut error = error.clone();
    if let Error::NoSuchStructField { outer, .. }
    | Error::NoSuchEnumVariant { outer, .. }
    | Error::MissingStructField { outer, .. } = &mut error
    {
        *outer = None;
    }
    error
}

fn with_path(path: &[String], what: &str) -> String {
    if path.is_empty() { what.into() } else { format!("{}: {what}", path.join(".")) }
}

fn path_at(parts: &[Node], start: usize) -> Vec<String> {
    parts.iter().position(|part| part.start == start).map_or(Vec::new(), |at| nodes::node_path(parts, at))
}

/// Follows a path as far as it leads: the part it ends at and the number of steps taken.
fn follow_path(parts: &[Node], way: &[String]) -> (Option<usize>, usize) {
    let mut outer = None;
    for (steps, step) in way.iter().enumerate() {
        let Some(next) = parts.iter().position(|part| part.parent == outer && part.key == *step) else {
            return (outer, steps);
        };
        outer = Some(next);
    }
    (outer, way.len())
}

fn value_start(text: &str) -> usize {
    super::scan::Lexer::new(text).next().map_or(0, |(_, start, _)| start)
}

/// The innermost part at a byte; between parts, the next one.
fn innermost_node(text: &str, parts: &[Node], at: usize) -> Option<usize> {
    let touches = |at: usize| parts.iter().rposition(|part| (part.start..=part.end).contains(&at));
    let ends = parts.iter().any(|part| part.end == at);
    let blank = text[at..].starts_with(char::is_whitespace);
    let at = if blank && !ends {
        super::scan::Lexer::new(text).map(|(_, start, _)| start).find(|start| *start >= at).unwrap_or(at)
    } else {
        at
    };
    touches(at)
}

/// Byte offset of a line and a column, both from 1.
fn byte_offset(text: &str, position: Position) -> usize {
    let line_start = match position.line {
        0 | 1 => 0,
        line => text.match_indices('\n').nth(line - 2).map_or(text.len(), |(at, _)| at + 1),
    };
    let columns = text[line_start..].char_indices().map(|(at, _)| line_start + at);
    columns.chain([text.len()]).nth(position.col.saturating_sub(1)).unwrap_or(text.len())
}
