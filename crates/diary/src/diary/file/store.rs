//! A save's file: locked, appended to, and never overwritten after another program has changed it.
//!
//! A line is appended in place. Any other change writes a whole new file, syncs it, renames it to the save's name
//! atomically, and syncs the folder. At every moment the save is either the old file or the new one.

use super::{
    disk::{Access, Disk, DiskLock, FileHandle, FileStamp, IfExists, folder_of},
    error::{FileError, NewFile},
    lines,
    lock::SaveLock,
    platform,
    special::MAX_SAVE_LENGTH,
};
use std::{
    borrow::Cow,
    fmt::Debug,
    fs::{self, Metadata},
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

/// Number of bytes at the end of the file that are compared before a write.
const TAIL_LENGTH: u64 = 64;

/// A save's file, open for appending, and its lock.
#[derive(Debug)]
pub struct Store {
    disk: Arc<dyn Disk>,
    path: PathBuf,
    file: Box<dyn FileHandle>,
    /// The file's owner and permissions when it was opened or last replaced.
    metadata: Option<Metadata>,
    lock: SaveLock,
    recorded: Vec<u8>,
    end: u64,
    /// The text that closes the document there.
    closers: String,
    /// The file after our last write; `None` if the disk reported an error.
    last_seen: Option<LastSeen>,
    /// A write or a sync failed, so the content of the file's pages is unknown.
    write_failed: bool,
    /// Another program had changed the file before a write.
    changed_elsewhere: bool,
    /// The stamp that the last check found instead of our file's, and how many checks in a row have found it. `None` stands
    /// for no file.
    suspected: (Option<FileStamp>, u32),
}

/// The file after our last write.
#[derive(Clone, Debug, PartialEq, Eq)]
struct LastSeen {
    seen: FileStamp,
    tail: Vec<u8>,
}

/// Writes a whole new file. An existing file is an error.
pub(super) fn write_new(disk: &dyn Disk, path: &Path, bytes: &[u8], new: NewFile) -> Result<(), FileError> {
    write_new_like(disk, path, bytes, new, None)
}

/// Like `write_new`, with the owner and permissions of `like`.
pub(super) fn write_new_like(
    disk: &dyn Disk,
    path: &Path,
    bytes: &[u8],
    new: NewFile,
    like: Option<&Metadata>,
) -> Result<(), FileError> {
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists => FileError::Exists { path: path.to_path_buf(), new },
        _ => FileError::io(path, "written")(error),
    };
    write_file(disk, path, bytes, IfExists::Refuse, like).map_err(failed)?;
    disk.sync_folder(folder_of(path)).map_err(|error| {
        // Nothing has used the file yet, and a power cut may lose it: remove it now.
        let _ = disk.remove(path);
        failed(error)
    })
}

pub(super) fn write_over(disk: &dyn Disk, path: &Path, bytes: &[u8], like: Option<&Metadata>) -> Result<(), FileError> {
    let real = disk.real_path(path).map_err(FileError::io(path, "written"))?;
    check_single_link(path, fs::metadata(&real).ok().as_ref())?;
    let written =
        write_file(disk, &real, bytes, IfExists::Replace, like).and_then(|_| disk.sync_folder(folder_of(&real)));
    written.map_err(FileError::io(path, "written"))
}

/// Refuses to replace a file that has several hard links: the others would keep the old file, and the two would
/// diverge.
pub(super) fn check_single_link(path: &Path, found: Option<&Metadata>) -> Result<(), FileError> {
    match found.map_or(1, platform::link_count) {
        // A file that is gone has none.
        0 | 1 => Ok(()),
        names => Err(FileError::ManyNames { path: path.to_path_buf(), names }),
    }
}

