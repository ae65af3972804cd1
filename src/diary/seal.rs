//! Seals: they show whether a save's lines are as they were written.
//!
//! A seal is 16 bytes, written as 32 hexadecimal digits at the end of what it covers. Anybody can compute it:
//!
//! ```text
//! seal 0 = H(header)                               the header: all before the entries
//! seal n = H(seal n-1 ‖ H(line n ‖ nonce n))       each later line, in the order of the file
//! ```
//!
//! *H* is SHA-256; of its 32 bytes the first 16 are the seal, and all 32 are the inner *H*. The line is the text of the
//! record, from its first letter to its closing parenthesis, without what is between the quotes of its seal: of its last
//! `seal:`, or, in `Head(7, "…")`, of its only text. The header ends with the bracket after `diary:`; carriage returns do
//! not count. The nonce lets a copy from which entries are left out carry their inner *H* without revealing what they say.
//!
//! The header names the scheme: `seals: (scheme: 2, secret: "…")`.
//!
//! **Scheme 2.** Every line has a seal; of a batch, its last entry carries it. `nonce n = H("nonce" ‖ secret ‖ seal n-1)`,
//! all 32 bytes of it, the secret being the 16 bytes in the header. The closing line says how many records there are, and
//! the last seal: `], records: 12, last: "…")`. So a file cut at the end of a line is found too.
//!
//! **Scheme 1**, where the header names none: the nonce is that of the line's last entry: the first eight words,
//! little-endian, of block *no* of the second stream of the save's seed ([`Seed::nonce`]). A line without entries (undo,
//! redo, another branch) has neither nonce nor a seal of its own; its seal goes into the next. The closing line is `])`.
//!
//! The next seal continues the one that *is* in the file, right or wrong: so a changed line breaks only its own seal, and
//! a removed line breaks the next.
//!
//! Seals reveal accidents and unannounced edits. They are no protection against somebody with write access to the file,
//! who can compute new ones; `wardiary seal` does that.

use super::{Entry, EntryNo, Record};
use crate::{dice::source::Seed, document::to_line};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::{collections::BTreeSet, fmt};

/// The field that holds a seal.
const FIELD_NAME: &str = "seal:";

/// A seal, or the empty field for one.
#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Seal(Field);

/// The content of a seal's field.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Field {
    #[default]
    Nothing,
    /// Something that is no seal. Like a broken seal, it is no error.
    Nonsense,
    Seal([u8; 16]),
}

impl Seal {
    /// Whether the field is empty.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.0 == Field::Nothing
    }
}

impl From<String> for Seal {
    fn from(text: String) -> Self {
        if text.is_empty() {
            return Self(Field::Nothing);
        }
        let digit = |at: usize| text.get(at..=at).and_then(|d| u8::from_str_radix(d, 16).ok());
        let byte = |at: usize| Some(digit(2 * at)? << 4 | digit(2 * at + 1)?);
        let mut bytes = [0; 16];
        let whole = text.len() == 32 && bytes.iter_mut().enumerate().all(|(at, b)| byte(at).map(|n| *b = n).is_some());
        Self(if whole { Field::Seal(bytes) } else { Field::Nonsense })
    }
}

impl From<Seal> for String {
    fn from(seal: Seal) -> Self {
        seal.to_string()
    }
}

impl fmt::Display for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Field::Seal(bytes) => bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}")),
            Field::Nothing | Field::Nonsense => Ok(()),
        }
    }
}

impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The secret in a save's header, from which the nonces of its lines are made: 16 bytes, written as 32 hexadecimal
/// digits.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Secret([u8; 16]);

impl Secret {
    /// A secret from the operating system's own source of randomness.
    ///
    /// # Errors
    /// Where the system has none to give.
    pub fn fresh() -> Result<Self, String> {
        let bytes = Seed::fresh()?.nonce(0);
        Ok(Self(std::array::from_fn(|at| bytes[at])))
    }
}

impl From<String> for Secret {
    /// What is no secret stops nobody from opening a save: the seals do not fit, that is all.
    fn from(text: String) -> Self {
        match Seal::from(text.clone()).0 {
            Field::Seal(bytes) => Self(bytes),
            Field::Nothing | Field::Nonsense => Self(first_half(Sha256::new().chain_update(text))),
        }
    }
}

impl From<Secret> for String {
    fn from(secret: Secret) -> Self {
        Seal(Field::Seal(secret.0)).to_string()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from(*self))
    }
}

