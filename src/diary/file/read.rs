//! Reading a save: its head as one value, its diary line by line.

use super::{Document, FORMAT};
use crate::{
    book::Rulebook,
    diary::{
        Diary, Header, Record, Unfit,
        seal::{Chain, Digest, Found, Seal},
    },
    dice::source::Seed,
    document::{self, Behind, Place, Problem, behind, cut, outside, value_end, without_closers},
    error::Failure,
    text,
};
use rayon::prelude::*;
use std::{path::Path, sync::Arc};

/// A save that has been read.
#[derive(Debug)]
pub struct Loaded {
    /// Its diary.
    pub diary: Diary,
    /// Where in the file the next line goes, in bytes: over the closers, if they are there.
    pub end: u64,
    /// Whether the last line, though whole, lacks the comma that the next one needs before it.
    pub lacks_comma: bool,
    /// The last line, where it was torn off and so left out.
    pub torn: Option<Vec<u8>>,
    /// The seals so far.
    pub chain: Chain,
    /// The line of each entry in the file, from 1.
    pub lines: Vec<usize>,
    /// What is shown otherwise than it stands in the file, each in a sentence.
    pub notices: Vec<String>,
}

/// Why a save can't be read.
#[derive(Debug)]
pub struct Stop {
    /// What is wrong.
    pub problems: Vec<Problem>,
    /// The diary up to the line that is wrong, and its seals, if it got so far.
    pub before: Option<Box<(Diary, Chain)>>,
}

impl Stop {
    pub(super) fn of(problem: Problem) -> Self {
        Self { problems: vec![problem], before: None }
    }

    /// As a person is told: with the offer to open the save at the entry before.
    #[must_use]
    pub fn into_failure(self, path: &Path) -> Failure {
        let failure = Failure::problems(path, &self.problems);
        match self.before.map(|before| before.0.next_no() - 1) {
            Some(last) => failure.hint(format!(
                "mend the line, or read the save as it was before it: wardiary open --at {last} {}",
                crate::error::shown(path)
            )),
            None => failure,
        }
    }
}

/// A line of the diary: what it holds, and where.
pub(super) struct Line<'a> {
    pub(super) text: &'a str,
    /// From 1.
    number: usize,
    pub(super) start: usize,
}

/// A file's bytes as text, as far as they are that.
struct Text<'a> {
    /// The lines that are text.
    good: &'a str,
    /// What follows from the first line on that is none, zeros counted as no text: a power cut leaves them.
    bad: &'a [u8],
    /// Where exactly it ceases to be text.
    place: usize,
}

impl<'a> Text<'a> {
    fn of(bytes: &'a [u8]) -> Self {
        let zero = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
        let (place, text) = match std::str::from_utf8(&bytes[..zero]) {
            Ok(text) => (zero, text),
            Err(error) => (error.valid_up_to(), std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default()),
        };
        let whole = if place == bytes.len() { place } else { text.rfind('\n').map_or(0, |at| at + 1) };
        Self { good: &text[..whole], bad: &bytes[whole..], place }
    }

    /// Whether what is no text is the last line, with nothing but closers behind it: then it can have been torn.
    fn ends_torn(&self) -> bool {
        let mut lines = self.bad.split(|byte| *byte == b'\n');
        lines.next();
        lines.all(|line| line.iter().all(|byte| b"]),\0 \t\r".contains(byte)))
    }
}

