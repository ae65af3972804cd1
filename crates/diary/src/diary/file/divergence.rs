//! Rescues what is in memory but not in the file: keeps it in a file beside the save before anything replaces it.

use super::{
    Save,
    disk::IfExists,
    error::{FileError, NewFile},
    lock::SaveLock,
    open::Mode,
    read::load_with_progress,
    store::{self, Store},
};
use crate::diary::{EntryNo, watch::Watch};
use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

#[derive(Debug)]
pub enum Divergence {
    /// The file holds everything that is in memory, and perhaps more.
    UpToDate,
    /// The file holds the first part; the entries after this one are only in memory.
    Behind(EntryNo),
    /// The file is a save that diverges from memory.
    Diverged,
    Unreadable(FileError),
}

/// The content under the save's name, before it is parsed.
enum FileContent {
    UpToDate,
    Other(Vec<u8>),
    Unreadable(FileError),
}

impl Save {
    /// Compares the file with memory. If reading is cancelled, the file counts as unreadable.
    pub fn divergence(&mut self, watch: Watch) -> Divergence {
        let bytes = match self.file_content() {
            FileContent::UpToDate => return Divergence::UpToDate,
            FileContent::Other(bytes) => bytes,
            FileContent::Unreadable(error) => return Divergence::Unreadable(error),
        };
        let recorded = self.store.as_ref().map_or(&[][..], Store::recorded);
        match load_with_progress(&bytes, watch) {
            Err(error) => Divergence::Unreadable(FileError::faulty(&self.path)(error)),
            Ok(theirs) => {
                let end = usize::try_from(theirs.end).unwrap_or(usize::MAX);
                let is_ours = bytes.get(..end).is_some_and(|theirs| recorded.starts_with(theirs));
                if is_ours { Divergence::Behind(theirs.diary.next_no() - 1) } else { Divergence::Diverged }
            }
        }
    }

    /// Whether the file holds everything that is in memory. Compares bytes without parsing, which may be slow.
    pub fn is_file_up_to_date(&mut self) -> bool {
        matches!(self.file_content(), FileContent::UpToDate)
    }

    fn file_content(&mut self) -> FileContent {
        let Some(store) = &mut self.store else { return FileContent::UpToDate };
        if store.is_unchanged() {
            return FileContent::UpToDate;
        }
        match self.disk.read(&self.path) {
            Ok(bytes) if bytes.starts_with(store.recorded()) => FileContent::UpToDate,
            Ok(bytes) => FileContent::Other(bytes),
            Err(error) => FileContent::Unreadable(FileError::io(&self.path, "read")(error)),
        }
    }

    /// Writes what is in memory to `NAME.ours-1.ron` if the file lacks any of it. Returns that path, or that of an
    /// earlier copy with everything.
    pub fn write_rescue_copy(&mut self) -> Result<Option<PathBuf>, FileError> {
        if self.is_file_up_to_date() {
            return Ok(None);
        }
        self.write_rescue_copy_in(&[]).map(Some)
    }

    /// Like `write_rescue_copy`, unchecked; if the save's own folder can't be written, in the first of these that can.
    pub fn write_rescue_copy_in(&mut self, folders: &[PathBuf]) -> Result<PathBuf, FileError> {
        let Some(store) = &self.store else { return Err(FileError::ReadOnly { path: self.path.clone() }) };
        let text = store.text();
        if let Some((rescue_copy, length)) = &self.rescue_copy
            && *length == text.len()
            && self.disk.read(rescue_copy).is_ok_and(|there| there == text)
        {
            return Ok(rescue_copy.clone());
        }
        let stem = self.path.file_stem().unwrap_or_default().to_os_string();
        let beside = |folder: &Path| {
            let named = |number| {
                let mut name = stem.clone();
                name.push(format!(".ours-{number}.ron"));
                folder.join(name)
            };
            store::write_numbered(self.disk.as_ref(), (&self.path, store.metadata()), "ours", named, &text)
        };
        let first = beside(super::disk::folder_of(&self.path));
        let rescue_copy = first.or_else(|error| folders.iter().find_map(|folder| beside(folder).ok()).ok_or(error))?;
        self.rescue_copy = Some((rescue_copy.clone(), text.len()));
        Ok(rescue_copy)
    }

    /// Writes what is in memory back under the save's name, or changes nothing. Returns the path of a copy of a file in
    /// its place.
    pub fn restore_file(&mut self) -> Result<Option<PathBuf>, FileError> {
        let Some(store) = &self.store else { return Err(FileError::ReadOnly { path: self.path.clone() }) };
        let lock = store.lock().clone();
        if fs::metadata(&self.path).is_ok_and(|there| !there.is_file()) {
            return self.restore_over_non_file(&lock).map(Some);
        }
        let theirs = match self.disk.read(&self.path) {
            Ok(bytes) => Some(bytes),
            Err(e) if e.kind() == io::ErrorKind::NotFound => None,
            Err(e) => return Err(FileError::io(&self.path, "read")(e)),
        };
        let copy = match &theirs {
            None => {
                store.restore(false)?;
                None
            }
            Some(bytes) => {
                store::check_single_link(&self.path, fs::metadata(&self.path).ok().as_ref())?;
                // A program that has the other file open keeps writing to it.
                let _held = lock.renew(&self.disk, &self.path)?;
                let copy = store.write_copy_beside("before-ours", bytes, fs::metadata(&self.path).ok().as_ref())?;
                store.restore(true)?;
                Some(copy)
            }
        };
        let lock = lock.renew(&self.disk, &self.path)?;
        *self = Self::open_locked(Arc::clone(&self.disk), &self.path, Some(lock), Watch::none())?;
        Ok(copy)
    }

    /// Writes what is in memory back where a folder or other non-file now has the save's name; that is renamed.
    fn restore_over_non_file(&mut self, lock: &SaveLock) -> Result<PathBuf, FileError> {
        let Some(store) = &self.store else { return Err(FileError::ReadOnly { path: self.path.clone() }) };
        let aside = store.free_path("before-ours")?;
        let renamed = FileError::io(&self.path, "renamed");
        self.disk.rename(&self.path, &aside, IfExists::Replace).map_err(renamed)?;
        if let Err(error) = store.restore(false) {
            let _ = self.disk.rename(&aside, &self.path, IfExists::Replace);
            return Err(error);
        }
        let lock = lock.renew(&self.disk, &self.path)?;
        *self = Self::open_locked(Arc::clone(&self.disk), &self.path, Some(lock), Watch::none())?;
        Ok(aside)
    }

    /// Writes what is in memory to a new file with the save's access rights, and continues with that file.
    pub fn save_as(&mut self, path: &Path) -> Result<(), FileError> {
        let Some(store) = &self.store else { return Err(FileError::ReadOnly { path: self.path.clone() }) };
        store::write_new_like(self.disk.as_ref(), path, &store.text(), NewFile::Save, store.metadata())?;
        *self = Self::open_on(Arc::clone(&self.disk), path, Mode::Write)?;
        Ok(())
    }

    /// Continues with a file that holds what is in memory. On an error nothing changes.
    pub fn continue_in(&mut self, path: &Path) -> Result<(), FileError> {
        let lock = SaveLock::take(&self.disk, path)?;
        *self = Self::open_locked(Arc::clone(&self.disk), path, Some(lock), Watch::none())?;
        Ok(())
    }
}