/// How a save is sealed, as its header says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sealing {
    /// The number of the scheme.
    pub(crate) scheme: u32,
    secret: Secret,
}

impl Sealing {
    /// The scheme of new saves.
    pub(crate) const NEWEST: u32 = 2;

    /// The sealing of a new save.
    #[must_use]
    pub(crate) fn with(secret: Secret) -> Self {
        Self { scheme: Self::NEWEST, secret }
    }
}

/// The scheme by which a save is sealed, with what its nonces are made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Lines with entries have seals.
    Entries(Seed),
    /// Every line has a seal, and the closing line the last one.
    Lines(Secret),
}

impl Scheme {
    /// The scheme of a save with this sealing in its header, or with none.
    #[must_use]
    pub(crate) fn of(sealing: Option<Sealing>, seed: Seed) -> Self {
        sealing.map_or(Self::Entries(seed), |sealing| Self::Lines(sealing.secret))
    }

    /// Whether a line has a seal of its own.
    fn seals(&self, record: &Record) -> bool {
        match (self, record) {
            (Self::Entries(_), Record::Head(..) | Record::Cut(_)) => false,
            (Self::Lines(_), Record::Head(..) | Record::Cut(_)) | (_, Record::Entry(_)) => true,
            (_, Record::Batch(_)) => record.last_entry().is_some(),
        }
    }
}

/// The text of a line as far as it is hashed: all of it but its seal.
#[derive(Clone)]
pub struct LineHash(Sha256);

impl LineHash {
    /// Of a line. `text` can hold a seal, or an empty field for it.
    #[must_use]
    pub(crate) fn of(text: &str) -> Self {
        let (before, after) = around_seal(text);
        Self(Sha256::new().chain_update(before).chain_update(after))
    }

    /// The inner *H* of the line, which has that record, after a line with that seal.
    fn finish(&self, scheme: &Scheme, last: [u8; 16], record: &Record) -> [u8; 32] {
        let mut hash = self.0.clone();
        match scheme {
            Scheme::Entries(seed) => {
                if let Some(entry) = record.last_entry() {
                    hash.update(seed.nonce(entry.no));
                }
            }
            Scheme::Lines(secret) => {
                hash.update(Sha256::new().chain_update("nonce").chain_update(secret.0).chain_update(last).finalize());
            }
        }
        hash.finalize().into()
    }
}

/// How a save ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    /// As it was written.
    #[default]
    Whole,
    /// Its closing line is missing, or a part of it.
    Unclosed,
    /// Its last line is torn: so many bytes of it are there.
    Torn(usize),
    /// Its closing line counts so many records, and another number is there.
    Counts {
        /// As it says.
        said: usize,
        /// As many as there are.
        found: usize,
    },
    /// Its closing line has another seal than the last line.
    OtherSeal,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => f.write_str("it ends as it was written"),
            Self::Unclosed => {
                f.write_str("the file breaks off: its closing line is missing, and perhaps lines before it")
            }
            Self::Torn(_) => f.write_str("the file breaks off within a line: at least that entry is missing"),
            Self::Counts { said, found } if said > found => {
                let missing = said - found;
                let lines = if missing == 1 { "line is" } else { "lines are" };
                write!(
                    f,
                    "the file was cut: at least {missing} {lines} missing of the {said} that its closing line counts"
                )
            }
            Self::Counts { said, found } => {
                write!(f, "its closing line counts {said} lines and there are {found}: some were added by hand")
            }
            Self::OtherSeal => {
                f.write_str("its closing line names another last line than there is: the end was changed by hand")
            }
        }
    }
}

/// The result of comparing a line's seal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SealVerdict {
    /// The line is as it was written.
    Intact,
    /// It has no seal, though the save is sealed: it was written by hand.
    Missing,
    /// It is not what was sealed, or the line before it is not.
    Broken,
    /// The line has no seal, and nothing before it has one; or it is a line without entries, which never has one.
    Unsealed,
}

impl SealVerdict {
    /// Whether the line was changed by hand.
    #[must_use]
    pub fn is_by_hand(self) -> bool {
        matches!(self, Self::Missing | Self::Broken)
    }
}

/// The seals of a save: the chain so far, and which lines were changed by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seals {
    chain: Chain,
    changed_by_hand: BTreeSet<EntryNo>,
    missing: BTreeSet<EntryNo>,
    /// Lines without entries that were changed by hand, each as the entry that was written last before it.
    moves: Vec<EntryNo>,
    last_entry: EntryNo,
    unsealed: usize,
    ending: Ending,
}