/// Reads a save.
///
/// # Errors
/// What is wrong, with its place. A last line that is torn is no error; it is left out.
pub fn load(bytes: &[u8]) -> Result<Loaded, Stop> {
    let found = Text::of(bytes);
    let text = found.good;
    let Some((start, from)) = start_and_end(text) else { return Err(no_diary_in(&found, bytes)) };
    let head = &text[start..from];
    let (header, seal, mut notices) = read_header(head)?;
    let (mut chain, found_above) = Chain::of_header(head, seal);
    let seed = header.seed;
    let mut diary = Diary::new(header).map_err(|faults| Stop {
        problems: faults.into_iter().map(|f| Problem::of_fault(head, &f.under("muster"))).collect(),
        before: None,
    })?;

    let Body { lines, closer, mut end, open } = body(text, from)?;
    let last = lines.len().saturating_sub(1);
    // Reading the lines is nearly all the work, and they do not depend on each other.
    let records: Vec<Result<_, Problem>> = lines.par_iter().map(|line| read_line(line, &seed)).collect();
    diary.entries.reserve(records.len());
    if found_above.is_by_hand() {
        diary.by_hand.insert(0);
    }
    let mut line_of_entry = Vec::with_capacity(records.len());
    let mut torn = None;
    for (at, (line, record)) in lines.iter().zip(records).enumerate() {
        let before = diary.entries.len();
        let fitted = record.and_then(|(record, _, digest)| {
            let mut followed = chain;
            let found = followed.follow(&digest, &record);
            diary.admit(record).map(|()| (followed, found)).map_err(|unfit| misplaced(line, &unfit))
        });
        match fitted {
            Ok((followed, found)) => {
                chain = followed;
                let new = &diary.entries[before..];
                line_of_entry.extend(new.iter().map(|_| line.number));
                if matches!(found, Found::Unsealed | Found::Missing) {
                    diary.unsealed += new.len();
                }
                if found.is_by_hand() {
                    diary.by_hand.extend(new.iter().map(|entry| entry.no));
                }
            }
            Err(_) if at == last && closer.is_none() && found.bad.is_empty() && !is_whole(line) => {
                torn = Some(bytes[line.start..].to_vec());
                end = line.start;
            }
            Err(problem) => return Err(Stop { problems: vec![problem], before: Some(Box::new((diary, chain))) }),
        }
    }
    if !found.bad.is_empty() {
        if !found.ends_torn() {
            let place = Place::of(std::str::from_utf8(&bytes[..found.place]).unwrap_or(text), found.place);
            let problem = Problem::at(place, "this is no text (a zero, or a character in another encoding than UTF-8)");
            return Err(Stop { problems: vec![problem], before: Some(Box::new((diary, chain))) });
        }
        torn = Some(found.bad.to_vec());
    }
    if let Some(at) = open.filter(|at| torn.as_ref().is_none_or(|torn| bytes.len() - torn.len() > *at)) {
        if swallows(&text[at..]) {
            let problem = Problem::at(Place::of(text, at), "the comment that begins here is not closed")
                .hint("end it with `*/`; the entries behind it are part of it until then");
            return Err(Stop { problems: vec![problem], before: Some(Box::new((diary, chain))) });
        }
        torn = Some(bytes[at..].to_vec());
        end = end.min(at);
    }
    let mut lacks_comma = false;
    if let Some(line) = lines.last().filter(|line| line.start < end) {
        // Where the comma is missing, or the closers stand on the record's own line, the next line begins right behind it.
        let value = value_end(line.text).unwrap_or(line.text.len());
        lacks_comma = behind(&line.text[value..]) != Behind::Comma;
        end = if lacks_comma { line.start + value } else { end };
    }
    notices.extend(diary.header().muster.strange_names().map(|(path, shown)| {
        let path: Vec<String> = std::iter::once("muster").chain(path.split('.')).map(String::from).collect();
        format!(
            "{}: the name can't be shown as it stands; it is shown as “{shown}”",
            document::place_of_path(head, &path)
        )
    }));
    notices.extend(by_hand(&diary));
    Ok(Loaded { diary, end: end as u64, lacks_comma, torn, chain, lines: line_of_entry, notices })
}

/// What the seals say, in a sentence.
fn by_hand(diary: &Diary) -> Option<String> {
    let mut entries = diary.by_hand().iter().copied().peekable();
    let above = entries.next_if_eq(&0).map(|_| "what stands above the entries".to_string());
    let ranges = text::ranges(entries);
    let count = diary.by_hand().range(1..).count();
    let entries = (count > 0).then(|| format!("{} {ranges}", if count == 1 { "entry" } else { "entries" }));
    let what: Vec<String> = above.into_iter().chain(entries).collect();
    (!what.is_empty())
        .then(|| format!("changed by hand since it was written: {} (`wardiary verify` says more)", text::list(&what)))
}

