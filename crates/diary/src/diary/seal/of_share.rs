//! The secret of a share, and the digests in it of the save that it is made of: how both follow from the save's own secret
//! is written in [`crate::share`].

use super::{Chain, Secret, first_half};
use crate::diary::LuckKey;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fmt;
use wardiary_base::id::SideId;

/// What stands for a save as it was at a line: 32 bytes, written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of a save with that secret, whose chain has come so far, in the share for a side: the first in it is 1.
    #[must_use]
    pub fn of(secret: Secret, side: SideId, number: u32, chain: &Chain) -> Self {
        let value = chain.value();
        let nonce = Sha256::new().chain_update("digest").chain_update(secret.0).chain_update(side.0.to_le_bytes());
        let nonce = nonce.chain_update(number.to_le_bytes()).chain_update(value).finalize();
        Self(Sha256::new().chain_update(value).chain_update(nonce).finalize().into())
    }
}

impl Secret {
    /// The secret of a save's share for a side. That of the save can't be had from it.
    #[must_use]
    pub(crate) fn of_share(self, side: SideId) -> Self {
        Self(first_half(Sha256::new().chain_update("share").chain_update(self.0).chain_update(side.0.to_le_bytes())))
    }

    /// What orders composed on a share with this secret bear, so that they are known to be for its game: 16 hexadecimal
    /// digits. Whoever has neither the share nor the save can't make it, and nothing can be had from it.
    #[must_use]
    pub(crate) fn mail_mark(self) -> String {
        hex::encode(&first_half(Sha256::new().chain_update("share mail").chain_update(self.0))[..8])
    }

    /// The luck key of a share with this secret.
    #[must_use]
    pub fn luck_key(self) -> LuckKey {
        LuckKey::of_bytes(first_half(Sha256::new().chain_update("share luck").chain_update(self.0)))
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
