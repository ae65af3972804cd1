//! Where one operating system's disks differ from another's: which file is which, what a sync of a folder is, and errors
//! that pass by themselves.

use super::disk::FileStamp;
use std::{
    fs::{self, File, Metadata, Permissions},
    io,
    path::Path,
    thread,
    time::Duration,
};

/// Errors that mean no more than that somebody (a virus scanner, an indexer) is just looking at the file: on Windows
/// "access denied" and "sharing violation".
const PASSING: &[i32] = if cfg!(windows) { &[5, 32] } else { &[] };

/// How often, and after what pauses, something is tried again that failed with one of those: for a second in all.
const ATTEMPTS: u32 = 10;
const PAUSE: Duration = Duration::from_millis(20);

/// Retries an operation while its error may pass by itself.
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

/// What can be seen of a file by its name.
pub(super) fn seen(path: &Path) -> io::Result<FileStamp> {
    patiently(|| fs::metadata(path)).map(|data| of(&data))
}

/// What can be seen of a file that is open.
pub(super) fn seen_of(file: &File) -> io::Result<FileStamp> {
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

/// Elsewhere the time of its making tells one file from another, besides length, time and last bytes.
#[cfg(not(unix))]
fn identity(data: &Metadata) -> (u64, u64) {
    let since = data.created().ok().and_then(|t| t.duration_since(std::time::UNIX_EPOCH).ok()).unwrap_or_default();
    (since.as_secs(), since.subsec_nanos().into())
}

/// What a new file lets whom do, where that has to be said: what the user's mask leaves, and not the little that
/// temporary files get.
#[cfg(unix)]
#[allow(clippy::unnecessary_wraps, reason = "elsewhere there is nothing to be said")]
pub(super) fn fresh_permissions() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
pub(super) fn fresh_permissions() -> Option<Permissions> {
    None
}

/// Comes back when the names in a folder are on the disk. Some file systems know no such thing; there it is done.
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
