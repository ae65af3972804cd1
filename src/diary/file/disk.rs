//! What a save needs of a disk: an interface of few operations, and the real one behind it.
//!
//! Everything that is written of a save goes through here, so that tests can use a disk of their own: one that fails,
//! fills up, or loses power between any two operations.

use super::platform::{self, patiently};
use std::{
    fmt::Debug,
    fs::{self, File, OpenOptions, TryLockError},
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

    /// A file's bytes, one after the other.
    ///
    /// # Errors
    /// What the disk says.
    fn reader(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        Ok(Box::new(io::Cursor::new(self.read(path)?)))
    }

    /// What can be seen of a file from outside, by its name.
    ///
    /// # Errors
    /// What the disk says.
    fn seen(&self, path: &Path) -> io::Result<FileStamp>;

    /// A file that is there, to be read and written.
    ///
    /// # Errors
    /// What the disk says.
    fn open(&self, path: &Path) -> io::Result<Box<dyn FileHandle>>;

    /// A new file, where there was none of that name.
    ///
    /// # Errors
    /// `AlreadyExists` where there was; or what the disk says.
    fn create(&self, path: &Path) -> io::Result<Box<dyn FileHandle>>;

    /// A new file of a name that nobody has, in the folder of that path, with that file's permissions if it is there.
    ///
    /// # Errors
    /// What the disk says.
    fn temporary(&self, beside: &Path) -> io::Result<(PathBuf, Box<dyn FileHandle>)>;

    /// Gives a file another name, in one instant.
    ///
    /// # Errors
    /// `AlreadyExists` where the name is taken and may not be; or what the disk says.
    fn rename(&self, from: &Path, to: &Path, taken: IfExists) -> io::Result<()>;

    /// Takes a file away.
    ///
    /// # Errors
    /// What the disk says.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Makes a folder, and those above it.
    ///
    /// # Errors
    /// What the disk says.
    fn make_folder(&self, folder: &Path) -> io::Result<()>;

    /// Comes back when the names in a folder are on the disk.
    ///
    /// # Errors
    /// What the disk says.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;

    /// The file that a path leads to in the end.
    ///
    /// # Errors
    /// What the disk says.
    fn real_path(&self, path: &Path) -> io::Result<PathBuf>;

    /// Takes the lock of that name, made if need be, unless somebody has it. It is let go when it is dropped.
    ///
    /// # Errors
    /// What the disk says.
    fn lock(&self, path: &Path) -> io::Result<DiskLock>;
}

/// A file that is open.
pub trait FileHandle: Debug + Send + Sync {
    /// What can be seen of it from outside.
    ///
    /// # Errors
    /// What the disk says.
    fn seen(&mut self) -> io::Result<FileStamp>;

    /// Its bytes from there on.
    ///
    /// # Errors
    /// What the disk says.
    fn read_from(&mut self, at: u64) -> io::Result<Vec<u8>>;

    /// Writes bytes over what is there, and beyond.
    ///
    /// # Errors
    /// What the disk says; any part of them may have been written.
    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()>;

    /// Cuts it off there.
    ///
    /// # Errors
    /// What the disk says.
    fn set_len(&mut self, length: u64) -> io::Result<()>;

    /// Comes back when all that was written is on the disk.
    ///
    /// # Errors
    /// What the disk says; then nothing is known of what was written since the last time.
    fn sync(&mut self) -> io::Result<()>;
}

/// What can be seen of a file from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileStamp {
    /// Its length in bytes.
    pub length: u64,
    /// When it was last written, where the disk knows.
    pub changed: Option<SystemTime>,
    /// Which file it is, whatever its name; as far as the platform tells.
    pub identity: (u64, u64),
}

/// What becomes of a name that a file has already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IfExists {
    /// It stays with that file.
    Refuse,
    /// It goes over to the other.
    Replace,
}

/// Whether a lock was got.
#[derive(Debug)]
pub enum DiskLock {
    /// It is ours until this is dropped.
    Ours(Box<dyn Debug + Send + Sync>),
    /// Somebody has it: their process, where that is known.
    Held(Option<u32>),
}

/// The disk there is.
#[derive(Clone, Copy, Debug)]
pub struct RealDisk;

impl Disk for RealDisk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        patiently(|| fs::read(path))
    }

    fn reader(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        Ok(Box::new(patiently(|| File::open(path))?))
    }

    fn seen(&self, path: &Path) -> io::Result<FileStamp> {
        platform::seen(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn FileHandle>> {
        Ok(Box::new(patiently(|| OpenOptions::new().read(true).write(true).open(path))?))
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn FileHandle>> {
        Ok(Box::new(OpenOptions::new().read(true).write(true).create_new(true).open(path)?))
    }

    fn temporary(&self, beside: &Path) -> io::Result<(PathBuf, Box<dyn FileHandle>)> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".wardiary-");
        let like = fs::metadata(beside).map(|data| data.permissions()).ok();
        if let Some(fresh) = platform::fresh_permissions() {
            builder.permissions(fresh);
        }
        let (file, path) = builder.tempfile_in(folder_of(beside))?.keep().map_err(|e| e.error)?;
        if let Some(like) = like {
            fs::set_permissions(&path, like)?;
        }
        Ok((path, Box::new(file)))
    }

    fn rename(&self, from: &Path, to: &Path, taken: IfExists) -> io::Result<()> {
        match taken {
            IfExists::Replace => patiently(|| fs::rename(from, to)),
            IfExists::Refuse => {
                let from = tempfile::TempPath::try_from_path(from)?;
                from.persist_noclobber(to).map_err(|e| {
                    // The file is its maker's to take away.
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
        let mut file = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path)?;
        match file.try_lock() {
            Ok(()) => {
                // Who has it, for the message that others get; that it can't be written down is no reason to stop.
                let _ = file.set_len(0).and_then(|()| write!(file, "{}", std::process::id()));
                Ok(DiskLock::Ours(Box::new(file)))
            }
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                let _ = file.read_to_string(&mut holder);
                Ok(DiskLock::Held(holder.trim().parse().ok()))
            }
            Err(TryLockError::Error(e)) => Err(e),
        }
    }
}

/// The folder that a file lies in.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

impl FileHandle for File {
    fn seen(&mut self) -> io::Result<FileStamp> {
        platform::seen_of(self)
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
