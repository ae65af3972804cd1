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
//! record, from its first letter to its closing parenthesis, without what is between the quotes of its last `seal:`.
//! The header ends with the bracket after `diary:`; carriage returns do not count. The nonce is that of the line's last
//! entry: the first eight words, little-endian, of block *no* of the second stream of the save's seed ([`Seed::nonce`]).
//! It lets a copy from which entries are left out carry their inner *H* without revealing what they say. A line
//! without entries (undo, redo, another branch) has neither nonce nor a seal of its own; its seal goes into the next.
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

/// The inner *H* of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of a line. `text` can hold a seal, or an empty field for it.
    #[must_use]
    pub(crate) fn of_line(seed: &Seed, text: &str, record: &Record) -> Self {
        let (before, after) = around_seal(text);
        let mut hash = Sha256::new().chain_update(before).chain_update(after);
        if let Some(last) = record.last_entry() {
            hash.update(seed.nonce(last.no));
        }
        Self(hash.finalize().into())
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
    unsealed: usize,
}

impl Seals {
    /// The seals after a header.
    #[must_use]
    pub(crate) fn of_header(header: &str, seal: Seal) -> Self {
        let (chain, verdict) = Chain::of_header(header, seal);
        let changed_by_hand = verdict.is_by_hand().then_some(0).into_iter().collect();
        Self { chain, changed_by_hand, missing: BTreeSet::new(), unsealed: 0 }
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
    last: [u8; 16],
    /// Whether anything was sealed so far.
    sealed: bool,
}

impl Chain {
    /// The chain after a header, and the verdict on the header's own seal.
    #[must_use]
    pub(crate) fn of_header(header: &str, written: Seal) -> (Self, SealVerdict) {
        let mut chain = Self { last: seal_of_header(header), sealed: false };
        let found = chain.compare(written);
        (chain, found)
    }

    /// Continues with a line; the verdict on its seal.
    pub fn follow(&mut self, digest: &Digest, record: &Record) -> SealVerdict {
        self.advance(digest);
        record.last_entry().map_or(SealVerdict::Unsealed, |entry| self.compare(entry.seal))
    }

    /// A record as a sealed line of the save. The record gets the seal too.
    pub fn write(&mut self, seed: &Seed, record: &mut Record) -> String {
        record.set_seal(Seal::default());
        let line = to_line(record);
        self.advance(&Digest::of_line(seed, &line, record));
        if record.last_entry().is_none() {
            return line;
        }
        let seal = Seal(Field::Seal(self.last));
        self.sealed = true;
        record.set_seal(seal);
        with_seal(&line, seal).unwrap_or(line)
    }

    /// A line of a save with its correct seal; none where it should have one and has no field for it.
    pub(crate) fn seal_again(&mut self, digest: &Digest, record: &Record, line: &str) -> Option<String> {
        let sealed = record.last_entry().is_some();
        if sealed && !has_place(line) {
            return None;
        }
        self.advance(digest);
        self.sealed |= sealed;
        if sealed { with_seal(line, Seal(Field::Seal(self.last))) } else { Some(line.to_string()) }
    }

    fn advance(&mut self, digest: &Digest) {
        self.last = first_half(Sha256::new().chain_update(self.last).chain_update(digest.0));
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
    quoted().map_or((text, ""), |(opens, closes)| (&text[..opens], &text[closes..]))
}
