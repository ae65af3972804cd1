//! The sealing schemes: what a line's seal is derived from.

use super::{Seal, SealField, first_half, split_at_seal};
use crate::diary::Record;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::{fmt, ops::RangeInclusive};
use wardiary_base::dice::source::Seed;

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
