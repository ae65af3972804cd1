//! The file under a save: locked, appended to, and never overwritten when somebody else has touched it.

use crate::{
    document::without_closers,
    error::{Failure, shown},
};
use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    time::SystemTime,
};

/// What closes the document.
const CLOSERS: &str = "])\n";

/// How many of the file's last bytes are compared before a write.
const TAIL: u64 = 64;

/// A save's file, open for appending, and the lock that keeps it ours.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    file: File,
    _lock: File,
    /// Where the next line goes.
    end: u64,
    left: Left,
    /// A write or a sync failed: what the file's pages hold now is anybody's guess.
    broken: bool,
}

/// How we left the file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Left {
    length: u64,
    changed: Option<SystemTime>,
    identity: (u64, u64),
    tail: Vec<u8>,
}

#[cfg(unix)]
fn identity(data: &fs::Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (data.dev(), data.ino())
}

#[cfg(not(unix))]
fn identity(_: &fs::Metadata) -> (u64, u64) {
    (0, 0)
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
pub(super) fn lock(path: &Path) -> Result<File, Failure> {
    if !path.exists() {
        return Err(Failure::io(path, "read", &io::ErrorKind::NotFound.into()));
    }
    let beside = lock_path(path);
    let file = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(&beside);
    let mut file = file.map_err(|e| Failure::io(&beside, "made (it locks the save)", &e))?;
    match file.try_lock() {
        Ok(()) => {
            // Who has it, for the message that others get; that it can't be written down is no reason to stop.
            let _ = file.set_len(0).and_then(|()| write!(file, "{}", std::process::id()));
            Ok(file)
        }
        Err(TryLockError::WouldBlock) => {
            let mut holder = String::new();
            let _ = file.read_to_string(&mut holder);
            let by = holder.trim().parse::<u32>().map_or(String::new(), |pid| format!(" by process {pid}"));
            let failure = Failure::file(path, format!("it is open elsewhere{by}"));
            Err(failure.hint(format!("close it there, or watch it: wardiary open --follow {}", shown(path))))
        }
        Err(TryLockError::Error(e)) => Err(Failure::io(&beside, "locked", &e)),
    }
}

/// Writes a new file as a whole, where none is.
pub(super) fn write_new(path: &Path, text: &str) -> Result<(), Failure> {
    let failed = |e: &io::Error| Failure::io(path, "written", e);
    let folder = path.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut whole = tempfile::Builder::new().prefix(".wardiary-").tempfile_in(folder).map_err(|e| failed(&e))?;
    whole.write_all(text.as_bytes()).and_then(|()| whole.as_file().sync_all()).map_err(|e| failed(&e))?;
    whole.persist_noclobber(path).map_err(|e| match e.error.kind() {
        io::ErrorKind::AlreadyExists => {
            let failure = Failure::file(path, "there is a file of that name already");
            failure.hint(format!("choose another name, or go on with it: wardiary open {}", shown(path)))
        }
        _ => failed(&e.error),
    })?;
    sync_folder(folder).map_err(|e| failed(&e))
}

#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

impl Store {
    /// Opens a save's file for appending at `end`.
    ///
    /// # Errors
    /// If it can't be opened for writing.
    pub(super) fn open(path: &Path, lock: File, end: u64) -> Result<Self, Failure> {
        let failed = |e: &io::Error| Failure::io(path, "opened for writing", e);
        let mut file = OpenOptions::new().read(true).write(true).open(path).map_err(|e| failed(&e))?;
        let left = left(&mut file).map_err(|e| failed(&e))?;
        Ok(Self { path: path.to_path_buf(), file, _lock: lock, end, left, broken: false })
    }

    /// Keeps bytes that were torn off beside the save, and says where.
    pub(super) fn keep_beside(&self, torn: &[u8]) -> Result<PathBuf, Failure> {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        for number in 1..10_000 {
            let beside = self.path.with_file_name(format!("{name}.torn-{number}"));
            match OpenOptions::new().create_new(true).write(true).open(&beside) {
                Ok(mut file) => {
                    let written = file.write_all(torn).and_then(|()| file.sync_all());
                    return written.map(|()| beside.clone()).map_err(|e| Failure::io(&beside, "written", &e));
                }
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
                Err(e) => return Err(Failure::io(&beside, "made", &e)),
            }
        }
        Err(Failure::file(&self.path, "there are ten thousand torn lines beside it already"))
    }

    /// Puts the closers where they belong, unless they are there. `bytes` is the file without what was torn off it.
    /// Comments that an editor left behind the last record stay, before the closers.
    pub(super) fn close_document(&mut self, bytes: &[u8], lacks_comma: bool) -> Result<(), Failure> {
        let (records, tail) = bytes.split_at(usize::try_from(self.end).map_or(bytes.len(), |end| end.min(bytes.len())));
        if tail == CLOSERS.as_bytes() && !lacks_comma {
            return Ok(());
        }
        let kept = std::str::from_utf8(tail).ok().and_then(without_closers).unwrap_or_default();
        let mut closing = String::from(if lacks_comma { "," } else { "" });
        closing.push_str(kept.trim_end());
        if !closing.is_empty() || !records.ends_with(b"\n") {
            closing.push('\n');
        }
        let before = closing.len() as u64;
        closing.push_str(CLOSERS);
        self.write_at(self.end, &closing)?;
        self.end += before;
        Ok(())
    }

    /// Appends a line: over the closers, with closers of its own, and on the disk before this returns.
    ///
    /// # Errors
    /// If somebody else changed the file, or it can't be written. What was recorded before is safe.
    pub(super) fn append(&mut self, line: &str) -> Result<(), Failure> {
        let text = format!("{line},\n{CLOSERS}");
        if self.broken {
            self.write_afresh(&text)?;
        } else {
            self.write_at(self.end, &text)?;
        }
        self.end += (text.len() - CLOSERS.len()) as u64;
        Ok(())
    }

    fn write_at(&mut self, at: u64, text: &str) -> Result<(), Failure> {
        let path = self.path.clone();
        let failed = |e: &io::Error| Failure::io(&path, "written", e);
        let now = left(&mut self.file).map_err(|e| failed(&e))?;
        // The name may lead to another file by now.
        let named = fs::metadata(&self.path).map(|data| identity(&data)).map_err(|e| failed(&e))?;
        if now != self.left || named != self.left.identity {
            let failure =
                Failure::file(&self.path, "another program changed it while it was open here; nothing was written");
            return Err(failure.hint("open it again: what the other program wrote is then there too"));
        }
        let written = self.file.seek(SeekFrom::Start(at)).and_then(|_| self.file.write_all(text.as_bytes()));
        let length = at + text.len() as u64;
        let written = written.and_then(|()| if now.length > length { self.file.set_len(length) } else { Ok(()) });
        let synced = written.and_then(|()| self.file.sync_data()).and_then(|()| left(&mut self.file));
        match synced {
            Ok(left) => {
                self.left = left;
                Ok(())
            }
            Err(e) => {
                self.broken = true;
                Err(failed(&e))
            }
        }
    }

    /// After a failed write the file's pages are not trusted: what is certain of it goes into a fresh file, with the
    /// new line, and takes its place.
    fn write_afresh(&mut self, text: &str) -> Result<(), Failure> {
        let path = fs::canonicalize(&self.path).map_err(|e| Failure::io(&self.path, "written", &e))?;
        let failed = |e: &io::Error| Failure::io(&path, "written", e);
        let folder = path.parent().unwrap_or(Path::new("."));
        let certain = fs::read(&path).map_err(|e| failed(&e))?;
        let certain = usize::try_from(self.end).ok().and_then(|end| certain.get(..end));
        let certain = certain.ok_or_else(|| Failure::file(&path, "it has become shorter than it was"))?;
        let mut whole = tempfile::Builder::new().prefix(".wardiary-").tempfile_in(folder).map_err(|e| failed(&e))?;
        let written = whole.write_all(certain).and_then(|()| whole.write_all(text.as_bytes()));
        written.and_then(|()| whole.as_file().sync_all()).map_err(|e| failed(&e))?;
        let mut file = whole.persist(&path).map_err(|e| failed(&e.error))?;
        sync_folder(folder).map_err(|e| failed(&e))?;
        self.left = left(&mut file).map_err(|e| failed(&e))?;
        self.file = file;
        self.broken = false;
        Ok(())
    }
}

fn left(file: &mut File) -> io::Result<Left> {
    let data = file.metadata()?;
    let from = data.len().saturating_sub(TAIL);
    file.seek(SeekFrom::Start(from))?;
    let mut tail = Vec::with_capacity(usize::try_from(TAIL).unwrap_or(0));
    file.take(TAIL).read_to_end(&mut tail)?;
    Ok(Left { length: data.len(), changed: data.modified().ok(), identity: identity(&data), tail })
}
