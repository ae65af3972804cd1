//! Reading a save: its head as one value; then its lines.

use super::{
    Document, FORMAT,
    entering::{ReadOn, read_on},
    lines::body,
};
use crate::{
    book::Rulebook,
    diary::{
        Diary, Header,
        seal::{Seal, Seals},
    },
    document::{self, Problem, SourcePosition, cut},
    error::UserError,
    text,
};
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
    /// Its seals.
    pub seals: Seals,
    /// The line of each entry in the file, from 1.
    pub lines: Vec<usize>,
    /// What is shown otherwise than it stands in the file, each in a sentence.
    pub notices: Vec<String>,
}

/// Why a save can't be read.
#[derive(Debug)]
pub struct LoadError {
    /// What is wrong.
    pub problems: Vec<Problem>,
    /// The diary up to the line that is wrong, and its seals, if it got so far.
    pub before: Option<Box<(Diary, Seals)>>,
}

impl LoadError {
    pub(super) fn of(problem: Problem) -> Self {
        Self { problems: vec![problem], before: None }
    }

    /// As a person is told: with the offer to open the save at the entry before.
    #[must_use]
    pub fn into_user_error(self, path: &Path) -> UserError {
        let failure = UserError::problems(path, &self.problems);
        match self.before.map(|before| before.0.next_no() - 1) {
            Some(last) => failure.hint(format!(
                "mend the line, or read the save as it was before it: wardiary open --at {last} {}",
                crate::error::shown(path)
            )),
            None => failure,
        }
    }
}

/// A file's bytes as text, as far as they are that.
pub(super) struct Text<'a> {
    /// The lines that are text.
    pub(super) good: &'a str,
    /// What follows from the first line on that is none, zeros counted as no text: a power cut leaves them.
    pub(super) bad: &'a [u8],
    /// Where exactly it ceases to be text.
    pub(super) place: usize,
}

impl<'a> Text<'a> {
    pub(super) fn of(bytes: &'a [u8]) -> Self {
        let zero = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
        let (place, text) = match std::str::from_utf8(&bytes[..zero]) {
            Ok(text) => (zero, text),
            Err(error) => (error.valid_up_to(), std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default()),
        };
        let whole = if place == bytes.len() { place } else { text.rfind('\n').map_or(0, |at| at + 1) };
        Self { good: &text[..whole], bad: &bytes[whole..], place }
    }

    /// Whether what is no text is the last line, with nothing but closers behind it: then it can have been torn.
    pub(super) fn ends_torn(&self) -> bool {
        let mut lines = self.bad.split(|byte| *byte == b'\n');
        lines.next();
        lines.all(|line| line.iter().all(|byte| b"]),\0 \t\r".contains(byte)))
    }
}

/// Reads a save.
///
/// # Errors
/// What is wrong, with its place. A last line that is torn is no error; it is left out.
pub fn load(bytes: &[u8]) -> Result<Loaded, LoadError> {
    let found = Text::of(bytes);
    let text = found.good;
    let Some((start, from)) = start_and_end(text) else { return Err(no_diary_in(&found, bytes)) };
    let head = &text[start..from];
    let (header, seal, mut notices) = read_header(head)?;
    let mut seals = Seals::of_header(head, seal);
    let mut diary = Diary::new(header).map_err(|faults| LoadError {
        problems: faults.into_iter().map(|f| Problem::of_fault(head, &f.under("muster"))).collect(),
        before: None,
    })?;

    let body = body(text, from)?;
    let ReadOn { end, lacks_comma, torn, lines } = match read_on(&mut diary, &mut seals, bytes, &found, body) {
        Ok(on) => on,
        Err(problem) => return Err(LoadError { problems: vec![problem], before: Some(Box::new((diary, seals))) }),
    };
    notices.extend(diary.header().muster.strange_names().map(|(path, shown)| {
        let path: Vec<String> = std::iter::once("muster").chain(path.split('.')).map(String::from).collect();
        format!(
            "{}: the name can't be shown as it stands; it is shown as “{shown}”",
            document::place_of_path(head, &path)
        )
    }));
    notices.extend(changed_by_hand(&seals));
    Ok(Loaded { diary, end: end as u64, lacks_comma, torn, seals, lines, notices })
}

/// What the seals say, in a sentence.
fn changed_by_hand(seals: &Seals) -> Option<String> {
    let mut entries = seals.changed_by_hand().iter().copied().peekable();
    let above = entries.next_if_eq(&0).map(|_| "what stands above the entries".to_string());
    let ranges = text::ranges(entries);
    let count = seals.changed_by_hand().range(1..).count();
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

/// Why a text without a diary is no save.
pub(super) fn no_diary(text: &str) -> LoadError {
    no_diary_in(&Text::of(text.as_bytes()), text.as_bytes())
}

fn no_diary_in(found: &Text, bytes: &[u8]) -> LoadError {
    LoadError::of(why_no_diary(found, bytes))
}

fn why_no_diary(found: &Text, bytes: &[u8]) -> Problem {
    let hint = "a save begins `(wardiary: 1, title: …` and has `diary: [` before its entries; `wardiary check` reads \
                rulebooks and scenarios too";
    if bytes.is_empty() {
        return Problem { place: None, what: "the file is empty".into(), hint: Some(hint.into()) };
    }
    if !found.bad.is_empty() {
        let place = SourcePosition::of(std::str::from_utf8(&bytes[..found.place]).unwrap_or_default(), found.place);
        return Problem::at(place, "from here on the file is no text").hint(hint);
    }
    match document::read::<Document>(found.good) {
        Err(problem) => Problem { hint: problem.hint.or(Some(hint.into())), ..problem },
        Ok(_) => Problem { place: None, what: "this is no save: it has no diary".into(), hint: Some(hint.into()) },
    }
}

pub(super) fn read_header(head: &str) -> Result<(Header, Seal, Vec<String>), LoadError> {
    #[derive(serde::Deserialize)]
    struct Format {
        wardiary: u32,
    }
    let closed = format!("{head}])");
    // The number first, and nothing else, so that a newer save is called that and not a heap of faults.
    let format: Format = document::read(&closed).map_err(LoadError::of)?;
    if format.wardiary != FORMAT {
        let what = format!("the save has format {}; this program knows format {FORMAT}", format.wardiary);
        let place = document::place_of_path(head, &["wardiary".into()]);
        return Err(LoadError::of(Problem::at(place, what).hint("open it with a newer wardiary")));
    }
    // Whatever is wrong from here on, a person is told all of it at once.
    known_header(head, &closed).map_err(|stop| match super::head::faults(&closed) {
        faults if faults.is_empty() => stop,
        problems => LoadError { problems, before: None },
    })
}

fn known_header(head: &str, closed: &str) -> Result<(Header, Seal, Vec<String>), LoadError> {
    let document: Document = document::read(closed).map_err(LoadError::of)?;
    let at = |field: &str| document::place_of_path(head, &[field.into()]);
    let seed = document.seed.parse().map_err(|what: String| LoadError::of(Problem::at(at("seed"), what)))?;
    let book = document.rules.check(&Rulebook::default_rules()).map_err(|faults| LoadError {
        problems: faults.into_iter().map(|f| Problem::of_fault(head, &f.under("rules"))).collect(),
        before: None,
    })?;
    let title = text::display_name(&document.title);
    let mut notices = Vec::new();
    if title != document.title {
        notices.push(format!("{}: the title can't be shown as it stands; it is shown as “{title}”", at("title")));
    }
    Ok((Header { title, seed, book: Arc::new(book), muster: document.muster }, document.seal, notices))
}
