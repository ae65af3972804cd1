//! The file under a save: locked, appended to, and never overwritten when somebody else has touched it.
//!
//! A line is appended in place. Everything else is written as a whole new file: written, synced, renamed to the save's
//! name atomically, and its folder synced. At every moment the save is either the old file or the new one.

use super::{
    disk::{Disk, DiskLock, FileHandle, FileStamp, IfExists, folder_of},
    error::{FileError, NewFile},
};
use crate::document::without_closers;
use std::{
    fmt::Debug,
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

/// What closes the document.
const CLOSERS: &str = "])\n";

/// How many of the file's last bytes are compared before a write.
const TAIL: u64 = 64;

/// A save's file, open for appending, and the lock that keeps it ours.
#[derive(Debug)]
pub struct Store {
    disk: Arc<dyn Disk>,
    path: PathBuf,
    file: Box<dyn FileHandle>,
    lock: Locked,
    /// Where the next line goes.
    end: u64,
    /// How we left the file; none where the disk would not say.
    left: Option<LastSeen>,
    /// A write or a sync failed: what the file's pages hold now is unknown.
    broken: bool,
    /// Somebody else has changed the file, as was found out before a write.
    overtaken: bool,
}

/// A lock that is ours until this is dropped.
pub(super) type Locked = Arc<dyn Debug + Send + Sync>;

/// How we left the file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct LastSeen {
    seen: FileStamp,
    tail: Vec<u8>,
}

/// Where the lock of a save lies: beside it, since the save itself may be replaced and must stay readable for followers.
fn lock_path(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.lock"))
}

/// Takes the lock of a save.
///
/// # Errors
/// If somebody else has it, or it can't be made.
pub(super) fn lock(disk: &dyn Disk, path: &Path) -> Result<Locked, FileError> {
    disk.seen(path).map_err(FileError::io(path, "read"))?;
    let beside = lock_path(path);
    match disk.lock(&beside).map_err(FileError::io(&beside, "made (it locks the save)"))? {
        DiskLock::Ours(lock) => Ok(lock.into()),
        DiskLock::Held(process) => Err(FileError::Locked { path: path.to_path_buf(), process }),
    }
}

/// Writes a new file as a whole. An existing file is an error.
pub(super) fn write_new(disk: &dyn Disk, path: &Path, text: &str, new: NewFile) -> Result<(), FileError> {
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists => FileError::Exists { path: path.to_path_buf(), new },
        _ => FileError::io(path, "written")(error),
    };
    put(disk, path, text.as_bytes(), IfExists::Refuse).map_err(failed)?;
    disk.sync_folder(folder_of(path)).map_err(|error| {
        // Nothing has used it yet, and it may be gone after a power cut: better that it never was.
        let _ = disk.remove(path);
        failed(error)
    })
}

/// Puts a whole file in a place, all of it on the disk but its name.
fn put(disk: &dyn Disk, path: &Path, bytes: &[u8], taken: IfExists) -> io::Result<Box<dyn FileHandle>> {
    let (temporary, mut file) = disk.temporary(path)?;
    let written = file.write_at(0, bytes).and_then(|()| file.sync());
    match written.and_then(|()| disk.rename(&temporary, path, taken)) {
        Ok(()) => Ok(file),
        Err(e) => {
            let _ = disk.remove(&temporary);
            Err(e)
        }
    }
}

impl Store {
    /// Opens a save's file for appending at `end`; what is in it is on the disk when this returns.
    ///
    /// # Errors
    /// If it can't be opened for writing.
    pub(super) fn open(disk: Arc<dyn Disk>, path: &Path, lock: Locked, end: u64) -> Result<Self, FileError> {
        let failed = FileError::io(path, "opened for writing");
        let mut file = disk.open(path).map_err(&failed)?;
        // Whoever wrote last may have been killed before what was written, or its name, had come to the disk.
        let named = file.sync().and_then(|()| disk.real_path(path)).and_then(|real| disk.sync_folder(folder_of(&real)));
        named.map_err(&failed)?;
        let left = Some(left(file.as_mut()).map_err(failed)?);
        Ok(Self { disk, path: path.to_path_buf(), file, lock, end, left, broken: false, overtaken: false })
    }

    /// The lock, for another that is to take this one's place.
    pub(super) fn lock(&self) -> Locked {
        Arc::clone(&self.lock)
    }

    /// Whether a write was not made because somebody else had changed the file.
    pub(super) fn is_overtaken(&self) -> bool {
        self.overtaken
    }

    /// Keeps bytes in a file of their own beside the save, `NAME.WHAT-1` or the next number that is free, and says where.
    pub(super) fn keep_beside(&self, what: &str, bytes: &[u8]) -> Result<PathBuf, FileError> {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        for number in 1..10_000 {
            let beside = self.path.with_file_name(format!("{name}.{what}-{number}"));
            let mut file = match self.disk.create(&beside) {
                Ok(file) => file,
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists => continue,
                Err(e) => return Err(FileError::io(&beside, "made")(e)),
            };
            let written = file.write_at(0, bytes).and_then(|()| file.sync());
            return match written.and_then(|()| self.disk.sync_folder(folder_of(&beside))) {
                Ok(()) => Ok(beside),
                Err(e) => {
                    let _ = self.disk.remove(&beside);
                    Err(FileError::io(&beside, "written")(e))
                }
            };
        }
        Err(FileError::TooManyCopies { path: self.path.clone(), kind: what.into() })
    }

