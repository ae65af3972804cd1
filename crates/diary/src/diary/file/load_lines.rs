//! Loads the lines of a save: parses them in parallel, and enters them in order, each with its seal.

use super::{
    lines::{
        Body, DiaryLine, body, complete_closing, contains_records, entry_size, is_whole, memory_limit, parse_closers,
        read_line,
    },
    read::Utf8Prefix,
    special::megabytes,
};
use crate::diary::{
    Diary, Record, RecordError,
    seal::{Chain, Ending, LineHash, LineKind, SealVerdict, Seals},
    watch::{Cancelled, Watch, Work},
};
use rayon::prelude::*;
use std::hint::black_box;
use wardiary_base::document::{self, AfterValue, DocumentEnd, SourcePosition, SourceProblem, after_value, value_end};

/// Number of lines in a run: one run is parsed while the previous one is entered.
const LINES_PER_RUN: usize = 1024;

/// Up to this many lines, parsing takes less time than starting threads.
const MAX_SEQUENTIAL_LINES: usize = 128;

/// Length of an entry's line, in bytes, for which memory is reserved: less than the mean of played saves.
const MEAN_ENTRY_LENGTH: usize = 256;

/// Memory that entries take, in bytes per byte of text.
const MEMORY_PER_TEXT_BYTE: usize = 16;

/// Maximum memory that a thread reserves at once, in bytes. Slightly less than the largest block that glibc keeps for
/// reuse, 32 MiB.
const MAX_RESERVED_BYTES: usize = 24 << 20;

pub(super) struct LoadedLines {
    /// Byte position for the next line.
    pub(super) end: usize,
    /// Whether the last line lacks the comma that the next one needs before it.
    pub(super) lacks_comma: bool,
    /// The last line, if it was torn and so left out.
    pub(super) torn: Option<Vec<u8>>,
    /// The line of each entry in the file, from 1.
    pub(super) lines: Vec<usize>,
}

fn record_problem(line: &DiaryLine, unfit: &RecordError) -> SourceProblem {
    let path: Vec<String> = match unfit {
        RecordError::Event { at, error, .. } => {
            let event = ["events".to_string(), at.to_string()];
            event.into_iter().chain(error.field.map(String::from)).collect()
        }
        RecordError::Number { .. } => vec!["no".into()],
        RecordError::NotAShare => Vec::new(),
        RecordError::NoEntry(_) => vec![if line.text.starts_with("Remark(") { "on" } else { "after" }.into()],
    };
    let place = document::position_of_path(line.text, &path);
    let problem = SourceProblem::at(place, unfit.to_string()).moved_down(line.number - 1);
    match unfit {
        RecordError::Number { .. } => problem.with_hint("a line is missing, duplicated or out of order"),
        _ => problem,
    }
}

/// The target of loaded lines, and an observer.
pub(super) struct LoadTarget<'a> {
    pub(super) diary: &'a mut Diary,
    pub(super) seals: &'a mut Seals,
    /// Called for each line that was entered.
    pub(super) observer: LineObserver<'a>,
    /// The memory that the entries take so far, and the most that they may take, in bytes.
    pub(super) memory: usize,
    pub(super) max_memory: usize,
}

/// A line of a save that was just entered.
pub struct LoadedLine<'a> {
    pub diary: &'a Diary,
    pub chain: Chain,
    /// The line's number in the file, from 1; for the header, its first line.
    pub number: usize,
    /// Whether the line's seal is broken or missing.
    pub is_by_hand: bool,
}

/// A callback that observes a save being read, line by line.
pub(crate) type LineObserver<'a> = &'a mut (dyn FnMut(LoadedLine) + Send);

/// Enters a line's record, if it was parsed, and checks its seal. Returns the number of new entries.
fn append_line(
    LoadTarget { diary, seals, observer: onlooker, memory, max_memory }: &mut LoadTarget,
    line: &DiaryLine,
    record: Result<(Record, LineHash), SourceProblem>,
) -> Result<usize, SourceProblem> {
    let (record, hash) = record?;
    let before = diary.entries.len();
    let mut chain = seals.chain();
    let verdict = chain.check_next(&hash, &record);
    let kind = LineKind::of(&record);
    diary.append(record).map_err(|unfit| record_problem(line, &unfit))?;
    let new = &diary.entries[before..];
    seals.extend((chain, verdict), new, (line.number, kind));
    let many = new.len();
    *memory += new.iter().map(entry_size).sum::<usize>();
    if *memory > *max_memory {
        let what = format!(
            "the save takes more than {} of memory up to here, far more than a save of its length should",
            megabytes(*max_memory as u64)
        );
        return Err(SourceProblem::at(SourcePosition { line: line.number, column: 1 }, what));
    }
    onlooker(LoadedLine { diary, chain, number: line.number, is_by_hand: verdict.is_by_hand() });
    Ok(many)
}

