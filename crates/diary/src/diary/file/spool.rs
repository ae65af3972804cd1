//! The spool: orders that players handed in while another process has the save open for writing. Each is a file beside
//! the save, which the process that has it open takes in.
//!
//! An order is on the disk before its player gets an answer, and is taken in exactly once, whenever a process is killed:
//! its file is first marked with the number of the entry that will hold it, then the entry is written, then the file is
//! removed. A marked file whose entry is in the diary was taken in already. If its sender can repeat a request, the file is
//! kept for a day under another name, so that a request that a bad network repeats is one order.

use super::{
    FileError, Save, SubmitError, WriteError,
    disk::{Disk, IfExists, folder_of},
    error::NewFile,
    lock::sibling_path,
    store::{write_file, write_new_like},
};
use crate::diary::{Diary, EntryNo};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::{
    convert::Infallible,
    fs, io,
    path::{Path, PathBuf},
};
use wardiary_base::{
    book::Moment,
    document,
    id::SideId,
    text::{self, Text},
};
use wardiary_rules::{
    notation::{Instruction, parse_instruction},
    order::{Order, StaffOrder},
    rules::{Refusal, may_give},
    state::State,
};

const SPOOL_FORMAT: u32 = 1;

/// Maximum length of a file of the spool, in bytes: well above the longest order that can be handed in.
const MAX_LENGTH: u64 = 256 << 10;

/// How long a request is remembered after its order was taken in, in milliseconds.
const REQUEST_LIFE: i64 = 24 * 60 * 60 * 1000;

/// Prefixes of the names of files that wait to be taken in, and of requests that were taken in.
const WAITING: &str = ".mail-";
const TAKEN: &str = ".taken-";

/// Maximum number of orders handed in at the same millisecond.
const MAX_SIMULTANEOUS: u32 = 10_000;

/// An order as a player handed it in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandedIn {
    /// The side, by its number in the save.
    pub side: SideId,
    /// The order with the side's names, or words.
    pub text: Text,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<Moment>,
    /// Identifies the request that brought it. The same order in the same request is handed in once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<String>,
}

impl HandedIn {
    /// The order for the diary: a side takes back its own waiting orders at once, and anything else waits for an answer. A
    /// moment that has passed is dropped: the order is due at once.
    pub fn to_order(&self, state: &State) -> Order {
        let side = self.side;
        if let Ok(Instruction::Order(order @ Order::Staff(StaffOrder::Cancel { .. }))) =
            parse_instruction(self.text.raw(), state)
            && may_give(state, side, &order).is_ok()
        {
            return order;
        }
        let is_ahead = |due: &Moment| *due >= state.calendar().now && state.book().clock.contains(*due);
        Order::Staff(StaffOrder::HandIn { side, text: self.text.clone(), due: self.due.filter(is_ahead) })
    }
}

/// A file of the spool.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SpoolFile {
    spool: u32,
    /// The mark of the side's share, so that an order never gets into another campaign of the same file name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    game: Option<String>,
    /// The entry that holds the order once it is taken in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    entry: Option<EntryNo>,
    order: HandedIn,
}

/// The result of taking in a spool.
#[derive(Debug, Default)]
pub struct TakenIn {
    pub entries: Vec<EntryNo>,
    /// The files that were left in place.
    pub left: Vec<(PathBuf, SpoolFault)>,
}

/// Why a file of the spool can't be taken in.
#[derive(Debug, thiserror::Error)]
pub enum SpoolFault {
    #[error("it is not an order that this program wrote")]
    NotOurs,
    #[error("it can't be read: {}", text::sanitize(&.0.to_string()))]
    Unreadable(io::Error),
    #[error("it belongs to another campaign")]
    OtherGame,
    #[error("the rules refuse it")]
    Refused(Box<Refusal>),
}