    /// Puts the closers where they belong, unless they are there. `bytes` is the file without what was torn off it.
    /// Comments that an editor left behind the last record stay, before the closers.
    pub(super) fn close_document(&mut self, bytes: &[u8], lacks_comma: bool) -> Result<(), FileError> {
        let (records, tail) = bytes.split_at(usize::try_from(self.end).map_or(bytes.len(), |end| end.min(bytes.len())));
        let behind = self.left.as_ref().map_or(0, |left| left.seen.length).saturating_sub(self.end);
        if tail == CLOSERS.as_bytes() && !lacks_comma && behind == tail.len() as u64 {
            return Ok(());
        }
        let kept = std::str::from_utf8(tail).ok().and_then(without_closers).unwrap_or_default();
        let mut closing = String::from(if lacks_comma { "," } else { "" });
        closing.push_str(kept.trim_end());
        if !closing.is_empty() || !records.ends_with(b"\n") {
            closing.push('\n');
        }
        let end = self.end + closing.len() as u64;
        closing.push_str(CLOSERS);
        self.unchanged()?;
        if behind == 0 {
            // Nothing is overwritten, so any part of this may be lost again.
            self.write_in_place(&closing)?;
            self.end = end;
            return Ok(());
        }
        self.replace(&[records, closing.as_bytes()].concat(), end)
    }

    /// Appends a line: over the closers, with closers of its own, and on the disk before this returns.
    ///
    /// # Errors
    /// If somebody else changed the file, or it can't be written. What was recorded before is safe.
    pub(super) fn append(&mut self, line: &str) -> Result<(), FileError> {
        let text = format!("{line},\n{CLOSERS}");
        self.unchanged()?;
        if self.broken {
            // The file's pages are not trusted; what is certain of it goes into a fresh one, with the new line.
            let mut bytes = self.certain()?;
            bytes.extend_from_slice(text.as_bytes());
            self.replace(&bytes, self.end)?;
        } else {
            self.write_in_place(&text)?;
        }
        self.end += (text.len() - CLOSERS.len()) as u64;
        Ok(())
    }

    /// Gives the save another text, closed by `])` and a newline; the file as it was is kept beside it as
    /// `NAME.before-WHAT-1` or the next number that is free. Says where.
    ///
    /// # Errors
    /// If somebody else changed the file, or it can't be written. The save is then as it was.
    pub(super) fn rewrite(&mut self, text: &str, what: &str) -> Result<PathBuf, FileError> {
        let end = text.len() - text.strip_suffix(CLOSERS).map_or(0, |_| CLOSERS.len());
        self.unchanged()?;
        let before = self.disk.read(&self.path).map_err(FileError::io(&self.path, "read"))?;
        let beside = self.keep_beside(&format!("before-{what}"), &before)?;
        self.replace(text.as_bytes(), end as u64)?;
        Ok(beside)
    }

    /// Whether the file is as we left it, under its name.
    ///
    /// # Errors
    /// If somebody else changed it.
    fn unchanged(&mut self) -> Result<(), FileError> {
        // Where the disk would not say how we left it there is nothing to compare.
        let Some(then) = &self.left else { return Ok(()) };
        let failed = FileError::io(&self.path, "written");
        let now = left(self.file.as_mut()).map_err(&failed)?;
        // The name may lead to another file by now.
        let named = self.disk.seen(&self.path).map_err(failed)?;
        if now == *then && named == then.seen {
            return Ok(());
        }
        self.overtaken = true;
        Err(FileError::ChangedElsewhere { path: self.path.clone() })
    }

    /// The bytes before the place for the next line: all that was ever recorded.
    fn certain(&self) -> Result<Vec<u8>, FileError> {
        let mut bytes = self.disk.read(&self.path).map_err(FileError::io(&self.path, "written"))?;
        match usize::try_from(self.end) {
            Ok(end) if end <= bytes.len() => {
                bytes.truncate(end);
                Ok(bytes)
            }
            _ => Err(FileError::Shortened { path: self.path.clone() }),
        }
    }

    fn write_in_place(&mut self, text: &str) -> Result<(), FileError> {
        let written = self.file.write_at(self.end, text.as_bytes());
        let is_written = written.is_ok();
        let done = written.and_then(|()| self.file.sync());
        if done.is_err() {
            // Nobody has been told of it, so it is taken back as far as the disk lets us. A full disk does; after a
            // failed sync there is no telling what became of the bytes, and the handle is not used again.
            let taken_back = self.file.set_len(self.end);
            let taken_back = taken_back.and_then(|()| self.file.write_at(self.end, CLOSERS.as_bytes()));
            let taken_back = taken_back.and_then(|()| self.file.sync());
            self.broken = is_written || taken_back.is_err();
        }
        self.left = left(self.file.as_mut()).ok();
        done.map_err(FileError::io(&self.path, "written"))
    }

    /// Puts a whole new file in the place of this one; lines go on at `end` of it.
    fn replace(&mut self, bytes: &[u8], end: u64) -> Result<(), FileError> {
        let path = self.disk.real_path(&self.path).map_err(FileError::io(&self.path, "written"))?;
        let failed = FileError::io(&path, "written");
        self.file = put(self.disk.as_ref(), &path, bytes, IfExists::Replace).map_err(&failed)?;
        self.end = end;
        self.left = left(self.file.as_mut()).ok();
        let named = self.disk.sync_folder(folder_of(&path));
        self.broken = named.is_err();
        named.map_err(failed)
    }
}

fn left(file: &mut dyn FileHandle) -> io::Result<LastSeen> {
    let seen = file.seen()?;
    let tail = file.read_from(seen.length.saturating_sub(TAIL))?;
    Ok(LastSeen { seen, tail })
}
