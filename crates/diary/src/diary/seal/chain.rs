//! The hash chain of a save's seals: each seal continues the one before it; and the sealing schemes:
//! what a line's seal is derived from.

use super::{Closing, Ending, Seal, SealField, first_half, has_seal_field, seal_of_header, split_at_seal, with_seal};
use crate::diary::Record;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::{fmt, ops::RangeInclusive};
use wardiary_base::{dice::source::Seed, document::to_line};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SealVerdict {
    Intact,
    /// The line has no seal although the save is sealed: it was written by hand.
    Missing,
    /// The line, or the one before it, is not what was sealed.
    Broken,
    /// The line has no seal, and nothing before it has one; or it is a line without entries, which never has one.
    Unsealed,
}

impl SealVerdict {
    pub fn is_by_hand(self) -> bool {
        matches!(self, Self::Missing | Self::Broken)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain {
    scheme: Scheme,
    last: [u8; 16],
    /// Whether any line so far has a seal.
    sealed: bool,
    lines: usize,
}

impl Chain {
    /// The chain after a header, and the verdict on the header's own seal.
    pub(crate) fn from_header(header: &str, written: Seal, scheme: Scheme) -> (Self, SealVerdict) {
        // An empty seal field was emptied by hand: saves from before seals have no such field.
        let sealed = !matches!(scheme, Scheme::Entries(_)) || has_seal_field(header);
        let mut chain = Self { scheme, last: seal_of_header(header), sealed, lines: 0 };
        let found = chain.verdict(written);
        (chain, found)
    }

    /// Advances over a line and returns the verdict on its seal.
    pub fn check_next(&mut self, line: &LineHash, record: &Record) -> SealVerdict {
        self.advance(line, record);
        if self.scheme.seals(record) { self.verdict(record.seal()) } else { SealVerdict::Unsealed }
    }

    /// The text of a record as a sealed line. Also sets the record's seal.
    pub fn write(&mut self, record: &mut Record) -> String {
        let sealed = self.scheme.seals(record);
        record.set_seal(if sealed { Seal(SealField::Seal(self.last)) } else { Seal::default() });
        let line = to_line(record);
        self.advance(&LineHash::of(&line), record);
        if !sealed {
            return line;
        }
        let seal = Seal(SealField::Seal(self.last));
        self.sealed = true;
        record.set_seal(seal);
        with_seal(&line, seal).unwrap_or(line)
    }

    /// A line with its correct seal; `None` if the line should have a seal but lacks the field.
    pub(crate) fn seal_again(&mut self, hash: &LineHash, record: &Record, line: &str) -> Option<String> {
        let sealed = self.scheme.seals(record);
        if sealed && !has_seal_field(line) {
            return None;
        }
        self.advance(hash, record);
        self.sealed |= sealed;
        if sealed { with_seal(line, Seal(SealField::Seal(self.last))) } else { Some(line.to_string()) }
    }

    /// The line that closes the document after these lines.
    pub fn closers(&self) -> String {
        match self.closing_seal() {
            None => "])\n".into(),
            Some(seal) => format!("], records: {}, last: \"{seal}\")\n", self.lines),
        }
    }

    /// The seal in the closing line, if it has one.
    fn closing_seal(&self) -> Option<Seal> {
        let seal = match self.scheme {
            Scheme::Entries(_) => return None,
            Scheme::Lines(_) => self.last,
            Scheme::LinesAndClosing(secret) => {
                let close = Sha256::new().chain_update("close").chain_update(secret.0);
                first_half(close.chain_update((self.lines as u64).to_le_bytes()).chain_update(self.last))
            }
        };
        Some(Seal(SealField::Seal(seal)))
    }

    pub(super) fn value(&self) -> [u8; 16] {
        self.last
    }

    /// The sealing that the header names; `None` for the first scheme.
    pub fn sealing(&self) -> Option<Sealing> {
        self.scheme.sealing()
    }

    /// The secret that nonces are derived from; the first scheme has none.
    pub fn secret(&self) -> Option<Secret> {
        self.sealing().map(|sealing| sealing.secret)
    }

    pub fn lines(&self) -> usize {
        self.lines
    }

    /// How a save with this closing line ends; `None` stands for a missing or incomplete closing line.
    pub(in crate::diary) fn ending(&self, closing: Option<Closing>) -> Ending {
        match (self.closing_seal(), closing) {
            (_, None) => Ending::Unclosed,
            (None, Some(_)) => Ending::Whole,
            (Some(seal), Some(Closing { records: Some(counted), last: Some(last) })) => {
                if counted != self.lines {
                    Ending::Counts { counted, found: self.lines }
                } else if last == seal {
                    Ending::Whole
                } else {
                    Ending::OtherSeal
                }
            }
            (Some(_), Some(_)) => Ending::OtherLine,
        }
    }

    /// Whether the closing line counts the records. If so, a truncation is also marked permanently.
    pub(in crate::diary) fn closes_with_count(&self) -> bool {
        self.sealing().is_some()
    }

    fn advance(&mut self, line: &LineHash, record: &Record) {
        let inner = line.finish(&self.scheme, self.last, record);
        self.last = first_half(Sha256::new().chain_update(self.last).chain_update(inner));
        self.lines += 1;
    }

    fn verdict(&mut self, written: Seal) -> SealVerdict {
        let bytes = match written.0 {
            SealField::Empty => return if self.sealed { SealVerdict::Missing } else { SealVerdict::Unsealed },
            SealField::Invalid => {
                self.sealed = true;
                return SealVerdict::Broken;
            }
            SealField::Seal(bytes) => bytes,
        };
        let found = if bytes == self.last { SealVerdict::Intact } else { SealVerdict::Broken };
        self.sealed = true;
        self.last = bytes;
        found
    }
}

/// The secret in a save's header, from which the nonces of its lines are derived: 16 bytes, written as 32 hexadecimal
/// digits.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Secret(pub(super) [u8; 16]);

impl Secret {
    pub fn fresh() -> Result<Self, String> {
        let bytes = Seed::random()?.nonce(0);
        Ok(Self(std::array::from_fn(|at| bytes[at])))
    }
}

impl From<String> for Secret {
    /// Accepts any text: with an invalid secret the save still opens, but its seals do not fit.
    fn from(text: String) -> Self {
        match Seal::from(text.clone()).0 {
            SealField::Seal(bytes) => Self(bytes),
            SealField::Empty | SealField::Invalid => Self(first_half(Sha256::new().chain_update(text))),
        }
    }
}

impl From<Secret> for String {
    fn from(secret: Secret) -> Self {
        Seal(SealField::Seal(secret.0)).to_string()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from(*self))
    }
}

/// How a save is sealed, from its header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sealing {
    pub scheme: u32,
    pub secret: Secret,
}

