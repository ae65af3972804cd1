//! Recovers a save from all that is readable in a damaged file.
//!
//! Records are searched for wherever one begins, whatever is between them. An entry whose parent is lost follows the
//! nearest earlier entry that was found; if its events can't have happened there, it is left out and reported. Changes
//! by hand are also reported, and marked permanently: the new save has new seals, which fit.

mod place_records;

use super::{
    disk::RealDisk,
    error::{FileError, NewFile},
    lines::{complete_closing, entry_size, is_inflated, memory_limit, parse_closers},
    open::new_save_text,
    read::{LoadError, ReadHeader, no_diary, read_header, refuse_share, start_and_end},
    store,
};
use crate::diary::{
    Diary, EntryNo, FoundCut, Header, Record, RecordError, Recovered as Mark,
    seal::{Chain, Ending, LineHash, SealVerdict, Secret},
    watch::{Cancelled, Watch, Work},
};
use std::{
    collections::BTreeMap,
    fmt, fs,
    path::{Path, PathBuf},
};
use wardiary_base::{
    document::{self, value_end},
    text,
};

/// Number of records between progress reports.
const RECORDS_PER_REPORT: usize = 256;

/// How far to search for the end of a record, in bytes, unless it holds many entries.
const MAX_RECORD_LENGTH: usize = 1 << 18;

/// Maximum amount of reading in search of records, in file lengths. Beyond it, records are read only at line starts.
const MAX_READINGS: usize = 16;

/// The memory that a record without entries takes besides three times its text, in bytes: where it is, the gap before it,
/// a loss with its first characters, and the seal and the mark that are written for it.
const BARE_RECORD_MEMORY: usize = size_of::<FoundRecord>() + size_of::<(usize, usize)>() + size_of::<Loss>() + 256;

#[derive(Debug)]
pub struct RecoveredSave {
    pub text: String,
    pub entries: usize,
    /// Records that could not be read or kept, in file order.
    pub lost: Vec<Loss>,
    /// Records in the save that had been changed by hand.
    pub changed: Vec<Loss>,
}

/// Recovers a save from all that can be read in a file. `above` is a save whose header replaces the file's own.
pub fn recover(bytes: &[u8], above: Option<&[u8]>, secret: Secret, watch: Watch) -> Result<RecoveredSave, LoadError> {
    let found = String::from_utf8_lossy(bytes);
    let own = header_of(&found);
    // The seals continue the file's own header, if it can be read.
    let (header, (sealed, verdict)) = match (above, own) {
        (None, own) => own?,
        (Some(above), own) => {
            let (header, seals) = header_of(&String::from_utf8_lossy(above))?;
            (header, own.map_or(seals, |(_, seals)| seals))
        }
    };
    let from = start_and_end(&found).map_or(0, |(_, from)| from);
    let diary = Diary::new(header).map_err(|faults| LoadError::of_faults(&found, "muster", faults))?;
    let (text, seals) = new_save_text(diary.header(), secret);
    let mut making = Recovery {
        text_found: &found,
        diary,
        chain: seals.chain(),
        text,
        numbers: BTreeMap::from([(0, 0)]),
        lost: Vec::new(),
        found_records: Vec::new(),
        expected: 1,
        places: BTreeMap::new(),
        file_chain: sealed,
        fitted: 0,
        changed: Vec::new(),
        gap: false,
        records: 0,
        bytes_read: 0,
        counted: (0, 1),
    };
    if verdict.is_by_hand() {
        making.changed.push(Loss { line: 1, what: LossKind::HeaderByHand, count: 1 });
        making.write_mark(Mark::Header);
    }
    making.read(from, watch).map_err(|Cancelled| LoadError::cancelled(Work::Recovering))?;
    let Recovery { diary, chain, text, lost, mut changed, fitted, .. } = making;
    if fitted == 0 && above.is_some() && changed.len() > 1 {
        changed = vec![Loss { line: 1, what: LossKind::NoSealFits, count: 1 }];
    }
    changed.sort_by_key(|loss| loss.line);
    Ok(RecoveredSave { text: text + &chain.closers(), entries: diary.entries().len(), lost, changed })
}

