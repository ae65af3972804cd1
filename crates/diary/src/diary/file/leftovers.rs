//! Names of temporary files, and removal of those that killed processes left. Each is named after the file it will
//! replace.

use super::{disk::folder_of, platform};
use sha2::{Digest as _, Sha256};
use std::{
    fs,
    path::Path,
    time::{Duration, SystemTime},
};

/// Prefix of all their names.
const PREFIX: &str = ".wardiary-";

/// Age after which a temporary file is a leftover, whatever its name.
const STALE_AGE: Duration = Duration::from_secs(3600);

/// Prefix of the names of temporary files that will replace this file.
pub(super) fn prefix(path: &Path) -> String {
    let whole = path.file_name().unwrap_or_default();
    // A file name can have the maximum length already. A digest stands for what is cut off, and keeps similar names
    // apart.
    let name: String = whole.to_string_lossy().chars().take(40).collect();
    if whole == name.as_str() {
        return format!("{PREFIX}{name}-");
    }
    let digest = Sha256::digest(whole.as_encoded_bytes());
    let digest = digest.iter().take(8).fold(0, |digits, byte| digits << 8 | u64::from(*byte));
    format!("{PREFIX}{name}-{digest:016x}-")
}

/// Number of random letters and digits at the end of their names.
pub(super) const RANDOM_SUFFIX_LENGTH: usize = 6;

/// Whether this is such a random ending, and not a part of another file's name.
fn is_random_suffix(end: &str) -> bool {
    end.len() == RANDOM_SUFFIX_LENGTH && end.chars().all(|c| c.is_ascii_alphanumeric())
}

/// Removes temporary files of killed processes beside a save locked by this process, unless a process has them open.
pub(super) fn clear(path: &Path) {
    let own = prefix(path);
    let files = fs::read_dir(folder_of(path)).into_iter().flatten().filter_map(Result::ok);
    for file in files {
        let name = file.file_name().to_string_lossy().into_owned();
        let age = || SystemTime::now().duration_since(file.metadata().ok()?.modified().ok()?).ok();
        let Some(end) = name.strip_prefix(PREFIX).and_then(|rest| rest.rsplit('-').next()) else { continue };
        let is_own = name.strip_prefix(&own).is_some_and(is_random_suffix);
        let is_left = is_own || (is_random_suffix(end) && age().is_some_and(|age| age > STALE_AGE));
        if is_left && platform::is_unlocked(&file.path()) {
            let _ = fs::remove_file(file.path());
        }
    }
}