/// Writes bytes to a new file with the access rights of `like`, under the first number whose name is free.
pub(super) fn write_numbered(
    disk: &dyn Disk,
    (save, like): (&Path, Option<&Metadata>),
    kind: &str,
    named: impl Fn(u32) -> PathBuf,
    bytes: &[u8],
) -> Result<PathBuf, FileError> {
    for path in (1..10_000).map(named) {
        if write_if_free(disk, &path, like, || Cow::Borrowed(bytes))? {
            return Ok(path);
        }
    }
    Err(FileError::TooManyCopies { path: save.to_path_buf(), kind: kind.into() })
}

/// Like [`write_numbered`], under this name. Returns false if it is taken, without computing the bytes.
pub(super) fn write_if_free<'b>(
    disk: &dyn Disk,
    path: &Path,
    like: Option<&Metadata>,
    bytes: impl FnOnce() -> Cow<'b, [u8]>,
) -> Result<bool, FileError> {
    let mut file = match disk.create(path, like.map_or(Access::Private, Access::Like)) {
        Ok(file) => file,
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists => return Ok(false),
        Err(e) => return Err(FileError::io(path, "made")(e)),
    };
    let written = file.write_at(0, &bytes()).and_then(|()| file.sync());
    match written.and_then(|()| disk.sync_folder(folder_of(path))) {
        Ok(()) => Ok(true),
        Err(e) => {
            let _ = disk.remove(path);
            Err(FileError::io(path, "written")(e))
        }
    }
}

/// A new file with a name, and the lock on the file itself.
pub(super) type WrittenFile = (Box<dyn FileHandle>, Option<Box<dyn Debug + Send + Sync>>);

/// Writes a whole file under a name. On return its content is on the disk, but its name may not be.
pub(super) fn write_file(
    disk: &dyn Disk,
    path: &Path,
    bytes: &[u8],
    taken: IfExists,
    like: Option<&Metadata>,
) -> io::Result<WrittenFile> {
    let (temporary, written) = write_temporary(disk, path, bytes, like)?;
    rename_temporary(disk, &temporary, path, taken).map(|()| written)
}

/// Writes a file beside `path`, to be renamed to it. Its content is on the disk on return.
fn write_temporary(
    disk: &dyn Disk,
    path: &Path,
    bytes: &[u8],
    like: Option<&Metadata>,
) -> io::Result<(PathBuf, WrittenFile)> {
    let (temporary, mut file) = disk.temporary(path, bytes, like)?;
    let written = file.write_at(0, bytes).and_then(|()| file.sync());
    // Lock before the rename, while nobody else can find the file.
    let lock = match disk.lock_file(&temporary) {
        Ok(DiskLock::Acquired(lock)) => Some(lock),
        _ => None,
    };
    if let Err(e) = written {
        let _ = disk.remove(&temporary);
        return Err(e);
    }
    Ok((temporary, (file, lock)))
}

fn rename_temporary(disk: &dyn Disk, temporary: &Path, path: &Path, taken: IfExists) -> io::Result<()> {
    disk.rename(temporary, path, taken).inspect_err(|_| {
        let _ = disk.remove(temporary);
    })
}

impl Store {
    /// Opens a save's file for appending at `end`. Its content is on the disk on return.
    pub(super) fn open(
        disk: Arc<dyn Disk>,
        path: &Path,
        lock: SaveLock,
        (bytes, end): (&[u8], u64),
    ) -> Result<Self, FileError> {
        let failed = FileError::io(path, "opened for writing");
        let mut file = disk.open(path).map_err(&failed)?;
        // The last writer may have been killed before its writes, or the file's name, were on the disk.
        let named = file.sync().and_then(|()| disk.real_path(path)).and_then(|real| disk.sync_folder(folder_of(&real)));
        named.map_err(&failed)?;
        let left = Some(last_seen(file.as_mut()).map_err(failed)?);
        let (path, closers) = (path.to_path_buf(), String::new());
        let recorded = bytes[..usize::try_from(end).map_or(bytes.len(), |end| end.min(bytes.len()))].to_vec();
        let like = file.metadata();
        Ok(Self {
            disk,
            path,
            file,
            metadata: like,
            lock,
            recorded,
            end,
            closers,
            last_seen: left,
            write_failed: false,
            changed_elsewhere: false,
            suspected: (None, 0),
        })
    }

