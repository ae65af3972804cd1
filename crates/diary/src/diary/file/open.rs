//! Saves made and opened.

use super::{
    FORMAT, Save, SaveNotice,
    disk::{Disk, RealDisk, folder_of},
    error::{FileError, NewFile},
    follow::{CatchUp, ReadPosition},
    glance,
    lock::Locked,
    read::{LoadError, load_watched},
    special::{LONGEST_SAVE, refuse_special},
    store::{self, Store},
};
use crate::diary::{
    Diary, EntryNo, FoundCut, Header, LuckKey, Record, ShareOf,
    seal::{self, Ending, Scheme, Sealing, Seals, Secret},
    watch::Watch,
};
use std::{io, path::Path, sync::Arc, thread, time::Duration};
use wardiary_base::document::{Problem, to_line, to_lines};

/// The text of a save without entries, up to its closing line, and the seals after it.
#[must_use]
pub fn blank(header: &Header, secret: Secret) -> (String, Seals) {
    blank_with_luck(header, None, secret)
}

/// The same with a luck key of its own. One that follows from the seed is not written.
#[must_use]
pub fn blank_with_luck(header: &Header, luck: Option<LuckKey>, secret: Secret) -> (String, Seals) {
    above(header, ("seed", &to_line(&header.seed)), luck, secret)
}

/// The same of a share: it says whose it is, and has no seed.
#[must_use]
pub fn blank_share(header: &Header, share: ShareOf, luck: LuckKey, secret: Secret) -> (String, Seals) {
    above(header, ("share", &to_line(&share)), Some(luck), secret)
}

fn above(header: &Header, (field, what): (&str, &str), luck: Option<LuckKey>, secret: Secret) -> (String, Seals) {
    let sealing = Sealing::with(secret);
    let luck = luck.map_or(String::new(), |key| format!("luck: {},\n", to_line(&key)));
    let above = format!(
        "(wardiary: {FORMAT}, title: {}, {field}: {what},\nseals: {},\n{luck}rules: {},\nmuster: {},\nseal: \"\",\ndiary: [",
        to_line(&header.title),
        to_line(&sealing),
        to_lines(&header.book.to_draft(), 2),
        to_lines(&header.muster, 2),
    );
    let seal = seal::header_seal(&above);
    let above = seal::with_seal(&above, seal).unwrap_or(above);
    let seals = Seals::of_header(&above, seal, Scheme::of(Some(sealing), header.seed));
    (above + "\n", seals)
}

/// How often it is tried whether a busy save is free.
const PAUSE: Duration = Duration::from_millis(7);

/// What a save is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Writing, by this process alone.
    Write,
    /// Reading; nothing is written, not even a repair.
    Read,
}

impl Save {
    /// Makes a new save and opens it. No file is ever overwritten.
    ///
    /// # Errors
    /// A faulty muster, a file that is there already, a folder that can't be written.
    pub fn create(path: &Path, header: Header) -> Result<Self, FileError> {
        Self::create_on(Arc::new(RealDisk), path, header)
    }

    /// Makes a new save on a disk, and opens it. No file is ever overwritten.
    ///
    /// # Errors
    /// A faulty muster, a file that is there already, a folder that can't be written.
    pub fn create_on(disk: Arc<dyn Disk>, path: &Path, header: Header) -> Result<Self, FileError> {
        let secret = Secret::fresh().map_err(|what| FileError::io(path, "sealed")(io::Error::other(what)))?;
        let (text, seals) = blank(&header, secret);
        let text = text + &seals.chain().closers();
        Diary::new(header).map_err(|faults| {
            let problems = faults.into_iter().map(|f| Problem::of_fault(&text, &f.under("muster")));
            FileError::faulty(path)(LoadError::of_all(problems.collect()))
        })?;
        new_save(disk.as_ref(), path, &text)?;
        let made = Arc::clone(&disk);
        Self::open_on(disk, path, Mode::Write).inspect_err(|_| {
            // What can't be opened was not begun.
            let _ = made.remove(path);
        })
    }