/// Writes a recovered save to the given new file, or to `NAME.recovered-1.ron` (or the next free number) beside the
/// damaged one, with the same access rights.
pub fn write_recovered(damaged: &Path, to: Option<&Path>, bytes: &[u8]) -> Result<PathBuf, FileError> {
    let like = fs::metadata(damaged).ok();
    if let Some(to) = to {
        store::write_new_like(&RealDisk, to, bytes, NewFile::Export, like.as_ref())?;
        return Ok(to.to_path_buf());
    }
    let stem = damaged.file_stem().unwrap_or_default();
    let named = |number| {
        let mut name = stem.to_os_string();
        name.push(format!(".recovered-{number}.ron"));
        damaged.with_file_name(name)
    };
    store::write_numbered(&RealDisk, (damaged, like.as_ref()), "recovered", named, bytes)
}

/// A header, the chain of seals after it, and the verdict on its seal.
type OfHeader = (Header, (Chain, SealVerdict));

fn header_of(text: &str) -> Result<OfHeader, LoadError> {
    let (start, from) = start_and_end(text).ok_or_else(|| no_diary(text))?;
    let ReadHeader { header, share, scheme, seal, .. } = read_header(&text[start..from])?;
    refuse_share(share, "it can't be recovered")?;
    Ok((header, Chain::from_header(&text[start..from], seal, scheme)))
}

/// The result of checking a record's seal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SealFit {
    Fits,
    ByHand,
    /// Neither the record nor anything before it has a seal.
    Unsealed,
    /// The lines before the record can't be read.
    Unknown,
}

/// Where a record is. It is read again when it is placed, because the records of a long file take far more memory than
/// its text.
#[derive(Clone, Copy, Debug)]
struct FoundRecord {
    start: usize,
    end: usize,
    sealed: SealFit,
}

/// Adds a loss, or counts it if it is like the last one. Returns whether it was added.
fn add_loss(losses: &mut Vec<Loss>, line: usize, what: LossKind) -> bool {
    if let Some(last) = losses.last_mut().filter(|last| last.what == what) {
        last.count += 1;
        return false;
    }
    losses.push(Loss { line, what, count: 1 });
    true
}

/// Where records may begin, in order.
fn starts(text: &str) -> impl Iterator<Item = usize> {
    text.match_indices('(').filter_map(|(at, _)| {
        let kinds = ["Entry", "Head", "Batch", "Cut", "Remark", "Digest"];
        kinds.into_iter().find(|kind| text[..at].ends_with(kind)).map(|kind| at - kind.len())
    })
}

struct Recovery<'a> {
    text_found: &'a str,
    diary: Diary,
    chain: Chain,
    text: String,
    /// Number in the file to number in the new save.
    numbers: BTreeMap<EntryNo, EntryNo>,
    lost: Vec<Loss>,
    /// The records found, in file order; `None` once taken.
    found_records: Vec<Option<FoundRecord>>,
    places: BTreeMap<EntryNo, usize>,
    expected: EntryNo,
    file_chain: Chain,
    fitted: usize,
    changed: Vec<Loss>,
    /// Whether something was lost since the last record.
    gap: bool,
    records: usize,
    /// How much of the text was read in search of records: a part that is read again counts again.
    bytes_read: usize,
    /// A byte position and its line, to continue counting lines from.
    counted: (usize, usize),
}

