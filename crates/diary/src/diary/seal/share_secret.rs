//! The secret of a share, and its digests of the source save. [`crate::share`] describes how both are derived from the
//! save's own secret.

use super::{Chain, Secret, first_half};
use crate::diary::LuckKey;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fmt;
use wardiary_base::id::SideId;

/// A digest of a save up to a line: 32 bytes, written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of a save with this secret and chain, for one side's share. `number` counts the share's digests from
    /// 1.
    pub fn of(secret: Secret, side: SideId, number: u32, chain: &Chain) -> Self {
        let value = chain.value();
        let nonce = Sha256::new().chain_update("digest").chain_update(secret.0).chain_update(side.0.to_le_bytes());
        let nonce = nonce.chain_update(number.to_le_bytes()).chain_update(value).finalize();
        Self(Sha256::new().chain_update(value).chain_update(nonce).finalize().into())
    }
}

impl Secret {
    /// The secret of one side's share. The save's secret can't be derived from it.
    pub(crate) fn share_secret(self, side: SideId) -> Self {
        Self(first_half(Sha256::new().chain_update("share").chain_update(self.0).chain_update(side.0.to_le_bytes())))
    }

    /// The tag on orders composed on a share with this secret, which shows that they are for its game: 16 hexadecimal
    /// digits. Only somebody with the share or the save can compute it, and it reveals nothing.
    pub(crate) fn letter_tag(self) -> String {
        hex::encode(&first_half(Sha256::new().chain_update("share mail").chain_update(self.0))[..8])
    }

    pub fn luck_key(self) -> LuckKey {
        LuckKey::from_bytes(first_half(Sha256::new().chain_update("share luck").chain_update(self.0)))
    }
}

impl TryFrom<String> for Digest {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(&text, &mut bytes).map_err(|_| "a digest is 64 hexadecimal digits".to_string())?;
        Ok(Self(bytes))
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> Self {
        hex::encode(digest.0)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from(*self))
    }
}
