//! The real disk, with a hook that runs while a file is synced, or without support for locks.

use std::{
    fmt,
    fs::Metadata,
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};
use wardiary_diary::diary::file::disk::{Access, Disk, DiskLock, FileHandle, FileStamp, IfExists, RealDisk};

type SyncHook = Arc<Mutex<Option<Box<dyn FnOnce() + Send>>>>;

#[derive(Clone, Default)]
pub struct HookedDisk {
    sync_hook: SyncHook,
    lock_error: Option<i32>,
}

impl HookedDisk {
    /// A disk on which taking a lock fails with this error number of the operating system.
    pub fn without_locks(code: i32) -> Self {
        Self { lock_error: Some(code), ..Self::default() }
    }

    /// Runs this hook once, during the next sync of a file.
    pub fn at_next_sync(&self, act: impl FnOnce() + Send + 'static) {
        *self.sync_hook.lock().expect("nobody panics with it") = Some(Box::new(act));
    }

    fn wrapped(&self, inner: Box<dyn FileHandle>) -> Box<dyn FileHandle> {
        Box::new(HookedFile { inner, sync_hook: Arc::clone(&self.sync_hook) })
    }
}

impl fmt::Debug for HookedDisk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hooked")
    }
}

struct HookedFile {
    inner: Box<dyn FileHandle>,
    sync_hook: SyncHook,
}

impl fmt::Debug for HookedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.fmt(f)
    }
}

impl Disk for HookedDisk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        RealDisk.read(path)
    }
    fn stamp(&self, path: &Path) -> io::Result<FileStamp> {
        RealDisk.stamp(path)
    }
    fn open(&self, path: &Path) -> io::Result<Box<dyn FileHandle>> {
        Ok(self.wrapped(RealDisk.open(path)?))
    }
    fn create(&self, path: &Path, access: Access) -> io::Result<Box<dyn FileHandle>> {
        RealDisk.create(path, access)
    }
    fn temporary(
        &self,
        beside: &Path,
        bytes: &[u8],
        like: Option<&Metadata>,
    ) -> io::Result<(PathBuf, Box<dyn FileHandle>)> {
        let (path, file) = RealDisk.temporary(beside, bytes, like)?;
        Ok((path, self.wrapped(file)))
    }
    fn rename(&self, from: &Path, to: &Path, existing: IfExists) -> io::Result<()> {
        RealDisk.rename(from, to, existing)
    }
    fn remove(&self, path: &Path) -> io::Result<()> {
        RealDisk.remove(path)
    }
    fn make_folder(&self, folder: &Path) -> io::Result<()> {
        RealDisk.make_folder(folder)
    }
    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        RealDisk.sync_folder(folder)
    }
    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        RealDisk.real_path(path)
    }
    fn lock(&self, path: &Path) -> io::Result<DiskLock> {
        self.lock_error.map_or_else(|| RealDisk.lock(path), |code| Err(io::Error::from_raw_os_error(code)))
    }
    fn lock_file(&self, path: &Path) -> io::Result<DiskLock> {
        self.lock_error.map_or_else(|| RealDisk.lock_file(path), |code| Err(io::Error::from_raw_os_error(code)))
    }
    fn locks_files(&self) -> bool {
        RealDisk.locks_files()
    }
}

impl FileHandle for HookedFile {
    fn stamp(&mut self) -> io::Result<FileStamp> {
        self.inner.stamp()
    }
    fn metadata(&self) -> Option<Metadata> {
        self.inner.metadata()
    }
    fn read_from(&mut self, at: u64) -> io::Result<Vec<u8>> {
        self.inner.read_from(at)
    }
    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        self.inner.write_at(at, bytes)
    }
    fn set_len(&mut self, length: u64) -> io::Result<()> {
        self.inner.set_len(length)
    }
    fn sync(&mut self) -> io::Result<()> {
        self.inner.sync()?;
        let act = self.sync_hook.lock().expect("nobody panics with it").take();
        if let Some(act) = act {
            act();
        }
        Ok(())
    }
}
