//! The operations that a save needs of a disk, and the real disk.
//!
//! Every write of a save goes through this interface, so that tests can use a disk that fails, fills up, or loses power
//! between any two operations.

use super::{
    leftovers,
    platform::{self, patiently},
    special::{read_save, refuse_special},
};
use std::{
    fmt::Debug,
    fs::{self, File, Metadata, OpenOptions, TryLockError},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    time::SystemTime,
};

/// A disk with files and folders.
pub trait Disk: Debug + Send + Sync {
    /// All bytes of a file.
    ///
    /// # Errors
    /// What the disk says.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// A reader of a file's bytes.
    ///
    /// # Errors
    /// What the disk says.
    fn reader(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        Ok(Box::new(io::Cursor::new(self.read(path)?)))
    }

    /// A file's stamp.
    ///
    /// # Errors
    /// What the disk says.
    fn stamp(&self, path: &Path) -> io::Result<FileStamp>;

    /// Opens an existing file for reading and writing.
    ///
    /// # Errors
    /// What the disk says.
    fn open(&self, path: &Path) -> io::Result<Box<dyn FileHandle>>;

    /// Creates a file that those may read and write.
    ///
    /// # Errors
    /// `AlreadyExists` if there is one of that name; or what the disk says.
    fn create(&self, path: &Path, access: Access) -> io::Result<Box<dyn FileHandle>>;

    /// Creates a file of an unused name in the folder of that path, with the owner and the permissions of `like`, or else
    /// of the file at that path if there is one.
    ///
    /// # Errors
    /// What the disk says.
    fn temporary(&self, beside: &Path, like: Option<&Metadata>) -> io::Result<(PathBuf, Box<dyn FileHandle>)>;

    /// Renames a file atomically.
    ///
    /// # Errors
    /// `AlreadyExists` if the name is in use and the file of that name may not be replaced; or what the disk says.
    fn rename(&self, from: &Path, to: &Path, existing: IfExists) -> io::Result<()>;

    /// Removes a file.
    ///
    /// # Errors
    /// What the disk says.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Creates a folder, and those above it.
    ///
    /// # Errors
    /// What the disk says.
    fn make_folder(&self, folder: &Path) -> io::Result<()>;

    /// Returns when the names in a folder are on the disk.
    ///
    /// # Errors
    /// What the disk says.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;

    /// The path with all links resolved.
    ///
    /// # Errors
    /// What the disk says.
    fn real_path(&self, path: &Path) -> io::Result<PathBuf>;

    /// Takes the lock of that name unless another process holds it. Dropping it releases it.
    ///
    /// # Errors
    /// What the disk says.
    fn lock(&self, path: &Path) -> io::Result<DiskLock>;

    /// Takes the lock of a file itself, whatever its names, unless another process holds it. Dropping it releases it.
    ///
    /// # Errors
    /// What the disk says; `Unsupported` where a locked file could not be read.
    fn lock_file(&self, _: &Path) -> io::Result<DiskLock> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Whether files can be locked themselves.
    fn locks_files(&self) -> bool {
        false
    }

    /// Removes temporary files that killed processes left beside a file.
    fn clear_leftovers(&self, _: &Path) {}
}

/// A file that is open.
pub trait FileHandle: Debug + Send + Sync {
    /// Its stamp.
    ///
    /// # Errors
    /// What the disk says.
    fn stamp(&mut self) -> io::Result<FileStamp>;

    /// Its owner and its permissions, where the disk has any.
    fn metadata(&self) -> Option<Metadata> {
        None
    }

    /// Its bytes from that position on.
    ///
    /// # Errors
    /// What the disk says.
    fn read_from(&mut self, at: u64) -> io::Result<Vec<u8>>;

    /// Writes bytes at that position, over those that are there.
    ///
    /// # Errors
    /// What the disk says; any part of them may have been written.
    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()>;

    /// Truncates it to that length.
    ///
    /// # Errors
    /// What the disk says.
    fn set_len(&mut self, length: u64) -> io::Result<()>;

    /// Returns when everything that was written is on the disk.
    ///
    /// # Errors
    /// What the disk says; then it is unknown what became of the writes since the last sync.
    fn sync(&mut self) -> io::Result<()>;
}

/// What the file system says of a file: tells whether it has been changed or replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileStamp {
    /// Its length in bytes.
    pub length: u64,
    /// When it was last written, where the disk records that.
    pub changed: Option<SystemTime>,
    /// Which file it is, whatever its name, as far as the platform tells.
    pub identity: (u64, u64),
}

/// Who may read and write a new file.
#[derive(Clone, Copy, Debug)]
pub enum Access<'a> {
    /// Whoever may by the user's mask.
    Usual,
    /// Its owner alone.
    Private,
    /// Whoever may read and write another.
    Like(&'a Metadata),
}

/// What a rename does where a file of the new name exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IfExists {
    /// It fails.
    Refuse,
    /// It replaces that file.
    Replace,
}

/// The result of taking a lock.
#[derive(Debug)]
pub enum DiskLock {
    /// The lock, held until this is dropped.
    Ours(Box<dyn Debug + Send + Sync>),
    /// Another process holds it: its number, where that is known.
    Held(Option<u32>),
}

