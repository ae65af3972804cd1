//! A diary with its file: one RON document that grows a line at a time.
//!
//! The file is *read* line by line. The closing `])` is there for people and other readers of RON: reading finds it by
//! token, does not need it, and opening puts it back. An entry is on the disk before it is shown. Only a torn last line is
//! ever dropped, and a copy of it is kept beside the save.

mod backup;
pub mod disk;
mod entering;
mod error;
mod follow;
mod glance;
mod head;
mod leftovers;
mod lines;
mod lock;
mod notice;
mod open;
mod ours;
mod platform;
mod read;
mod recover;
mod reseal;
mod shelve;
mod special;
mod store;
mod write;

pub use backup::backup;
pub(crate) use entering::LineEntered;
pub use error::{FileError, shown};
pub use error::{NewFile, SubmitError, WriteError};
pub use follow::CatchUp;
pub use glance::{glance, is_share};
pub use notice::SaveNotice;
pub use open::blank_share;
pub use open::{Mode, blank, blank_with_luck};
pub use open::{create_from_text, export, export_into, rewrite};
pub use ours::InFile;
pub use read::LoadError;
pub use read::{LoadErrorKind, load_before};
pub use read::{Loaded, load, load_watched};
pub use recover::{Loss, recover, write_recovered};
pub use reseal::reseal;
pub use reseal::reseal_watched;
pub use shelve::Bin;
pub use shelve::{Discarded, discard, rename};
pub use special::{read_save, read_up_to, refuse_special};
pub use store::Store;
pub use write::Submitted;

use super::{
    Account, Diary, FoundCut, LuckKey, Record, Recovered, ShareOf,
    seal::{self, Seal, Sealing, Seals},
    steps::DiaryStep,
};
use disk::Disk;
use follow::ReadPosition;
use serde::{Deserialize, Serialize};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// The number of the save format that this program writes. `docs/FORMAT.md` says when it is raised: when a program that
/// knows only the old number would misread a new save or fail to read it. Every save ever written keeps opening.
pub const FORMAT: u32 = 1;

/// The document above the entries, as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    wardiary: u32,
    title: String,
    /// What its dice are derived from; a share has none.
    #[serde(default)]
    seed: Option<String>,
    /// Whose share it is, where it is one.
    #[serde(default)]
    share: Option<ShareOf>,
    #[serde(default)]
    seals: Option<Sealing>,
    /// What chance is settled by where luck is weighed, if that is not made from the seed.
    #[serde(default)]
    luck: Option<LuckKey>,
    rules: wardiary_base::book::RulebookDraft,
    muster: wardiary_rules::state::Muster,
    #[serde(default)]
    seal: Seal,
    #[serde(default)]
    diary: Vec<Record>,
    /// How many records the closing line counts.
    #[serde(default)]
    records: u64,
    /// The seal of the last.
    #[serde(default)]
    last: Seal,
}

/// A diary with its file.
#[derive(Debug)]
pub struct Save {
    diary: Diary,
    disk: Arc<dyn Disk>,
    path: PathBuf,
    store: Option<Store>,
    /// The seals so far; the next line's continues them.
    seals: Seals,
    notices: Vec<SaveNotice>,
    /// The file beside it to which all of it was written, and how long it was then.
    kept: Option<(PathBuf, usize)>,
    /// How far it has been read, where another process can be writing it.
    reached: Option<ReadPosition>,
}

impl Save {
    /// The diary.
    #[must_use]
    pub fn diary(&self) -> &Diary {
        &self.diary
    }

    /// Its seals, as they were when it was read.
    #[must_use]
    pub fn seals(&self) -> &Seals {
        &self.seals
    }

    /// The account of an entry, marked where it was changed by hand and where the diary forks, with what was remarked on it.
    #[must_use]
    pub fn account(&self, step: &DiaryStep) -> Account {
        let (cuts, no) = (self.diary.cuts(), step.entry.no);
        // What was changed before the save was recovered is told as such until it is accepted.
        let is_recovered = |cut: &FoundCut| cut.recovered == Some(Recovered::Entry) && !cut.accepted;
        let is_cut = |cut: &FoundCut| matches!(cut.recovered, None | Some(Recovered::Gap));
        Account {
            changed_by_hand: self.seals.changed_by_hand().contains(&no)
                || cuts.iter().any(|(after, cut)| *after == no && is_recovered(cut)),
            found_cut: cuts.iter().any(|(after, cut)| after + 1 == no && is_cut(cut)),
            fork: self.diary.is_fork(step.entry.follows()),
            forks: self.diary.is_fork(no),
            remarks: self.diary.remarks_on(no).cloned(),
            ..step.account()
        }
    }

    /// Its file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it can be written on.
    #[must_use]
    pub fn is_writable(&self) -> bool {
        self.store.is_some()
    }

    /// Whether it is open for reading while other processes write it.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        self.reached.is_some()
    }

    /// Whether a write was refused because another program had changed the file: it has to be read again.
    #[must_use]
    pub fn is_overtaken(&self) -> bool {
        self.store.as_ref().is_some_and(Store::is_overtaken)
    }

    /// Whether all that is in memory is in a file beside it.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        let text = self.store.as_ref().map(Store::text);
        let kept = self.kept.as_ref().and_then(|(path, _)| self.disk.read(path).ok());
        text.is_some() && kept == text
    }

    /// What was found and repaired on opening.
    #[must_use]
    pub fn notices(&self) -> &[SaveNotice] {
        &self.notices
    }
}