    pub(super) fn lock(&self) -> &SaveLock {
        &self.lock
    }

    pub(super) fn is_changed_elsewhere(&self) -> bool {
        self.changed_elsewhere
    }

    /// Whether another program has replaced or deleted the file, or changed its length, since our last write. Reported
    /// once, at the second check that finds the same: the other program may still have been writing at the first.
    pub(super) fn detect_change(&mut self) -> Option<FileError> {
        let then = self.last_seen.as_ref().filter(|_| !self.changed_elsewhere)?;
        let found = self.disk.stamp(&self.path).ok();
        let is_ours = |now: &FileStamp| (now.length, now.identity) == (then.seen.length, then.seen.identity);
        let checks = match &self.suspected {
            _ if found.as_ref().is_some_and(is_ours) => 0,
            (before, checks) if *before == found => checks.saturating_add(1),
            _ => 1,
        };
        let is_gone = found.is_none();
        self.suspected = (found, checks);
        if checks != 2 {
            return None;
        }
        let path = self.path.clone();
        self.changed_elsewhere = !is_gone;
        Some(if is_gone { FileError::Gone { path } } else { FileError::ChangedElsewhere { path } })
    }

    /// The save's owner and permissions when it was opened or last replaced.
    pub(super) fn metadata(&self) -> Option<&Metadata> {
        self.metadata.as_ref()
    }

    pub(super) fn check_single_link(&self) -> Result<(), FileError> {
        check_single_link(&self.path, self.file.metadata().as_ref())
    }

    /// Writes the whole save under its name again, with its old owner and permissions. The name is free, or another
    /// file has it (`replaced`).
    pub(super) fn restore(&self, replaced: bool) -> Result<(), FileError> {
        let (disk, text) = (self.disk.as_ref(), self.text());
        if replaced {
            write_over(disk, &self.path, &text, self.metadata())
        } else {
            write_new_like(disk, &self.path, &text, NewFile::Save, self.metadata())
        }
    }

    /// Writes bytes from the file `from` to a new file beside the save, `NAME.WHAT-1` or with the next free number.
    pub(super) fn write_copy_beside(
        &self,
        what: &str,
        bytes: &[u8],
        from: Option<&Metadata>,
    ) -> Result<PathBuf, FileError> {
        let named = |number| self.numbered_path(what, number);
        write_numbered(self.disk.as_ref(), (&self.path, from), what, named, bytes)
    }

    /// An unused name beside the save: `NAME.WHAT-1`, or with the next free number.
    pub(super) fn free_path(&self, what: &str) -> Result<PathBuf, FileError> {
        let mut named = (1..10_000).map(|number| self.numbered_path(what, number));
        let free = named.find(|path| fs::symlink_metadata(path).is_err_and(|e| is_not_found(&e)));
        free.ok_or_else(|| FileError::TooManyCopies { path: self.path.clone(), kind: what.into() })
    }

    fn numbered_path(&self, what: &str, number: u32) -> PathBuf {
        let mut name = self.path.file_name().unwrap_or_default().to_os_string();
        name.push(format!(".{what}-{number}"));
        self.path.with_file_name(name)
    }

    /// All recorded text, as it is in the file before the next line.
    pub(super) fn recorded(&self) -> &[u8] {
        &self.recorded
    }

    /// The text of the whole save, with closers.
    pub(super) fn text(&self) -> Vec<u8> {
        [&self.recorded, self.closers.as_bytes()].concat()
    }

    /// Whether the file is unchanged since our last write, and still has its name.
    pub(super) fn is_unchanged(&mut self) -> bool {
        let Some(then) = self.last_seen.clone().filter(|_| !self.write_failed) else { return false };
        let now = last_seen(self.file.as_mut());
        now.is_ok_and(|now| now == then) && self.disk.stamp(&self.path).is_ok_and(|named| named == then.seen)
    }

