//! Differences between operating systems: the identity of a file, syncing a folder, and transient errors.

use super::disk::FileStamp;
use std::{
    fs::{self, File, Metadata, OpenOptions, Permissions, TryLockError},
    io::{self, Read},
    path::Path,
    thread,
    time::Duration,
};

/// Transient errors: another program (a virus scanner, an indexer) has the file open for a moment. On Windows, "access
/// denied" and "sharing violation".
const TRANSIENT_ERRORS: &[i32] = if cfg!(windows) { &[5, 32] } else { &[] };

/// How often an operation is retried after a transient error, and the pauses between: about a second in all.
const ATTEMPTS: u32 = 10;
const PAUSE: Duration = Duration::from_millis(20);

/// Retries an operation while its error is transient.
pub(super) fn retry_transient<T>(act: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    retry_while(TRANSIENT_ERRORS, act)
}

pub fn retry_while<T>(passing: &[i32], mut act: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    for attempt in 1..ATTEMPTS {
        match act() {
            Err(e) if e.raw_os_error().is_some_and(|code| passing.contains(&code)) => thread::sleep(PAUSE * attempt),
            done => return done,
        }
    }
    act()
}

pub(super) fn stamp(path: &Path) -> io::Result<FileStamp> {
    retry_transient(|| fs::metadata(path)).map(|data| stamp_of_metadata(&data))
}

pub(super) fn stamp_of_open(file: &File) -> io::Result<FileStamp> {
    file.metadata().map(|data| stamp_of_metadata(&data))
}

fn stamp_of_metadata(data: &Metadata) -> FileStamp {
    FileStamp { length: data.len(), changed: data.modified().ok(), identity: identity(data) }
}

/// Opens the plain file that has this name. `None` if something else has it, such as a link, which is not followed.
pub(super) fn open_plain(path: &Path, options: &mut OpenOptions) -> io::Result<Option<File>> {
    if !fs::symlink_metadata(path)?.is_file() {
        return Ok(None);
    }
    // Something else may have taken the name meanwhile. Opening a pipe must not wait for its other end.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(options, libc::O_NOFOLLOW | libc::O_NONBLOCK);
    let file = options.open(path)?;
    Ok(file.metadata()?.is_file().then_some(file))
}

/// The first `most` bytes of the plain file that has this name. `None` if something else has it.
pub(super) fn read_begin(path: &Path, most: usize) -> io::Result<Option<Vec<u8>>> {
    let Some(file) = open_plain(path, OpenOptions::new().read(true))? else { return Ok(None) };
    let mut begin = Vec::new();
    file.take(most as u64).read_to_end(&mut begin)?;
    Ok(Some(begin))
}

/// Number of hard links of a file; 1 if unknown.
#[cfg(unix)]
pub(super) fn link_count(data: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(data)
}

#[cfg(not(unix))]
pub(super) fn link_count(_: &Metadata) -> u64 {
    1
}

#[cfg(unix)]
fn identity(data: &Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (data.dev(), data.ino())
}

/// On other systems, the time of creation identifies a file, besides its length, time and last bytes.
#[cfg(not(unix))]
fn identity(data: &Metadata) -> (u64, u64) {
    let since = data.created().ok().and_then(|t| t.duration_since(std::time::UNIX_EPOCH).ok()).unwrap_or_default();
    (since.as_secs(), since.subsec_nanos().into())
}

/// Permissions of a new file, if they must be set: what the umask leaves, not those of a temporary file.
#[cfg(unix)]
#[allow(clippy::unnecessary_wraps, reason = "`None` on other systems")]
pub(super) fn new_file_permissions() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
pub(super) fn new_file_permissions() -> Option<Permissions> {
    None
}

/// Gives a file that replaces another, or lies beside it, the same owner, group and mode.
#[cfg(unix)]
pub(super) fn copy_ownership(file: &File, like: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    // Only root can change the owner, and only members can change the group. The file is usable without.
    let _ = fchown(file, None, Some(like.gid()));
    let _ = fchown(file, Some(like.uid()), None);
    file.set_permissions(like.permissions())
}

#[cfg(not(unix))]
pub(super) fn copy_ownership(file: &File, like: &Metadata) -> io::Result<()> {
    file.set_permissions(like.permissions())
}

/// Options that create a file which only its owner may read, until it gets another file's permissions.
#[cfg(unix)]
pub(super) fn owner_only(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    options.mode(0o600)
}

#[cfg(not(unix))]
pub(super) fn owner_only(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// Whether files themselves are locked. On other systems a lock would keep others from reading the file.
pub(super) const LOCKS_FILES: bool = cfg!(unix);

/// Locks an open file that has this name. `None` if the name has moved to another file: then the lock keeps nobody out.
pub(super) fn lock_named(file: &File, path: &Path) -> Option<Result<(), TryLockError>> {
    let taken = file.try_lock();
    let named = || Some(stamp(path).ok()?.identity == stamp_of_open(file).ok()?.identity);
    if taken.is_ok() && named() != Some(true) { None } else { Some(taken) }
}

/// Whether no process has locked a file. On systems without file locks, an open file can't be removed anyway.
pub(super) fn is_unlocked(path: &Path) -> bool {
    !LOCKS_FILES || OpenOptions::new().read(true).write(true).open(path).is_ok_and(|file| file.try_lock().is_ok())
}

/// This process, for others to read: `process 1234 of anna on nelson`.
pub(super) fn process_description() -> String {
    let user = ["USER", "LOGNAME", "USERNAME"].iter().find_map(|name| std::env::var(name).ok());
    let user = user.unwrap_or_else(|| "somebody".into());
    format!("process {} of {user} on {}", std::process::id(), host())
}

fn host() -> String {
    let named = || std::env::var("HOSTNAME").or_else(|_| std::env::var("COMPUTERNAME")).ok();
    let name = fs::read_to_string("/proc/sys/kernel/hostname").ok().or_else(named);
    name.map_or("this machine".into(), |name| name.trim().to_string())
}

/// Maximum length of a process's description, in bytes.
const MAX_DESCRIPTION_LENGTH: usize = 1024;

/// The description of a process in this plain file, empty if not written yet; `None` if it is something else.
pub(super) fn read_process_description(path: &Path) -> io::Result<Option<String>> {
    let text = read_begin(path, MAX_DESCRIPTION_LENGTH)?.and_then(|text| String::from_utf8(text).ok());
    let is_one = |text: &String| text.is_empty() || text.starts_with("process ") && text.contains(" on ");
    Ok(text.filter(is_one))
}

/// Whether an owner is a process of this machine that has ended; false if unknown.
pub(super) fn has_ended(owner: &str) -> bool {
    let Some(number) = owner.strip_prefix("process ").and_then(|rest| rest.split(' ').next()) else { return false };
    let is_here = owner.ends_with(&format!(" on {}", host()));
    is_here && Path::new("/proc/self").exists() && !Path::new("/proc").join(number).exists()
}

/// Returns when the names in a folder are on the disk. Some file systems do not support it; that is not an error.
#[cfg(unix)]
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder)?.sync_all() {
        Err(e) if matches!(e.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => Ok(()),
        done => done,
    }
}

/// On other systems a folder can't be opened for syncing, and the file system journals names with the files.
#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps, reason = "fallible on Unix")]
pub(super) fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
