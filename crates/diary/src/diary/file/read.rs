//! Reads a save: its header as one value, then its lines.

use super::{
    Document, FORMAT, SaveNotice,
    lines::{body, memory_limit, parse_closers},
    load_lines::{LineObserver, LoadStop, LoadTarget, LoadedLine, LoadedLines, load_lines},
    special::megabytes,
};
use crate::diary::{
    Diary, EntryNo, Header, ShareOf,
    seal::{Ending, LineKind, Scheme, Seal, Sealing, Seals},
    watch::{Watch, Work},
};
use std::sync::Arc;
use wardiary_base::{
    book::{Rulebook, RulebookDraft},
    dice::source::Seed,
    document::{self, SourcePosition, SourceProblem, find_list},
    fault::Fault,
};
use wardiary_rules::notation::refusal::describe_invalid_muster;

#[derive(Debug)]
pub struct LoadedSave {
    pub diary: Diary,
    /// Byte position for the next line: that of the closers, if they are there.
    pub end: u64,
    /// Whether the last line is whole but lacks the comma that the next one needs before it.
    pub(crate) lacks_comma: bool,
    pub torn: Option<Vec<u8>>,
    pub seals: Seals,
    pub lines: Vec<usize>,
    /// Problems that do not prevent opening.
    pub notices: Vec<SaveNotice>,
}

#[derive(Debug)]
pub struct LoadError {
    pub problems: Vec<SourceProblem>,
    /// The diary and seals up to the faulty line, if the header could be read.
    pub readable_part: Option<Box<(Diary, Seals)>>,
    pub kind: LoadErrorKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadErrorKind {
    Faulty,
    /// The file is not a save: it has no diary.
    NotASave,
    /// Reading was cancelled; the file's content is unknown.
    Cancelled,
}

impl LoadError {
    pub(super) fn of(problem: SourceProblem) -> Self {
        Self::of_all(vec![problem])
    }

    pub(super) fn of_all(problems: Vec<SourceProblem>) -> Self {
        Self { problems, readable_part: None, kind: LoadErrorKind::Faulty }
    }

    pub(super) fn of_faults(head: &str, part: &str, faults: Vec<Fault>) -> Self {
        Self::of_all(SourceProblem::from_faults(head, faults.into_iter().map(|fault| fault.with_prefix(part))))
    }

    pub(super) fn cancelled(work: Work) -> Self {
        let problem = SourceProblem { position: None, reason: format!("{work} was cancelled"), hint: None };
        Self { kind: LoadErrorKind::Cancelled, ..Self::of(problem) }
    }

    pub fn is_cancelled(&self) -> bool {
        self.kind == LoadErrorKind::Cancelled
    }

    /// The last readable entry, if the header could be read.
    pub(crate) fn last_readable(&self) -> Option<EntryNo> {
        self.readable_part.as_ref().map(|before| before.0.next_no() - 1)
    }
}

pub(super) struct ReadHeader {
    pub header: Header,
    pub share: Option<ShareOf>,
    pub scheme: Scheme,
    pub seal: Seal,
    pub notices: Vec<SaveNotice>,
}

/// The valid UTF-8 prefix of a file, and the rest.
pub(super) struct Utf8Prefix<'a> {
    /// The lines before the first that is not text.
    pub(super) valid: &'a str,
    /// Everything from the first line that is not text. Zeros are not text: a power cut leaves them.
    pub(super) invalid: &'a [u8],
    /// Position of the first byte that is not text.
    pub(super) line_start: usize,
}

impl<'a> Utf8Prefix<'a> {
    pub(super) fn of(bytes: &'a [u8]) -> Self {
        let zero = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
        let (place, text) = match std::str::from_utf8(&bytes[..zero]) {
            Ok(text) => (zero, text),
            Err(error) => (error.valid_up_to(), std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default()),
        };
        let whole = if place == bytes.len() { place } else { text.rfind('\n').map_or(0, |at| at + 1) };
        Self { valid: &text[..whole], invalid: &bytes[whole..], line_start: place }
    }