    /// Writes the closers after the last record, unless they are there, and `line` before them if there is one. `bytes`
    /// is the file without a torn last line. Comments after the last record stay, before the closers.
    pub(super) fn close_document(
        &mut self,
        bytes: &[u8],
        lacks_comma: bool,
        line: Option<&str>,
        closers: String,
    ) -> Result<(), FileError> {
        let (records, tail) = bytes.split_at(usize::try_from(self.end).map_or(bytes.len(), |end| end.min(bytes.len())));
        let behind = self.last_seen.as_ref().map_or(0, |left| left.seen.length).saturating_sub(self.end);
        self.closers = closers;
        if tail == self.closers.as_bytes() && !lacks_comma && behind == tail.len() as u64 {
            return Ok(());
        }
        let comments = std::str::from_utf8(tail)
            .ok()
            .and_then(|tail| lines::parse_closers(tail).ok())
            .map_or(String::new(), |found| found.comments);
        if behind > 0 {
            self.check_single_link()?;
        }
        let mut closing = String::from(if lacks_comma { "," } else { "" });
        closing.push_str(comments.trim_end());
        if !closing.is_empty() || !records.ends_with(b"\n") {
            closing.push('\n');
        }
        if let Some(line) = line {
            closing.extend([line, ",\n"]);
        }
        let end = self.end + closing.len() as u64;
        self.recorded.extend_from_slice(closing.as_bytes());
        closing.push_str(&self.closers);
        self.check_unchanged()?;
        if behind == 0 {
            // Nothing is overwritten, so a power cut in between loses nothing.
            self.write_in_place(&closing)?;
            self.end = end;
            return Ok(());
        }
        self.replace(&[records, closing.as_bytes()].concat(), end)
    }

    /// Appends a line and closers over the old closers. The line is on the disk on return.
    pub(super) fn append(&mut self, line: &str, closers: String) -> Result<(), FileError> {
        let text = format!("{line},\n{closers}");
        if self.end + text.len() as u64 > MAX_SAVE_LENGTH {
            return Err(FileError::Full { path: self.path.clone() });
        }
        self.check_unchanged()?;
        if self.write_failed {
            // The file's pages can't be trusted: write everything recorded, and the new line, to a new file.
            let bytes = [&self.recorded, text.as_bytes()].concat();
            self.replace(&bytes, self.end)?;
        } else {
            self.write_in_place(&text)?;
        }
        let line = &text[..text.len() - closers.len()];
        self.recorded.extend_from_slice(line.as_bytes());
        self.end += line.len() as u64;
        self.closers = closers;
        Ok(())
    }

    /// Replaces the save's text; the next line goes to `end`. Keeps a copy of the old file, or of `before`, its text
    /// before mending, as `NAME.before-WHAT-1`, and returns the copy's path.
    pub(super) fn rewrite(
        &mut self,
        before: Option<&[u8]>,
        (text, end): (&str, u64),
        closers: String,
        what: &str,
    ) -> Result<PathBuf, FileError> {
        self.check_unchanged()?;
        self.check_single_link()?;
        let before = match before {
            Some(before) => before.to_vec(),
            None => self.disk.read(&self.path).map_err(FileError::io(&self.path, "read"))?,
        };
        let beside = self.write_copy_beside(&format!("before-{what}"), &before, self.file.metadata().as_ref())?;
        self.replace(text.as_bytes(), end)?;
        self.recorded = text.as_bytes()[..usize::try_from(end).map_or(text.len(), |end| end.min(text.len()))].to_vec();
        self.closers = closers;
        Ok(beside)
    }

