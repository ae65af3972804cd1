//! Creates and opens saves.

use super::{
    FORMAT, Save, SaveNotice,
    disk::{Disk, RealDisk, folder_of},
    error::{FileError, NewFile},
    follow::{CatchUp, ReadPosition},
    lock::SaveLock,
    read::{LoadError, load_with_progress},
    special::{MAX_SAVE_LENGTH, begins_as_share, is_stream, refuse_special},
    store::{self, Store},
};
use crate::diary::{
    Diary, EntryNo, FoundCut, Header, Record, ShareOf,
    seal::{self, Ending, Scheme, Sealing, Seals, Secret},
    watch::Watch,
};
use std::{io, path::Path, sync::Arc, thread, time::Duration};
use wardiary_base::document::{to_line, to_lines};
use wardiary_rules::notation::Destination;

/// The text of a save without entries, up to its closing line, and the seals after it.
pub fn new_save_text(header: &Header, secret: Secret) -> (String, Seals) {
    header_text(header, ("seed", &to_line(&header.seed)), "", Sealing::with(secret))
}

/// Like [`new_save_text`], for a share: it names its side and has no seed, but the luck key that every share has had.
pub fn new_share_text(header: &Header, share: ShareOf, sealing: Sealing) -> (String, Seals) {
    let luck = format!("luck: {},\n", to_line(&sealing.secret.luck_key()));
    header_text(header, ("share", &to_line(&share)), &luck, sealing)
}

fn header_text(header: &Header, (field, what): (&str, &str), luck: &str, sealing: Sealing) -> (String, Seals) {
    // A share with an older scheme is only made for a comparison, so its format is the older one too.
    let format = if sealing.scheme == Sealing::NEWEST { FORMAT } else { 1 };
    let above = format!(
        "(wardiary: {format}, title: {}, {field}: {what},\nseals: {},\n{luck}rules: {},\nmuster: {},\nseal: \"\",\ndiary: [",
        to_line(&header.title),
        to_line(&sealing),
        to_lines(&header.book.to_header_draft(), 2),
        to_lines(&header.muster, 2),
    );
    let seal = seal::header_seal(&above);
    let above = seal::with_seal(&above, seal).unwrap_or(above);
    let seals = Seals::from_header(&above, seal, Scheme::of(Some(sealing), header.seed));
    (above + "\n", seals)
}

/// About how long a player's order keeps a save locked. A save that is locked for longer is open elsewhere.
const SHORT_WAIT: Duration = Duration::from_millis(300);

/// Interval for retrying a save that is open elsewhere.
const PAUSE: Duration = Duration::from_millis(7);