impl Recovery<'_> {
    fn read(&mut self, from: usize, watch: Watch) -> Result<(), Cancelled> {
        let mut end = from;
        let (mut gaps, mut left_out) = (Vec::new(), Vec::new());
        let (mut memory, max_memory) = (0, memory_limit(self.text_found.len()));
        for (at, start) in starts(self.text_found).enumerate() {
            if at % RECORDS_PER_REPORT == 0 {
                watch.report(Work::Searching, start, self.text_found.len())?;
            }
            if start < end {
                continue;
            }
            let Some((record, after)) = self.record_at(start) else { continue };
            let is_behind = parse_closers(&self.text_found[end..start]).is_ok();
            let sealed = self.check_seal(&record, &self.text_found[start..after], is_behind);
            let entries = record.entries();
            memory += if entries.is_empty() {
                BARE_RECORD_MEMORY + 3 * (after - start)
            } else {
                // The same as when a save is opened.
                entries.into_iter().map(entry_size).sum::<usize>()
            };
            if memory > max_memory {
                left_out.push(start);
                end = after;
                continue;
            }
            gaps.push((end, start));
            for entry in record.entries() {
                self.places.entry(entry.no).or_insert(self.found_records.len());
            }
            self.found_records.push(Some(FoundRecord { start, end: after, sealed }));
            end = after;
        }
        if let Some(first) = left_out.first() {
            self.report_loss(*first, LossKind::TooManyLines(left_out.len()));
        }
        let all = gaps.len();
        for (at, (from, to)) in gaps.into_iter().enumerate() {
            if at % RECORDS_PER_REPORT == 0 {
                watch.report(Work::Recovering, at, all)?;
            }
            self.report_gap(from, to, false);
            self.records += 1;
            self.place_found(at);
        }
        self.report_gap(end, self.text_found.len(), true);
        Ok(())
    }

    fn check_seal(&mut self, record: &Record, line: &str, is_behind: bool) -> SealFit {
        match self.file_chain.check_next(&LineHash::of(line), record) {
            SealVerdict::Intact => {
                self.fitted += 1;
                SealFit::Fits
            }
            SealVerdict::Unsealed if record.last_entry().is_some() => SealFit::Unsealed,
            SealVerdict::Unsealed => SealFit::Fits,
            _ if is_behind => SealFit::ByHand,
            _ => SealFit::Unknown,
        }
    }

    fn record_at(&mut self, start: usize) -> Option<(Record, usize)> {
        let rest = &self.text_found[start..];
        let limit = if self.bytes_read < MAX_READINGS * self.text_found.len() {
            if rest.starts_with("Batch(") { rest.len() } else { rest.len().min(MAX_RECORD_LENGTH) }
        } else if self.text_found[..start].ends_with('\n') {
            rest.find('\n').unwrap_or(rest.len())
        } else {
            return None;
        };
        let limit = (0..=limit).rev().find(|at| rest.is_char_boundary(*at)).unwrap_or(0);
        let rest = &rest[..limit];
        let end = value_end(rest);
        self.bytes_read += end.unwrap_or(rest.len());
        let end = end.filter(|end| !is_inflated(&rest[..*end]))?;
        Some((document::options().from_str(&rest[..end]).ok()?, start + end))
    }

    /// Reports text between two records that is more than commas, comments and closers.
    fn report_gap(&mut self, from: usize, to: usize, is_end: bool) {
        let part = &self.text_found[from..to];
        match parse_closers(part) {
            Ok(found) if is_end && found.brackets < 2 => {
                self.report_loss(to, LossKind::Unclosed);
                self.mark_gap();
            }
            Ok(found) => {
                if is_end {
                    self.end(to, self.file_chain.ending(complete_closing(&found)));
                }
            }
            Err(_) => {
                let shown = part.trim_matches([',', '\n', '\r', ' ', '\0', ']', ')']);
                let begins: String = text::sanitize(&shown.chars().take(60).collect::<String>());
                let start = from + part.find(shown).unwrap_or(0);
                self.report_loss(start, LossKind::Unreadable { bytes: part.trim().len(), begins });
                if is_end {
                    self.mark_gap();
                }
            }
        }
    }

    /// Checks the closing line, if it has all its brackets.
    fn end(&mut self, at: usize, how: Ending) {
        match how {
            Ending::Whole | Ending::Torn(_) => {}
            Ending::Counts { counted, found } if counted > found => {
                self.report_loss(at, LossKind::Counted { counted, found });
                self.mark_gap();
            }
            Ending::Unclosed | Ending::OtherLine | Ending::Counts { .. } | Ending::OtherSeal => {
                let line = self.line(at);
                self.changed.push(Loss { line, what: LossKind::Ending(how), count: 1 });
                self.write(Record::Cut(FoundCut::default()));
            }
        }
    }

    fn report_loss(&mut self, at: usize, what: LossKind) {
        let line = self.line(at);
        add_loss(&mut self.lost, line, what);
        self.gap = true;
    }

    fn line(&mut self, at: usize) -> usize {
        // Most losses come in file order, so continue counting lines from the last one.
        let (from, line) = if self.counted.0 <= at { self.counted } else { (0, 1) };
        let line = line + self.text_found[from..at].matches('\n').count();
        self.counted = (at, line);
        line
    }

    /// Writes a permanent mark that something is missing here.
    fn mark_gap(&mut self) {
        if std::mem::take(&mut self.gap) {
            self.write_mark(Mark::Gap);
        }
    }

    /// Writes a permanent mark of the damage found here.
    fn write_mark(&mut self, found: Mark) {
        self.write(Record::Cut(FoundCut { recovered: Some(found), ..FoundCut::default() }));
    }

    /// Reports a record whose seal does not fit, and marks it.
    fn report_changed_by_hand(&mut self, at: usize, what: LossKind) {
        let mark = match what {
            LossKind::Unknown(_) => None,
            LossKind::MoveByHand(_) => Some(Mark::Move),
            _ => Some(Mark::Entry),
        };
        let line = self.line(at);
        let is_new = add_loss(&mut self.changed, line, what);
        if let Some(mark) = mark.filter(|_| is_new) {
            self.write_mark(mark);
        }
    }

    fn write(&mut self, mut record: Record) {
        let mut chain = self.chain;
        let line = chain.write(&mut record);
        if let Ok(checked) = self.diary.check(record) {
            self.diary.append_checked(checked);
            self.chain = chain;
            self.text.extend([line.as_str(), ",\n"]);
        }
    }
}