    /// Whether only the last line is not text, with at most closers after it: then it can have been torn.
    pub(super) fn may_be_torn(&self) -> bool {
        let mut lines = self.invalid.split(|byte| *byte == b'\n');
        lines.next();
        let closes = |line: &[u8]| std::str::from_utf8(line).is_ok_and(|line| parse_closers(line).is_ok());
        lines.all(|line| line.iter().all(|byte| b"]),\0 \t\r".contains(byte)) || closes(line))
    }
}

/// Reads a save. A torn last line is left out; it is no error.
pub fn load(bytes: &[u8]) -> Result<LoadedSave, LoadError> {
    load_with_progress(bytes, Watch::none())
}

/// Like [`load`], and reports progress.
pub fn load_with_progress(bytes: &[u8], watch: Watch) -> Result<LoadedSave, LoadError> {
    load_observed(bytes, watch, &mut |_| {})
}

/// Like [`load_with_progress`], with an observer that is called after the header and after each line.
pub fn load_observed(bytes: &[u8], watch: Watch, onlooker: LineObserver) -> Result<LoadedSave, LoadError> {
    let found = Utf8Prefix::of(bytes);
    let text = found.valid;
    let Some((start, from)) = start_and_end(text) else { return Err(no_diary_in(&found, bytes)) };
    let head = &text[start..from];
    let ReadHeader { header, share, scheme, seal, mut notices } = read_header(head)?;
    let mut seals = Seals::from_header(head, seal, scheme);
    let mut diary =
        Diary::new(header).map_err(|faults| LoadError::of_faults(head, "muster", faults))?.with_share(share);
    let is_by_hand = !seals.changed_by_hand().is_empty();
    onlooker(LoadedLine { diary: &diary, chain: seals.chain(), number: 1, is_by_hand });

    let body = body(text, from)?;
    let into = LoadTarget {
        diary: &mut diary,
        seals: &mut seals,
        observer: onlooker,
        memory: 0,
        max_memory: memory_limit(bytes.len()),
    };
    let LoadedLines { end, lacks_comma, torn, lines } = match load_lines(into, bytes, &found, body, watch) {
        Ok(on) => on,
        Err(LoadStop::Cancelled) => return Err(LoadError::cancelled(Work::Reading)),
        Err(LoadStop::Problem(problem)) => {
            return Err(LoadError { readable_part: Some(Box::new((diary, seals))), ..LoadError::of(problem) });
        }
    };
    notices.extend(diary.header().muster.unprintable_names().map(|(path, shown)| {
        let path: Vec<String> = std::iter::once("muster").chain(path.split('.')).map(String::from).collect();
        SaveNotice::Name { place: document::position_of_path(head, &path), shown }
    }));
    if !seals.changed_by_hand().is_empty() || !seals.lines_changed_by_hand().is_empty() {
        let lines = seals.lines_changed_by_hand().iter();
        let count = |kind| lines.clone().filter(|line| line.kind == kind).map(|line| line.count).sum();
        notices.push(SaveNotice::ChangedByHand {
            entries: seals.changed_by_hand().clone(),
            moves: count(LineKind::Move),
            remarks: lines.clone().filter_map(|line| line.kind.remark_on()).collect(),
            digests: count(LineKind::Digest),
        });
    }
    if !matches!(seals.ending(), Ending::Whole | Ending::Torn(_)) {
        notices.push(SaveNotice::Ending { how: seals.ending(), entries: diary.next_no() - 1 });
    }
    Ok(LoadedSave { diary, end: end as u64, lacks_comma, torn, seals, lines, notices })
}

/// Start of the header, after a byte-order mark, and its end, after the opening bracket of the diary.
pub(super) fn start_and_end(text: &str) -> Option<(usize, usize)> {
    let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    Some((start, find_list(text, "diary")?.after_bracket))
}

