//! Pipes, sockets and devices. Reading one may block, so none is opened but those that a command names as its input.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

/// Refuses a pipe, socket or device at this path. If the path can't be inspected, the caller's open reports the error.
pub fn refuse_special(path: &Path) -> io::Result<()> {
    match fs::metadata(path).ok().and_then(|data| kind_of(data.file_type())) {
        Some(kind) => Err(io::Error::new(io::ErrorKind::InvalidInput, format!("it is {kind}, not a file"))),
        None => Ok(()),
    }
}

#[cfg(unix)]
fn kind_of(found: fs::FileType) -> Option<&'static str> {
    use std::os::unix::fs::FileTypeExt as _;
    let kinds = [
        (found.is_fifo(), "a pipe"),
        (found.is_socket(), "a socket"),
        (found.is_char_device() || found.is_block_device(), "a device"),
    ];
    kinds.into_iter().find_map(|(is, kind)| is.then_some(kind))
}

#[cfg(not(unix))]
fn kind_of(_: fs::FileType) -> Option<&'static str> {
    None
}

/// Maximum length of a save, in bytes: a hundred times that of the longest campaigns. Writes beyond it are refused too.
pub(super) const MAX_SAVE_LENGTH: u64 = 128 << 20;

pub fn read_save(path: &Path) -> io::Result<Vec<u8>> {
    read_up_to(path, MAX_SAVE_LENGTH)
}

/// Whether a link has this name, wherever it leads.
pub fn is_link(path: &Path) -> bool {
    path.is_symlink()
}

/// Whether a link has this name that somebody else may have made, because others can write into its folder. In a folder
/// that only its owner can write, a link is his own and is followed: many people keep their own files as links.
pub fn is_planted_link(path: &Path) -> bool {
    is_link(path) && !path.parent().is_some_and(is_private)
}

#[cfg(unix)]
fn is_private(folder: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(folder).is_ok_and(|data| data.permissions().mode() & 0o022 == 0)
}

/// On other systems, the folders of a user are private.
#[cfg(not(unix))]
fn is_private(_: &Path) -> bool {
    true
}

/// Whether a path names a stream, which can be read only once: standard input, or a pipe that a shell opened.
pub fn is_stream(path: &Path) -> bool {
    path == Path::new("-")
        || path == Path::new("/dev/stdin")
        || path.starts_with("/dev/fd")
        || path.starts_with("/proc/self/fd")
}

/// The bytes read from each stream, since a command may read its input twice.
static STREAMS: Mutex<BTreeMap<PathBuf, Vec<u8>>> = Mutex::new(BTreeMap::new());

/// Reads a file or a stream of at most `most` bytes.
pub fn read_up_to(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    if !is_stream(path) {
        refuse_special(path)?;
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        return read_to_end(file, length, most);
    }
    let mut streams = STREAMS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(bytes) = streams.get(path) {
        return Ok(bytes.clone());
    }
    let bytes = match path.to_str() {
        Some("-") => read_to_end(io::stdin().lock(), 0, most),
        _ => read_to_end(File::open(path)?, 0, most),
    }?;
    streams.insert(path.into(), bytes.clone());
    Ok(bytes)
}

/// Reads at most `most` bytes of about `length`.
fn read_to_end(source: impl Read, length: u64, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if length <= most {
        // With room for the read that finds the end.
        bytes.try_reserve_exact(usize::try_from(length + 32).unwrap_or(usize::MAX))?;
    }
    // Read one byte more, to detect a file that has grown since.
    if length > most || source.take(most + 1).read_to_end(&mut bytes)? as u64 > most {
        let length = length.max(bytes.len() as u64);
        let what = format!("it has {}; the maximum is {}", megabytes(length), megabytes(most));
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
    }
    Ok(bytes)
}

/// `200 MB`, rounded up, so that a size over the limit is never shown as the limit.
pub(super) fn megabytes(bytes: u64) -> String {
    format!("{} MB", bytes.div_ceil(1 << 20))
}