    /// Opens a save.
    ///
    /// # Errors
    /// What is wrong with it, with its place; or that another process has it open.
    pub fn open(path: &Path, mode: Mode) -> Result<Self, FileError> {
        Self::open_on(Arc::new(RealDisk), path, mode)
    }

    /// Opens a save while somebody watches.
    ///
    /// # Errors
    /// What is wrong with it, with its place; that another process has it open; that it was broken off, and then nothing
    /// was written.
    pub fn open_watched(path: &Path, mode: Mode, watch: Watch) -> Result<Self, FileError> {
        Self::open_on_watched(Arc::new(RealDisk), path, mode, watch)
    }

    /// Opens a save for writing; if another process has it open, waits so long for that to end.
    ///
    /// # Errors
    /// What is wrong with it, with its place; that another process has it open all the while; that it was broken off.
    pub fn open_within(path: &Path, wait: Duration, watch: Watch) -> Result<Self, FileError> {
        let mut left = wait;
        loop {
            match Self::open_watched(path, Mode::Write, watch) {
                Err(FileError::Locked { .. } | FileError::Claimed { .. }) if !left.is_zero() => {
                    let pause = PAUSE.min(left);
                    thread::sleep(pause);
                    left -= pause;
                }
                opened => return opened,
            }
        }
    }

    /// Opens a save that lies on a disk.
    ///
    /// # Errors
    /// What is wrong with it, with its place; or that another process has it open.
    pub fn open_on(disk: Arc<dyn Disk>, path: &Path, mode: Mode) -> Result<Self, FileError> {
        Self::open_on_watched(disk, path, mode, Watch::nobody())
    }

    fn open_on_watched(disk: Arc<dyn Disk>, path: &Path, mode: Mode, watch: Watch) -> Result<Self, FileError> {
        // Nothing is made beside what is no file.
        refuse_special(path).map_err(FileError::io(path, "read"))?;
        if mode == Mode::Write && glance::begins_as_share(disk.reader(path)) {
            let side = Self::open_locked(disk, path, None, watch)?.diary.share_for();
            return Err(FileError::Share { path: path.to_path_buf(), side: side.unwrap_or_default() });
        }
        // Locked before it is read, so that what is read is what will be written after.
        let lock = match mode {
            Mode::Write => {
                let lock = Locked::take(&disk, path)?;
                disk.clear_leftovers(&disk.real_path(path).map_err(FileError::io(path, "read"))?);
                Some(lock)
            }
            Mode::Read => None,
        };
        Self::open_locked(disk, path, lock, watch)
    }

    /// Opens a save for writing, or for reading where that fails because another process has it open or its folder can't
    /// be written; then the first notice says so, and the save follows what the other process writes.
    ///
    /// # Errors
    /// What is wrong with it, with its place; that it was broken off.
    pub fn open_or_watch(path: &Path, watch: Watch) -> Result<Self, FileError> {
        Self::open_watched(path, Mode::Write, watch).or_else(|error| {
            if matches!(error, FileError::BrokenOff { .. }) {
                return Err(error);
            }
            match Self::open_watched(path, Mode::Read, watch) {
                Ok(mut save) => {
                    let notice = match error {
                        FileError::Share { side, .. } => SaveNotice::Share { side },
                        error => SaveNotice::Watched { because: error.to_string() },
                    };
                    save.notices.insert(0, notice);
                    Ok(save)
                }
                Err(broken_off @ FileError::BrokenOff { .. }) => Err(broken_off),
                Err(_) => Err(error),
            }
        })
    }

    /// Reads the save again, with what others have written, and opens it for writing even if it was open for reading.
    ///
    /// # Errors
    /// What is wrong with it, that another process has it open, or that it was broken off; nothing changes then.
    pub fn read_again(&mut self, watch: Watch) -> Result<(), FileError> {
        if let Some(side) = self.diary.share_for() {
            // It is never taken for writing, so nothing is made beside it.
            return Err(FileError::Share { path: self.path.clone(), side });
        }
        let lock = match &self.store {
            Some(store) => store.lock().renewed(&self.disk, &self.path)?,
            None => Locked::take(&self.disk, &self.path)?,
        };
        *self = Self::open_locked(Arc::clone(&self.disk), &self.path, Some(lock), watch)?;
        Ok(())
    }