impl Sealing {
    pub(crate) const NEWEST: u32 = 3;

    /// The schemes that a header can name.
    pub(crate) const NAMED: RangeInclusive<u32> = 2..=Self::NEWEST;

    pub fn with(secret: Secret) -> Self {
        Self { scheme: Self::NEWEST, secret }
    }
}

/// The sealing scheme of a save, with the source of its nonces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Scheme 1: lines with entries and remarks have seals.
    Entries(Seed),
    /// Scheme 2: every line has a seal, and the closing line the last one.
    Lines(Secret),
    /// Scheme 3: every line has a seal, and the closing line one of its own.
    LinesAndClosing(Secret),
}

impl Scheme {
    /// The scheme of a save with this sealing in its header, or with none.
    pub fn of(sealing: Option<Sealing>, seed: Seed) -> Self {
        match sealing {
            None => Self::Entries(seed),
            Some(Sealing { scheme: 2, secret }) => Self::Lines(secret),
            Some(Sealing { secret, .. }) => Self::LinesAndClosing(secret),
        }
    }

    /// The sealing that a header names; `None` for the first scheme.
    pub fn sealing(&self) -> Option<Sealing> {
        match *self {
            Self::Entries(_) => None,
            Self::Lines(secret) => Some(Sealing { scheme: 2, secret }),
            Self::LinesAndClosing(secret) => Some(Sealing { scheme: 3, secret }),
        }
    }

    /// Whether a line has a seal of its own.
    pub(super) fn seals(&self, record: &Record) -> bool {
        match record {
            Record::Head(..) | Record::Cut(_) | Record::Digest(_) => !matches!(self, Self::Entries(_)),
            Record::Entry(_) | Record::Remark(_) => true,
            Record::Batch(_) => record.last_entry().is_some(),
        }
    }
}

/// The hash of a line without its seal.
#[derive(Clone)]
pub struct LineHash(Sha256);

impl LineHash {
    /// Hashes a line. `text` can hold a seal, or an empty field for it.
    pub fn of(text: &str) -> Self {
        let (before, after) = split_at_seal(text);
        Self(Sha256::new().chain_update(before).chain_update(after))
    }

    /// The inner *H* of the line with that record, given the seal of the line before.
    pub(super) fn finish(&self, scheme: &Scheme, last: [u8; 16], record: &Record) -> [u8; 32] {
        let mut hash = self.0.clone();
        match scheme {
            Scheme::Entries(seed) => {
                if let Some(entry) = record.last_entry() {
                    hash.update(seed.nonce(entry.no));
                }
            }
            Scheme::Lines(secret) | Scheme::LinesAndClosing(secret) => {
                hash.update(Sha256::new().chain_update("nonce").chain_update(secret.0).chain_update(last).finalize());
            }
        }
        hash.finalize().into()
    }
}
