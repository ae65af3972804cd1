//! Pipes, sockets and devices. Reading one may block, so none is opened but those that a command names as its input.

use super::error::display_path;
use crate::diary::ShareOf;
use jiff::Timestamp;
use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, BufRead, BufReader, Read},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};
use wardiary_base::{document, text};

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

/// A save's title and a short description, from its first lines and the file's date, which `local` writes in local time.
pub fn describe_save(path: &Path, local: impl Fn(Timestamp) -> String) -> (String, String) {
    let name = path.file_stem().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    // The title is on the first line. Limit the read for files that have no such line.
    let file = refuse_special(path).and_then(|()| fs::File::open(path)).map(|file| file.take(1 << 16));
    let lines = file.map(|file| BufReader::new(file).lines()).into_iter().flatten();
    let mut title = text::display_name(&name);
    for line in lines.map_while(Result::ok).take(3) {
        let Some((_, rest)) = line.split_once("title:") else { continue };
        let rest = rest.trim();
        let end = document::value_end(rest).unwrap_or(rest.len());
        if let Ok(found) = document::read::<String>(&rest[..end]) {
            title = text::display_name(&found);
        }
        break;
    }
    let written = fs::metadata(path).and_then(|d| d.modified()).ok().and_then(|t| Timestamp::try_from(t).ok());
    let written = written.map_or(String::new(), |t| format!(", last written {}", local(t)));
    (title, format!("{}{written}", display_path(path)))
}

/// Whether a file is a share, by its first lines alone.
pub fn is_share(path: &Path) -> bool {
    begins_as_share(refuse_special(path).and_then(|()| fs::File::open(path)))
}

/// Whether a text begins as the program writes shares. A share with another layout is recognized when it is read.
pub(super) fn begins_as_share(text: io::Result<impl Read>) -> bool {
    #[derive(serde::Deserialize)]
    struct First {
        share: Option<ShareOf>,
    }
    let Ok(text) = text else { return false };
    let first = BufReader::new(text.take(1 << 16)).lines().next();
    let Some(Ok(line)) = first else { return false };
    let line = line.trim_start_matches('\u{feff}').trim_end().trim_end_matches(',');
    document::read::<First>(&format!("{line})")).is_ok_and(|first| first.share.is_some())
}