impl Seals {
    /// The seals after a header.
    #[must_use]
    pub(crate) fn of_header(header: &str, seal: Seal, scheme: Scheme) -> Self {
        let (chain, verdict) = Chain::of_header(header, seal, scheme);
        let emptied = verdict == SealVerdict::Missing;
        let by_hand: BTreeSet<EntryNo> = verdict.is_by_hand().then_some(0).into_iter().collect();
        let missing = if emptied { by_hand.clone() } else { BTreeSet::new() };
        Self {
            chain,
            changed_by_hand: by_hand,
            missing,
            moves: Vec::new(),
            last_entry: 0,
            unsealed: 0,
            ending: Ending::Whole,
        }
    }

    /// How the save ended when it was read.
    #[must_use]
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// Sets how the save ends.
    pub(super) fn end(&mut self, ending: Ending) {
        self.ending = ending;
    }

    /// The lines without entries that were changed by hand: undo, redo, another branch. Of each, the entry that was
    /// written last before it.
    #[must_use]
    pub fn moves_by_hand(&self) -> &[EntryNo] {
        &self.moves
    }

    /// The chain so far; the seal of the next line continues it.
    #[must_use]
    pub fn chain(&self) -> Chain {
        self.chain
    }

    /// The entries whose seals are broken or missing; 0 is the header.
    #[must_use]
    pub fn changed_by_hand(&self) -> &BTreeSet<EntryNo> {
        &self.changed_by_hand
    }

    /// Whether an entry should have a seal and has none.
    #[must_use]
    pub(crate) fn is_missing(&self, no: EntryNo) -> bool {
        self.missing.contains(&no)
    }

    /// The number of entries from before saves had seals.
    #[must_use]
    pub fn unsealed(&self) -> usize {
        self.unsealed
    }

    /// Continues with a line that this program writes, after which the chain is this.
    pub(super) fn advance_to(&mut self, chain: Chain) {
        self.chain = chain;
    }

    /// Continues with a line with these entries, after which the chain is this.
    pub(super) fn extend(&mut self, chain: Chain, verdict: SealVerdict, entries: &[Entry]) {
        self.chain = chain;
        if entries.is_empty() && verdict.is_by_hand() {
            self.moves.push(self.last_entry);
        }
        self.last_entry += EntryNo::try_from(entries.len()).unwrap_or(0);
        let numbers = entries.iter().map(|entry| entry.no);
        match verdict {
            SealVerdict::Unsealed => self.unsealed += entries.len(),
            SealVerdict::Missing => self.missing.extend(numbers.clone()),
            SealVerdict::Intact | SealVerdict::Broken => {}
        }
        if verdict.is_by_hand() {
            self.changed_by_hand.extend(numbers);
        }
    }
}

/// The chain of a save's seals so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain {
    scheme: Scheme,
    last: [u8; 16],
    /// Whether anything was sealed so far.
    sealed: bool,
    /// How many lines there were.
    lines: usize,
}

impl Chain {
    /// The chain after a header, and the verdict on the header's own seal.
    #[must_use]
    pub(crate) fn of_header(header: &str, written: Seal, scheme: Scheme) -> (Self, SealVerdict) {
        // A field for a seal with nothing in it was emptied: saves from before there were seals have no such field.
        let sealed = matches!(scheme, Scheme::Lines(_)) || has_place(header);
        let mut chain = Self { scheme, last: seal_of_header(header), sealed, lines: 0 };
        let found = chain.compare(written);
        (chain, found)
    }

    /// Continues with a line; the verdict on its seal.
    pub fn follow(&mut self, line: &LineHash, record: &Record) -> SealVerdict {
        self.advance(line, record);
        if self.scheme.seals(record) { self.compare(record.seal()) } else { SealVerdict::Unsealed }
    }

    /// A record as a sealed line of the save. The record gets the seal too.
    pub fn write(&mut self, record: &mut Record) -> String {
        let sealed = self.scheme.seals(record);
        record.set_seal(if sealed { Seal(Field::Seal(self.last)) } else { Seal::default() });
        let line = to_line(record);
        self.advance(&LineHash::of(&line), record);
        if !sealed {
            return line;
        }
        let seal = Seal(Field::Seal(self.last));
        self.sealed = true;
        record.set_seal(seal);
        with_seal(&line, seal).unwrap_or(line)
    }

