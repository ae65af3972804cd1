//! Loads the lines of a save: parses them in parallel, and enters them in order, each with its seal.

use super::{
    lines::{Body, DiaryLine, body, closers, closing, is_whole, read_line, swallows},
    read::Text,
};
use crate::diary::{
    Diary, Record, RecordError,
    seal::{Chain, Ending, LineHash, LineKind, SealVerdict, Seals},
    watch::{BrokenOff, Watch, Work},
};
use rayon::prelude::*;
use std::hint::black_box;
use wardiary_base::document::{self, Behind, Closers, Problem, SourcePosition, behind, value_end};

/// Number of lines in a run: one run is parsed while the previous one is entered.
const RUN: usize = 1024;

/// Up to this many lines, parsing takes less time than starting threads.
const FEW: usize = 128;

/// Memory that entries take, in bytes per byte of text.
const HELD: usize = 16;

/// Maximum memory that a thread reserves at once, in bytes. Slightly less than the largest block that glibc keeps for
/// reuse, 32 MiB.
const MOST_ROOM: usize = 24 << 20;

pub(super) struct ReadOn {
    /// Byte position for the next line.
    pub(super) end: usize,
    /// Whether the last line lacks the comma that the next one needs before it.
    pub(super) lacks_comma: bool,
    /// The last line, if it was torn and so left out.
    pub(super) torn: Option<Vec<u8>>,
    /// The line of each entry in the file, from 1.
    pub(super) lines: Vec<usize>,
}

fn misplaced(line: &DiaryLine, unfit: &RecordError) -> Problem {
    let path: Vec<String> = match unfit {
        RecordError::Event { at, error, .. } => {
            let event = ["events".to_string(), at.to_string()];
            event.into_iter().chain(error.field.map(String::from)).collect()
        }
        RecordError::Number { .. } => vec!["no".into()],
        RecordError::NoShare => Vec::new(),
        RecordError::NoEntry(_) => vec![if line.text.starts_with("Remark(") { "on" } else { "after" }.into()],
    };
    let place = document::place_of_path(line.text, &path);
    let problem = Problem::at(place, unfit.to_string()).further_down(line.number - 1);
    match unfit {
        RecordError::Number { .. } => problem.hint("a line is missing, doubled or out of its order"),
        _ => problem,
    }
}

/// The target of loaded lines, and an observer.
pub(super) struct Entering<'a> {
    pub(super) diary: &'a mut Diary,
    pub(super) seals: &'a mut Seals,
    /// Called for each line that was entered.
    pub(super) onlooker: Onlooker<'a>,
}

/// A line of a save that was just entered.
pub struct LineEntered<'a> {
    /// The diary after the line.
    pub diary: &'a Diary,
    /// The chain of seals after the line.
    pub chain: Chain,
    /// The line's number in the file, from 1; for the header, its first line.
    pub number: usize,
    /// Whether the line's seal is broken or missing.
    pub is_by_hand: bool,
}

/// A callback that observes a save being read, line by line.
pub(crate) type Onlooker<'a> = &'a mut (dyn FnMut(LineEntered) + Send);

/// Enters a line's record, if it was parsed, and checks its seal. Returns the number of new entries.
fn enter(
    Entering { diary, seals, onlooker }: &mut Entering,
    line: &DiaryLine,
    record: Result<(Record, LineHash), Problem>,
) -> Result<usize, Problem> {
    let (record, hash) = record?;
    let before = diary.entries.len();
    let mut chain = seals.chain();
    let verdict = chain.follow(&hash, &record);
    let kind = LineKind::of(&record);
    diary.admit(record).map_err(|unfit| misplaced(line, &unfit))?;
    let new = &diary.entries[before..];
    seals.extend((chain, verdict), new, (line.number, kind));
    let many = new.len();
    onlooker(LineEntered { diary, chain, number: line.number, is_by_hand: verdict.is_by_hand() });
    Ok(many)
}

pub(super) enum Stop {
    Problem(Problem),
    BrokenOff,
}

