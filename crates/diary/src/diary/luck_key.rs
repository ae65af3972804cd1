//! What settles by chance where a result stands among others that are just as good: needed to weigh luck, whose dice are
//! coarse, and made so that it is the same each time.
//!
//! The share of a throw is *v* = (*w* + ½) ÷ 2⁵³, *w* being the first 53 bits of
//!
//! ```text
//! H("wardiary luck" ‖ key ‖ 0 ‖ serial)                  a throw of the program's: the number of its first die
//! H("wardiary luck" ‖ key ‖ 1 ‖ entry ‖ request ‖ whose) one of the table's: the entry and request that first recorded it
//! ```
//!
//! *H* is SHA-256; the key has 16 bytes, *serial* eight, *entry*, *request* and *whose* (the number of whose die is first) four
//! each, all little-endian. The first 53 bits are those of its first eight bytes, read as a number of that order and shifted
//! right by 11. The key stands in the header as `luck: "…"`, 32 hexadecimal digits; where it does not, it is the first half of
//! `H("wardiary luck key" ‖ seed)`, the seed as 64 digits.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fmt;
use wardiary_base::dice::{Owner, source::Seed};

use super::EntryNo;

/// The key that the shares of throws are made from.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct LuckKey([u8; 16]);

/// Which throw it is, for good: whatever is undone or amended before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ThrowId {
    /// Of the program's dice: the serial number of the first.
    Program(u64),
    /// Of dice on the table: where it was recorded first, and whose die is the first of it.
    Table {
        /// The entry.
        entry: EntryNo,
        /// Which of its requests, from 0.
        request: u32,
        /// Whose.
        whose: Owner,
    },
}

impl LuckKey {
    /// The key that follows from a seed.
    #[must_use]
    pub fn of_seed(seed: &Seed) -> Self {
        let hash: [u8; 32] =
            Sha256::new().chain_update("wardiary luck key").chain_update(seed.to_string()).finalize().into();
        Self(std::array::from_fn(|at| hash[at]))
    }

    /// The key with these bytes.
    #[must_use]
    pub(super) fn of_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// The share of a throw: above 0 and below 1, and as if thrown with a die of 2⁵³ sides.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "53 bits are what a float holds")]
    pub fn share(&self, throw: ThrowId) -> f64 {
        let hash = Sha256::new().chain_update("wardiary luck").chain_update(self.0);
        let hash = match throw {
            ThrowId::Program(serial) => hash.chain_update([0]).chain_update(serial.to_le_bytes()),
            ThrowId::Table { entry, request, whose } => {
                let numbers = [entry, request, whose.0].map(u32::to_le_bytes);
                numbers.iter().fold(hash.chain_update([1]), sha2::Digest::chain_update)
            }
        };
        let bytes: [u8; 32] = hash.finalize().into();
        let word = u64::from_le_bytes(std::array::from_fn(|at| bytes[at])) >> 11;
        ((word as f64) + 0.5) / (1u64 << 53) as f64
    }
}

impl TryFrom<String> for LuckKey {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        let mut bytes = [0; 16];
        hex::decode_to_slice(&text, &mut bytes).map_err(|_| "a luck key is 32 hexadecimal digits".to_string())?;
        Ok(Self(bytes))
    }
}

impl From<LuckKey> for String {
    fn from(key: LuckKey) -> Self {
        hex::encode(key.0)
    }
}

impl fmt::Debug for LuckKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from(*self))
    }
}