impl Save {
    /// Puts an order into the spool; it is on the disk on return. The save may be open for reading only. The caller has
    /// checked the order against what its side knows ([`crate::mail::parse_order`]); the spool knows no limits. Does
    /// nothing if the request was made before.
    pub fn hand_in(&self, order: HandedIn, now: Timestamp) -> Result<(), FileError> {
        if self.is_repeated(&order)? {
            return Ok(());
        }
        let game = self.game_tag(order.side);
        let file = SpoolFile { spool: SPOOL_FORMAT, game, entry: None, order };
        let text = document::to_line(&file) + "\n";
        let like = fs::metadata(&self.path).ok();
        for copy in 0..MAX_SIMULTANEOUS {
            let path = self.spool_path(&format!("{WAITING}{:013}-{copy:04}", now.as_millisecond()))?;
            match write_new_like(self.disk.as_ref(), &path, text.as_bytes(), NewFile::Export, like.as_ref()) {
                Err(FileError::Exists { .. }) => {}
                written => return written,
            }
        }
        Err(FileError::TooManyCopies { path: self.path.clone(), kind: "mail".into() })
    }

    /// Whether this request brought this order before. Looks at the waiting files first, since they may be taken in meanwhile.
    fn is_repeated(&self, order: &HandedIn) -> Result<bool, FileError> {
        for suffix in [WAITING, TAKEN].into_iter().filter(|_| order.request.is_some()) {
            let files = self.spool_files(suffix)?;
            if files.iter().any(|path| self.read_spool_file(path).is_ok_and(|file| file.order == *order)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The orders in the spool that are not in the diary yet, the oldest first.
    pub fn spooled(&self) -> Result<Vec<HandedIn>, FileError> {
        let files = self.spool_files(WAITING)?.into_iter().filter_map(|path| self.read_spool_file(&path).ok());
        Ok(files.filter(|file| !file.is_in(&self.diary)).map(|file| file.order).collect())
    }

    /// Takes in the spool of a save that is open for writing: every order becomes an entry, the oldest first. On an error,
    /// the orders that were not taken in stay in the spool.
    pub fn take_in(&mut self, now: Timestamp) -> Result<TakenIn, WriteError> {
        let mut taken = TakenIn::default();
        for path in self.spool_files(WAITING).map_err(WriteError::Failed)? {
            let file = match self.read_spool_file(&path) {
                Ok(file) => file,
                // A failing disk must not change the orders' sequence.
                Err(SpoolFault::Unreadable(error)) if error.kind() != io::ErrorKind::PermissionDenied => {
                    return Err(WriteError::Failed(FileError::io(&path, "read")(error)));
                }
                Err(fault) => {
                    taken.left.push((path, fault));
                    continue;
                }
            };
            let is_request = file.order.request.is_some();
            if !file.is_in(&self.diary) {
                match self.enter(&path, file, now) {
                    Ok(entry) => taken.entries.push(entry),
                    Err(WriteError::Refused(why)) => {
                        taken.left.push((path, SpoolFault::Refused(why)));
                        continue;
                    }
                    Err(error) => return Err(error),
                }
            }
            // If it comes back after a power cut, its mark shows that it was taken in.
            let cleared = if is_request { self.keep_request(&path, now) } else { self.remove_file(&path) };
            cleared.map_err(WriteError::Failed)?;
        }
        Ok(taken)
    }

    /// Keeps the file of a request that was taken in, and removes those that are too old to be repeated.
    fn keep_request(&self, path: &Path, now: Timestamp) -> Result<(), FileError> {
        let since = |time: i64| self.spool_path(&format!("{TAKEN}{time:013}-"));
        let mut kept = since(now.as_millisecond())?.into_os_string();
        kept.push(path.extension().unwrap_or_default());
        self.disk.rename(path, Path::new(&kept), IfExists::Replace).map_err(FileError::io(path, "renamed"))?;
        let oldest = since(now.as_millisecond() - REQUEST_LIFE)?;
        let mut files = self.spool_files(TAKEN)?;
        files.retain(|path| *path < oldest && self.read_spool_file(path).is_ok());
        files.iter().try_for_each(|path| self.remove_file(path))
    }

    fn remove_file(&self, path: &Path) -> Result<(), FileError> {
        self.disk.remove(path).map_err(FileError::io(path, "removed"))
    }

    /// Marks the file with the next entry and writes that entry.
    fn enter(&mut self, path: &Path, file: SpoolFile, now: Timestamp) -> Result<EntryNo, WriteError> {
        let (side, order) = (file.order.side, file.order.to_order(self.diary.state()));
        self.diary.resolve(&order, &[]).map_err(|refusal| WriteError::Refused(Box::new(refusal)))?;
        let marked = SpoolFile { entry: Some(self.diary.next_no()), ..file };
        let text = document::to_line(&marked) + "\n";
        let disk = self.disk.as_ref();
        let like = fs::metadata(&self.path).ok();
        write_file(disk, path, text.as_bytes(), IfExists::Replace, like.as_ref())
            .and_then(|_| disk.sync_folder(folder_of(path)))
            .map_err(FileError::io(path, "written"))
            .map_err(WriteError::Failed)?;
        // Handing in an order rolls no dice.
        let mut dice = self.diary.program_dice(&[]);
        match self.submit_by(Some(side), order, &mut dice, now) {
            Ok(submitted) => Ok(submitted.entry),
            Err(SubmitError::NotRecorded { why, .. }) => Err(why),
            Err(SubmitError::Unanswered(unanswered)) => {
                let never: Infallible = unanswered.error;
                match never {}
            }
        }
    }

    fn game_tag(&self, side: SideId) -> Option<String> {
        self.seals.chain().secret().map(|secret| secret.share_secret(side).letter_tag())
    }

    fn spool_path(&self, suffix: &str) -> Result<PathBuf, FileError> {
        spool_path(self.disk.as_ref(), &self.path, suffix)
    }

    fn spool_files(&self, prefix: &str) -> Result<Vec<PathBuf>, FileError> {
        spool_files(self.disk.as_ref(), &self.path, prefix)
    }

    fn read_spool_file(&self, path: &Path) -> Result<SpoolFile, SpoolFault> {
        let bytes = self.disk.read_plain(path, MAX_LENGTH).map_err(SpoolFault::Unreadable)?;
        let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
        let file = text.and_then(|text| document::read::<SpoolFile>(&text).ok());
        let file = file.filter(|file| file.spool == SPOOL_FORMAT).ok_or(SpoolFault::NotOurs)?;
        if file.game == self.game_tag(file.order.side) { Ok(file) } else { Err(SpoolFault::OtherGame) }
    }
}

/// A name beside the file that links lead to, where its lock is too.
fn spool_path(disk: &dyn Disk, save: &Path, kind: &str) -> Result<PathBuf, FileError> {
    let real = disk.real_path(save).map_err(FileError::io(save, "read"))?;
    Ok(sibling_path(&real, kind))
}

/// The files that wait to be taken in, the oldest first.
pub(super) fn waiting_files(disk: &dyn Disk, save: &Path) -> Result<Vec<PathBuf>, FileError> {
    spool_files(disk, save, WAITING)
}

/// The files whose names begin with one of the prefixes [`WAITING`] and [`TAKEN`], the oldest first.
fn spool_files(disk: &dyn Disk, save: &Path, prefix: &str) -> Result<Vec<PathBuf>, FileError> {
    let prefix = spool_path(disk, save, prefix)?;
    let folder = folder_of(&prefix);
    let mut files = disk.list(folder).map_err(FileError::io(folder, "read"))?;
    let prefix = prefix.file_name().unwrap_or_default().as_encoded_bytes();
    files.retain(|path| path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(prefix)));
    files.sort();
    Ok(files)
}

impl SpoolFile {
    /// Whether the diary holds the entry that the file is marked with.
    fn is_in(&self, diary: &Diary) -> bool {
        self.entry.and_then(|no| diary.entry(no)).is_some_and(|entry| {
            let before = diary.state_at(entry.parent());
            before.is_some_and(|before| self.order.to_order(&before) == entry.order)
        })
    }
}
