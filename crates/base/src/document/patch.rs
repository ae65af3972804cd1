//! Edits a RON text in place. Everything that is not changed, comments and layout included, stays as its author wrote
//! it.

use super::parts::{Part, PartKind, parts};
use std::ops::Range;

pub const WIDEST: usize = 120;

/// Indentation of a nested level.
const STEP: &str = "    ";

/// A text and the edits to be made in it.
pub struct Patch<'t> {
    text: &'t str,
    parts: Vec<Part>,
    gone: Vec<usize>,
    changes: Vec<(Range<usize>, String)>,
}

/// A handle to a field or an item of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At(usize);

impl<'t> Patch<'t> {
    /// Starts without edits. `None` if the brackets of the text do not match.
    pub fn of(text: &'t str) -> Option<Self> {
        Some(Self { text, parts: parts(text)?, gone: Vec::new(), changes: Vec::new() })
    }

    pub fn find(&self, path: &[&str]) -> Option<At> {
        let step = |outer: Option<At>, step: &&str| self.inner(outer).find(|at| self.parts[at.0].step == *step);
        path.iter().try_fold(None, |outer, name| step(outer, name).map(Some)).flatten()
    }

    /// The text of a part's value.
    pub fn value(&self, at: At) -> &'t str {
        let part = &self.parts[at.0];
        &self.text[part.value..part.end]
    }

    /// The parts inside a part, or the outermost ones.
    pub fn inner(&self, outer: Option<At>) -> impl Iterator<Item = At> + use<'_, 't> {
        let inner = self.parts.iter().enumerate().filter(move |(_, part)| part.outer == outer.map(|at| at.0));
        inner.map(|(at, _)| At(at))
    }

    /// Puts a value in the place of another.
    pub fn replace(&mut self, at: At, value: impl Into<String>) {
        let part = &self.parts[at.0];
        self.changes.push((part.value..part.end, value.into()));
    }

    /// Removes fields or items with their commas, and with their lines if nothing else is on them. Comments beside them
    /// stay.
    pub fn remove_all(&mut self, mut all: Vec<At>) {
        all.sort_by_key(|at| at.0);
        let follows = |one: &At, other: &At| {
            let (one, other) = (&self.parts[one.0], &self.parts[other.0]);
            one.outer == other.outer && self.text[one.after..other.start].trim().is_empty()
        };
        let runs: Vec<(At, At)> = all.chunk_by(follows).map(|run| (run[0], run[run.len() - 1])).collect();
        runs.into_iter().for_each(|(first, last)| self.remove_run(first, last));
    }

    fn remove_run(&mut self, first: At, last: At) {
        self.gone.extend(first.0..=last.0);
        let (start, part) = (self.parts[first.0].start, &self.parts[last.0]);
        let line = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let rest = &self.text[part.after..];
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let next = rest[blanks..].chars().next();
        let ends_line = matches!(next, None | Some('\n' | '\r'));
        let begins_line = self.text[line..start].trim().is_empty();
        let cut = if begins_line && ends_line {
            line..part.after + rest.find('\n').map_or(rest.len(), |at| at + 1)
        } else if begins_line || !ends_line && !matches!(next, Some(')' | ']' | '}')) {
            start..part.after + blanks
        } else {
            // The last item of a line or a list takes the blanks before it along; the last of a struct takes the comma
            // too.
            let before = self.text[..start].trim_end_matches([' ', '\t']);
            let comma = part.kind == PartKind::Field && part.after == part.end && before.ends_with(',');
            before.len() - usize::from(comma)..part.after
        };
        self.changes.push((cut, String::new()));
    }

    /// Appends items to a list or a map, or fields to a struct.
    pub fn append(&mut self, list: At, items: &[String]) {
        self.add(list, items, filled);
    }

    /// Like [`append`](Self::append), but puts each item on its own line if the list spans lines.
    pub fn append_lines(&mut self, list: At, items: &[String]) {
        self.add(list, items, lines);
    }

    /// Inserts items before an item of a list, each on its own line.
    pub fn put_before(&mut self, at: At, items: &[String]) {
        let start = self.parts[at.0].start;
        let line = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let margin = &self.text[line..start];
        if margin.trim().is_empty() && line > 0 {
            self.changes.push((line..line, lines(items, margin)));
        } else {
            self.changes.push((start..start, format!("{}, ", items.join(", "))));
        }
    }

    fn add(&mut self, list: At, items: &[String], laid_out: impl Fn(&[String], &str) -> String) {
        if items.is_empty() {
            return;
        }
        let part = &self.parts[list.0];
        let close = part.end - 1;
        let line = self.text[..close].rfind('\n').map_or(0, |at| at + 1);
        let last = self.inner(Some(list)).last();
        if let Some(last) = last.filter(|at| !self.gone.contains(&at.0)).map(|at| &self.parts[at.0])
            && last.after == last.end
        {
            self.changes.push((last.end..last.end, ",".into()));
        }
        if self.text[line..close].trim().is_empty() && line > part.value {
            let margin = format!("{}{STEP}", &self.text[line..close]);
            return self.changes.push((line..line, laid_out(items, &margin)));
        }
        // A list on one line, which is split into lines if it would get too long.
        let before = if self.inner(Some(list)).any(|at| !self.gone.contains(&at.0)) { " " } else { "" };
        let own = self.text[..part.start].rfind('\n').map_or(0, |at| at + 1);
        let columns =
            self.text[own..part.end].chars().count() + items.iter().map(|item| item.chars().count() + 2).sum::<usize>();
        let indent: String = self.text[own..].chars().take_while(|c| *c == ' ').collect();
        let added = if columns < WIDEST && own == line {
            format!("{before}{}", items.join(", "))
        } else {
            format!("\n{}{indent}", laid_out(items, &format!("{indent}{STEP}")))
        };
        self.changes.push((close..close, added));
    }

    /// Inserts a field after the last of the fields in `before` that the struct has, or at its end if it has none of
    /// them.
    pub fn insert(&mut self, outer: Option<At>, before: &[&str], field: &str) {
        let here: Vec<At> = self.inner(outer).collect();
        let ahead = here.iter().rfind(|at| before.contains(&self.parts[at.0].step.as_str()));
        let Some(at) = ahead.or(here.last()) else { return };
        let part = &self.parts[at.0];
        if part.after == part.end {
            self.changes.push((part.end..part.end, ",".into()));
        }
        let own = self.text[..part.start].rfind('\n').map_or(0, |at| at + 1);
        let indent = &self.text[own..part.start];
        if !indent.trim().is_empty() {
            let rest = if self.text[part.after..].trim_start().starts_with(')') { "" } else { "," };
            return self.changes.push((part.after..part.after, format!(" {field}{rest}")));
        }
        // Skips a comment at the end of the line.
        let rest = &self.text[part.after..];
        let comment = rest.trim_start_matches([' ', '\t']).starts_with("//");
        let end = part.after + if comment { rest.find('\n').unwrap_or(rest.len()) } else { 0 };
        self.changes.push((end..end, format!("\n{indent}{field},")));
    }

    /// The indentation of the line in which a part begins.
    pub fn margin(&self, at: At) -> String {
        let start = self.parts[at.0].start;
        let line = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        self.text[line..].chars().take_while(|c| *c == ' ').collect()
    }

    pub fn done(mut self) -> String {
        // Insertions at the same place keep the order in which they were made.
        self.changes.sort_by_key(|(range, _)| (range.start, range.end));
        let mut done = String::with_capacity(self.text.len());
        let mut from = 0;
        for (range, text) in self.changes {
            // An edit inside a removed range is dropped with it.
            if range.end < from {
                continue;
            }
            done.push_str(&self.text[from..range.start.max(from)]);
            done.push_str(&text);
            from = range.end;
        }
        done.push_str(&self.text[from..]);
        done
    }
}

/// Formats items one a line, with this indentation and trailing commas.
pub fn lines(items: &[String], margin: &str) -> String {
    let mut text = String::new();
    for item in items {
        text.extend([margin, item, ",\n"]);
    }
    text
}

/// Fills lines of at most [`WIDEST`] columns with items, with this indentation and trailing commas.
pub fn filled(items: &[String], margin: &str) -> String {
    let mut text = String::new();
    let mut columns = 0;
    for item in items {
        let wide = item.lines().map(|line| line.chars().count()).max().unwrap_or(0) + 1;
        let whole = item.contains('\n');
        if columns == 0 || whole || columns + 1 + wide > WIDEST {
            text.push_str(if columns == 0 { "" } else { "\n" });
            text.push_str(margin);
            columns = margin.len();
        } else {
            text.push(' ');
            columns += 1;
        }
        text.push_str(item);
        text.push(',');
        columns += if whole { WIDEST } else { wide };
    }
    text.push('\n');
    text
}
