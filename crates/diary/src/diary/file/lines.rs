//! The lines of a save's diary: finds the position of each record in the text, and parses it.

use super::read::LoadError;
use crate::diary::{
    Entry, Record,
    seal::{Closing, LineHash, Seal},
};
use std::ops::Range;
use wardiary_base::{
    dice::DiceRoll,
    document::{self, DocumentEnd, SourcePosition, SourceProblem, scan_line, value_end},
};
use wardiary_rules::event::Event;

#[derive(Clone, Copy)]
pub(super) struct DiaryLine<'a> {
    pub(super) text: &'a str,
    pub(super) number: usize,
    pub(super) start: usize,
}

pub(super) struct Body<'a> {
    /// The lines with content, from the first record on.
    lines: ContentLines<'a>,
    pub(super) records: usize,
    pub(super) last: Option<DiaryLine<'a>>,
    pub(super) closing_line: Option<usize>,
    /// The closers, as far as they go.
    pub(super) closers: DocumentEnd,
    pub(super) end: usize,
    pub(super) open_comment: Option<usize>,
    pub(super) torn: Option<usize>,
}

impl<'a> Body<'a> {
    /// The lines with records. They are found again instead of stored, since a save may have a hundred million short ones.
    pub(super) fn lines(&self) -> impl Iterator<Item = DiaryLine<'a>> + use<'a> {
        let lines = ContentLines { text: &self.lines.text[..self.end], ..self.lines.clone() };
        lines.map(|content| content.line)
    }
}

struct ContentLine<'a> {
    line: DiaryLine<'a>,
    /// The line without blanks and comments around its content.
    content: &'a str,
    /// Whether a comment from an earlier line ends on it.
    ends_comment: bool,
}

/// Finds the lines that hold more than comments.
#[derive(Clone)]
struct ContentLines<'a> {
    text: &'a str,
    start: usize,
    number: usize,
    comment_depth: usize,
    /// Where the comment begins that is open after the last line.
    open_comment: Option<usize>,
}

impl<'a> Iterator for ContentLines<'a> {
    type Item = ContentLine<'a>;

    fn next(&mut self) -> Option<ContentLine<'a>> {
        loop {
            let raw = self.text[self.start..].split_inclusive('\n').next()?;
            let line = DiaryLine { text: raw, number: self.number, start: self.start };
            (self.start, self.number) = (self.start + raw.len(), self.number + 1);
            let before = self.comment_depth;
            // Few lines have a comment; skip the scan for the others.
            let (content, open_from) = if before == 0 && !raw.contains("/*") {
                (Some(raw.trim()).filter(|content| !content.is_empty() && !content.starts_with("//")), 0)
            } else {
                let found = scan_line(raw, before);
                self.comment_depth = found.comment_depth;
                (found.content.map(|(from, to)| &raw[from..to]), found.comment_start)
            };
            self.open_comment = match self.comment_depth {
                0 => None,
                _ if before > 0 && content.is_none() => self.open_comment,
                _ => Some(line.start + open_from),
            };
            if let Some(content) = content {
                return Some(ContentLine { line, content, ends_comment: before > 0 });
            }
        }
    }
}

/// Disk sector size, in bytes. After a power cut, a write may be on the disk only from a sector boundary on.
const SECTOR_SIZE: usize = 512;

/// Finds a torn overwrite: a line that begins as closers and continues, from a sector boundary on, as the end of a
/// longer line. That line was written over the closers, but its beginning did not reach the disk. Returns the boundary,
/// and the closers before it.
fn torn_overwrite(text: &str, line: Range<usize>) -> Option<(usize, DocumentEnd)> {
    parse_closers(&text[line.end..]).ok()?;
    let starts = (line.start.next_multiple_of(SECTOR_SIZE)..line.end).step_by(SECTOR_SIZE);
    starts.filter_map(|at| Some((at, parse_closers(text.get(line.start..at)?).ok()?))).next_back()
}

pub(super) fn body(text: &str, from: usize) -> Result<Body<'_>, LoadError> {
    let number = text[..from].matches('\n').count() + 1;
    let mut lines = ContentLines { text, start: from, number, comment_depth: 0, open_comment: None };
    let mut body = Body {
        lines: lines.clone(),
        records: 0,
        last: None,
        closing_line: None,
        closers: DocumentEnd::default(),
        end: from,
        open_comment: None,
        torn: None,
    };
    for ContentLine { line, content, ends_comment } in lines.by_ref() {
        let DiaryLine { number, start: line_start, .. } = line;
        let line_end = line_start + line.text.len();
        let stop = |what: &str, hint: &str| {
            Err(LoadError::of(SourceProblem::at(SourcePosition { line: number, column: 1 }, what).with_hint(hint)))
        };
        let closes = content.starts_with([']', ')']) || body.closing_line.is_some();
        match closes.then(|| parse_closers(content)) {
            Some(Ok(more)) => {
                body.closing_line.get_or_insert(line_start);
                body.closers.brackets += more.brackets;
                body.closers.fields.extend(more.fields);
                continue;
            }
            // The beginning of a closing line, followed by the rest of what it overwrote.
            Some(Err(before))
                if body.closing_line.is_none() && before.brackets < 2 && parse_closers(&text[line_end..]).is_ok() =>
            {
                body.torn = Some(line_start);
                break;
            }
            Some(Err(_)) => {
                if let Some((at, old)) = torn_overwrite(text, line_start..line_end) {
                    let is_whole = body.closing_line.is_some() || old.brackets >= 2;
                    if body.closing_line.is_none() && is_whole {
                        body.closing_line = Some(line_start);
                        body.closers = old;
                    }
                    body.torn = Some(if is_whole { at } else { line_start });
                    break;
                }
            }
            None => {}
        }
        if closes {
            let hint = match record_number(content) {
                // A file that was longer once, or was joined from two.
                None => "delete it or turn it into a comment: it is not a record of a diary",
                Some(no) if text[from..line_start].contains(&format!("\nEntry(no: {no},")) => {
                    "delete it if it is a leftover: an entry with that number is already above"
                }
                Some(_) => "move the closing line, which begins with `]`, to the end of the file",
            };
            return stop("there is text after the end of the diary", hint);
        }
        if ends_comment {
            return stop("a record is on the line on which a comment ends", "put it on a line of its own");
        }
        body.records += 1;
        body.last = Some(line);
        body.end = line_end;
    }
    body.open_comment = lines.open_comment;
    if let Some(closer) = body.closing_line {
        body.end = closer;
    }
    Ok(body)
}