    pub(super) fn open_locked(
        disk: Arc<dyn Disk>,
        path: &Path,
        lock: Option<Locked>,
        watch: Watch,
    ) -> Result<Self, FileError> {
        let seen = disk.stamp(path).ok();
        let bytes = disk.read(path).map_err(FileError::io(path, "read"))?;
        let mut loaded = load_watched(&bytes, watch).map_err(FileError::faulty(path))?;
        let mut notices = std::mem::take(&mut loaded.notices);
        if let Some(side) = loaded.diary.share_for().filter(|_| lock.is_some()) {
            return Err(FileError::Share { path: path.to_path_buf(), side });
        }
        let store = match lock {
            None => None,
            Some(lock) => {
                notices.extend(lock.claim().map(|file| SaveNotice::NoLocks { file: file.to_path_buf() }));
                let mut store = Store::open(Arc::clone(&disk), path, lock, (&bytes, loaded.end))?;
                if let Some(torn) = &loaded.torn {
                    store.may_be_replaced()?;
                    let copy = store.keep_beside("torn", torn, store.like())?;
                    notices.push(SaveNotice::TornRemoved { length: torn.len(), copy });
                }
                let torn = loaded.torn.as_ref().map_or(0, Vec::len);
                let mark = mark_of_cut(&mut loaded.diary, &mut loaded.seals);
                let closers = loaded.seals.chain().closers();
                store.close_document(&bytes[..bytes.len() - torn], loaded.lacks_comma, mark.as_deref(), closers)?;
                Some(store)
            }
        };
        if loaded.torn.is_some() && store.is_none() {
            notices.push(SaveNotice::TornIgnored);
        }
        let reached = seen.filter(|_| store.is_none()).map(|seen| ReadPosition::of(seen, &bytes, &loaded));
        Ok(Self {
            diary: loaded.diary,
            disk,
            path: path.to_path_buf(),
            store,
            seals: loaded.seals,
            notices,
            kept: None,
            reached,
        })
    }

    /// Opens a save as it was at an entry, for reading. What comes after the entry in the file can be faulty.
    ///
    /// # Errors
    /// What is wrong with it up to there; that it was broken off.
    pub fn open_at(path: &Path, no: EntryNo, watch: Watch) -> Result<Self, FileError> {
        let mut save = Self::open_as_far(path, no, watch)?;
        save.diary.admit(Record::head(no)).map_err(|_| FileError::NoEntry { no, last: save.diary.next_no() - 1 })?;
        // It stands elsewhere than the file does, so it can't be read on.
        save.reached = None;
        Ok(save)
    }

    /// Opens a save for reading, of which this entry is wanted: where what comes after it in the file is faulty, as far as it
    /// can be read. The diary stands where the file has it.
    ///
    /// # Errors
    /// What is wrong with it up to the entry; that there is no such entry; that it was broken off.
    pub fn open_as_far(path: &Path, no: EntryNo, watch: Watch) -> Result<Self, FileError> {
        let save = match Self::open_watched(path, Mode::Read, watch) {
            Err(FileError::Faulty { path, mut error }) => match error.before.take() {
                Some(before) if before.0.next_no() > no => {
                    let (diary, seals) = *before;
                    let (disk, notices) = (Arc::new(RealDisk), Vec::new());
                    Self { diary, disk, path, store: None, seals, notices, kept: None, reached: None }
                }
                before => {
                    error.before = before;
                    return Err(FileError::Faulty { path, error });
                }
            },
            opened => opened?,
        };
        let last = save.diary.next_no() - 1;
        if no > last { Err(FileError::NoEntry { no, last }) } else { Ok(save) }
    }

