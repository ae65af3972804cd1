//! Reproducible randomness for weighing luck. Dice are coarse, so many rolls tie; a pseudo-random share places a roll
//! among the results that are just as good, and is the same each time.
//!
//! The share of a roll is *v* = (*w* + ½) ÷ 2⁵³, where *w* is the first 53 bits of
//!
//! ```text
//! H("wardiary luck" ‖ key ‖ 0 ‖ serial)                  a program roll: the serial number of its first die
//! H("wardiary luck" ‖ key ‖ 1 ‖ entry ‖ request ‖ whose) a table roll: the entry and request that first recorded it
//! ```
//!
//! *H* is SHA-256. The key has 16 bytes, *serial* eight, *entry*, *request* and *whose* (the id of the first die's
//! owner) four each, all little-endian. The first 53 bits are the first eight bytes, read as a little-endian number and
//! shifted right by 11. The header holds the key as `luck: "…"`, 32 hexadecimal digits; without that field, the key is
//! the first half of `H("wardiary luck key" ‖ seed)`, with the seed as 64 digits.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use wardiary_base::dice::{Owner, source::Seed};

use super::EntryNo;

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct LuckKey([u8; 16]);

/// Identifies a roll permanently: undo and amendments before it do not change its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ThrowId {
    /// A roll of the program's dice, by the serial number of the first die.
    Program(u64),
    /// A roll of table dice, by where it was first recorded and the owner of its first die.
    Table {
        entry: EntryNo,
        /// Index of the request in the entry, from 0.
        request: u32,
        whose: Owner,
    },
}

impl LuckKey {
    /// Derives the key from a seed.
    pub fn from_seed(seed: &Seed) -> Self {
        let hash: [u8; 32] =
            Sha256::new().chain_update("wardiary luck key").chain_update(seed.to_string()).finalize().into();
        Self(std::array::from_fn(|at| hash[at]))
    }

    pub(super) fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// The share of a roll, uniform between 0 and 1, both exclusive.
    #[allow(clippy::cast_precision_loss, reason = "53 bits fit a float exactly")]
    pub fn tie_fraction(&self, throw: ThrowId) -> f64 {
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

/// The text form of a type that holds bytes: hexadecimal digits.
macro_rules! hex_text {
    ($name:ident, $error:literal) => {
        impl TryFrom<String> for $name {
            type Error = String;
            fn try_from(text: String) -> Result<Self, String> {
                let mut bytes = Self(Default::default());
                hex::decode_to_slice(&text, &mut bytes.0).map_err(|_| $error.to_string())?;
                Ok(bytes)
            }
        }

        impl From<$name> for String {
            fn from(bytes: $name) -> Self {
                hex::encode(bytes.0)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&hex::encode(self.0))
            }
        }
    };
}

pub(super) use hex_text;
hex_text!(LuckKey, "a luck key is 32 hexadecimal digits");
