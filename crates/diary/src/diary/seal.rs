//! Seals: a hash chain that shows whether a save's lines were changed.
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
//! `seal:`, or, in `Head(7, "…")`, of its only text. The header ends with the bracket after `diary:`; carriage returns
//! do not count. The nonce lets a copy that leaves out entries carry their inner *H* without revealing them.
//!
//! The header names the scheme: `seals: (scheme: 3, secret: "…")`.
//!
//! **Scheme 3.** Every line has a seal; in a batch, the last entry carries it. `nonce n = H("nonce" ‖ secret ‖ seal
//! n-1)`, all 32 bytes, where the secret is the 16 bytes in the header. The closing line gives the number of records and
//! a seal of its own: `], records: 12, last: "…")`. So truncation at the end of a line is found too.
//!
//! ```text
//! closing seal = H("close" ‖ secret ‖ n ‖ seal n)  the first 16 bytes; n is the number of records, as eight bytes,
//!                                                  little-endian
//! ```
//!
//! **Scheme 2** differs in its closing seal, which is seal n itself: a truncated save can be closed again with a copy of
//! the seal of the line that is then last, and that is not found.
//!
//! **Scheme 1**, if the header names none: the nonce is that of the line's last entry: the first eight words,
//! little-endian, of block *no* of the second stream of the save's seed
//! ([`Seed::nonce`](wardiary_base::dice::source::Seed::nonce)). A line without entries has no nonce. A remark still has a seal.
//! Undo, redo and branch moves have none of their own; their hash goes into the next seal. The closing line is `])`, so
//! removal of the last lines can't be detected.
//!
//! The next seal continues the one that *is* in the file, right or wrong. So a changed line breaks only its own seal,
//! and a removed line breaks the next.
//!
//! Seals reveal accidents and unannounced edits. They do not protect against somebody with write access to the file,
//! who can compute new ones with the secret in it; `wardiary seal` does that.

mod chain;
mod seals;

pub use chain::{Chain, LineHash, Scheme, SealVerdict, Sealing, Secret};
pub use seals::{LineChangedByHand, LineKind, Seals};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fmt;
use wardiary_base::id::SideId;

const FIELD_NAME: &str = "seal:";

/// A seal, or the empty field for one.
#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Seal(SealField);

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum SealField {
    #[default]
    Empty,
    /// Text that is no seal. Like a broken seal, it is not an error.
    Invalid,
    Seal([u8; 16]),
}

impl Seal {
    pub fn is_none(&self) -> bool {
        self.0 == SealField::Empty
    }
}

impl From<String> for Seal {
    fn from(text: String) -> Self {
        if text.is_empty() {
            return Self(SealField::Empty);
        }
        let digit = |at: usize| text.get(at..=at).and_then(|d| u8::from_str_radix(d, 16).ok());
        let byte = |at: usize| Some(digit(2 * at)? << 4 | digit(2 * at + 1)?);
        let mut bytes = [0; 16];
        let whole = text.len() == 32 && bytes.iter_mut().enumerate().all(|(at, b)| byte(at).map(|n| *b = n).is_some());
        Self(if whole { SealField::Seal(bytes) } else { SealField::Invalid })
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
            SealField::Seal(bytes) => bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}")),
            SealField::Empty | SealField::Invalid => Ok(()),
        }
    }
}

impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

pub(crate) fn header_seal(header: &str) -> Seal {
    Seal(SealField::Seal(seal_of_header(header)))
}

fn seal_of_header(header: &str) -> [u8; 16] {
    let (before, after) = split_at_seal(header);
    let mut hash = Sha256::new();
    before.split('\r').chain(after.split('\r')).for_each(|part| hash.update(part));
    first_half(hash)
}

fn first_half(hash: Sha256) -> [u8; 16] {
    let whole: [u8; 32] = hash.finalize().into();
    std::array::from_fn(|at| whole[at])
}

/// The text with this seal in its field; `None` if it has no such field.
pub(crate) fn with_seal(text: &str, seal: Seal) -> Option<String> {
    let (before, after) = split_at_seal(text);
    (!after.is_empty()).then(|| format!("{before}{seal}{after}"))
}

/// The line without its seal, to compare lines that were sealed separately.
pub(crate) fn without_seal(text: &str) -> String {
    let (before, after) = split_at_seal(text);
    format!("{before}{after}")
}

/// Whether a text has a field for a seal.
pub(crate) fn has_seal_field(text: &str) -> bool {
    !split_at_seal(text).1.is_empty()
}

/// The text before and after a seal, which includes its quotes. Without a field, all of the text is before.
fn split_at_seal(text: &str) -> (&str, &str) {
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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    #[default]
    Whole,
    /// The closing line is missing or incomplete.
    Unclosed,
    /// The closing line is of another kind: it does not count the records, or has no seal.
    OtherLine,
    /// The last line is torn; this many bytes of it are there.
    Torn(usize),
    /// The closing line's number of records is wrong.
    Counts { counted: usize, found: usize },
    /// The closing line's seal does not fit the last line.
    OtherSeal,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => f.write_str("its end is unchanged"),
            Self::Unclosed => {
                f.write_str("the file is cut off: its closing line is missing, and perhaps lines before it")
            }
            Self::OtherLine => f.write_str(
                "its closing line was replaced: it does not count the lines, so lines may \
                 be missing",
            ),
            Self::Torn(_) => f.write_str("the file is cut off within a line: at least that entry is missing"),
            Self::Counts { counted, found } if counted > found => {
                let missing = counted - found;
                let lines = if missing == 1 { "line is" } else { "lines are" };
                write!(
                    f,
                    "the file was cut off: at least {missing} {lines} missing of the {counted} that its closing line counts"
                )
            }
            Self::Counts { counted, found } => {
                write!(f, "its closing line counts {counted} lines, but there are {found}: some were added by hand")
            }
            Self::OtherSeal => f.write_str("its closing line does not fit the last line: the end was changed by hand"),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::diary) struct Closing {
    pub(in crate::diary) records: Option<usize>,
    pub(in crate::diary) last: Option<Seal>,
}

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

    /// The luck key in the header of a share, 32 hexadecimal digits. Only older versions read it.
    pub(crate) fn luck_key(self) -> String {
        hex::encode(first_half(Sha256::new().chain_update("share luck").chain_update(self.0)))
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

impl std::fmt::Debug for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}