    /// A line of a save with its correct seal; none where it should have one and has no field for it.
    pub(crate) fn seal_again(&mut self, hash: &LineHash, record: &Record, line: &str) -> Option<String> {
        let sealed = self.scheme.seals(record);
        if sealed && !has_place(line) {
            return None;
        }
        self.advance(hash, record);
        self.sealed |= sealed;
        if sealed { with_seal(line, Seal(Field::Seal(self.last))) } else { Some(line.to_string()) }
    }

    /// The line that closes the document after these lines.
    #[must_use]
    pub fn closers(&self) -> String {
        match self.scheme {
            Scheme::Entries(_) => "])\n".into(),
            Scheme::Lines(_) => format!("], records: {}, last: \"{}\")\n", self.lines, Seal(Field::Seal(self.last))),
        }
    }

    /// How many lines there were.
    #[must_use]
    pub(crate) fn lines(&self) -> usize {
        self.lines
    }

    /// How a save ends whose closing line says this; none where it has no such line, or not all of it.
    pub(super) fn ending(&self, closing: Option<Closing>) -> Ending {
        match (self.scheme, closing) {
            (_, None) => Ending::Unclosed,
            (Scheme::Entries(_), Some(_)) => Ending::Whole,
            (Scheme::Lines(_), Some(Closing { records: Some(said), last: Some(last) })) => {
                if said != self.lines {
                    Ending::Counts { said, found: self.lines }
                } else if last == Seal(Field::Seal(self.last)) {
                    Ending::Whole
                } else {
                    Ending::OtherSeal
                }
            }
            (Scheme::Lines(_), Some(_)) => Ending::Unclosed,
        }
    }

    /// Whether the closing line counts the records. Then a mark stands where the save was found cut, too.
    pub(super) fn closes_with_count(&self) -> bool {
        matches!(self.scheme, Scheme::Lines(_))
    }

    fn advance(&mut self, line: &LineHash, record: &Record) {
        let inner = line.finish(&self.scheme, self.last, record);
        self.last = first_half(Sha256::new().chain_update(self.last).chain_update(inner));
        self.lines += 1;
    }

    fn compare(&mut self, written: Seal) -> SealVerdict {
        let bytes = match written.0 {
            Field::Nothing => return if self.sealed { SealVerdict::Missing } else { SealVerdict::Unsealed },
            Field::Nonsense => {
                self.sealed = true;
                return SealVerdict::Broken;
            }
            Field::Seal(bytes) => bytes,
        };
        let found = if bytes == self.last { SealVerdict::Intact } else { SealVerdict::Broken };
        self.sealed = true;
        self.last = bytes;
        found
    }
}

/// What a closing line says, where all its brackets are there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Closing {
    /// How many records there are.
    pub(super) records: Option<usize>,
    /// The seal of the last.
    pub(super) last: Option<Seal>,
}

/// The seal of a header.
#[must_use]
pub(crate) fn header_seal(header: &str) -> Seal {
    Seal(Field::Seal(seal_of_header(header)))
}

fn seal_of_header(header: &str) -> [u8; 16] {
    let (before, after) = around_seal(header);
    let mut hash = Sha256::new();
    before.split('\r').chain(after.split('\r')).for_each(|part| hash.update(part));
    first_half(hash)
}

fn first_half(hash: Sha256) -> [u8; 16] {
    let whole: [u8; 32] = hash.finalize().into();
    std::array::from_fn(|at| whole[at])
}

/// A text with this seal in its field. None where it has no such field.
#[must_use]
pub(crate) fn with_seal(text: &str, seal: Seal) -> Option<String> {
    let (before, after) = around_seal(text);
    (!after.is_empty()).then(|| format!("{before}{seal}{after}"))
}

/// Whether a text has a field for a seal.
#[must_use]
pub(crate) fn has_place(text: &str) -> bool {
    !around_seal(text).1.is_empty()
}

/// The text before and after a seal, including the quotes; all of it is before where there is no field.
fn around_seal(text: &str) -> (&str, &str) {
    let quoted = || {
        let field = text.rfind(FIELD_NAME)? + FIELD_NAME.len();
        let opens = field + text[field..].find('"')? + 1;
        let between = text[field..opens - 1].trim().is_empty();
        between.then_some((opens, opens + text[opens..].find('"')?))
    };
    let of_head = || {
        let closes = text.starts_with("Head(").then(|| text.rfind('"'))??;
        Some((text[..closes].rfind('"')? + 1, closes))
    };
    quoted().or_else(of_head).map_or((text, ""), |(opens, closes)| (&text[..opens], &text[closes..]))
}
