//! The disk operations that a save needs, and the real disk.
//!
//! Every write of a save goes through this interface, so that tests can use a disk that fails, fills up, or loses power
//! between any two operations.

use super::{
    platform::{self, read_begin, retry_transient},
    special::{read_save, refuse_special},
};
use sha2::{Digest as _, Sha256};
use std::{
    fmt::Debug,
    fs::{self, File, Metadata, OpenOptions, TryLockError},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

pub trait Disk: Debug + Send + Sync {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// Opens a file for sequential reading.
    fn reader(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        Ok(Box::new(io::Cursor::new(self.read(path)?)))
    }

    /// Reads at most `most` bytes of the plain file that has this name. `None` if something else has it, such as a link,
    /// which is not followed.
    fn read_plain(&self, path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
        let mut bytes = self.read(path)?;
        bytes.truncate(usize::try_from(most).unwrap_or(usize::MAX));
        Ok(Some(bytes))
    }

    /// The files in a folder.
    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        fs::read_dir(folder)?.map(|file| file.map(|file| file.path())).collect()
    }

    fn stamp(&self, path: &Path) -> io::Result<FileStamp>;

    /// Opens an existing file for reading and writing.
    fn open(&self, path: &Path) -> io::Result<Box<dyn FileHandle>>;

    /// Creates a file with these access rights. Errors: `AlreadyExists` if the name is in use, or the disk's error.
    fn create(&self, path: &Path, access: Access) -> io::Result<Box<dyn FileHandle>>;

    /// Creates an empty file for these bytes, with an unused name in the folder of `beside`, and with the owner and
    /// permissions of `like`, or else of the file at that path if there is one.
    fn temporary(
        &self,
        beside: &Path,
        bytes: &[u8],
        like: Option<&Metadata>,
    ) -> io::Result<(PathBuf, Box<dyn FileHandle>)>;

    /// Renames a file atomically. Errors: `AlreadyExists` if the name is in use and that file may not be replaced, or
    /// the disk's error.
    fn rename(&self, from: &Path, to: &Path, existing: IfExists) -> io::Result<()>;

    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Creates a folder and its parents.
    fn make_folder(&self, folder: &Path) -> io::Result<()>;

    /// Syncs a folder: returns when the names in it are on the disk.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;

    /// The path with all links resolved.
    fn real_path(&self, path: &Path) -> io::Result<PathBuf>;

    /// Takes the lock with this name unless another process holds it. Dropping the lock releases it. Writes nothing to
    /// a file that is no lock file.
    fn lock(&self, path: &Path) -> io::Result<DiskLock>;

    /// Locks a file itself, under any of its names, unless another process holds the lock. Dropping the lock releases
    /// it. Errors: the disk's error; `Unsupported` if a locked file could not be read.
    fn lock_file(&self, _: &Path) -> io::Result<DiskLock> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn locks_files(&self) -> bool {
        false
    }

    /// Removes temporary files that killed processes left beside a file.
    fn clear_leftovers(&self, _: &Path) {}
}

pub trait FileHandle: Debug + Send + Sync {
    fn stamp(&mut self) -> io::Result<FileStamp>;

    /// The file's owner and permissions, if the disk has any.
    fn metadata(&self) -> Option<Metadata> {
        None
    }

    fn read_from(&mut self, at: u64) -> io::Result<Vec<u8>>;

    /// Writes bytes at a position, over those there. On an error any part of them may have been written.
    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()>;

    fn set_len(&mut self, length: u64) -> io::Result<()>;

    /// Returns when everything written is on the disk. After an error the fate of all writes since the last sync is
    /// unknown.
    fn sync(&mut self) -> io::Result<()>;
}

/// A file's length, time and identity: shows whether the file was changed or replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileStamp {
    pub length: u64,
    /// Time of the last write, if the disk records it.
    pub changed: Option<SystemTime>,
    /// Identity of the file under any name, as far as the platform provides one.
    pub identity: (u64, u64),
}

