//! Differences between operating systems: the identity of a file, syncing a folder, and transient errors.

use super::disk::FileStamp;
use std::{
    fs::{self, File, Metadata, Permissions},
    io,
    path::Path,
    thread,
    time::Duration,
};

/// Transient errors: another program (a virus scanner, an indexer) has the file open for a moment. On Windows, "access
/// denied" and "sharing violation".
const PASSING: &[i32] = if cfg!(windows) { &[5, 32] } else { &[] };

/// How often an operation is retried after a transient error, and the pauses between: about a second in all.
const ATTEMPTS: u32 = 10;
const PAUSE: Duration = Duration::from_millis(20);

/// Retries an operation while its error is transient.
pub(super) fn patiently<T>(act: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    until_passed(PASSING, act)
}

fn until_passed<T>(passing: &[i32], mut act: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    for attempt in 1..ATTEMPTS {
        match act() {
            Err(e) if e.raw_os_error().is_some_and(|code| passing.contains(&code)) => thread::sleep(PAUSE * attempt),
            done => return done,
        }
    }
    act()
}

/// The stamp of a file.
pub(super) fn stamp(path: &Path) -> io::Result<FileStamp> {
    patiently(|| fs::metadata(path)).map(|data| of(&data))
}

/// The stamp of an open file.
pub(super) fn stamp_of_open(file: &File) -> io::Result<FileStamp> {
    file.metadata().map(|data| of(&data))
}

fn of(data: &Metadata) -> FileStamp {
    FileStamp { length: data.len(), changed: data.modified().ok(), identity: identity(data) }
}

#[cfg(unix)]
fn identity(data: &Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (data.dev(), data.ino())
}

/// Elsewhere the time of creation distinguishes files, besides length, time and last bytes.
#[cfg(not(unix))]
fn identity(data: &Metadata) -> (u64, u64) {
    let since = data.created().ok().and_then(|t| t.duration_since(std::time::UNIX_EPOCH).ok()).unwrap_or_default();
    (since.as_secs(), since.subsec_nanos().into())
}

/// The permissions of a new file, where they have to be given: what the user's mask leaves, not the fewer ones of a
/// temporary file.
#[cfg(unix)]
#[allow(clippy::unnecessary_wraps, reason = "elsewhere there is nothing to give")]
pub(super) fn fresh_permissions() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
pub(super) fn fresh_permissions() -> Option<Permissions> {
    None
}

/// Returns when the names in a folder are on the disk. Some file systems do not support it; that is no error.
#[cfg(unix)]
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder)?.sync_all() {
        Err(e) if matches!(e.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => Ok(()),
        done => done,
    }
}

/// Elsewhere a folder can't be opened to be synced, and names are kept with the files' own journal.
#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
pub(super) fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_pass_is_tried_again_and_nothing_else_is() {
        let fails = |times: u32, code: i32| {
            let mut tried = 0;
            let done = until_passed(&[5, 32], || {
                tried += 1;
                if tried <= times { Err(io::Error::from_raw_os_error(code)) } else { Ok(()) }
            });
            (tried, done.is_ok())
        };
        assert_eq!(fails(0, 5), (1, true));
        assert_eq!(fails(2, 32), (3, true));
        assert_eq!(fails(2, 5), (3, true));
        assert_eq!(fails(u32::MAX, 2), (1, false));
    }
}
