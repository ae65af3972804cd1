//! Follows a save that another process writes: only new lines are parsed.
//!
//! That is possible if it is still the same file and a digest shows that all earlier bytes are unchanged. Hashing a
//! save takes a fiftieth of the time of parsing it.

use super::{
    disk::{Disk, FileStamp},
    load_lines::load_appended,
    read::LoadedSave,
};
use crate::diary::{Diary, seal::Seals};
use sha2::{Digest, Sha256};
use std::{
    io::{self, Read},
    path::Path,
};

/// How far a save has been read.
#[derive(Debug)]
pub(super) struct ReadPosition {
    /// The file's stamp just before it was read.
    pub(super) seen: FileStamp,
    /// Digest of all bytes before the next line; `None` if reading can't continue there.
    known: Option<KnownBytes>,
}

#[derive(Clone, Debug)]
struct KnownBytes {
    length: u64,
    hash: Sha256,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CatchUp {
    Unchanged,
    NewLines,
    Reread,
}

impl ReadPosition {
    /// The position after reading all these bytes of a save.
    pub(super) fn of(seen: FileStamp, bytes: &[u8], loaded: &LoadedSave) -> Self {
        let before = usize::try_from(loaded.end).ok().and_then(|end| bytes.get(..end));
        let before = before.filter(|before| ends_cleanly(before, loaded.lacks_comma));
        Self { seen, known: before.map(KnownBytes::of) }
    }

    /// The position after these bytes, which this process wrote or read.
    pub(super) fn after(seen: FileStamp, recorded: &[u8]) -> Self {
        Self { seen, known: Some(recorded).filter(|recorded| recorded.ends_with(b"\n")).map(KnownBytes::of) }
    }

    /// Where the next line belongs, if the file is the known bytes and these closers.
    pub(super) fn end_in(&self, bytes: &[u8], closers: &str) -> Option<u64> {
        let known = self.known.as_ref()?;
        let (before, tail) = bytes.split_at_checked(usize::try_from(known.length).ok()?)?;
        let is_same = Sha256::digest(before) == known.hash.clone().finalize();
        (is_same && tail == closers.as_bytes()).then_some(known.length)
    }

    pub(super) fn mark_unreadable(&mut self, seen: FileStamp) {
        *self = Self { seen, known: None };
    }

    /// Reads the new lines. False if the whole save must be read again; some lines may be entered by then.
    pub(super) fn read_new_lines(
        &mut self,
        disk: &dyn Disk,
        path: &Path,
        now: &FileStamp,
        (diary, seals): (&mut Diary, &mut Seals),
    ) -> bool {
        // After a failure below, reading never continues at the old position.
        let Some(mut before) = self.known.take().filter(|_| now.identity == self.seen.identity) else { return false };
        let Ok(Some(new)) = before.read_after(disk, path) else { return false };
        let Some(further) = load_appended(diary, seals, &new) else { return false };
        // A change without a new line: an earlier line changed, or the save is cheap to read in full.
        if further.records == 0 {
            return false;
        }
        let read = &new[..further.end];
        before.length += read.len() as u64;
        before.hash.update(read);
        self.seen = now.clone();
        self.known = Some(before).filter(|_| ends_cleanly(read, further.lacks_comma));
        true
    }
}

impl KnownBytes {
    fn of(bytes: &[u8]) -> Self {
        Self { length: bytes.len() as u64, hash: Sha256::new().chain_update(bytes) }
    }

    /// The bytes after the known ones; `None` if the file no longer begins with the known ones.
    fn read_after(&self, disk: &dyn Disk, path: &Path) -> io::Result<Option<Vec<u8>>> {
        let mut file = disk.reader(path)?;
        let (mut hash, mut left) = (Sha256::new(), self.length);
        let mut some = vec![0; 1 << 16];
        while left > 0 {
            let many = usize::try_from(left).map_or(some.len(), |left| left.min(some.len()));
            let read = match file.read(&mut some[..many]) {
                Ok(0) => return Ok(None),
                Ok(read) => read,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                Err(e) => return Err(e),
            };
            hash.update(&some[..read]);
            left -= read as u64;
        }
        if hash.finalize() != self.hash.clone().finalize() {
            return Ok(None);
        }
        let mut new = Vec::new();
        file.read_to_end(&mut new)?;
        Ok(Some(new))
    }
}

/// Whether the next record will be on a line of its own, whatever is appended to these bytes.
fn ends_cleanly(bytes: &[u8], lacks_comma: bool) -> bool {
    bytes.ends_with(b"\n") && !lacks_comma
}
