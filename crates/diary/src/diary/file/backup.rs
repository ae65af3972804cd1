//! Copies of a save: whole ones made while it is being written, and one a day.

use super::{
    Save,
    disk::{RealDisk, folder_of},
    error::{FileError, NewFile},
    platform::read_begin,
    read::load_with_progress,
    special::read_save,
    store,
};
use crate::diary::{seal::Ending, watch::Watch};
use jiff::civil::Date;
use std::{
    borrow::Cow,
    fs,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

/// How often to retry a save that changes while it is read, and the pause between.
const ATTEMPTS: usize = 50;
const PAUSE: Duration = Duration::from_millis(10);

/// A save's current text, complete or up to its last whole line.
#[derive(Debug)]
pub struct CopiedSave {
    pub bytes: Vec<u8>,
    pub entries: usize,
    /// How the save ends. The copy stops before a torn or unclosed end.
    pub ending: Ending,
}

/// Reads a save that another program may be writing. Never returns half a line.
pub fn read_whole(path: &Path, watch: Watch) -> Result<CopiedSave, FileError> {
    let mut left = ATTEMPTS;
    loop {
        left -= 1;
        let failed = FileError::io(path, "read");
        let bytes = read_save(path).map_err(failed)?;
        // Between two reads a line may be half written, and the one before it look torn.
        let loaded = match load_with_progress(&bytes, watch) {
            Err(error) if left > 0 && !error.is_cancelled() => {
                thread::sleep(PAUSE);
                continue;
            }
            loaded => loaded.map_err(FileError::faulty(path))?,
        };
        let ending = loaded.seals.ending();
        if matches!(ending, Ending::Unclosed | Ending::Torn(_)) && left > 0 {
            thread::sleep(PAUSE);
            continue;
        }
        return Ok(CopiedSave { bytes, entries: loaded.diary.entries().len(), ending });
    }
}

/// Copies a save to a new file with the same access rights. Never overwrites a file.
pub fn backup(path: &Path, to: Option<&Path>, watch: Watch) -> Result<(PathBuf, CopiedSave), FileError> {
    let copied = read_whole(path, watch)?;
    let like = fs::metadata(path).ok();
    if let Some(to) = to {
        store::write_new_like(&RealDisk, to, &copied.bytes, NewFile::Export, like.as_ref())?;
        return Ok((to.to_path_buf(), copied));
    }
    let stem = path.file_stem().unwrap_or_default();
    let named = |number| {
        let mut name = stem.to_os_string();
        name.push(format!(".backup-{number}.ron"));
        path.with_file_name(name)
    };
    let copy = store::write_numbered(&RealDisk, (path, like.as_ref()), "backup", named, &copied.bytes)?;
    Ok((copy, copied))
}

impl Save {
    /// Keeps a copy of the save as first opened on a day, and deletes all but the last `most`. Returns the new copy's
    /// path.
    pub fn keep_daily(&self, most: usize, today: Date) -> Result<Option<PathBuf>, FileError> {
        let Some(store) = self.store.as_ref().filter(|_| most > 0) else { return Ok(None) };
        let folder = folder_of(&self.path);
        let begin = format!("{}.daily-", self.path.file_name().unwrap_or_default().to_string_lossy());
        let name = format!("{begin}{today}");
        let copy = folder.join(&name);
        let is_new = store::write_if_free(self.disk.as_ref(), &copy, store.metadata(), || Cow::Owned(store.text()))?;
        let files = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
        // A copy begins with the save's title and seed; another file of such a name stays.
        let first_line = store.recorded().split_inclusive(|byte| *byte == b'\n').next().unwrap_or_default();
        let is_copy = |path: &Path| {
            read_begin(path, first_line.len()).is_ok_and(|begin| begin.is_some_and(|begin| begin == first_line))
        };
        let is_daily = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            name.strip_prefix(&begin).is_some_and(|date| date.parse::<Date>().is_ok()) && is_copy(path)
        };
        let mut daily: Vec<PathBuf> = files.map(|file| file.path()).filter(is_daily).collect();
        daily.sort();
        for old in daily.iter().rev().skip(most) {
            // A copy that can't be removed now is removed another day.
            let _ = fs::remove_file(old);
        }
        Ok(is_new.then_some(copy))
    }
}
