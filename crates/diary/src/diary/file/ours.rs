//! What memory holds and the file lacks: kept beside it before anything takes its place.

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

/// What is in the file, against what is in memory.
#[derive(Debug)]
pub enum InFile {
    /// All that is in memory, and perhaps more.
    All,
    /// The beginning of it: entries behind this one are in memory alone.
    Beginning(EntryNo),
    /// A save that goes another way.
    Other,
    /// Nothing that can be read as a save.
    Nothing(FileError),
}

/// What is at the save's name, before it is read as a save.
enum InPlace {
    /// All that is in memory, and perhaps more.
    All,
    /// Something else.
    Other(Vec<u8>),
    /// Nothing that can be read.
    Unreadable(FileError),
}

impl Save {
    /// What is in the file now, against what is in memory. Where reading it was broken off, nothing that can be read.
    #[must_use]
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

    /// Whether the file has all that is in memory. It is compared and not read as a save, which may take long.
    #[must_use]
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

    /// Writes what memory holds to a file of its own beside the save, `NAME.ours-1.ron`, where the save's file lacks any of
    /// it. The file's path, if so; where all of it is in one already, that one's.
    ///
    /// # Errors
    /// Why it can't be written.
    pub fn keep_ours(&mut self) -> Result<Option<PathBuf>, FileError> {
        if self.is_all_in_file() {
            return Ok(None);
        }
        self.keep_ours_in(&[]).map(Some)
    }

    /// The same; where the save's own folder can't be written, in the first of these that can. It is not asked whether the
    /// file lacks anything.
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

    /// Puts what is in memory back where the file was; if another file is there, a copy of that is kept, whose path this
    /// is.
    ///
    /// # Errors
    /// Why it can't be written; then nothing changes.
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
                // Whoever has that file open writes on in it.
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

    /// Puts what is in memory back where a folder is now, or something else that is no file: that gets another name.
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

    /// Writes what is in memory to a new file, which is as private as the save, and goes on in that.
    ///
    /// # Errors
    /// That there is one of that name, or why it can't be written.
    pub fn save_as(&mut self, path: &Path) -> Result<(), FileError> {
        let Some(store) = &self.store else { return Err(FileError::ReadOnly { path: self.path.clone() }) };
        store::write_new_like(self.disk.as_ref(), path, &store.text(), NewFile::Save, store.like())?;
        *self = Self::open_on(Arc::clone(&self.disk), path, Mode::Write)?;
        Ok(())
    }

    /// Goes on in a file that holds what is in memory.
    ///
    /// # Errors
    /// Why it can't be opened; then nothing changes.
    pub fn go_on_in(&mut self, path: &Path) -> Result<(), FileError> {
        let lock = Locked::take(&self.disk, path)?;
        *self = Self::open_locked(Arc::clone(&self.disk), path, Some(lock), Watch::nobody())?;
        Ok(())
    }
}
