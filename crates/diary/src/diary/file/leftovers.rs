//! Names of temporary files, and removal of those that killed processes left.
//!
//! The name holds a digest of the target file's name and a digest of the first bytes written to the temporary file. A
//! file is removed only if its content matches its name, or if it is empty and its name is that of this save's
//! temporary files. So files of other programs with such a name stay.

use super::{
    disk::folder_of,
    platform::{self, read_begin},
};
use sha2::{Digest as _, Sha256};
use std::{
    fs,
    path::Path,
    time::{Duration, SystemTime},
};

const PREFIX: &str = ".wardiary-";

/// Number of bytes at the beginning of the content that the name has a digest of.
const PROVED_LENGTH: usize = 512;

/// Age after which a temporary file is a leftover, whatever its name.
const STALE_AGE: Duration = Duration::from_secs(3600);

/// Prefix of the names of temporary files with these bytes that will replace this file.
pub(super) fn prefix(path: &Path, bytes: &[u8]) -> String {
    let name = path.file_name().unwrap_or_default();
    // A file name can have the maximum length already, so this one holds its beginning and a digest.
    let begin: String = name.to_string_lossy().chars().take(40).collect();
    format!("{PREFIX}{begin}-{}-{}-", digest(name.as_encoded_bytes()), digest_of_begin(bytes))
}

/// Number of random letters and digits at the end of their names.
pub(super) const RANDOM_SUFFIX_LENGTH: usize = 6;

fn digest(bytes: &[u8]) -> String {
    hex::encode(&Sha256::digest(bytes)[..8])
}

fn digest_of_begin(bytes: &[u8]) -> String {
    digest(&bytes[..bytes.len().min(PROVED_LENGTH)])
}

/// Removes temporary files of killed processes beside a save locked by this process, unless a process has them open.
pub(super) fn clear(path: &Path) {
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
