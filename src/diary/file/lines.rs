//! The lines of a save's diary: found, read side by side, and entered one after the other.

use super::read::{Stop, Text};
use crate::{
    diary::{
        Diary, Record, Unfit,
        seal::{Digest, Seals},
    },
    dice::source::Seed,
    document::{self, Behind, Place, Problem, behind, outside, value_end, without_closers},
};
use rayon::prelude::*;

/// A line of the diary: what it holds, and where.
pub(super) struct Line<'a> {
    pub(super) text: &'a str,
    /// From 1.
    number: usize,
    pub(super) start: usize,
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

/// What came of the lines that were read.
pub(super) struct ReadOn {
    pub(super) end: usize,
    pub(super) lacks_comma: bool,
    pub(super) torn: Option<Vec<u8>>,
    pub(super) lines: Vec<usize>,
}

/// So many lines are read while as many are entered.
const RUN: usize = 1024;

fn is_last(lines: &[Line], line: &Line) -> bool {
    lines.last().is_some_and(|last| last.start == line.start)
}

/// Enters a line's record, if it could be read, and marks what its seal tells; how many entries are new.
fn enter(
    diary: &mut Diary,
    seals: &mut Seals,
    line: &Line,
    record: Result<(Record, Digest), Problem>,
) -> Result<usize, Problem> {
    let (record, digest) = record?;
    let before = diary.entries.len();
    let mut chain = seals.chain();
    let verdict = chain.follow(&digest, &record);
    diary.admit(record).map_err(|unfit| misplaced(line, &unfit))?;
    let new = &diary.entries[before..];
    seals.extend(chain, verdict, new);
    Ok(new.len())
}

/// Enters the lines of a body, each with its seal.
///
/// # Errors
/// The first that can't stand there; those before it are entered.
pub(super) fn read_on(
    diary: &mut Diary,
    seals: &mut Seals,
    bytes: &[u8],
    found: &Text,
    body: Body,
) -> Result<ReadOn, Problem> {
    let Body { lines, closer, mut end, open } = body;
    let (text, seed) = (found.good, diary.header.seed);
    diary.entries.reserve(lines.len());
    let mut line_of_entry = Vec::with_capacity(lines.len());
    let mut torn = None;
    // Reading lines is most of the work and they do not depend on each other; entering them has an order. So while one
    // run of lines is entered, the next is read.
    let read = |run: &[Line]| -> Vec<Result<_, Problem>> {
        run.par_iter().map(|line| read_line(line, &seed).map(|(record, _, digest)| (record, digest))).collect()
    };
    let mut runs = lines.chunks(RUN);
    let mut next = runs.next().map(|run| (run, read(run)));
    while let Some((run, records)) = next {
        let ahead = runs.next();
        let (following, entered) = rayon::join(
            || ahead.map(|run| (run, read(run))),
            || {
                run.iter().zip(records).try_for_each(|(line, record)| {
                    let new = enter(diary, seals, line, record).map_err(|problem| (line, problem))?;
                    line_of_entry.extend((0..new).map(|_| line.number));
                    Ok(())
                })
            },
        );
        next = following;
        match entered {
            Ok(()) => {}
            Err((line, _)) if is_last(&lines, line) && closer.is_none() && found.bad.is_empty() && !is_whole(line) => {
                torn = Some(bytes[line.start..].to_vec());
                end = line.start;
            }
            Err((_, problem)) => return Err(problem),
        }
    }
    if !found.bad.is_empty() {
        if !found.ends_torn() {
            let place = Place::of(std::str::from_utf8(&bytes[..found.place]).unwrap_or(text), found.place);
            return Err(Problem::at(place, "this is no text (a zero, or a character in another encoding than UTF-8)"));
        }
        torn = Some(found.bad.to_vec());
    }
    if let Some(at) = open.filter(|at| torn.as_ref().is_none_or(|torn| bytes.len() - torn.len() > *at)) {
        if swallows(&text[at..]) {
            return Err(Problem::at(Place::of(text, at), "the comment that begins here is not closed")
                .hint("end it with `*/`; the entries behind it are part of it until then"));
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
    Ok(ReadOn { end, lacks_comma, torn, lines: line_of_entry })
}

/// What came of lines that somebody has written behind those that were read.
pub(super) struct Further {
    /// Where the next line goes, counted from the first of these bytes.
    pub(super) end: usize,
    /// Whether the last line lacks its comma.
    pub(super) lacks_comma: bool,
    /// How many records there were.
    pub(super) records: usize,
}

/// Goes on reading a save, at the place where the next line goes. None where that does not do and all is to be read anew;
/// the diary may have gone on by some of the lines then.
pub(super) fn load_further(diary: &mut Diary, seals: &mut Seals, bytes: &[u8]) -> Option<Further> {
    let found = Text::of(bytes);
    let body = body(found.good, 0).ok()?;
    let records = body.lines.len();
    let ReadOn { end, lacks_comma, .. } = read_on(diary, seals, bytes, &found, body).ok()?;
    Some(Further { end, lacks_comma, records })
}

/// Whether a line's value is closed: then it was not torn off, whatever is wrong with it.
fn is_whole(line: &Line) -> bool {
    value_end(line.text).is_some_and(|end| line.text[..end].ends_with(')'))
}