impl From<Problem> for Stop {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl From<BrokenOff> for Stop {
    fn from(BrokenOff: BrokenOff) -> Self {
        Self::BrokenOff
    }
}

/// Enters lines in runs, and records the line of each entry. Parsing is most of the work and can be parallel; entering
/// needs the order. So the next run is parsed while one is entered.
///
/// # Errors
/// The first line that can't be entered, and why. The lines before it are entered.
fn enter_all(
    into: &mut Entering,
    lines: &[DiaryLine],
    line_of_entry: &mut Vec<usize>,
    watch: Watch,
) -> Result<(), Stop> {
    let parsed = |line: &DiaryLine| read_line(line).map(|(record, _, hash)| (record, hash));
    let mut enter_run = |run: &[DiaryLine], records: Vec<Result<_, Problem>>| {
        run.iter().zip(records).try_for_each(|(line, record)| {
            let new = enter(into, line, record)?;
            line_of_entry.extend((0..new).map(|_| line.number));
            Ok::<(), Problem>(())
        })
    };
    if lines.len() <= FEW {
        watch.tell(Work::Reading, 0, lines.len())?;
        enter_run(lines, lines.iter().map(parsed).collect())?;
        return Ok(watch.tell(Work::Reading, lines.len(), lines.len())?);
    }
    make_room(lines);
    let read = |run: &[DiaryLine]| -> Vec<Result<_, Problem>> { run.par_iter().map(parsed).collect() };
    let mut runs = lines.chunks(RUN);
    let mut next = runs.next().map(|run| (run, read(run)));
    let mut done = 0;
    while let Some((run, records)) = next {
        watch.tell(Work::Reading, done, lines.len())?;
        done += run.len();
        let ahead = runs.next();
        let (following, entered) = rayon::join(|| ahead.map(|run| (run, read(run))), || enter_run(run, records));
        entered?;
        next = following;
    }
    Ok(watch.tell(Work::Reading, done, lines.len())?)
}

/// Makes each parsing thread allocate and free as much memory as its entries will take. On every thread but the first,
/// glibc would otherwise request it from the system page by page, thousands of times, and all threads wait each time.
fn make_room(lines: &[DiaryLine]) {
    let text = lines.last().map_or(0, |last| last.start + last.text.len() - lines[0].start);
    let each = (HELD * text / rayon::current_num_threads()).min(MOST_ROOM);
    // The first such block is a mapping of its own, which goes back to the system. After one of these, glibc takes the
    // next from the heap.
    rayon::broadcast(|_| (0..2).for_each(|_| drop(black_box(Vec::<u8>::with_capacity(each)))));
}

/// Enters the lines of a body, each with its seal. A torn last line is left out.
///
/// # Errors
/// The first line that can't be entered, or a cancellation. The lines before are entered.
pub(super) fn read_on(
    mut into: Entering,
    bytes: &[u8],
    found: &Text,
    body: Body,
    watch: Watch,
) -> Result<ReadOn, Stop> {
    let Body { lines, closer, closers: mut closed_by, end, open, torn } = body;
    let mut read = ReadOn { end, lacks_comma: false, torn: None, lines: Vec::with_capacity(lines.len()) };
    into.diary.entries.reserve(lines.len());
    // If nothing closes the save, its last line may be torn, or mixed with what it overwrote.
    let (sure, last) = match lines.split_last().filter(|_| closer.is_none()) {
        Some((last, before)) => (before, Some(last)),
        None => (lines.as_slice(), None),
    };
    enter_all(&mut into, sure, &mut read.lines, watch)?;
    if let Some(line) = last {
        let counts = into.seals.chain().closes_with_count();
        let parsed = read_line(line).map(|(record, _, hash)| (record, hash));
        let is_mixed = |parsed: &(Record, LineHash)| {
            counts && into.seals.chain().follow(&parsed.1, &parsed.0) == SealVerdict::Broken
        };
        if parsed.as_ref().is_ok_and(is_mixed) {
            read.tear_off(bytes, line.start);
        } else {
            match enter(&mut into, line, parsed) {
                Ok(new) => read.lines.extend((0..new).map(|_| line.number)),
                Err(problem) if !counts && (!found.bad.is_empty() || is_whole(line)) => return Err(problem.into()),
                Err(_) => read.tear_off(bytes, line.start),
            }
        }
    }
    if !found.bad.is_empty() {
        if !found.ends_torn() {
            let place =
                SourcePosition::of(std::str::from_utf8(&bytes[..found.place]).unwrap_or(found.good), found.place);
            return Err(
                Problem::at(place, "this is no text (a zero, or a character in another encoding than UTF-8)").into()
            );
        }
        let from = bytes.len() - found.bad.len();
        read.tear_off(bytes, read.torn.as_ref().map_or(from, |torn| from.min(bytes.len() - torn.len())));
    }
    if let Some(at) = torn {
        read.tear_off(bytes, at);
    }
    let torn = read.torn.as_ref().map_or(0, Vec::len);
    if let Some(at) = open.filter(|at| *at < bytes.len() - torn) {
        if swallows(&found.good[at..]) {
            return Err(Problem::at(SourcePosition::of(found.good, at), "the comment that begins here is not closed")
                .hint("end it with `*/`; the entries behind it are part of it until then")
                .into());
        }
        read.tear_off(bytes, at);
    }
    if let Some(behind) = read.go_behind_comma(&lines) {
        // The closers may be on the last record's line.
        closed_by.brackets += behind.brackets;
        closed_by.fields.splice(0..0, behind.fields);
    }
    let seals = into.seals;
    seals.end(match (seals.chain().ending(closing(&closed_by)), &read.torn) {
        // A torn line after the closers was never a line.
        (Ending::Unclosed, Some(torn)) => Ending::Torn(torn.len()),
        (ending, _) => ending,
    });
    Ok(read)
}

impl ReadOn {
    /// Leaves out everything from a position on.
    fn tear_off(&mut self, bytes: &[u8], at: usize) {
        self.torn = Some(bytes[at..].to_vec());
        self.end = self.end.min(at);
    }

    /// If the comma is missing, or the closers are on the record's own line, places the next line right after the
    /// record. Returns what closes the save on that line.
    fn go_behind_comma(&mut self, lines: &[DiaryLine]) -> Option<Closers> {
        let line = lines.last().filter(|line| line.start < self.end)?;
        let value = value_end(line.text).unwrap_or(line.text.len());
        if behind(&line.text[value..]) == Behind::Comma {
            return None;
        }
        self.lacks_comma = true;
        self.end = line.start + value;
        closers(&line.text[value..]).ok()
    }
}

/// The result of reading lines that another program appended.
pub(super) struct Further {
    /// Position for the next line, relative to the first of these bytes.
    pub(super) end: usize,
    pub(super) lacks_comma: bool,
    pub(super) records: usize,
}

/// Continues reading a save after its known part. `None` if the whole save must be read again; some lines may have been
/// entered by then.
pub(super) fn load_further(diary: &mut Diary, seals: &mut Seals, bytes: &[u8]) -> Option<Further> {
    let found = Text::of(bytes);
    let body = body(found.good, 0).ok()?;
    let records = body.lines.len();
    let into = Entering { diary, seals, onlooker: &mut |_| {} };
    let ReadOn { end, lacks_comma, .. } = read_on(into, bytes, &found, body, Watch::nobody()).ok()?;
    Some(Further { end, lacks_comma, records })
}