pub(super) fn no_diary(text: &str) -> LoadError {
    no_diary_in(&Utf8Prefix::of(text.as_bytes()), text.as_bytes())
}

fn no_diary_in(found: &Utf8Prefix, bytes: &[u8]) -> LoadError {
    let error = LoadError::of(why_no_diary(found, bytes));
    // An empty file needs no explanation of how a save begins.
    if bytes.is_empty() { error } else { LoadError { kind: LoadErrorKind::NotASave, ..error } }
}

fn why_no_diary(found: &Utf8Prefix, bytes: &[u8]) -> SourceProblem {
    if bytes.is_empty() {
        return SourceProblem { position: None, reason: "the file is empty".into(), hint: None };
    }
    if !found.invalid.is_empty() {
        let place = SourcePosition::at_byte(
            std::str::from_utf8(&bytes[..found.line_start]).unwrap_or_default(),
            found.line_start,
        );
        return SourceProblem::at(place, "the file is not text from here on");
    }
    match document::read::<Document>(found.valid) {
        Err(problem) => problem,
        Ok(_) => SourceProblem { position: None, reason: "this is not a save: it has no diary".into(), hint: None },
    }
}

/// Memory that a unit takes, in bytes: its text has at least one parenthesis.
const UNIT_SIZE: usize = 800;

/// Maximum length of a header, in bytes: rules, and a muster of a hundred thousand units.
const MAX_HEADER_LENGTH: usize = 16 << 20;

pub(super) fn read_header(head: &str) -> Result<ReadHeader, LoadError> {
    #[derive(serde::Deserialize)]
    struct Format {
        wardiary: u32,
    }
    if head.len() > MAX_HEADER_LENGTH {
        let (length, most) = (megabytes(head.len() as u64), megabytes(MAX_HEADER_LENGTH as u64));
        let what = format!("the header has {length}; the maximum is {most}");
        return Err(LoadError::of(SourceProblem { position: None, reason: what, hint: None }));
    }
    if head.matches('(').count() * UNIT_SIZE > 8 * head.len() + MAX_HEADER_LENGTH {
        let what = "the header has far too many parts for its length: reading it would fill the memory";
        return Err(LoadError::of(SourceProblem { position: None, reason: what.into(), hint: None }));
    }
    let closed = format!("{head}])");
    // Read the format number first and by itself, so that a newer save is reported as newer, not as faulty.
    let format: Format = document::read(&closed).map_err(LoadError::of)?;
    if !(1..=FORMAT).contains(&format.wardiary) {
        let what = format!("the save has format {}; this program reads formats 1 to {FORMAT}", format.wardiary);
        let place = document::position_of_path(head, &["wardiary".into()]);
        return Err(LoadError::of(SourceProblem::at(place, what).with_hint("open it with a newer wardiary")));
    }
    // Report all further faults of the header at once.
    known_header(head, &closed).map_err(|stop| match header_faults(&closed) {
        faults if faults.is_empty() => stop,
        problems => LoadError::of_all(problems),
    })
}

fn known_header(head: &str, closed: &str) -> Result<ReadHeader, LoadError> {
    let document: Document = document::read(closed).map_err(LoadError::of)?;
    let at = |field: &str| document::position_of_path(head, &[field.into()]);
    if let Some(Sealing { scheme, .. }) = document.seals
        && !Sealing::NAMED.contains(&scheme)
    {
        let what =
            format!("the save is sealed with scheme {scheme}; this program knows schemes 1 to {}", Sealing::NEWEST);
        return Err(LoadError::of(SourceProblem::at(at("seals"), what).with_hint("open it with a newer wardiary")));
    }
    let share = document.share;
    let seed = match (&document.seed, share) {
        (Some(seed), None) => {
            seed.parse().map_err(|what: String| LoadError::of(SourceProblem::at(at("seed"), what)))?
        }
        (None, Some(_)) => Seed::NONE,
        (Some(_), Some(_)) => {
            let what = "the file has both `seed` and `share`: a save has a seed and a share has none";
            return Err(LoadError::of(SourceProblem::at(at("share"), what)));
        }
        (None, None) => return Err(LoadError::of(no_seed(closed))),
    };
    let book = document.rules.check(&Rulebook::default_rules());
    let book = book.map_err(|faults| LoadError::of_faults(head, "rules", faults))?;
    let title = document.title.as_name();
    let mut notices = Vec::new();
    if document.title != *title {
        notices.push(SaveNotice::Title { place: at("title"), shown: title.clone() });
    }
    let header = Header { title: document.title, seed, book: Arc::new(book), muster: document.muster };
    Ok(ReadHeader { header, share, scheme: Scheme::of(document.seals, seed), seal: document.seal, notices })
}