/// Parses a text that closes a save; the error is the part that was there.
pub(super) fn parse_closers(text: &str) -> Result<DocumentEnd, DocumentEnd> {
    document::read_document_end(text, &["records", "last"])
}

pub(super) fn complete_closing(closers: &DocumentEnd) -> Option<Closing> {
    let field = |name: &str| closers.fields.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str());
    let text = |value: &str| document::read::<String>(value).ok();
    let whole = closers.brackets >= 2;
    whole.then(|| Closing {
        records: field("records").and_then(|value| value.parse().ok()),
        last: field("last").and_then(text).map(Seal::from),
    })
}

/// The number of the entry on a line, 0 for a record of another kind; `None` if the line holds no record.
fn record_number(content: &str) -> Option<u32> {
    if ["Head(", "Batch(", "Cut(", "Remark(", "Digest("].iter().any(|begin| content.starts_with(begin)) {
        return Some(0);
    }
    let digits = content.strip_prefix("Entry(no:")?.trim_start();
    digits[..digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len())].parse().ok()
}

/// Whether an unclosed comment contains records: then the file was not torn inside it.
pub(super) fn contains_records(comment: &str) -> bool {
    let is_record = |line: &str| {
        ["Entry(", "Head(", "Batch(", "Cut(", "Remark(", "Digest("].iter().any(|begin| line.starts_with(begin))
    };
    comment.lines().skip(1).any(|line| is_record(line.trim_start()))
}

/// Memory that a save may take beyond that of its text, in bytes.
const FREE_MEMORY: usize = 16 << 20;

/// The memory that a save, or a line of it, may take. Refuses saves that were made to fill the memory.
pub(super) fn memory_limit(text_length: usize) -> usize {
    4 * text_length + FREE_MEMORY
}

/// The memory that an entry takes besides its texts, in bytes.
pub(super) fn entry_size(entry: &Entry) -> usize {
    size_of::<Entry>() + entry.events.len() * size_of::<Event>() + entry.dice.len() * size_of::<DiceRoll>()
}

/// Whether a record of many tiny parts would take far more memory than its text, estimated from below.
pub(super) fn is_inflated(record: &str) -> bool {
    let least = if record.starts_with("Batch(") {
        // A list that grows while it is read has room for twice its parts.
        record.matches("),").count() * 2 * size_of::<Record>()
    } else {
        record.matches(',').count() * size_of::<Event>()
    };
    least > memory_limit(record.len())
}

/// The record on a line, its text without the comma and any comment after it, and that text's hash.
pub(super) fn read_line<'a>(line: &DiaryLine<'a>) -> Result<(Record, &'a str, LineHash), SourceProblem> {
    let content = line.text.trim();
    let bare = content.strip_suffix(',').unwrap_or(content).trim_end();
    let commented = bare.contains("//") || bare.contains("/*");
    let value = if commented { value_end(bare).map_or(bare, |end| &bare[..end]) } else { bare };
    if is_inflated(value) {
        let what = "the line has too many parts: reading it would take far more memory than any campaign needs";
        return Err(SourceProblem::at(SourcePosition { line: line.number, column: 1 }, what));
    }
    if let Ok(record) = document::options().from_str(value) {
        return Ok((record, value, LineHash::of(value)));
    }
    // Parse again from the start of the line, so that the error has its column.
    let content = line.text.trim_end();
    let end = value_end(content);
    let value = end.map_or(bare, |end| &content[..end]);
    let record = document::read::<Record>(value).map_err(|problem| {
        let problem = problem.moved_down(line.number - 1);
        if end.is_none() && problem.hint.is_none() {
            problem.with_hint("write a record whole, on one line")
        } else {
            problem
        }
    })?;
    let value = value.trim_start();
    Ok((record, value, LineHash::of(value)))
}

/// Whether a line's value is closed: then it was not torn, whatever else is wrong with it.
pub(super) fn is_whole(line: &DiaryLine) -> bool {
    value_end(line.text).is_some_and(|end| line.text[..end].ends_with(')'))
}
