//! Files that are none: to read a pipe or a device is to wait for it, so neither is ever opened.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::Path,
};

/// Refuses what is there under that name but no file: a pipe, a socket, a device. What can't be looked at is left to
/// whoever opens it.
///
/// # Errors
/// What it is.
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

/// The most bytes of a save: a hundred times what the longest campaigns come to. It is not written on beyond that either.
pub(super) const LONGEST_SAVE: u64 = 128 << 20;

/// The bytes of a save, or of what may be one.
///
/// # Errors
/// What the disk says; that it is no file; that it is too long.
pub fn read_save(path: &Path) -> io::Result<Vec<u8>> {
    read_up_to(path, LONGEST_SAVE)
}

/// The bytes of a file that has at most so many.
///
/// # Errors
/// What the disk says; that it is no file; that it is longer.
pub fn read_up_to(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    refuse_special(path)?;
    let mut bytes = Vec::new();
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    // One byte more tells of a file that has grown since.
    if length > most || file.take(most + 1).read_to_end(&mut bytes)? as u64 > most {
        let what = format!("it has {}, and {} is the most that is read", megabytes(length), megabytes(most));
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
    }
    Ok(bytes)
}

/// `200 MB`, rounded up, so that what is too much is never shown as what is allowed.
pub(super) fn megabytes(bytes: u64) -> String {
    format!("{} MB", bytes.div_ceil(1 << 20))
}