/// Where the header begins, behind a byte-order mark, and where it ends, behind the bracket of the diary.
pub(super) fn start_and_end(text: &str) -> Option<(usize, usize)> {
    let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    Some((start, cut(text, "diary")?.after_bracket))
}

/// Whether a line's value is closed: then it was not torn off, whatever is wrong with it.
fn is_whole(line: &Line) -> bool {
    value_end(line.text).is_some_and(|end| line.text[..end].ends_with(')'))
}

/// Why a text without a diary is no save.
pub(super) fn no_diary(text: &str) -> Stop {
    no_diary_in(&Text::of(text.as_bytes()), text.as_bytes())
}

fn no_diary_in(found: &Text, bytes: &[u8]) -> Stop {
    Stop::of(why_no_diary(found, bytes))
}

fn why_no_diary(found: &Text, bytes: &[u8]) -> Problem {
    let hint = "a save begins `(wardiary: 1, title: …` and has `diary: [` before its entries; `wardiary check` reads \
                rulebooks and scenarios too";
    if bytes.is_empty() {
        return Problem { place: None, what: "the file is empty".into(), hint: Some(hint.into()) };
    }
    if !found.bad.is_empty() {
        let place = Place::of(std::str::from_utf8(&bytes[..found.place]).unwrap_or_default(), found.place);
        return Problem::at(place, "from here on the file is no text").hint(hint);
    }
    match document::read::<Document>(found.good) {
        Err(problem) => Problem { hint: problem.hint.or(Some(hint.into())), ..problem },
        Ok(_) => Problem { place: None, what: "this is no save: it has no diary".into(), hint: Some(hint.into()) },
    }
}

pub(super) fn read_header(head: &str) -> Result<(Header, Seal, Vec<String>), Stop> {
    #[derive(serde::Deserialize)]
    struct Format {
        wardiary: u32,
    }
    let closed = format!("{head}])");
    // The number first, and nothing else, so that a newer save is called that and not a heap of faults.
    let format: Format = document::read(&closed).map_err(Stop::of)?;
    if format.wardiary != FORMAT {
        let what = format!("the save has format {}; this program knows format {FORMAT}", format.wardiary);
        let place = document::place_of_path(head, &["wardiary".into()]);
        return Err(Stop::of(Problem::at(place, what).hint("open it with a newer wardiary")));
    }
    // Whatever is wrong from here on, a person is told all of it at once.
    known_header(head, &closed).map_err(|stop| match super::head::faults(&closed) {
        faults if faults.is_empty() => stop,
        problems => Stop { problems, before: None },
    })
}

fn known_header(head: &str, closed: &str) -> Result<(Header, Seal, Vec<String>), Stop> {
    let document: Document = document::read(closed).map_err(Stop::of)?;
    let at = |field: &str| document::place_of_path(head, &[field.into()]);
    let seed = document.seed.parse().map_err(|what: String| Stop::of(Problem::at(at("seed"), what)))?;
    let book = document.rules.check(&Rulebook::default_rules()).map_err(|faults| Stop {
        problems: faults.into_iter().map(|f| Problem::of_fault(head, &f.under("rules"))).collect(),
        before: None,
    })?;
    let title = text::presentable(&document.title);
    let mut notices = Vec::new();
    if title != document.title {
        notices.push(format!("{}: the title can't be shown as it stands; it is shown as “{title}”", at("title")));
    }
    Ok((Header { title, seed, book: Arc::new(book), muster: document.muster }, document.seal, notices))
}

pub(super) struct Body<'a> {
    pub(super) lines: Vec<Line<'a>>,
    /// Where the closers begin.
    closer: Option<usize>,
    /// Where the next line goes.
    end: usize,
    /// Where a comment begins that is not closed.
    open: Option<usize>,
}

