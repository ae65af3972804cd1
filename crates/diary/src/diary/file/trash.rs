//! Renames saves and discards them: into the system's trash, or into the program's own folder.
//!
//! A save that another process has open is left alone, and so is one with mail in its spool, and anything that is not a
//! file.

use super::{
    disk::{Disk, DiskLock, IfExists, RealDisk, folder_of},
    error::{FileError, NewFile},
    lock::SaveLock,
    open::MAX_NAME_LENGTH,
    special::refuse_special,
    spool::waiting_files,
};
use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrashTarget {
    /// The system's trash; if there is none, the folder.
    System,
    Folder,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiscardOutcome {
    Trash,
    Kept(PathBuf),
}

/// Renames a save. Never overwrites a file.
pub fn rename(from: &Path, to: &Path) -> Result<(), FileError> {
    let lock = lock(from)?;
    move_to(from, to)?;
    drop(lock);
    // The old lock file locks nothing any more; leaving it does no harm.
    remove_lock_file(from);
    Ok(())
}

/// Discards a save. In the folder it keeps its name, with a number added if that is taken.
pub fn discard(path: &Path, bin: TrashTarget, folder: &Path) -> Result<DiscardOutcome, FileError> {
    let lock = lock(path)?;
    // Not every system can move an open file.
    drop(lock);
    if bin == TrashTarget::System && trash::delete(path).is_ok() {
        remove_lock_file(path);
        return Ok(DiscardOutcome::Trash);
    }
    RealDisk.make_folder(folder).map_err(FileError::io(folder, "made"))?;
    let (stem, name) = (path.file_stem().unwrap_or_default(), path.file_name().unwrap_or_default());
    let numbered = |number: u32| {
        let mut name = OsString::from(stem);
        name.push(format!("-{number}.ron"));
        name
    };
    for name in std::iter::once(name.to_os_string()).chain((2..10_000).map(numbered)) {
        let to = folder.join(name);
        match move_to(path, &to) {
            Err(FileError::Exists { .. }) => {}
            moved => {
                moved?;
                remove_lock_file(path);
                return Ok(DiscardOutcome::Kept(to));
            }
        }
    }
    Err(FileError::TooManyCopies { path: folder.to_path_buf(), kind: "deleted".into() })
}

fn lock(path: &Path) -> Result<SaveLock, FileError> {
    let is_file = fs::metadata(path).map_err(FileError::io(path, "read"))?.is_file();
    refuse_special(path).map_err(FileError::io(path, "moved"))?;
    if !is_file {
        let what = io::Error::new(io::ErrorKind::InvalidInput, "it is a folder, not a file");
        return Err(FileError::io(path, "moved")(what));
    }
    let disk: Arc<dyn Disk> = Arc::new(RealDisk);
    let lock = SaveLock::take(&disk, path)?;
    match waiting_files(disk.as_ref(), path)?.into_iter().next() {
        Some(mail) => Err(FileError::MailWaits { path: path.to_path_buf(), mail }),
        None => Ok(lock),
    }
}

fn move_to(from: &Path, to: &Path) -> Result<(), FileError> {
    let length = to.file_name().unwrap_or_default().len();
    if length > MAX_NAME_LENGTH {
        let what = format!("its name would have {length} bytes; the maximum for a save is {MAX_NAME_LENGTH}");
        return Err(FileError::io(from, "renamed")(io::Error::new(io::ErrorKind::InvalidFilename, what)));
    }
    RealDisk.rename(from, to, IfExists::Refuse).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => FileError::Exists { path: to.to_path_buf(), new: NewFile::Save },
        _ => FileError::io(from, "moved")(error),
    })?;
    [from, to].iter().try_for_each(|path| RealDisk.sync_folder(folder_of(path)).map_err(FileError::io(path, "moved")))
}

/// Removes the lock file of a save with that name, if nobody holds it.
fn remove_lock_file(path: &Path) {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".lock");
    let lock = path.with_file_name(name);
    if fs::symlink_metadata(&lock).is_ok_and(|file| file.is_file())
        && let Ok(DiskLock::Acquired(held)) = RealDisk.lock(&lock)
    {
        let _ = fs::remove_file(&lock);
        drop(held);
    }
}
