//! A diary with its file: one RON document that grows line by line.
//!
//! The file is *read* line by line. The closing `])` is there for people and for other readers of RON: the reader finds
//! it by token and does not need it, and opening a save restores it. An entry is on the disk before it is shown. Only a
//! torn last line is ever dropped, and a copy of it is kept beside the save.

#![allow(clippy::disallowed_methods, reason = "reads and writes the files of saves")]

mod backup;
pub mod disk;
mod divergence;
mod error;
mod follow;
mod lines;
mod load_lines;
mod lock;
mod open;
pub mod platform;
mod read;
mod recover;
mod special;
mod spool;
mod store;
mod trash;
mod write;

pub use backup::{backup, read_whole};
pub use divergence::Divergence;
pub use error::{FileError, NewFile, SaveNotice, SubmitError, WriteError, display_path};
pub use follow::CatchUp;
pub(crate) use load_lines::LoadedLine;
pub use open::{Mode, create_from_text, export, export_into, new_save_text, new_share_text, rewrite};
pub use read::{LoadError, LoadErrorKind, LoadedSave, load, load_observed, load_with_progress};
pub use recover::{Loss, recover, write_recovered};
pub use special::{
    describe_save, is_link, is_planted_link, is_share, is_stream, read_save, read_up_to, refuse_special,
};
pub use spool::{HandedIn, SpoolFault, TakenIn};
pub use store::Store;
pub use trash::{DiscardOutcome, TrashTarget, discard, rename};
pub use write::{Submitted, reseal, reseal_with_progress};

use super::{
    Account, Diary, FoundCut, Record, Recovered, ShareOf,
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

/// The save format that this program writes. `docs/FORMAT.md` says when it is raised: when a program that knows only
/// the old number would misread a new save or fail to read it. Every save ever written can still be opened.
pub const FORMAT: u32 = 2;

/// The document above the entries, as written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    wardiary: u32,
    title: wardiary_base::text::Text,
    #[serde(default)]
    seed: Option<String>,
    #[serde(default)]
    share: Option<ShareOf>,
    #[serde(default)]
    seals: Option<Sealing>,
    /// Read by older versions alone.
    #[serde(default, rename = "luck", skip_serializing)]
    _luck: serde::de::IgnoredAny,
    rules: wardiary_base::book::RulebookDraft,
    muster: wardiary_rules::state::Muster,
    #[serde(default)]
    seal: Seal,
    #[serde(default)]
    diary: Vec<Record>,
    /// Number of records that the closing line counts.
    #[serde(default)]
    records: u64,
    #[serde(default)]
    last: Seal,
}

#[derive(Debug)]
pub struct Save {
    diary: Diary,
    disk: Arc<dyn Disk>,
    path: PathBuf,
    store: Option<Store>,
    /// The seals so far; the next line's seal continues them.
    seals: Seals,
    notices: Vec<SaveNotice>,
    /// A file beside the save that holds all that is in memory: its path, and its length in bytes.
    rescue_copy: Option<(PathBuf, usize)>,
    /// How far the file has been read, if another process may be writing it.
    read_position: Option<ReadPosition>,
}

impl Save {
    pub fn diary(&self) -> &Diary {
        &self.diary
    }

    pub fn seals(&self) -> &Seals {
        &self.seals
    }

    /// The account of an entry, including its remarks and the marks of changes by hand and forks.
    pub fn account(&self, step: &DiaryStep) -> Account {
        let (cuts, no) = (self.diary.cuts(), step.entry.no);
        // A change made before recovery is reported until it is accepted.
        let is_recovered = |cut: &FoundCut| cut.recovered == Some(Recovered::Entry) && !cut.accepted;
        let is_cut = |cut: &FoundCut| matches!(cut.recovered, None | Some(Recovered::Gap));
        Account {
            changed_by_hand: self.seals.changed_by_hand().contains(&no)
                || cuts.iter().any(|(after, cut)| *after == no && is_recovered(cut)),
            found_cut: cuts.iter().any(|(after, cut)| after + 1 == no && is_cut(cut)),
            fork: self.diary.is_fork(step.entry.parent()),
            forks: self.diary.is_fork(no),
            remarks: self.diary.remarks_on(no).cloned(),
            ..step.account()
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn is_writable(&self) -> bool {
        self.store.is_some()
    }

    /// Whether the save is open for reading while other processes write it.
    pub fn is_following(&self) -> bool {
        self.read_position.is_some()
    }

    /// Whether a write was refused because another program had changed the file. The save must then be read again.
    pub fn is_changed_elsewhere(&self) -> bool {
        self.store.as_ref().is_some_and(Store::is_changed_elsewhere)
    }

    /// Looks whether another program has replaced or deleted the file meanwhile, or changed its length. Reported once.
    pub fn detect_change(&mut self) -> Option<FileError> {
        self.store.as_mut().and_then(Store::detect_change)
    }

    /// Whether a file beside the save holds everything that is in memory.
    pub fn has_rescue_copy(&self) -> bool {
        let text = self.store.as_ref().map(Store::text);
        let rescue_copy = self.rescue_copy.as_ref().and_then(|(path, _)| self.disk.read(path).ok());
        text.is_some() && rescue_copy == text
    }

    /// Damage found and repaired on opening.
    pub fn notices(&self) -> &[SaveNotice] {
        &self.notices
    }
}
