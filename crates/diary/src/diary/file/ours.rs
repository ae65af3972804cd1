//! Rescues what is in memory but not in the file: keeps it in a file beside the save before anything replaces it.

use super::{
    Save,
    disk::IfExists,
    error::{FileError, NewFile},
    lock::Locked,
    open::Mode,
    read::load_watched,
    store::{self, Store},
};
use crate::diary::{EntryNo, watch::Watch};
use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

/// How the file compares with memory.
#[derive(Debug)]
pub enum InFile {
    /// The file holds everything that is in memory, and perhaps more.
    All,
    /// The file holds the first part; the entries after this one are only in memory.
    Beginning(EntryNo),
    /// The file is a save that diverges from memory.
    Other,
    Nothing(FileError),
}

/// What is at the save's name, before it is parsed.
enum InPlace {
    /// Everything that is in memory, and perhaps more.
    All,
    Other(Vec<u8>),
    Unreadable(FileError),
}

impl Save {
    /// Compares the file with memory. If reading is cancelled, the file counts as unreadable.
    pub fn in_file(&mut self, watch: Watch) -> InFile {
        let bytes = match self.in_place() {
            InPlace::All => return InFile::All,
            InPlace::Other(bytes) => bytes,
            InPlace::Unreadable(error) => return InFile::Nothing(error),
        };
        let recorded = self.store.as_ref().map_or(&[][..], Store::recorded);
        match load_watched(&bytes, watch) {
            Err(error) => InFile::Nothing(FileError::faulty(&self.path)(error)),
            Ok(theirs) => {
                let end = usize::try_from(theirs.end).unwrap_or(usize::MAX);
                let is_ours = bytes.get(..end).is_some_and(|theirs| recorded.starts_with(theirs));
                if is_ours { InFile::Beginning(theirs.diary.next_no() - 1) } else { InFile::Other }
            }
        }
    }

    /// Whether the file holds everything that is in memory. Compares bytes without parsing, which may be slow.
    pub fn is_all_in_file(&mut self) -> bool {
        matches!(self.in_place(), InPlace::All)
    }

    fn in_place(&mut self) -> InPlace {
        let Some(store) = &mut self.store else { return InPlace::All };
        if store.is_as_it_was_left() {
            return InPlace::All;
        }
        match self.disk.read(&self.path) {
            Ok(bytes) if bytes.starts_with(store.recorded()) => InPlace::All,
            Ok(bytes) => InPlace::Other(bytes),
            Err(error) => InPlace::Unreadable(FileError::io(&self.path, "read")(error)),
        }
    }

    /// Writes what is in memory to a file beside the save, `NAME.ours-1.ron`, if the save's file lacks any of it.
    /// Returns that file's path, or the path of an earlier one that already holds everything.
    ///
    /// # Errors
    /// Why it can't be written.
    pub fn keep_ours(&mut self) -> Result<Option<PathBuf>, FileError> {
        if self.is_all_in_file() {
            return Ok(None);
        }
        self.keep_ours_in(&[]).map(Some)
    }

    /// Like `keep_ours`, without checking whether the file lacks anything. If the save's own folder can't be written,
    /// uses the first of these folders that can.
    ///
    /// # Errors
    /// Why it can't be written beside the save.
    pub fn keep_ours_in(&mut self, folders: &[PathBuf]) -> Result<PathBuf, FileError> {
        let Some(store) = &self.store else { return Err(FileError::ReadOnly { path: self.path.clone() }) };
        let text = store.text();
        if let Some((kept, length)) = &self.kept
            && *length == text.len()
            && self.disk.read(kept).is_ok_and(|there| there == text)
        {
            return Ok(kept.clone());
        }
        let stem = self.path.file_stem().unwrap_or_default().to_os_string();
        let beside = |folder: &Path| {
            let named = |number| {
                let mut name = stem.clone();
                name.push(format!(".ours-{number}.ron"));
                folder.join(name)
            };
            store::keep(self.disk.as_ref(), (&self.path, store.like()), "ours", named, &text)
        };
        let first = beside(super::disk::folder_of(&self.path));
        let kept = first.or_else(|error| folders.iter().find_map(|folder| beside(folder).ok()).ok_or(error))?;
        self.kept = Some((kept.clone(), text.len()));
        Ok(kept)
    }

    /// Writes what is in memory back under the save's name. If another file has that name, keeps a copy of it and
    /// returns the copy's path.
    ///
    /// # Errors
    /// Why it can't be written. Then nothing changes.
    pub fn put_back(&mut self) -> Result<Option<PathBuf>, FileError> {
        let Some(store) = &self.store else { return Err(FileError::ReadOnly { path: self.path.clone() }) };
        let lock = store.lock().clone();
        if fs::metadata(&self.path).is_ok_and(|there| !there.is_file()) {
            return self.put_back_for_no_file(&lock).map(Some);
        }
        let theirs = match self.disk.read(&self.path) {
            Ok(bytes) => Some(bytes),
            Err(e) if e.kind() == io::ErrorKind::NotFound => None,
            Err(e) => return Err(FileError::io(&self.path, "read")(e)),
        };
        let copy = match &theirs {
            None => {
                store.put_back(false)?;
                None
            }
            Some(bytes) => {
                store::may_be_replaced(&self.path, fs::metadata(&self.path).ok().as_ref())?;
                // A program that has the other file open keeps writing to it.
                let _held = lock.renewed(&self.disk, &self.path)?;
                let copy = store.keep_beside("before-ours", bytes, fs::metadata(&self.path).ok().as_ref())?;
                store.put_back(true)?;
                Some(copy)
            }
        };
        let lock = lock.renewed(&self.disk, &self.path)?;
        *self = Self::open_locked(Arc::clone(&self.disk), &self.path, Some(lock), Watch::nobody())?;
        Ok(copy)
    }

    /// Writes what is in memory back where a folder or other non-file now has the save's name; that is renamed.
    fn put_back_for_no_file(&mut self, lock: &Locked) -> Result<PathBuf, FileError> {
        let Some(store) = &self.store else { return Err(FileError::ReadOnly { path: self.path.clone() }) };
        let aside = store.free_name("before-ours")?;
        let renamed = FileError::io(&self.path, "renamed");
        self.disk.rename(&self.path, &aside, IfExists::Replace).map_err(renamed)?;
        if let Err(error) = store.put_back(false) {
            let _ = self.disk.rename(&aside, &self.path, IfExists::Replace);
            return Err(error);
        }
        let lock = lock.renewed(&self.disk, &self.path)?;
        *self = Self::open_locked(Arc::clone(&self.disk), &self.path, Some(lock), Watch::nobody())?;
        Ok(aside)
    }

    /// Writes what is in memory to a new file with the save's access rights, and continues with that file.
    ///
    /// # Errors
    /// The file exists, or can't be written.
    pub fn save_as(&mut self, path: &Path) -> Result<(), FileError> {
        let Some(store) = &self.store else { return Err(FileError::ReadOnly { path: self.path.clone() }) };
        store::write_new_like(self.disk.as_ref(), path, &store.text(), NewFile::Save, store.like())?;
        *self = Self::open_on(Arc::clone(&self.disk), path, Mode::Write)?;
        Ok(())
    }

    /// Continues with a file that holds what is in memory.
    ///
    /// # Errors
    /// Why it can't be opened. Then nothing changes.
    pub fn go_on_in(&mut self, path: &Path) -> Result<(), FileError> {
        let lock = Locked::take(&self.disk, path)?;
        *self = Self::open_locked(Arc::clone(&self.disk), path, Some(lock), Watch::nobody())?;
        Ok(())
    }
}