/// The error for a document with neither a seed (a save) nor a side (a share).
pub(super) fn no_seed(closed: &str) -> SourceProblem {
    SourceProblem::at(document::position_of_path(closed, &["wardiary".into()]), "`seed` is missing")
}

pub(super) fn refuse_share(share: Option<ShareOf>, so: &str) -> Result<(), LoadError> {
    let Some(_) = share else { return Ok(()) };
    let what = format!("this is a share, with what one side knew of a campaign: {so}");
    Err(LoadError::of(SourceProblem {
        position: None,
        reason: what,
        hint: Some("ask the person who keeps the save for the share again".into()),
    }))
}

/// The faults of a header, in text order. `closed` is the header with its brackets closed.
pub(super) fn header_faults(closed: &str) -> Vec<SourceProblem> {
    let mut recovered = document::read_recovering::<Document>(closed);
    let Some(document) = recovered.value.take() else { return recovered.into_problems() };
    match &document.seed {
        Some(seed) => {
            if let Err(what) = seed.parse::<Seed>() {
                recovered.add_problem(&["seed"], what, None);
            }
        }
        None if document.share.is_none() => recovered.add_problem(&["wardiary"], no_seed(closed).reason, None),
        None => {}
    }
    let (book, faults) = book_with_defaults(document.rules);
    let silent = uncheckable_fields(&faults);
    recovered.add_faults(faults.into_iter().map(|fault| fault.with_prefix("rules")));
    if let Some(book) = book {
        let faults = document
            .muster
            .check(&Arc::new(book))
            .map_err(|invalid| describe_invalid_muster(&invalid))
            .err()
            .unwrap_or_default();
        let known = faults.into_iter().filter(|f| !f.path.last().is_some_and(|field| silent.contains(&field.as_str())));
        recovered.add_faults(known.map(|fault| fault.with_prefix("muster")));
    }
    recovered.into_problems()
}

/// The rulebook of a draft, with the default rules' settings for faulty groups, and the faults.
fn book_with_defaults(mut draft: RulebookDraft) -> (Option<Rulebook>, Vec<Fault>) {
    let mut all = Vec::new();
    // Every pass drops at least one group, so this terminates.
    loop {
        let faults = match draft.clone().check(&Rulebook::default_rules()) {
            Ok(book) => return (Some(book), all),
            Err(faults) => faults,
        };
        let before = draft.clone();
        for fault in &faults {
            draft.omit(fault.path.first().map_or("", String::as_str));
        }
        // Dropping a group can cause other faults, so only those of the first pass are the file's.
        if all.is_empty() {
            all = faults;
        }
        if draft == before {
            return (None, all);
        }
    }
}

/// The unit fields that can't be checked because of these faults: the settings that they depend on are unknown.
fn uncheckable_fields(faults: &[Fault]) -> Vec<&'static str> {
    let faulty = |group: &str| faults.iter().any(|fault| fault.path.first().is_some_and(|first| first == group));
    let mut fields = Vec::new();
    if faulty("ladder") {
        fields.push("grade");
    }
    if faulty("troops") || faulty("weapons") || faulty("targets") {
        fields.extend(["kind", "strength", "lost", "weapons"]);
    }
    if faulty("edna") {
        fields.push("edna");
    }
    fields
}
