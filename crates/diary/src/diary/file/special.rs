//! Pipes, sockets and devices. Reading one may block, so none is ever opened.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::Path,
};

/// Refuses a pipe, socket or device at this path. If the path can't be inspected, the caller's open reports the error.
///
/// # Errors
/// What kind of file it is.
pub fn refuse_special(path: &Path) -> io::Result<()> {
    match fs::metadata(path).ok().and_then(|data| kind_of(data.file_type())) {
        Some(kind) => Err(io::Error::new(io::ErrorKind::InvalidInput, format!("it is {kind}, and no file"))),
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

/// Reads a save, or what may be one.
///
/// # Errors
/// The disk's error, or that it is not a file or is too long.
pub fn read_save(path: &Path) -> io::Result<Vec<u8>> {
    read_up_to(path, MAX_SAVE_LENGTH)
}

/// Reads a file of at most `most` bytes.
///
/// # Errors
/// The disk's error, or that it is not a file or is longer.
pub fn read_up_to(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    refuse_special(path)?;
    let mut bytes = Vec::new();
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    if length <= most {
        // With room for the read that finds the end.
        bytes.try_reserve_exact(usize::try_from(length + 32).unwrap_or(usize::MAX))?;
    }
    // Read one byte more, to detect a file that has grown since.
    if length > most || file.take(most + 1).read_to_end(&mut bytes)? as u64 > most {
        let what = format!("it has {}, and {} is the most that is read", megabytes(length), megabytes(most));
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
    }
    Ok(bytes)
}

/// `200 MB`, rounded up, so that a size over the limit is never shown as the limit.
pub(super) fn megabytes(bytes: u64) -> String {
    format!("{} MB", bytes.div_ceil(1 << 20))
}