/// Something that could not be read or kept, or was changed by hand.
#[derive(Debug)]
pub struct Loss {
    /// Line in the file, from 1.
    pub line: usize,
    what: LossKind,
    /// How many there are in a row, all alike.
    count: usize,
}

#[derive(Debug, PartialEq)]
enum LossKind {
    Unreadable {
        bytes: usize,
        begins: String,
    },
    Unclosed,
    Counted {
        counted: usize,
        found: usize,
    },
    Missing {
        first: EntryNo,
        last: EntryNo,
    },
    Duplicate(EntryNo),
    /// The entry's events can't have happened at its place.
    Unfit {
        entry: EntryNo,
        why: RecordError,
    },
    Remark(EntryNo),
    /// Lines beyond the maximum kept in memory.
    TooManyLines(usize),
    InvalidText(EntryNo),
    HeaderByHand,
    ByHand(EntryNo),
    /// The entry's seal was removed: the version of the program that wrote it seals entries.
    SealRemoved(EntryNo),
    /// The seal of a line without entries (a head move or a remark) does not fit; with the last entry before it.
    MoveByHand(EntryNo),
    /// The entry's seal can't be checked, because what precedes it is lost.
    Unknown(EntryNo),
    NoSealFits,
    Ending(Ending),
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.what {
            LossKind::Unreadable { bytes, begins } => {
                write!(f, "{} unreadable: {begins}", text::count(*bytes, "byte", "bytes"))
            }
            LossKind::Unclosed => f.write_str("the file is cut off here; everything after it is lost"),
            LossKind::Counted { counted, found } => {
                write!(f, "the closing line counts {counted} lines, but only {found} can be read")
            }
            LossKind::Missing { first, last } if first == last => write!(f, "entry {first} is missing"),
            LossKind::Missing { first, last } => write!(f, "entries {first} to {last} are missing"),
            LossKind::Duplicate(no) => write!(f, "entry {no} occurs again"),
            LossKind::Unfit { entry: no, why } => {
                write!(f, "entry {no} does not fit after the recovered entries: {why}")
            }
            LossKind::Remark(no) => write!(f, "a remark on entry {no}, which is missing"),
            LossKind::TooManyLines(count) => {
                let lines = text::count(*count, "line is", "lines are");
                write!(f, "from here on {lines} left out: they would take far more memory than their length suggests")
            }
            LossKind::HeaderByHand => f.write_str("the header was changed by hand: its seal does not fit"),
            LossKind::ByHand(no) => write!(f, "entry {no} was changed by hand: its seal does not fit"),
            LossKind::SealRemoved(no) => write!(f, "entry {no} was changed by hand: its seal was removed"),
            LossKind::MoveByHand(no) => {
                write!(
                    f,
                    "an undo, redo, change of branch or remark after entry {no} was changed, added or removed by hand"
                )
            }
            LossKind::Unknown(no) => {
                write!(f, "the seal of entry {no} can't be checked: the line before it is lost")
            }
            LossKind::NoSealFits => f.write_str("no seal can be checked: the header is from another save"),
            LossKind::Ending(how) => how.fmt(f),
            LossKind::InvalidText(no) => {
                write!(f, "entry {no} has characters that are not text; they are replaced by �")
            }
        }?;
        if self.count > 1 { write!(f, ", and {} more like it", self.count - 1) } else { Ok(()) }
    }
}