/// The lines that hold something, up to the closers.
pub(super) fn body(text: &str, from: usize) -> Result<Body<'_>, Stop> {
    let first_line = text[..from].matches('\n').count() + 1;
    let mut body = Body { lines: Vec::new(), closer: None, end: from, open: None };
    let mut start = from;
    let mut open = 0;
    for (number, raw) in (first_line..).zip(text[from..].split_inclusive('\n')) {
        let (line_start, line_end) = (start, start + raw.len());
        start = line_end;
        let before = open;
        // Nearly every line has no comment, and is not looked through for one.
        let (content, open_from) = if open == 0 && !raw.contains("/*") {
            (Some(raw.trim()).filter(|content| !content.is_empty() && !content.starts_with("//")), 0)
        } else {
            let found = outside(raw, open);
            open = found.open;
            (found.content.map(|(from, to)| &raw[from..to]), found.open_from)
        };
        body.open = match open {
            0 => None,
            _ if before > 0 && content.is_none() => body.open,
            _ => Some(line_start + open_from),
        };
        let Some(content) = content else { continue };
        let stop =
            |what: &str, hint: &str| Err(Stop::of(Problem::at(Place { line: number, column: 1 }, what).hint(hint)));
        let closes = content.starts_with([']', ')']);
        if closes && without_closers(content).is_some() {
            body.closer.get_or_insert(line_start);
        } else if closes || body.closer.is_some() {
            return stop("there is text after the diary's end", "move the closing `])` to the end of the file");
        } else if before > 0 {
            return stop("a record stands on a line on which a comment ends", "give it a line of its own");
        } else {
            body.lines.push(Line { text: raw, number, start: line_start });
            body.end = line_end;
        }
    }
    if let Some(closer) = body.closer {
        body.end = closer;
    }
    Ok(body)
}

/// Whether a comment that nobody closed has swallowed records: then it was not torn off.
fn swallows(comment: &str) -> bool {
    let is_record = |line: &str| ["Entry(", "Head(", "Batch("].iter().any(|begin| line.starts_with(begin));
    comment.lines().skip(1).any(|line| is_record(line.trim_start()))
}

/// The record on a line, its text without the comma and whatever comment stands behind it, and that text's digest.
pub(super) fn read_line<'a>(line: &Line<'a>, seed: &Seed) -> Result<(Record, &'a str, Digest), Problem> {
    let content = line.text.trim();
    let bare = content.strip_suffix(',').unwrap_or(content).trim_end();
    let commented = bare.contains("//") || bare.contains("/*");
    let value = if commented { value_end(bare).map_or(bare, |end| &bare[..end]) } else { bare };
    if let Ok(record) = document::options().from_str(value) {
        let digest = Digest::of_line(seed, value, &record);
        return Ok((record, value, digest));
    }
    // Read again from the line's beginning, so that what is wrong gets its place on it.
    let content = line.text.trim_end();
    let end = value_end(content);
    let value = end.map_or(bare, |end| &content[..end]);
    let record = document::read::<Record>(value).map_err(|problem| {
        let problem = problem.further_down(line.number - 1);
        if end.is_none() && problem.hint.is_none() {
            problem.hint("a record stands on one line, whole")
        } else {
            problem
        }
    })?;
    let value = value.trim_start();
    let digest = Digest::of_line(seed, value, &record);
    Ok((record, value, digest))
}

fn misplaced(line: &Line, unfit: &Unfit) -> Problem {
    let path: Vec<String> = match unfit {
        Unfit::Event { at, misfit, .. } => {
            let event = ["events".to_string(), at.to_string()];
            event.into_iter().chain(misfit.field().map(String::from)).collect()
        }
        Unfit::Number { .. } => vec!["no".into()],
        Unfit::NoEntry(_) => vec!["after".into()],
    };
    let place = document::place_of_path(line.text, &path);
    let problem = Problem::at(place, unfit.to_string()).further_down(line.number - 1);
    match unfit {
        Unfit::Number { .. } => problem.hint("a line is missing, doubled or out of its order"),
        _ => problem,
    }
}