#[derive(Clone, Copy, Debug)]
pub enum Access<'a> {
    /// As the user's umask allows.
    Usual,
    Private,
    /// The same as another file's.
    Like(&'a Metadata),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IfExists {
    Refuse,
    Replace,
}

#[derive(Debug)]
pub enum DiskLock {
    /// The lock, held until this is dropped.
    Acquired(Box<dyn Debug + Send + Sync>),
    /// Another process holds the lock; with its process id, if known.
    Held(Option<u32>),
    /// Something else has the name.
    Taken(NameTaken),
}

/// Why the file that has the name of a lock file is not used as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameTaken {
    /// A link, which is never followed; a folder, a pipe …
    #[error("is not a plain file")]
    NotPlain,
    #[error("was not written by this program")]
    OtherContent,
}

#[derive(Clone, Copy, Debug)]
pub struct RealDisk;

impl Disk for RealDisk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        retry_transient(|| read_save(path))
    }

    fn read_plain(&self, path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
        platform::read_begin(path, usize::try_from(most).unwrap_or(usize::MAX))
    }

    fn reader(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        refuse_special(path)?;
        Ok(Box::new(retry_transient(|| File::open(path))?))
    }

    fn stamp(&self, path: &Path) -> io::Result<FileStamp> {
        platform::stamp(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn FileHandle>> {
        Ok(Box::new(retry_transient(|| OpenOptions::new().read(true).write(true).open(path))?))
    }

    fn create(&self, path: &Path, access: Access) -> io::Result<Box<dyn FileHandle>> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true);
        if matches!(access, Access::Usual) {
            return Ok(Box::new(options.open(path)?));
        }
        let file = platform::owner_only(&mut options).open(path)?;
        if let Access::Like(like) = access {
            platform::copy_ownership(&file, like)?;
        }
        Ok(Box::new(file))
    }

    fn temporary(
        &self,
        beside: &Path,
        bytes: &[u8],
        like: Option<&Metadata>,
    ) -> io::Result<(PathBuf, Box<dyn FileHandle>)> {
        let mut builder = tempfile::Builder::new();
        let prefix = temporary_prefix(beside, bytes);
        builder.prefix(&prefix).rand_bytes(RANDOM_SUFFIX_LENGTH);
        let like = like.cloned().or_else(|| fs::metadata(beside).ok());
        if let Some(fresh) = platform::new_file_permissions().filter(|_| like.is_none()) {
            builder.permissions(fresh);
        }
        let (file, path) = builder.tempfile_in(folder_of(beside))?.keep().map_err(|e| e.error)?;
        if let Some(like) = like {
            platform::copy_ownership(&file, &like)?;
        }
        Ok((path, Box::new(file)))
    }

    fn rename(&self, from: &Path, to: &Path, existing: IfExists) -> io::Result<()> {
        match existing {
            IfExists::Replace => retry_transient(|| fs::rename(from, to)),
            IfExists::Refuse => {
                let from = tempfile::TempPath::try_from_path(from)?;
                from.persist_noclobber(to).map_err(|e| {
                    // The caller that created the file removes it.
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
            let found = platform::open_plain(path, OpenOptions::new().read(true).write(true));
            let is_new = found.as_ref().is_err_and(|e| e.kind() == io::ErrorKind::NotFound);
            let opened = match found {
                // Another user's lock file can be locked although it can't be written.
                Err(e) if e.kind() == io::ErrorKind::PermissionDenied => {
                    platform::open_plain(path, OpenOptions::new().read(true)).map_err(|_| e)
                }
                // Creating a file follows no link.
                Err(_) if is_new => OpenOptions::new().read(true).write(true).create_new(true).open(path).map(Some),
                found => found,
            };
            let mut file = match opened {
                Ok(Some(file)) => file,
                Ok(None) => return Ok(DiskLock::Taken(NameTaken::NotPlain)),
                Err(e) if is_new && e.kind() == io::ErrorKind::AlreadyExists => continue,
                Err(e) => return Err(e),
            };
            match platform::lock_named(&file, path) {
                None => {}
                Some(Ok(())) => {
                    if read_holder(&file).is_none() {
                        return Ok(DiskLock::Taken(NameTaken::OtherContent));
                    }
                    // The process id is for messages in other processes; a failure to write it does no harm. Under another
                    // name, the file may be anything.
                    if platform::link_count(&file.metadata()?) == 1 {
                        let id = std::process::id().to_string();
                        let _ = file.set_len(0).and_then(|()| file.write_at(0, id.as_bytes()));
                    }
                    return Ok(DiskLock::Acquired(Box::new(file)));
                }
                Some(Err(TryLockError::WouldBlock)) => {
                    return Ok(DiskLock::Held(read_holder(&file).and_then(|id| id.parse().ok())));
                }
                Some(Err(TryLockError::Error(e))) => {
                    if is_new {
                        // The lock keeps nobody out.
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
                Some(Ok(())) => return Ok(DiskLock::Acquired(Box::new(file))),
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
        clear_leftovers(path);
    }
}

/// How often to retry a lock whose name moved to another file meanwhile.
const ATTEMPTS: usize = 100;

/// The process id in a lock file, or nothing if it has none yet. `None` if the file holds anything else.
fn read_holder(file: &File) -> Option<String> {
    let mut text = String::new();
    let most = u32::MAX.to_string().len();
    file.take(most as u64 + 1).read_to_string(&mut text).ok()?;
    Some(text).filter(|text| text.len() <= most && text.bytes().all(|byte| byte.is_ascii_digit()))
}

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

const PREFIX: &str = ".wardiary-";

/// Number of bytes at the beginning of the content that the name has a digest of.
const PROVED_LENGTH: usize = 512;

/// Age after which a temporary file is a leftover, whatever its name.
const STALE_AGE: Duration = Duration::from_secs(3600);

/// Prefix of the names of temporary files with these bytes that will replace this file: it holds digests of the file's
/// name and of the first bytes. A leftover file is removed only if its content matches its name, or if it is empty and its
/// name is that of this save's temporary files. So files of other programs with such a name stay.
fn temporary_prefix(path: &Path, bytes: &[u8]) -> String {
    let name = path.file_name().unwrap_or_default();
    // A file name can have the maximum length already, so this one holds its beginning and a digest.
    let begin: String = name.to_string_lossy().chars().take(40).collect();
    format!("{PREFIX}{begin}-{}-{}-", digest(name.as_encoded_bytes()), digest_of_begin(bytes))
}

/// Number of random letters and digits at the end of their names.
const RANDOM_SUFFIX_LENGTH: usize = 6;

fn digest(bytes: &[u8]) -> String {
    hex::encode(&Sha256::digest(bytes)[..8])
}

fn digest_of_begin(bytes: &[u8]) -> String {
    digest(&bytes[..bytes.len().min(PROVED_LENGTH)])
}

/// Removes temporary files of killed processes beside a save locked by this process, unless a process has them open.
fn clear_leftovers(path: &Path) {
    let own = digest(path.file_name().unwrap_or_default().as_encoded_bytes());
    let files = fs::read_dir(folder_of(path)).into_iter().flatten().filter_map(Result::ok);
    for file in files {
        let name = file.file_name().to_string_lossy().into_owned();
        let mut parts = name.strip_prefix(PREFIX).unwrap_or_default().rsplit('-').skip(1);
        let (Some(content), Some(target)) = (parts.next(), parts.next()) else { continue };
        let age = || SystemTime::now().duration_since(file.metadata().ok()?.modified().ok()?).ok();
        let is_left = target == own || age().is_some_and(|age| age > STALE_AGE);
        let is_ours = || {
            let begin = read_begin(&file.path(), PROVED_LENGTH).ok().flatten();
            // Nothing is lost with an empty one: the process was killed, or the power cut, before the first write.
            begin.is_some_and(|begin| digest(&begin) == content || target == own && begin.is_empty())
        };
        if is_left && is_ours() && platform::is_unlocked(&file.path()) {
            let _ = fs::remove_file(file.path());
        }
    }
}
