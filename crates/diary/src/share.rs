//! Shares: what a side saw of a campaign, as a file that can be handed out; and the proof, when the game is over, that it was
//! an honest extract.
//!
//! A share is a side's own diary ([`crate::projection`]) written like a save. It has no seed, and what it says of whose it is
//! stands in the seed's place. What its reader has not seen stands in it as digests of the save: one behind each entry that
//! ends a part of a battle or of a day for the side (`projection::ends_part`), and one at the end. So their number and
//! their places follow from what the side saw, and tell nothing else. Everything that a share needs follows from the save:
//!
//! ```text
//! secret   = H("share" ‖ save's secret ‖ side)                  the share's own, for the nonces of its seals: its first half
//! luck key = H("share luck" ‖ secret)                           the first half
//! digest n = H(chain ‖ H("digest" ‖ save's secret ‖ side ‖ n ‖ chain))
//! ```
//!
//! *H* is SHA-256; *side* is the number of the side in the save and *n* that of the digest in the share, from 1, four bytes
//! each, little-endian. *Chain* is the save's seal, 16 bytes, of the line in which the part ended; for the last digest, of the
//! last line that showed the side anything. So nobody who has the share can guess what a digest stands for, and whoever has
//! the save makes the same share again, byte for byte ([`against`]).

pub mod against;
mod finding;
mod lines;
mod projecting;

pub use finding::{Finding, HowLine};

use crate::diary::{Diary, file::LineEntered, file::load_before, seal::Seals, seal::Secret, watch::Watch};
use projecting::Projecting;
use wardiary_base::{fault::Fault, id::SideId};

/// The share of a save for a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// Its text.
    pub text: String,
    /// How many entries are in it.
    pub entries: usize,
    /// How many digests are.
    pub digests: u32,
}

/// Why a save is not shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotShared {
    /// It is a share itself.
    #[error("this is a share already: only a save is shared")]
    Share,
    /// It is sealed by the first scheme, or not at all.
    #[error("it was begun before every line was sealed, so nothing could prove that a share of it is honest")]
    OldSeals,
    /// Its seed can be guessed.
    #[error(
        "it was begun with a short seed, so its dice can be guessed: whoever tries a few seeds knows all that will fall"
    )]
    ShortSeed,
    /// It was changed by hand.
    #[error("it was changed by hand, so a share of it could never be proved honest")]
    ChangedByHand,
}

/// The secret of a save that can be shared.
///
/// # Errors
/// Why it can't.
pub fn may_be_shared(diary: &Diary, seals: &Seals) -> Result<Secret, NotShared> {
    if diary.share().is_some() {
        return Err(NotShared::Share);
    }
    let secret = seals.chain().secret().ok_or(NotShared::OldSeals)?;
    if diary.header().seed.is_guessable() {
        return Err(NotShared::ShortSeed);
    }
    if !seals.changed_by_hand().is_empty() || !seals.lines_by_hand().is_empty() {
        return Err(NotShared::ChangedByHand);
    }
    Ok(secret)
}

/// Why there is no share.
#[derive(Debug)]
pub enum ShareError {
    /// The save can't be read, or reading it was broken off.
    Load(Box<crate::diary::file::LoadError>),
    /// The side's own diary can't begin.
    Muster(Vec<Fault>),
    /// Nobody has heard of the side.
    NoSide,
}

/// Makes the share of a save, which are these bytes with this secret, for a side.
///
/// # Errors
/// As [`ShareError`] says.
pub fn share(bytes: &[u8], secret: Secret, side: SideId, watch: Watch) -> Result<Share, ShareError> {
    let mut projecting: Option<Result<Projecting, Vec<Fault>>> = None;
    let mut onlooker = |line: LineEntered| match &mut projecting {
        None => projecting = Some(Projecting::begin(&line, side)),
        Some(Ok(projecting)) => projecting.follow(&line),
        Some(Err(_)) => {}
    };
    load_before(bytes, watch, &mut onlooker).map_err(|error| ShareError::Load(Box::new(error)))?;
    let projecting = projecting.ok_or(ShareError::NoSide)?.map_err(ShareError::Muster)?;
    projecting.share(secret).ok_or(ShareError::NoSide)
}