pub(super) enum LoadStop {
    Problem(SourceProblem),
    Cancelled,
}

impl From<SourceProblem> for LoadStop {
    fn from(problem: SourceProblem) -> Self {
        Self::Problem(problem)
    }
}

impl From<Cancelled> for LoadStop {
    fn from(Cancelled: Cancelled) -> Self {
        Self::Cancelled
    }
}

/// Enters lines in runs, and records the line of each entry. Parsing is most of the work and can be parallel; entering
/// needs the order. So the next run is parsed while one is entered.
fn append_lines<'a>(
    into: &mut LoadTarget,
    (mut lines, all): (impl Iterator<Item = DiaryLine<'a>>, usize),
    line_of_entry: &mut Vec<usize>,
    watch: Watch,
) -> Result<(), LoadStop> {
    let parsed = |line: &DiaryLine| read_line(line).map(|(record, _, hash)| (record, hash));
    let mut enter_run = |run: &[DiaryLine], records: Vec<Result<_, SourceProblem>>| {
        run.iter().zip(records).try_for_each(|(line, record)| {
            let new = append_line(into, line, record)?;
            line_of_entry.extend((0..new).map(|_| line.number));
            Ok::<(), SourceProblem>(())
        })
    };
    let mut next_run = || lines.by_ref().take(LINES_PER_RUN).collect::<Vec<DiaryLine>>();
    if all <= MAX_SEQUENTIAL_LINES {
        watch.report(Work::Reading, 0, all)?;
        let run = next_run();
        enter_run(&run, run.iter().map(parsed).collect())?;
        return Ok(watch.report(Work::Reading, all, all)?);
    }
    let read = |run: &[DiaryLine]| -> Vec<Result<_, SourceProblem>> { run.par_iter().map(parsed).collect() };
    let mut run = next_run();
    let mut records = read(&run);
    let mut done = 0;
    while !run.is_empty() {
        watch.report(Work::Reading, done, all)?;
        done += run.len();
        let ahead = next_run();
        let (following, entered) = rayon::join(|| read(&ahead), || enter_run(&run, records));
        entered?;
        (run, records) = (ahead, following);
    }
    Ok(watch.report(Work::Reading, done, all)?)
}

/// Makes each parsing thread allocate and free as much memory as its entries will need. Otherwise glibc requests that
/// memory from the system page by page on every thread but the first. All threads wait for each of these thousands of
/// requests.
fn warm_up_heap(text_length: usize) {
    let each = (MEMORY_PER_TEXT_BYTE * text_length / rayon::current_num_threads()).min(MAX_RESERVED_BYTES);
    // glibc maps the first such block separately and returns it to the system. It takes the next block from the heap.
    // If memory is short, the allocation fails and reading continues without it.
    let reserve = |()| black_box(Vec::<u8>::new()).try_reserve_exact(each).is_ok();
    rayon::broadcast(|_| (0..2).map(|_| ()).all(reserve));
}

