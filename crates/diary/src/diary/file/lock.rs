//! The locks of a save: a file beside it and, on Unix, its own inode, so that two names of one save share a lock.
//!
//! The lock file is beside the file that links lead to. It can be deleted while it is held; then the lock on the save's
//! inode keeps others out. On a file system without locks, a file that names its owner is created exclusively. Something
//! else may have either name: the program follows no link, and writes to and removes only its own files.

use super::{
    disk::{Access, Disk, DiskLock, NameTaken, folder_of},
    error::FileError,
    open::MAX_NAME_LENGTH,
    platform,
};
use std::{
    ffi::OsString,
    fmt::Debug,
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

/// A lock, held until all clones of this are dropped.
#[derive(Clone, Debug)]
pub(super) struct SaveLock {
    /// The save's path with all links resolved.
    real: PathBuf,
    _lock_file: LockGuard,
    inode_lock: Option<InodeLock>,
    /// The file that stands for a lock on a file system without locks.
    owner_file: Option<PathBuf>,
}

type LockGuard = Arc<dyn Debug + Send + Sync>;

/// The identity of an inode, and its lock.
type InodeLock = ((u64, u64), LockGuard);

/// A lock file. Dropping this value removes the file.
#[derive(Debug)]
struct OwnerFile {
    disk: Arc<dyn Disk>,
    path: PathBuf,
}

impl Drop for OwnerFile {
    fn drop(&mut self) {
        // Another file may have taken the name. A file whose write failed holds only the first part of the description.
        let found = platform::read_process_description(&self.path).ok().flatten();
        if found.is_some_and(|found| platform::process_description().starts_with(&found)) {
            let _ = self.disk.remove(&self.path);
        }
    }
}

pub(super) fn sibling_path(real: &Path, kind: &str) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(real.file_name().unwrap_or_default());
    name.push(kind);
    real.with_file_name(name)
}

impl SaveLock {
    pub(super) fn take(disk: &Arc<dyn Disk>, path: &Path) -> Result<Self, FileError> {
        let real = disk.real_path(path).map_err(FileError::io(path, "read"))?;
        let lock = sibling_path(&real, ".lock");
        let elsewhere = |process| FileError::Locked { path: path.to_path_buf(), process };
        let (lock_result, claim) = match disk.lock(&lock) {
            Ok(DiskLock::Acquired(lock)) => (LockGuard::from(lock), None),
            Ok(DiskLock::Held(process)) => return Err(elsewhere(process)),
            Ok(DiskLock::Taken(what)) => return Err(FileError::LockNameTaken { path: path.into(), file: lock, what }),
            Err(e) if locks_unsupported(&e) => {
                let file = sibling_path(&real, ".locked");
                (create_owner_file(disk, path, &file)?, Some(file))
            }
            // Another user's file, and not readable: the lock on the save's inode must do.
            Err(e)
                if e.kind() == io::ErrorKind::PermissionDenied && disk.locks_files() && disk.stamp(&lock).is_ok() =>
            {
                (LockGuard::from(Box::new(()) as Box<dyn Debug + Send + Sync>), None)
            }
            Err(e) if e.kind() == io::ErrorKind::InvalidFilename => {
                let length = real.file_name().unwrap_or_default().len();
                let what = format!(
                    "its name has {length} bytes, too many for its lock file; rename it, with at most \
                     {MAX_NAME_LENGTH} bytes"
                );
                return Err(FileError::io(path, "opened for writing")(io::Error::new(e.kind(), what)));
            }
            Err(e) if matches!(e.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem) => {
                let folder = folder_of(&real);
                return Err(FileError::io(folder, "written to (a save needs a lock file beside it)")(e));
            }
            Err(e) => return Err(FileError::io(&lock, "created (it locks the save)")(e)),
        };
        let own = lock_inode(disk.as_ref(), path, &real)?;
        Ok(Self { real, _lock_file: lock_result, inode_lock: own, owner_file: claim })
    }

    /// The locks for reading the save again. Keeps those already held if the save's name still leads to the same file.
    pub(super) fn renew(&self, disk: &Arc<dyn Disk>, path: &Path) -> Result<Self, FileError> {
        let real = disk.real_path(path).map_err(FileError::io(path, "read"))?;
        if real != self.real {
            return Self::take(disk, path);
        }
        let now = disk.stamp(&real).map_err(FileError::io(path, "read"))?.identity;
        match &self.inode_lock {
            Some((identity, _)) if *identity == now => Ok(self.clone()),
            _ => Ok(Self { inode_lock: lock_inode(disk.as_ref(), path, &real)?, ..self.clone() }),
        }
    }

    /// Switches to a file that replaces the save and is already locked.
    pub(super) fn switch_to(&mut self, identity: (u64, u64), lock: Option<LockGuard>) {
        self.inode_lock = lock.map(|lock| (identity, lock));
    }

    pub(super) fn owner_file(&self) -> Option<&Path> {
        self.owner_file.as_deref()
    }
}

/// Locks the save's own inode, if the platform can.
fn lock_inode(disk: &dyn Disk, path: &Path, real: &Path) -> Result<Option<InodeLock>, FileError> {
    match disk.lock_file(real) {
        Ok(DiskLock::Acquired(lock)) => {
            let identity = disk.stamp(real).map_err(FileError::io(path, "read"))?.identity;
            Ok(Some((identity, lock.into())))
        }
        Ok(DiskLock::Held(process)) => Err(FileError::Locked { path: path.to_path_buf(), process }),
        Ok(DiskLock::Taken(what)) => Err(FileError::LockNameTaken { path: path.into(), file: real.into(), what }),
        Err(e) if locks_unsupported(&e) => Ok(None),
        Err(e) => Err(FileError::io(path, "opened for writing")(e)),
    }
}

fn create_owner_file(disk: &Arc<dyn Disk>, save: &Path, file: &Path) -> Result<LockGuard, FileError> {
    let failed = FileError::io(file, "created (it locks the save)");
    for _ in 0..2 {
        match disk.create(file, Access::Usual) {
            Ok(mut made) => {
                let claim = OwnerFile { disk: Arc::clone(disk), path: file.to_path_buf() };
                made.write_at(0, platform::process_description().as_bytes())
                    .and_then(|()| made.sync())
                    .map_err(&failed)?;
                disk.sync_folder(folder_of(file)).map_err(&failed)?;
                return Ok(Arc::new(claim));
            }
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
                let Some(owner) = platform::read_process_description(file).map_err(&failed)? else {
                    let what = NameTaken::OtherContent;
                    return Err(FileError::LockNameTaken { path: save.into(), file: file.into(), what });
                };
                if !platform::has_ended(&owner) {
                    return Err(FileError::Claimed {
                        path: save.to_path_buf(),
                        file: file.to_path_buf(),
                        owner: owner.into(),
                    });
                }
                disk.remove(file).map_err(&failed)?;
            }
            Err(e) => return Err(failed(e)),
        }
    }
    Err(FileError::Locked { path: save.to_path_buf(), process: None })
}

/// ENOLCK, ENOTSUP, ENOSYS: the file system, or the server behind it, does not support locks.
pub(super) fn locks_unsupported(error: &io::Error) -> bool {
    const ENOLCK: i32 = if cfg!(target_os = "linux") { 37 } else { 77 };
    error.kind() == io::ErrorKind::Unsupported || (cfg!(unix) && error.raw_os_error() == Some(ENOLCK))
}
