//! Entering the lines of a save: parsed in parallel, and entered in their order, each with its seal.

use super::{
    lines::{Body, DiaryLine, body, is_whole, read_line, swallows},
    read::Text,
};
use crate::{
    diary::{
        Diary, Record, RecordError,
        seal::{Digest, Seals},
    },
    document::{self, Behind, Problem, SourcePosition, behind, value_end},
};
use rayon::prelude::*;

/// How many lines are parsed while as many are entered.
const RUN: usize = 1024;

/// The result of reading a save's lines.
pub(super) struct ReadOn {
    /// Where the next line goes, in bytes.
    pub(super) end: usize,
    /// Whether the last line lacks the comma that the next one needs before it.
    pub(super) lacks_comma: bool,
    /// The last line, if it was torn and is left out.
    pub(super) torn: Option<Vec<u8>>,
    /// The line of each entry, from 1.
    pub(super) lines: Vec<usize>,
}

fn misplaced(line: &DiaryLine, unfit: &RecordError) -> Problem {
    let path: Vec<String> = match unfit {
        RecordError::Event { at, error, .. } => {
            let event = ["events".to_string(), at.to_string()];
            event.into_iter().chain(error.field().map(String::from)).collect()
        }
        RecordError::Number { .. } => vec!["no".into()],
        RecordError::NoEntry(_) => vec!["after".into()],
    };
    let place = document::place_of_path(line.text, &path);
    let problem = Problem::at(place, unfit.to_string()).further_down(line.number - 1);
    match unfit {
        RecordError::Number { .. } => problem.hint("a line is missing, doubled or out of its order"),
        _ => problem,
    }
}

fn is_last(lines: &[DiaryLine], line: &DiaryLine) -> bool {
    lines.last().is_some_and(|last| last.start == line.start)
}

/// Enters a line's record, if it could be parsed, and compares its seal; the number of new entries.
fn enter(
    diary: &mut Diary,
    seals: &mut Seals,
    line: &DiaryLine,
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

/// Enters lines in runs, and records the line of each entry. Parsing is most of the work and can be done in parallel;
/// entering needs the order. So the next run is parsed while one is entered.
///
/// # Errors
/// The first line that can't be entered, and why; those before it are entered.
fn enter_all<'l, 't>(
    diary: &mut Diary,
    seals: &mut Seals,
    lines: &'l [DiaryLine<'t>],
    line_of_entry: &mut Vec<usize>,
) -> Result<(), (&'l DiaryLine<'t>, Problem)> {
    let seed = diary.header.seed;
    let read = |run: &[DiaryLine]| -> Vec<Result<_, Problem>> {
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
        entered?;
        next = following;
    }
    Ok(())
}

/// Enters the lines of a body, each with its seal. A torn last line is left out.
///
/// # Errors
/// The first that can't be entered; those before it are entered.
pub(super) fn read_on(
    diary: &mut Diary,
    seals: &mut Seals,
    bytes: &[u8],
    found: &Text,
    body: Body,
) -> Result<ReadOn, Problem> {
    let Body { lines, closer, end, open } = body;
    let mut read = ReadOn { end, lacks_comma: false, torn: None, lines: Vec::with_capacity(lines.len()) };
    diary.entries.reserve(lines.len());
    if let Err((line, problem)) = enter_all(diary, seals, &lines, &mut read.lines) {
        let ends_the_file = is_last(&lines, line) && closer.is_none() && found.bad.is_empty();
        if !ends_the_file || is_whole(line) {
            return Err(problem);
        }
        read.tear_off(bytes, line.start);
    }
    if !found.bad.is_empty() {
        if !found.ends_torn() {
            let place =
                SourcePosition::of(std::str::from_utf8(&bytes[..found.place]).unwrap_or(found.good), found.place);
            return Err(Problem::at(place, "this is no text (a zero, or a character in another encoding than UTF-8)"));
        }
        read.torn = Some(found.bad.to_vec());
    }
    let torn = read.torn.as_ref().map_or(0, Vec::len);
    if let Some(at) = open.filter(|at| *at < bytes.len() - torn) {
        if swallows(&found.good[at..]) {
            return Err(Problem::at(SourcePosition::of(found.good, at), "the comment that begins here is not closed")
                .hint("end it with `*/`; the entries behind it are part of it until then"));
        }
        read.tear_off(bytes, at);
    }
    read.go_behind_comma(&lines);
    Ok(read)
}

impl ReadOn {
    /// Leaves out everything from that position on.
    fn tear_off(&mut self, bytes: &[u8], at: usize) {
        self.torn = Some(bytes[at..].to_vec());
        self.end = self.end.min(at);
    }

    /// Where the comma is missing, or the closers are on the record's own line, the next line begins right after it.
    fn go_behind_comma(&mut self, lines: &[DiaryLine]) {
        let Some(line) = lines.last().filter(|line| line.start < self.end) else { return };
        let value = value_end(line.text).unwrap_or(line.text.len());
        if behind(&line.text[value..]) != Behind::Comma {
            self.lacks_comma = true;
            self.end = line.start + value;
        }
    }
}

/// The result of reading lines that another program has appended.
pub(super) struct Further {
    /// Where the next line goes, counted from the first of these bytes.
    pub(super) end: usize,
    /// Whether the last line lacks its comma.
    pub(super) lacks_comma: bool,
    /// How many records there were.
    pub(super) records: usize,
}

/// Continues reading a save at the place of the next line. `None` where the whole save must be read again; some of the
/// lines may have been entered by then.
pub(super) fn load_further(diary: &mut Diary, seals: &mut Seals, bytes: &[u8]) -> Option<Further> {
    let found = Text::of(bytes);
    let body = body(found.good, 0).ok()?;
    let records = body.lines.len();
    let ReadOn { end, lacks_comma, .. } = read_on(diary, seals, bytes, &found, body).ok()?;
    Some(Further { end, lacks_comma, records })
}