/// Enters the lines of a body, each with its seal. A torn last line is left out.
pub(super) fn load_lines(
    mut into: LoadTarget,
    bytes: &[u8],
    found: &Utf8Prefix,
    body: Body,
    watch: Watch,
) -> Result<LoadedLines, LoadStop> {
    let mut read = LoadedLines { end: body.end, lacks_comma: false, torn: None, lines: Vec::new() };
    // If nothing closes the save, its last line may be torn, or mixed with what it overwrote.
    let last = body.last.filter(|_| body.closing_line.is_none());
    let sure = body.records - usize::from(last.is_some());
    if sure > MAX_SEQUENTIAL_LINES {
        warm_up_heap(body.end);
        into.diary.entries.reserve(sure.min(body.end / MEAN_ENTRY_LENGTH));
    }
    append_lines(&mut into, (body.lines().take(sure), sure), &mut read.lines, watch)?;
    let Body { last: last_record, closers: mut closed_by, open_comment: open, torn, .. } = body;
    if let Some(line) = &last {
        let counts = into.seals.chain().closes_with_count();
        let parsed = read_line(line).map(|(record, _, hash)| (record, hash));
        let is_mixed = |parsed: &(Record, LineHash)| {
            counts && into.seals.chain().check_next(&parsed.1, &parsed.0) == SealVerdict::Broken
        };
        if parsed.as_ref().is_ok_and(is_mixed) {
            read.cut_torn_part(bytes, line.start);
        } else {
            match append_line(&mut into, line, parsed) {
                Ok(new) => read.lines.extend((0..new).map(|_| line.number)),
                Err(problem) if !counts && (!found.invalid.is_empty() || is_whole(line)) => return Err(problem.into()),
                Err(_) => read.cut_torn_part(bytes, line.start),
            }
        }
    }
    if !found.invalid.is_empty() {
        if !found.may_be_torn() {
            let place = SourcePosition::at_byte(
                std::str::from_utf8(&bytes[..found.line_start]).unwrap_or(found.valid),
                found.line_start,
            );
            return Err(SourceProblem::at(place, "this is not text (a zero, or a character that is not UTF-8)").into());
        }
        let from = bytes.len() - found.invalid.len();
        read.cut_torn_part(bytes, read.torn.as_ref().map_or(from, |torn| from.min(bytes.len() - torn.len())));
    }
    if let Some(at) = torn {
        read.cut_torn_part(bytes, at);
    }
    let torn = read.torn.as_ref().map_or(0, Vec::len);
    if let Some(at) = open.filter(|at| *at < bytes.len() - torn) {
        if contains_records(&found.valid[at..]) {
            return Err(SourceProblem::at(
                SourcePosition::at_byte(found.valid, at),
                "the comment that begins here is never closed",
            )
            .with_hint("end it with `*/`; until then it includes the entries after it")
            .into());
        }
        read.cut_torn_part(bytes, at);
    }
    if let Some(behind) = read.place_next_line(last_record) {
        // The closers may be on the last record's line.
        closed_by.brackets += behind.brackets;
        closed_by.fields.splice(0..0, behind.fields);
    }
    let seals = into.seals;
    seals.end(match (seals.chain().ending(complete_closing(&closed_by)), &read.torn) {
        // A torn line after the closers was never a line.
        (Ending::Unclosed, Some(torn)) => Ending::Torn(torn.len()),
        (ending, _) => ending,
    });
    Ok(read)
}

impl LoadedLines {
    fn cut_torn_part(&mut self, bytes: &[u8], at: usize) {
        self.torn = Some(bytes[at..].to_vec());
        self.end = self.end.min(at);
    }

    /// If the comma is missing, or the closers are on the record's own line, places the next line right after the
    /// record. Returns what closes the save on that line.
    fn place_next_line(&mut self, last: Option<DiaryLine>) -> Option<DocumentEnd> {
        let line = last.filter(|line| line.start < self.end)?;
        let value = value_end(line.text).unwrap_or(line.text.len());
        if after_value(&line.text[value..]) == AfterValue::Comma {
            return None;
        }
        self.lacks_comma = true;
        self.end = line.start + value;
        parse_closers(&line.text[value..]).ok()
    }
}

/// The result of reading lines that another program appended.
pub(super) struct AppendedLines {
    pub(super) end: usize,
    pub(super) lacks_comma: bool,
    pub(super) records: usize,
}

/// Continues reading a save after its known part. `None` if the whole must be read again.
pub(super) fn load_appended(diary: &mut Diary, seals: &mut Seals, bytes: &[u8]) -> Option<AppendedLines> {
    let found = Utf8Prefix::of(bytes);
    let body = body(found.valid, 0).ok()?;
    let records = body.records;
    let into = LoadTarget { diary, seals, observer: &mut |_| {}, memory: 0, max_memory: memory_limit(bytes.len()) };
    let LoadedLines { end, lacks_comma, .. } = load_lines(into, bytes, &found, body, Watch::none()).ok()?;
    Some(AppendedLines { end, lacks_comma, records })
}
