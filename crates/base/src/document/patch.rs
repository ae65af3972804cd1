//! Edits a RON text in place. Unchanged parts keep their exact text, including comments and layout.

use super::nodes::{Node, NodeKind, parse_nodes};
use std::ops::Range;

pub const MAX_WIDTH: usize = 120;

const INDENT: &str = "    ";

pub struct Patch<'t> {
    text: &'t str,
    parts: Vec<Node>,
    removed: Vec<usize>,
    changes: Vec<(Range<usize>, String)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeId(usize);

impl<'t> Patch<'t> {
    /// Starts without edits. `None` if the brackets of the text do not match.
    pub fn parse(text: &'t str) -> Option<Self> {
        Some(Self { text, parts: parse_nodes(text)?, removed: Vec::new(), changes: Vec::new() })
    }

    pub fn find(&self, path: &[&str]) -> Option<NodeId> {
        let step = |outer: Option<NodeId>, step: &&str| self.children(outer).find(|at| self.parts[at.0].key == *step);
        path.iter().try_fold(None, |outer, name| step(outer, name).map(Some)).flatten()
    }

    pub fn value(&self, at: NodeId) -> &'t str {
        let part = &self.parts[at.0];
        &self.text[part.value_start..part.end]
    }

    pub fn children(&self, outer: Option<NodeId>) -> impl Iterator<Item = NodeId> + use<'_, 't> {
        let inner = self.parts.iter().enumerate().filter(move |(_, part)| part.parent == outer.map(|at| at.0));
        inner.map(|(at, _)| NodeId(at))
    }

    pub fn replace(&mut self, at: NodeId, value: impl Into<String>) {
        let part = &self.parts[at.0];
        self.changes.push((part.value_start..part.end, value.into()));
    }

    /// Removes fields or items with their commas, and lines that hold nothing else. Comments beside them stay.
    pub fn remove_all(&mut self, mut all: Vec<NodeId>) {
        all.sort_by_key(|at| at.0);
        let follows = |one: &NodeId, other: &NodeId| {
            let (one, other) = (&self.parts[one.0], &self.parts[other.0]);
            one.parent == other.parent && self.text[one.end_with_comma..other.start].trim().is_empty()
        };
        let runs: Vec<(NodeId, NodeId)> = all.chunk_by(follows).map(|run| (run[0], run[run.len() - 1])).collect();
        runs.into_iter().for_each(|(first, last)| self.remove_run(first, last));
    }

    fn remove_run(&mut self, first: NodeId, last: NodeId) {
        self.removed.extend(first.0..=last.0);
        let (start, part) = (self.parts[first.0].start, &self.parts[last.0]);
        let line = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let rest = &self.text[part.end_with_comma..];
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let next = rest[blanks..].chars().next();
        let ends_line = matches!(next, None | Some('\n' | '\r'));
        let begins_line = self.text[line..start].trim().is_empty();
        let cut = if begins_line && ends_line {
            line..part.end_with_comma + rest.find('\n').map_or(rest.len(), |at| at + 1)
        } else if begins_line || !ends_line && !matches!(next, Some(')' | ']' | '}')) {
            start..part.end_with_comma + blanks
        } else {
            // The last item of a line or a list takes the blanks before it along; the last of a struct takes the comma
            // too.
            let before = self.text[..start].trim_end_matches([' ', '\t']);
            let comma = part.kind == NodeKind::Field && part.end_with_comma == part.end && before.ends_with(',');
            before.len() - usize::from(comma)..part.end_with_comma
        };
        self.changes.push((cut, String::new()));
    }

    /// Appends items to a list or a map, or fields to a struct.
    pub fn append(&mut self, list: NodeId, items: &[String]) {
        self.append_with(list, items, fill_lines);
    }

    /// Like [`append`](Self::append), but puts each item on its own line if the list spans lines.
    pub fn append_lines(&mut self, list: NodeId, items: &[String]) {
        self.append_with(list, items, one_per_line);
    }

    /// Inserts items before an item of a list, each on its own line.
    pub fn insert_before(&mut self, at: NodeId, items: &[String]) {
        let start = self.parts[at.0].start;
        let line = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let margin = &self.text[line..start];
        if margin.trim().is_empty() && line > 0 {
            self.changes.push((line..line, one_per_line(items, margin)));
        } else {
            self.changes.push((start..start, format!("{}, ", items.join(", "))));
        }
    }

    fn append_with(&mut self, list: NodeId, items: &[String], laid_out: impl Fn(&[String], &str) -> String) {
        if items.is_empty() {
            return;
        }
        let part = &self.parts[list.0];
        let close = part.end - 1;
        let line = self.text[..close].rfind('\n').map_or(0, |at| at + 1);
        let last = self.children(Some(list)).last();
        if let Some(last) = last.filter(|at| !self.removed.contains(&at.0)).map(|at| &self.parts[at.0])
            && last.end_with_comma == last.end
        {
            self.changes.push((last.end..last.end, ",".into()));
        }
        if self.text[line..close].trim().is_empty() && line > part.value_start {
            let margin = format!("{}{INDENT}", &self.text[line..close]);
            return self.changes.push((line..line, laid_out(items, &margin)));
        }
        // A list on one line, which is split into lines if it would get too long.
        let before = if self.children(Some(list)).any(|at| !self.removed.contains(&at.0)) { " " } else { "" };
        let own = self.text[..part.start].rfind('\n').map_or(0, |at| at + 1);
        let columns =
            self.text[own..part.end].chars().count() + items.iter().map(|item| item.chars().count() + 2).sum::<usize>();
        let indent: String = self.text[own..].chars().take_while(|c| *c == ' ').collect();
        let added = if columns < MAX_WIDTH && own == line {
            format!("{before}{}", items.join(", "))
        } else {
            format!("\n{}{indent}", laid_out(items, &format!("{indent}{INDENT}")))
        };
        self.changes.push((close..close, added));
    }

    /// Inserts a field after the last of the fields in `before` that the struct has, or at its end.
    pub fn insert(&mut self, outer: Option<NodeId>, before: &[&str], field: &str) {
        let here: Vec<NodeId> = self.children(outer).collect();
        let ahead = here.iter().rfind(|at| before.contains(&self.parts[at.0].key.as_str()));
        let Some(at) = ahead.or(here.last()) else { return };
        let part = &self.parts[at.0];
        if part.end_with_comma == part.end {
            self.changes.push((part.end..part.end, ",".into()));
        }
        let own = self.text[..part.start].rfind('\n').map_or(0, |at| at + 1);
        let indent = &self.text[own..part.start];
        if !indent.trim().is_empty() {
            let rest = if self.text[part.end_with_comma..].trim_start().starts_with(')') { "" } else { "," };
            return self.changes.push((part.end_with_comma..part.end_with_comma, format!(" {field}{rest}")));
        }
        // Skips a comment at the end of the line.
        let rest = &self.text[part.end_with_comma..];
        let comment = rest.trim_start_matches([' ', '\t']).starts_with("//");
        let end = part.end_with_comma + if comment { rest.find('\n').unwrap_or(rest.len()) } else { 0 };
        self.changes.push((end..end, format!("\n{indent}{field},")));
    }

    pub fn indentation(&self, at: NodeId) -> String {
        let start = self.parts[at.0].start;
        let line = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        self.text[line..].chars().take_while(|c| *c == ' ').collect()
    }

    pub fn finish(mut self) -> String {
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
pub fn one_per_line(items: &[String], margin: &str) -> String {
    let mut text = String::new();
    for item in items {
        text.extend([margin, item, ",\n"]);
    }
    text
}

/// Fills lines of at most [`MAX_WIDTH`] columns with items, with this indentation and trailing commas.
pub fn fill_lines(items: &[String], margin: &str) -> String {
    let mut text = String::new();
    let mut columns = 0;
    for item in items {
        let wide = item.lines().map(|line| line.chars().count()).max().unwrap_or(0) + 1;
        let whole = item.contains('\n');
        if columns == 0 || whole || columns + 1 + wide > MAX_WIDTH {
            text.push_str(if columns == 0 { "" } else { "\n" });
            text.push_str(margin);
            columns = margin.len();
        } else {
            text.push(' ');
            columns += 1;
        }
        text.push_str(item);
        text.push(',');
        columns += if whole { MAX_WIDTH } else { wide };
    }
    text.push('\n');
    text
}
