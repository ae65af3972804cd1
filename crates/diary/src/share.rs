//! Shares: what a side saw of a campaign, as a file to hand out, and the proof after the game that it was an honest
//! extract.
//!
//! A share is a side's own diary ([`crate::projection`]), written like a save. It has no seed; the side it is for is
//! written in the seed's place. For what its reader has not seen it holds digests of the save: one after each entry
//! that ends a part of a battle or a day for the side (`projection::ends_part`), and one at the end. Their number and
//! places follow from what the side saw, so they tell nothing else. Everything a share needs follows from the save:
//!
//! ```text
//! secret   = H("share" ‖ save's secret ‖ side)                  the share's own, for the nonces of its seals: its
//! first half
//! luck key = H("share luck" ‖ secret)                           the first half
//! digest n = H(chain ‖ H("digest" ‖ save's secret ‖ side ‖ n ‖ chain))
//! ```
//!
//! *H* is SHA-256. *Side* is the side's number in the save and *n* the number of the digest in the share, from 1, each
//! as four bytes, little-endian. *Chain* is the save's seal, 16 bytes, at the line where the part ended; for the last
//! digest, at the last line that showed the side anything. So the reader of a share can't guess what a digest covers,
//! and the owner of the save can make the same share again, byte for byte ([`comparison`]).

mod builder;
pub mod comparison;
mod discrepancy;

use crate::{
    diary::{
        Account, Diary, EntryNo,
        file::load_observed,
        seal::{Sealing, Seals, Secret},
        watch::Watch,
    },
    projection::Projector,
};
use builder::ShareBuilder;
pub use discrepancy::{Discrepancy, LineDifference};
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};
use wardiary_base::{fault::Fault, id::SideId, text};
use wardiary_rules::state::{Side, State};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    pub text: String,
    pub entries: usize,
    pub digests: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShareRefusal {
    /// It is a share itself.
    #[error("this is already a share; only a save can be shared")]
    Share,
    /// It has seals of the first scheme, or none.
    #[error(
        "not all of its lines are sealed, because it is from an older version, so nothing could prove that a share of it is honest"
    )]
    OldSeals,
    /// Its seed can be guessed.
    #[error("its seed is short or repeats itself, so anybody could find it by trying and predict all its dice")]
    ShortSeed,
    #[error("it was changed by hand, so nothing could prove that a share of it is honest")]
    ChangedByHand,
}

pub fn check_shareable(diary: &Diary, seals: &Seals) -> Result<Secret, ShareRefusal> {
    if diary.share().is_some() {
        return Err(ShareRefusal::Share);
    }
    let secret = seals.chain().secret().ok_or(ShareRefusal::OldSeals)?;
    if diary.header().seed.is_guessable() {
        return Err(ShareRefusal::ShortSeed);
    }
    if !seals.changed_by_hand().is_empty() || !seals.lines_changed_by_hand().is_empty() {
        return Err(ShareRefusal::ChangedByHand);
    }
    Ok(secret)
}

#[derive(Debug)]
pub enum ShareError {
    /// The save can't be read, or reading was cancelled.
    Load(Box<crate::diary::file::LoadError>),
    /// The side's own diary can't start.
    Muster(Vec<Fault>),
    NoSide,
}

/// The file of a side's share beside its save, by default: `NAME.SIDE.share.ron`.
pub fn path_beside(save: &Path, side: &str) -> PathBuf {
    let plain = |c: char| if c.is_alphanumeric() { c } else { '-' };
    let side: String = side.chars().map(plain).take(40).collect();
    let mut name = save.file_stem().unwrap_or_default().to_os_string();
    name.push(format!(".{}.share.ron", side.trim_matches('-')));
    save.with_file_name(name)
}

/// The file of a side's share in a folder, by the time of the campaign: `NAME.SIDE-TIME.share.ron`.
pub fn path_in(folder: &Path, save: &Path, side: &Side, state: &State) -> PathBuf {
    let time = state.time().unwrap_or_default().replace(',', "");
    path_beside(&folder.join(save.file_name().unwrap_or_default()), &format!("{} {time}", side.name))
}

/// Makes a side's share of the save with these bytes and this secret.
pub fn share(bytes: &[u8], secret: Secret, side: SideId, watch: Watch) -> Result<Share, ShareError> {
    let mut builder = ShareBuilder::new(side);
    let save = load_observed(bytes, watch, &mut |line| builder.read_line(&line));
    let save = save.map_err(|error| ShareError::Load(Box::new(error)))?;
    builder.build(&save.diary, secret, Sealing::NEWEST)
}

/// The news in a side's next share, and how much it knows from earlier ones. Entries have the side's own numbers.
#[derive(Clone, Debug)]
pub struct Preview {
    pub side: String,
    pub new: Vec<Account>,
    /// Entries that it knows and that the referee has taken back since.
    pub withdrawn: Vec<EntryNo>,
    /// Entries that it knows as taken back and that hold again.
    pub restored: Vec<EntryNo>,
    /// How often the campaign was shared with it.
    pub times: usize,
    /// The number of entries that it knows, and the headline of the one at which its diary stood.
    pub known: EntryNo,
    pub stood_at: Option<String>,
}

impl Preview {
    pub fn of(diary: &Diary, side: SideId) -> Result<Self, Vec<Fault>> {
        let projector = Projector::of(diary, side)?;
        let (own, shared) = (projector.diary(), projector.shared());
        let path = |no: EntryNo| own.path_back_from(no).filter(|no| (1..=shared.last).contains(no)).collect();
        let [before, after]: [BTreeSet<EntryNo>; 2] = [shared.head, own.head()].map(path);
        Ok(Self {
            side: diary.state().name(side),
            new: own.steps(shared.last + 1..own.next_no()).map(|step| step.account()).collect(),
            withdrawn: before.difference(&after).copied().collect(),
            restored: after.difference(&before).copied().collect(),
            times: shared.times,
            known: shared.last,
            stood_at: own.headline(shared.head),
        })
    }

    /// Whether the side will learn anything.
    pub fn is_empty(&self) -> bool {
        self.new.is_empty() && self.withdrawn.is_empty() && self.restored.is_empty()
    }

    /// The news, each as a headline and its details.
    pub fn news(&self) -> Vec<(String, String)> {
        let changed = |numbers: &[EntryNo], is: &str| {
            let one = if numbers.len() == 1 { "entry" } else { "entries" };
            let numbers = (!numbers.is_empty()).then(|| text::ranges(numbers.iter().copied()));
            numbers.map(|numbers| (format!("{one} {numbers}"), is.to_string()))
        };
        let new = |entry: &Account| {
            (format!("{}  {}", entry.no, entry.headline), entry.details_below_headline().collect::<Vec<_>>().join("; "))
        };
        let back = changed(&self.withdrawn, "taken back by the referee");
        let again = changed(&self.restored, "no longer taken back");
        back.into_iter().chain(again).chain(self.new.iter().map(new)).collect()
    }

    /// A sentence about what the side has learned so far.
    pub fn known_text(&self) -> String {
        let entries = text::count(self.known as usize, "entry", "entries");
        let last = self.stood_at.as_ref().map_or_else(String::new, |last| format!(", up to “{last}”"));
        match self.times {
            0 => format!("Nothing has been shared with {} so far.", self.side),
            1 => format!("{} has learned so far: {entries}{last}; shared once.", self.side),
            times => format!("{} has learned so far: {entries}{last}; shared {times} times.", self.side),
        }
    }
}
