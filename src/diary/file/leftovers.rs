//! Temporary files, and those of killed processes: each is named after the file whose place it is to take.

use super::{disk::folder_of, platform};
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
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    // A name can be as long as a name may be.
    let name: String = name.chars().take(40).collect();
    format!("{BEGINNING}{name}-")
}

/// Removes what killed processes left beside a save that is locked by this one, where nobody has it open.
pub(super) fn clear(path: &Path) {
    let own = prefix(path);
    let files = fs::read_dir(folder_of(path)).into_iter().flatten().filter_map(Result::ok);
    for file in files {
        let name = file.file_name().to_string_lossy().into_owned();
        let age = || SystemTime::now().duration_since(file.metadata().ok()?.modified().ok()?).ok();
        let is_left =
            name.starts_with(&own) || (name.starts_with(BEGINNING) && age().is_some_and(|age| age > LONG_AGO));
        if is_left && platform::is_nobodys(&file.path()) {
            let _ = fs::remove_file(file.path());
        }
    }
}
