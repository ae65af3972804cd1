//! The chain of a save's seals: each continues the one before it.

use super::{Closing, Ending, Field, LineHash, Scheme, Seal, Secret, first_half, has_place, seal_of_header, with_seal};
use crate::diary::Record;
use sha2::{Digest as _, Sha256};
use wardiary_base::document::to_line;

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

    /// The last seal.
    #[must_use]
    pub(super) fn value(&self) -> [u8; 16] {
        self.last
    }

    /// What the nonces are made from, in the scheme by which every line is sealed.
    #[must_use]
    pub fn secret(&self) -> Option<Secret> {
        match self.scheme {
            Scheme::Lines(secret) => Some(secret),
            Scheme::Entries(_) => None,
        }
    }

    /// How many lines there were.
    #[must_use]
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// How a save ends whose closing line says this; none where it has no such line, or not all of it.
    pub(in crate::diary) fn ending(&self, closing: Option<Closing>) -> Ending {
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
            (Scheme::Lines(_), Some(_)) => Ending::OtherLine,
        }
    }

    /// Whether the closing line counts the records. Then a mark stands where the save was found cut, too.
    pub(in crate::diary) fn closes_with_count(&self) -> bool {
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