    /// Reads what another process has written since, where the save is open for reading: only the new lines, if nothing
    /// else has changed.
    ///
    /// # Errors
    /// Why it can't be read now; it is not read again before it changes. The diary stays as it was, or holds everything
    /// before the faulty line.
    pub fn catch_up(&mut self, watch: Watch) -> Result<CatchUp, FileError> {
        let Some(reached) = &mut self.reached else { return Ok(CatchUp::Nothing) };
        // A missing file is no change: an editor may be about to replace it.
        let Some(now) = self.disk.stamp(&self.path).ok().filter(|now| *now != reached.seen) else {
            return Ok(CatchUp::Nothing);
        };
        // One that is too long is refused by whoever reads it again.
        if now.length <= LONGEST_SAVE
            && reached.read_on(self.disk.as_ref(), &self.path, &now, (&mut self.diary, &mut self.seals))
        {
            return Ok(CatchUp::NewLines);
        }
        match Self::open_locked(Arc::clone(&self.disk), &self.path, None, watch) {
            Ok(save) => {
                *self = save;
                Ok(CatchUp::Reread)
            }
            Err(error) => {
                reached.stuck(now);
                Err(error)
            }
        }
    }
}

/// The line that says for good that the file was found cut here, where it was: the closers that are put back hide it.
fn mark_of_cut(diary: &mut Diary, seals: &mut Seals) -> Option<String> {
    let (counted, torn) = match seals.ending() {
        Ending::Unclosed | Ending::OtherLine => (None, 0),
        Ending::Torn(bytes) => (None, bytes),
        Ending::Counts { said, found } if said > found => (Some(said), 0),
        Ending::OtherSeal => (Some(seals.chain().lines()), 0),
        Ending::Whole | Ending::Counts { .. } => return None,
    };
    let mut chain = seals.chain();
    if !chain.closes_with_count() {
        return None;
    }
    let mut record = Record::Cut(FoundCut { counted, torn, ..FoundCut::default() });
    let line = chain.write(&mut record);
    seals.advance_to(chain);
    diary.admit(record).expect("a mark can stand anywhere");
    Some(line)
}

/// Makes a new save from the text of one. No file is ever overwritten.
///
/// # Errors
/// A file that is there already, a folder that can't be written.
pub fn create_from_text(path: &Path, text: &str) -> Result<(), FileError> {
    new_save(&RealDisk, path, text)
}

/// Writes a file that is no save, all of it or nothing. No file is ever overwritten.
///
/// # Errors
/// A file that is there already, a folder that can't be written.
pub fn export(path: &Path, text: &str) -> Result<(), FileError> {
    store::write_new(&RealDisk, path, text.as_bytes(), NewFile::Export)
}

/// The same in a folder that is made where there is none yet.
///
/// # Errors
/// A file that is there already, a folder that can't be made or written.
pub fn export_into(path: &Path, text: &str) -> Result<(), FileError> {
    let folder = folder_of(path);
    RealDisk.make_folder(folder).map_err(FileError::io(folder, "made"))?;
    export(path, text)
}

/// Writes a file that is no save over the one that is there, all of it or nothing: whoever may read and write that may
/// read and write it after, and one that may not be written stays as it is.
///
/// # Errors
/// What the disk says.
pub fn rewrite(path: &Path, text: &str) -> Result<(), FileError> {
    drop(RealDisk.open(path).map_err(FileError::io(path, "written"))?);
    store::write_over(&RealDisk, path, text.as_bytes(), None)
}

/// The longest name of a new save, in bytes: file systems allow 255, and what is kept beside a save has longer names.
pub(super) const LONGEST_NAME: usize = 230;

fn new_save(disk: &dyn Disk, path: &Path, text: &str) -> Result<(), FileError> {
    let length = path.file_name().unwrap_or_default().len();
    if length > LONGEST_NAME {
        let what = format!("its name has {length} bytes, and {LONGEST_NAME} is the most for a save");
        return Err(FileError::io(path, "made")(io::Error::new(io::ErrorKind::InvalidFilename, what)));
    }
    let folder = folder_of(path);
    disk.make_folder(folder).map_err(FileError::io(folder, "made"))?;
    store::write_new(disk, path, text.as_bytes(), NewFile::Save)
}
