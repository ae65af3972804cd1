//! Follows a save that another process writes: only new lines are parsed.
//!
//! That is possible if it is still the same file and a digest shows that all earlier bytes are unchanged. Hashing a
//! save takes a fiftieth of the time of parsing it.

use super::{
    disk::{Disk, FileStamp},
    entering::load_further,
    read::Loaded,
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
    before: Option<Bytes>,
}

#[derive(Clone, Debug)]
struct Bytes {
    many: u64,
    hash: Sha256,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CatchUp {
    Nothing,
    NewLines,
    Reread,
}

impl ReadPosition {
    /// The position after reading all these bytes of a save.
    pub(super) fn of(seen: FileStamp, bytes: &[u8], loaded: &Loaded) -> Self {
        let before = usize::try_from(loaded.end).ok().and_then(|end| bytes.get(..end));
        let before = before.filter(|before| can_be_followed(before, loaded.lacks_comma));
        let bytes = |before: &[u8]| Bytes { many: before.len() as u64, hash: Sha256::new().chain_update(before) };
        Self { seen, before: before.map(bytes) }
    }

    /// Records that the file with this stamp can't be read.
    pub(super) fn stuck(&mut self, seen: FileStamp) {
        *self = Self { seen, before: None };
    }

    /// Reads the new lines. Returns false if the whole save must be read again; some lines may have been entered by
    /// then.
    pub(super) fn read_on(
        &mut self,
        disk: &dyn Disk,
        path: &Path,
        now: &FileStamp,
        (diary, seals): (&mut Diary, &mut Seals),
    ) -> bool {
        // After a failure below, reading never continues at the old position.
        let Some(mut before) = self.before.take().filter(|_| now.identity == self.seen.identity) else { return false };
        let Ok(Some(new)) = before.followed_by(disk, path) else { return false };
        let Some(further) = load_further(diary, seals, &new) else { return false };
        // A change without a new line: an earlier line changed, or the save is cheap to read in full.
        if further.records == 0 {
            return false;
        }
        let read = &new[..further.end];
        before.many += read.len() as u64;
        before.hash.update(read);
        self.seen = now.clone();
        self.before = Some(before).filter(|_| can_be_followed(read, further.lacks_comma));
        true
    }
}

impl Bytes {
    /// The bytes after the known ones; `None` if the file no longer begins with the known ones.
    fn followed_by(&self, disk: &dyn Disk, path: &Path) -> io::Result<Option<Vec<u8>>> {
        let mut file = disk.reader(path)?;
        let (mut hash, mut left) = (Sha256::new(), self.many);
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
fn can_be_followed(bytes: &[u8], lacks_comma: bool) -> bool {
    bytes.ends_with(b"\n") && !lacks_comma
}
