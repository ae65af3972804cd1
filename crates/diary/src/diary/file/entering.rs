//! Entering the lines of a save: parsed in parallel, and entered in their order, each with its seal.

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

/// How many lines are parsed while as many are entered.
const RUN: usize = 1024;

/// So few lines are parsed sooner than threads begin to.
const FEW: usize = 128;

/// How many bytes of memory the entries take, for each of the text that says the same.
const HELD: usize = 16;

/// The most that a thread has the system set aside at once: a little less than the largest block that glibc keeps to give
/// again, which is 32 MiB.
const MOST_ROOM: usize = 24 << 20;

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

/// What lines are entered into, and who looks on.
pub(super) struct Entering<'a> {
    pub(super) diary: &'a mut Diary,
    pub(super) seals: &'a mut Seals,
    /// Is told of each line that was entered.
    pub(super) onlooker: Onlooker<'a>,
}

/// A line of a save that was just entered.
pub struct LineEntered<'a> {
    /// The diary with it.
    pub diary: &'a Diary,
    /// The chain of seals with it.
    pub chain: Chain,
    /// Which line of the file it is, from 1; of what stands above the entries, the first.
    pub number: usize,
    /// Whether its seal is broken or missing.
    pub is_by_hand: bool,
}

/// Who looks on while a save is read, line by line.
pub(crate) type Onlooker<'a> = &'a mut (dyn FnMut(LineEntered) + Send);

/// Enters a line's record, if it could be parsed, and compares its seal; the number of new entries.
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

/// Why reading on was stopped.
pub(super) enum Stop {
    /// A line can't be entered.
    Problem(Problem),
    /// It was broken off.
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

/// Enters lines in runs, and records the line of each entry. Parsing is most of the work and can be done in parallel;
/// entering needs the order. So the next run is parsed while one is entered.
///
/// # Errors
/// The first line that can't be entered, and why; those before it are entered.
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

/// Has each thread that parses ask once for as much memory as its entries will take, and give it back. On every thread but
/// the first glibc would ask the system for it page by page, thousands of times, and all threads wait each time.
fn make_room(lines: &[DiaryLine]) {
    let text = lines.last().map_or(0, |last| last.start + last.text.len() - lines[0].start);
    let each = (HELD * text / rayon::current_num_threads()).min(MOST_ROOM);
    // The first such block is one of its own, which goes back to the system; having seen one, glibc puts the next among all others.
    rayon::broadcast(|_| (0..2).for_each(|_| drop(black_box(Vec::<u8>::with_capacity(each)))));
}

/// Enters the lines of a body, each with its seal. A torn last line is left out.
///
/// # Errors
/// The first that can't be entered, or that it was broken off; those before it are entered.
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
    // Where nothing closes the save, its last line may be torn, or be mixed with what it was written over.
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
        // The closers may stand on the last record's line.
        closed_by.brackets += behind.brackets;
        closed_by.fields.splice(0..0, behind.fields);
    }
    let seals = into.seals;
    seals.end(match (seals.chain().ending(closing(&closed_by)), &read.torn) {
        // What is torn behind the closers has never been a line.
        (Ending::Unclosed, Some(torn)) => Ending::Torn(torn.len()),
        (ending, _) => ending,
    });
    Ok(read)
}

impl ReadOn {
    /// Leaves out everything from that position on.
    fn tear_off(&mut self, bytes: &[u8], at: usize) {
        self.torn = Some(bytes[at..].to_vec());
        self.end = self.end.min(at);
    }

    /// Where the comma is missing, or the closers are on the record's own line, the next line begins right after it. What
    /// closes the save on that line.
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
    let into = Entering { diary, seals, onlooker: &mut |_| {} };
    let ReadOn { end, lacks_comma, .. } = read_on(into, bytes, &found, body, Watch::nobody()).ok()?;
    Some(Further { end, lacks_comma, records })
}
