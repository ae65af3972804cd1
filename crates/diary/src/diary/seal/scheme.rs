//! The schemes by which saves are sealed: what a line's seal is made from.

use super::{Field, Seal, around_seal, first_half};
use crate::diary::Record;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fmt;
use wardiary_base::dice::source::Seed;

/// The secret in a save's header, from which the nonces of its lines are made: 16 bytes, written as 32 hexadecimal
/// digits.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Secret(pub(super) [u8; 16]);

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
pub struct Sealing {
    /// The number of the scheme.
    pub scheme: u32,
    secret: Secret,
}

impl Sealing {
    /// The scheme of new saves.
    pub(crate) const NEWEST: u32 = 2;

    /// The sealing of a new save.
    #[must_use]
    pub fn with(secret: Secret) -> Self {
        Self { scheme: Self::NEWEST, secret }
    }
}

/// The scheme by which a save is sealed, with what its nonces are made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Lines with entries have seals, and remarks.
    Entries(Seed),
    /// Every line has a seal, and the closing line the last one.
    Lines(Secret),
}

impl Scheme {
    /// The scheme of a save with this sealing in its header, or with none.
    #[must_use]
    pub fn of(sealing: Option<Sealing>, seed: Seed) -> Self {
        sealing.map_or(Self::Entries(seed), |sealing| Self::Lines(sealing.secret))
    }

    /// Whether a line has a seal of its own.
    pub(super) fn seals(&self, record: &Record) -> bool {
        match (self, record) {
            (Self::Entries(_), Record::Head(..) | Record::Cut(_) | Record::Digest(_)) => false,
            (Self::Lines(_), Record::Head(..) | Record::Cut(_) | Record::Digest(_))
            | (_, Record::Entry(_) | Record::Remark(_)) => true,
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
    pub fn of(text: &str) -> Self {
        let (before, after) = around_seal(text);
        Self(Sha256::new().chain_update(before).chain_update(after))
    }

    /// The inner *H* of the line, which has that record, after a line with that seal.
    pub(super) fn finish(&self, scheme: &Scheme, last: [u8; 16], record: &Record) -> [u8; 32] {
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