    fn check_unchanged(&mut self) -> Result<(), FileError> {
        // After a disk error on the last write there is nothing to compare with.
        let Some(then) = &self.last_seen else { return Ok(()) };
        let failed = FileError::io(&self.path, "written");
        let now = last_seen(self.file.as_mut()).map_err(&failed)?;
        // Another file may have the name by now.
        let path = || self.path.clone();
        let named = match self.disk.stamp(&self.path) {
            Ok(named) => named,
            Err(e) if is_not_found(&e) => {
                self.changed_elsewhere = true;
                return Err(FileError::Gone { path: path() });
            }
            Err(e) => return Err(failed(e)),
        };
        if now == *then && named == then.seen {
            return Ok(());
        }
        self.changed_elsewhere = true;
        Err(FileError::ChangedElsewhere { path: path() })
    }

    /// Checks, after a sync, that the save's name still leads to the file that was written.
    fn has_kept_name(&self, written: &FileStamp) -> io::Result<bool> {
        match self.disk.stamp(&self.path) {
            Ok(named) => Ok(named == *written),
            Err(e) if is_not_found(&e) => Ok(false),
            Err(e) => Err(e),
        }
    }

    fn write_in_place(&mut self, text: &str) -> Result<(), FileError> {
        let written = self.file.write_at(self.end, text.as_bytes());
        let is_written = written.is_ok();
        let done = written.and_then(|()| self.file.sync());
        // Another file may have taken the name meanwhile: then nobody would find what was written.
        let done = done.and_then(|()| {
            let written = last_seen(self.file.as_mut())?;
            let is_ours = written.seen.length == self.end + text.len() as u64
                && text.as_bytes().ends_with(&written.tail)
                || text.len() < written.tail.len();
            Ok(is_ours && self.has_kept_name(&written.seen)?)
        });
        if matches!(done, Ok(false)) {
            self.changed_elsewhere = true;
            return Err(FileError::Replaced { path: self.path.clone() });
        }
        if done.is_err() {
            // The line counts as not recorded, so remove it as far as the disk allows. A full disk allows it. After a
            // failed sync the fate of the bytes is unknown, and the handle is not used again.
            let undone = self.file.set_len(self.end);
            let undone = undone.and_then(|()| self.file.write_at(self.end, self.closers.as_bytes()));
            let undone = undone.and_then(|()| self.file.sync());
            self.write_failed = is_written || undone.is_err();
        }
        self.last_seen = last_seen(self.file.as_mut()).ok();
        done.map(drop).map_err(FileError::io(&self.path, "written"))
    }

    /// Replaces the file by a whole new one, whose next line goes to `end`.
    fn replace(&mut self, bytes: &[u8], end: u64) -> Result<(), FileError> {
        self.check_single_link()?;
        let path = self.disk.real_path(&self.path).map_err(FileError::io(&self.path, "written"))?;
        let failed = FileError::io(&path, "written");
        let (temporary, (file, lock)) =
            write_temporary(self.disk.as_ref(), &path, bytes, self.file.metadata().as_ref()).map_err(&failed)?;
        // On some disks, such as a share, Windows replaces no file that is open.
        let old = cfg!(unix).then_some(std::mem::replace(&mut self.file, file));
        if let Err(e) = rename_temporary(self.disk.as_ref(), &temporary, &path, IfExists::Replace) {
            self.file = old.map_or_else(|| self.disk.open(&path), Ok).map_err(&failed)?;
            return Err(failed(e));
        }
        self.metadata = self.file.metadata();
        self.end = end;
        self.last_seen = last_seen(self.file.as_mut()).ok();
        if let Some(left) = &self.last_seen {
            self.lock.switch_to(left.seen.identity, lock.map(Into::into));
        }
        let named = self.disk.sync_folder(folder_of(&path));
        self.write_failed = named.is_err();
        named.map_err(failed)
    }
}

fn is_not_found(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

fn last_seen(file: &mut dyn FileHandle) -> io::Result<LastSeen> {
    let seen = file.stamp()?;
    let tail = file.read_from(seen.length.saturating_sub(TAIL_LENGTH))?;
    Ok(LastSeen { seen, tail })
}