/// Tries again for this long, while another process has the save open.
fn retry_while_locked<T>(wait: Duration, mut open: impl FnMut() -> Result<T, FileError>) -> Result<T, FileError> {
    let mut left = wait;
    loop {
        match open() {
            Err(FileError::Locked { .. } | FileError::Claimed { .. }) if !left.is_zero() => {
                let pause = PAUSE.min(left);
                thread::sleep(pause);
                left -= pause;
            }
            opened => return opened,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Exclusive writing by this process.
    Write,
    /// Reading; nothing is written, not even a repair.
    Read,
}

impl Save {
    /// Creates a save and opens it. Never overwrites a file.
    pub fn create(path: &Path, header: Header) -> Result<Self, FileError> {
        Self::create_on(Arc::new(RealDisk), path, header)
    }

    /// Like `create`, on a given disk.
    pub fn create_on(disk: Arc<dyn Disk>, path: &Path, header: Header) -> Result<Self, FileError> {
        let secret = Secret::fresh().map_err(|what| FileError::io(path, "sealed")(io::Error::other(what)))?;
        let (text, seals) = new_save_text(&header, secret);
        let text = text + &seals.chain().closers();
        Diary::new(header).map_err(|faults| FileError::faulty(path)(LoadError::of_faults(&text, "muster", faults)))?;
        new_save(disk.as_ref(), path, &text)?;
        let made = Arc::clone(&disk);
        Self::open_on(disk, path, Mode::Write).inspect_err(|_| {
            // A save that can't be opened was never begun.
            let _ = made.remove(path);
        })
    }

    pub fn open(path: &Path, mode: Mode) -> Result<Self, FileError> {
        Self::open_on(Arc::new(RealDisk), path, mode)
    }

    pub fn open_with_progress(path: &Path, mode: Mode, watch: Watch) -> Result<Self, FileError> {
        Self::open_on_with_progress(Arc::new(RealDisk), path, mode, watch)
    }

    /// Opens a save for writing. If another process has it open, waits up to `wait` for it to close.
    pub fn open_waiting(path: &Path, wait: Duration, watch: Watch) -> Result<Self, FileError> {
        retry_while_locked(wait, || Self::open_with_progress(path, Mode::Write, watch))
    }

    /// Opens a save that is open for reading for writing too, and reads what is new in it. Others wait until
    /// [`Self::unlock`], so nothing slow belongs in between.
    pub fn lock(&mut self, wait: Duration, watch: Watch) -> Result<CatchUp, FileError> {
        let lock = retry_while_locked(wait, || SaveLock::take(&self.disk, &self.path))?;
        let caught_up = self.catch_up(watch)?;
        let bytes = self.disk.read(&self.path).map_err(FileError::io(&self.path, "read"))?;
        let closers = self.seals.chain().closers();
        let end = self.read_position.as_ref().and_then(|reached| reached.end_in(&bytes, &closers));
        let Some(end) = end else {
            // Its end must be repaired first.
            let notices = std::mem::take(&mut self.notices);
            *self = Self::open_locked(Arc::clone(&self.disk), &self.path, Some(lock), watch)?;
            self.notices.splice(0..0, notices);
            return Ok(CatchUp::Reread);
        };
        let mut store = Store::open(Arc::clone(&self.disk), &self.path, lock, (&bytes, end))?;
        store.close_document(&bytes, false, None, closers)?;
        (self.store, self.read_position) = (Some(store), None);
        Ok(caught_up)
    }

    /// Lets others write again. The save stays open for reading.
    pub fn unlock(&mut self) {
        let Some(store) = self.store.take() else { return };
        let seen = self.disk.stamp(&self.path).ok();
        self.read_position = seen.map(|seen| ReadPosition::after(seen, store.recorded()));
    }

    pub fn open_on(disk: Arc<dyn Disk>, path: &Path, mode: Mode) -> Result<Self, FileError> {
        Self::open_on_with_progress(disk, path, mode, Watch::none())
    }

    fn open_on_with_progress(disk: Arc<dyn Disk>, path: &Path, mode: Mode, watch: Watch) -> Result<Self, FileError> {
        // Create nothing beside a pipe or device.
        if mode == Mode::Write || !is_stream(path) {
            refuse_special(path).map_err(FileError::io(path, "read"))?;
        }
        if mode == Mode::Write && is_stream(path) {
            return Err(FileError::io(path, "written")(io::Error::other("standard input can only be read")));
        }
        if mode == Mode::Write && begins_as_share(disk.reader(path)) {
            let side = Self::open_locked(disk, path, None, watch)?.diary.share_side_name();
            return Err(FileError::Share { path: path.to_path_buf(), side: side.unwrap_or_default() });
        }
        // Lock before reading, so that what is read is what later writes continue.
        let lock = match mode {
            Mode::Write => {
                let lock = SaveLock::take(&disk, path)?;
                disk.clear_leftovers(&disk.real_path(path).map_err(FileError::io(path, "read"))?);
                Some(lock)
            }
            Mode::Read => None,
        };
        Self::open_locked(disk, path, lock, watch)
    }

    /// Opens a save for writing. If another process has it open or its folder can't be written, opens it for reading
    /// instead; then the first notice says so, and the save follows what the other process writes.
    pub fn open_or_follow(path: &Path, watch: Watch) -> Result<Self, FileError> {
        Self::open_waiting(path, SHORT_WAIT, watch).or_else(|error| {
            if matches!(error, FileError::Cancelled { .. }) {
                return Err(error);
            }
            match Self::open_with_progress(path, Mode::Read, watch) {
                Ok(mut save) => {
                    let notice = match error {
                        FileError::Share { side, .. } => SaveNotice::Share { side },
                        error => SaveNotice::Following { because: error.to_string() },
                    };
                    save.notices.insert(0, notice);
                    Ok(save)
                }
                Err(broken_off @ FileError::Cancelled { .. }) => Err(broken_off),
                Err(_) => Err(error),
            }
        })
    }

    /// Reads the save again and opens it for writing, even if it was open for reading. On an error nothing changes.
    pub fn reload(&mut self, watch: Watch) -> Result<(), FileError> {
        if let Some(side) = self.diary.share_side_name() {
            // A share is never opened for writing, so nothing is created beside it.
            return Err(FileError::Share { path: self.path.clone(), side });
        }
        let lock = match &self.store {
            Some(store) => store.lock().renew(&self.disk, &self.path)?,
            None => SaveLock::take(&self.disk, &self.path)?,
        };
        *self = Self::open_locked(Arc::clone(&self.disk), &self.path, Some(lock), watch)?;
        Ok(())
    }

    pub(super) fn open_locked(
        disk: Arc<dyn Disk>,
        path: &Path,
        lock: Option<SaveLock>,
        watch: Watch,
    ) -> Result<Self, FileError> {
        let seen = disk.stamp(path).ok();
        let bytes = disk.read(path).map_err(FileError::io(path, "read"))?;
        let mut loaded = load_with_progress(&bytes, watch).map_err(FileError::faulty(path))?;
        let mut notices = std::mem::take(&mut loaded.notices);
        if let Some(side) = loaded.diary.share_side_name().filter(|_| lock.is_some()) {
            return Err(FileError::Share { path: path.to_path_buf(), side });
        }
        let store = match lock {
            None => None,
            Some(lock) => {
                notices.extend(lock.owner_file().map(|file| SaveNotice::NoLocks { file: file.to_path_buf() }));
                let mut store = Store::open(Arc::clone(&disk), path, lock, (&bytes, loaded.end))?;
                if let Some(torn) = &loaded.torn {
                    store.check_single_link()?;
                    let copy = store.write_copy_beside("torn", torn, store.metadata())?;
                    notices.push(SaveNotice::TornRemoved { length: torn.len(), copy });
                }
                let torn = loaded.torn.as_ref().map_or(0, Vec::len);
                let mark = truncation_mark(&mut loaded.diary, &mut loaded.seals);
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
            rescue_copy: None,
            read_position: reached,
        })
    }

    /// Opens a save for reading, with the head at a place. If that is an entry's number, later parts of the file can be
    /// faulty.
    pub fn open_at(path: &Path, at: &Destination, watch: Watch) -> Result<Self, FileError> {
        let (mut save, no) = Self::open_for(path, at, watch)?;
        save.diary.append(Record::head(no)).map_err(|_| FileError::NoEntry { no, last: save.diary.next_no() - 1 })?;
        // The head is not where the file has it, so following the file is impossible.
        save.read_position = None;
        Ok(save)
    }

    /// Opens a save for reading, with the head where the file has it, and finds a place in it. If that is an entry's
    /// number, later parts of the file can be faulty.
    pub fn open_for(path: &Path, at: &Destination, watch: Watch) -> Result<(Self, EntryNo), FileError> {
        if let Destination::Entry(no) = at {
            return Ok((Self::open_up_to(path, *no, watch)?, *no));
        }
        let save = Self::open_with_progress(path, Mode::Read, watch)?;
        let no = save.diary.resolve_destination(at)?;
        Ok((save, no))
    }

    /// Opens a save for reading, and requires only that this entry can be read. If the file is faulty after it, the
    /// diary holds what precedes the fault. The head is where the file has it.
    pub fn open_up_to(path: &Path, no: EntryNo, watch: Watch) -> Result<Self, FileError> {
        let save = match Self::open_with_progress(path, Mode::Read, watch) {
            Err(FileError::Faulty { path, mut error }) => match error.readable_part.take() {
                Some(before) if before.0.next_no() > no => {
                    let (diary, seals) = *before;
                    let (disk, notices) = (Arc::new(RealDisk), Vec::new());
                    Self { diary, disk, path, store: None, seals, notices, rescue_copy: None, read_position: None }
                }
                before => {
                    error.readable_part = before;
                    return Err(FileError::Faulty { path, error });
                }
            },
            opened => opened?,
        };
        let last = save.diary.next_no() - 1;
        if no > last { Err(FileError::NoEntry { no, last }) } else { Ok(save) }
    }

    /// Reads what another process has written since. On an error the diary is unchanged, or holds all before the faulty
    /// line.
    pub fn catch_up(&mut self, watch: Watch) -> Result<CatchUp, FileError> {
        let Some(reached) = &mut self.read_position else { return Ok(CatchUp::Unchanged) };
        // A missing file is no change: an editor may be about to replace it.
        let Some(now) = self.disk.stamp(&self.path).ok().filter(|now| *now != reached.seen) else {
            return Ok(CatchUp::Unchanged);
        };
        // A file that is too long fails in the full read below.
        if now.length <= MAX_SAVE_LENGTH
            && reached.read_new_lines(self.disk.as_ref(), &self.path, &now, (&mut self.diary, &mut self.seals))
        {
            return Ok(CatchUp::NewLines);
        }
        match Self::open_locked(Arc::clone(&self.disk), &self.path, None, watch) {
            Ok(save) => {
                *self = save;
                Ok(CatchUp::Reread)
            }
            Err(error) => {
                reached.mark_unreadable(now);
                Err(error)
            }
        }
    }
}

/// The line that permanently marks a truncated file, if it was truncated. Restoring the closers would hide it.
fn truncation_mark(diary: &mut Diary, seals: &mut Seals) -> Option<String> {
    let (counted, torn) = match seals.ending() {
        Ending::Unclosed | Ending::OtherLine => (None, 0),
        Ending::Torn(bytes) => (None, bytes),
        Ending::Counts { counted, found } if counted > found => (Some(counted), 0),
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
    diary.append(record).expect("a mark can stand anywhere");
    Some(line)
}

/// Creates a save from its text. Never overwrites a file.
pub fn create_from_text(path: &Path, text: &str) -> Result<(), FileError> {
    new_save(&RealDisk, path, text)
}

/// Writes a file that is not a save, all or nothing. Never overwrites a file.
pub fn export(path: &Path, text: &str) -> Result<(), FileError> {
    store::write_new(&RealDisk, path, text.as_bytes(), NewFile::Export)
}

/// Like `export`, and creates the folder if needed.
pub fn export_into(path: &Path, text: &str) -> Result<(), FileError> {
    let folder = folder_of(path);
    RealDisk.make_folder(folder).map_err(FileError::io(folder, "made"))?;
    export(path, text)
}

/// Replaces a file that is not a save, all or nothing. The access rights stay, and a read-only file is not replaced.
pub fn rewrite(path: &Path, text: &str) -> Result<(), FileError> {
    drop(RealDisk.open(path).map_err(FileError::io(path, "written"))?);
    store::write_over(&RealDisk, path, text.as_bytes(), None)
}

/// Maximum length of a new save's name, in bytes. File systems allow 255, and the files beside a save have longer
/// names.
pub(super) const MAX_NAME_LENGTH: usize = 230;

fn new_save(disk: &dyn Disk, path: &Path, text: &str) -> Result<(), FileError> {
    let length = path.file_name().unwrap_or_default().len();
    if length > MAX_NAME_LENGTH {
        let what = format!("its name has {length} bytes; the maximum for a save is {MAX_NAME_LENGTH}");
        return Err(FileError::io(path, "made")(io::Error::new(io::ErrorKind::InvalidFilename, what)));
    }
    let folder = folder_of(path);
    disk.make_folder(folder).map_err(FileError::io(folder, "made"))?;
    store::write_new(disk, path, text.as_bytes(), NewFile::Save)
}
