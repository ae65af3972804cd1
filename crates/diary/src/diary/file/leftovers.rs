//! Temporary files, and those of killed processes: each is named after the file whose place it is to take.

use super::{disk::folder_of, platform};
use sha2::{Digest as _, Sha256};
use std::{
    fs,
    path::Path,
    time::{Duration, SystemTime},
};

/// What all their names begin with.
const BEGINNING: &str = ".wardiary-";

/// After so long a file is left over whatever it is named after.
const LONG_AGO: Duration = Duration::from_secs(3600);

/// What the names of temporary files begin with that are to take this file's place.
pub(super) fn prefix(path: &Path) -> String {
    let whole = path.file_name().unwrap_or_default();
    // A name can be as long as a name may be; what is left out of it still tells it from others that begin alike.
    let name: String = whole.to_string_lossy().chars().take(40).collect();
    if whole == name.as_str() {
        return format!("{BEGINNING}{name}-");
    }
    let digest = Sha256::digest(whole.as_encoded_bytes());
    let digest = digest.iter().take(8).fold(0, |digits, byte| digits << 8 | u64::from(*byte));
    format!("{BEGINNING}{name}-{digest:016x}-")
}

/// How many letters and digits, taken by chance, their names end with.
pub(super) const BY_CHANCE: usize = 6;

/// Whether this is what such a name ends with, and not a part of another file's name.
fn is_by_chance(end: &str) -> bool {
    end.len() == BY_CHANCE && end.chars().all(|c| c.is_ascii_alphanumeric())
}

/// Removes what killed processes left beside a save that is locked by this one, where nobody has it open.
pub(super) fn clear(path: &Path) {
    let own = prefix(path);
    let files = fs::read_dir(folder_of(path)).into_iter().flatten().filter_map(Result::ok);
    for file in files {
        let name = file.file_name().to_string_lossy().into_owned();
        let age = || SystemTime::now().duration_since(file.metadata().ok()?.modified().ok()?).ok();
        let Some(end) = name.strip_prefix(BEGINNING).and_then(|rest| rest.rsplit('-').next()) else { continue };
        let is_own = name.strip_prefix(&own).is_some_and(is_by_chance);
        let is_left = is_own || (is_by_chance(end) && age().is_some_and(|age| age > LONG_AGO));
        if is_left && platform::is_nobodys(&file.path()) {
            let _ = fs::remove_file(file.path());
        }
    }
}