/// The disk of this machine.
#[derive(Clone, Copy, Debug)]
pub struct RealDisk;

impl Disk for RealDisk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        patiently(|| read_save(path))
    }

    fn reader(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        refuse_special(path)?;
        Ok(Box::new(patiently(|| File::open(path))?))
    }

    fn stamp(&self, path: &Path) -> io::Result<FileStamp> {
        platform::stamp(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn FileHandle>> {
        Ok(Box::new(patiently(|| OpenOptions::new().read(true).write(true).open(path))?))
    }

    fn create(&self, path: &Path, access: Access) -> io::Result<Box<dyn FileHandle>> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true);
        if matches!(access, Access::Usual) {
            return Ok(Box::new(options.open(path)?));
        }
        let file = platform::private(&mut options).open(path)?;
        if let Access::Like(like) = access {
            platform::make_like(&file, like)?;
        }
        Ok(Box::new(file))
    }

    fn temporary(&self, beside: &Path, like: Option<&Metadata>) -> io::Result<(PathBuf, Box<dyn FileHandle>)> {
        let mut builder = tempfile::Builder::new();
        let prefix = leftovers::prefix(beside);
        builder.prefix(&prefix).rand_bytes(leftovers::BY_CHANCE);
        let like = like.cloned().or_else(|| fs::metadata(beside).ok());
        if let Some(fresh) = platform::fresh_permissions().filter(|_| like.is_none()) {
            builder.permissions(fresh);
        }
        let (file, path) = builder.tempfile_in(folder_of(beside))?.keep().map_err(|e| e.error)?;
        if let Some(like) = like {
            platform::make_like(&file, &like)?;
        }
        Ok((path, Box::new(file)))
    }

    fn rename(&self, from: &Path, to: &Path, existing: IfExists) -> io::Result<()> {
        match existing {
            IfExists::Replace => patiently(|| fs::rename(from, to)),
            IfExists::Refuse => {
                let from = tempfile::TempPath::try_from_path(from)?;
                from.persist_noclobber(to).map_err(|e| {
                    // Whoever created the file removes it.
                    let _ = e.path.keep();
                    e.error
                })
            }
        }
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn make_folder(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        platform::sync_folder(folder)
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        fs::canonicalize(path)
    }

    fn lock(&self, path: &Path) -> io::Result<DiskLock> {
        for _ in 0..ATTEMPTS {
            let is_new = !path.exists();
            let opened = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path);
            let mut file = match opened {
                // Another user's lock file can be locked, though nothing can be written to it.
                // Where there is none, what keeps it from being made is what is told.
                Err(e) if e.kind() == io::ErrorKind::PermissionDenied => File::open(path).map_err(|_| e)?,
                opened => opened?,
            };
            match platform::lock_named(&file, path) {
                None => {}
                Some(Ok(())) => {
                    // For the message in other processes; failing to write it does no harm.
                    let _ = file.set_len(0).and_then(|()| write!(file, "{}", std::process::id()));
                    return Ok(DiskLock::Ours(Box::new(file)));
                }
                Some(Err(TryLockError::WouldBlock)) => {
                    let mut holder = String::new();
                    let _ = file.read_to_string(&mut holder);
                    return Ok(DiskLock::Held(holder.trim().parse().ok()));
                }
                Some(Err(TryLockError::Error(e))) => {
                    if is_new {
                        // It keeps nobody out.
                        let _ = fs::remove_file(path);
                    }
                    return Err(e);
                }
            }
        }
        Ok(DiskLock::Held(None))
    }

    fn lock_file(&self, path: &Path) -> io::Result<DiskLock> {
        if !platform::LOCKS_FILES {
            return Err(io::ErrorKind::Unsupported.into());
        }
        for _ in 0..ATTEMPTS {
            let file = OpenOptions::new().read(true).write(true).open(path)?;
            match platform::lock_named(&file, path) {
                None => {}
                Some(Ok(())) => return Ok(DiskLock::Ours(Box::new(file))),
                Some(Err(TryLockError::WouldBlock)) => break,
                Some(Err(TryLockError::Error(e))) => return Err(e),
            }
        }
        Ok(DiskLock::Held(None))
    }

    fn locks_files(&self) -> bool {
        platform::LOCKS_FILES
    }

    fn clear_leftovers(&self, path: &Path) {
        leftovers::clear(path);
    }
}

/// How often a lock is tried whose name goes over to another file meanwhile.
const ATTEMPTS: usize = 100;

/// The folder that a file lies in.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

impl FileHandle for File {
    fn stamp(&mut self) -> io::Result<FileStamp> {
        platform::stamp_of_open(self)
    }

    fn metadata(&self) -> Option<Metadata> {
        File::metadata(self).ok()
    }

    fn read_from(&mut self, at: u64) -> io::Result<Vec<u8>> {
        self.seek(SeekFrom::Start(at))?;
        let mut bytes = Vec::new();
        self.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        self.seek(SeekFrom::Start(at))?;
        self.write_all(bytes)
    }

    fn set_len(&mut self, length: u64) -> io::Result<()> {
        File::set_len(self, length)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }
}
