//! A disk in memory that simulates the worst failures: any operation fails, or the power fails between any two.
//!
//! Unsynced data is not safe. After a power cut, each write since the last sync of its file is present, absent, partial
//! or zeros. Each change of a name since the last sync of its folder is present or absent. A seeded random generator
//! decides.

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard},
    time::{Duration, SystemTime},
};
use wardiary_diary::diary::file::disk::{Access, Disk, DiskLock, FileHandle, FileStamp, IfExists};

/// The unit of a write that is present or absent as a whole: the sector of a drive.
const SECTOR_SIZE: usize = 512;

/// A handle to the disk. Clones share the same disk.
#[derive(Clone, Debug, Default)]
pub struct MemoryDisk(Arc<Mutex<DiskState>>);

#[derive(Debug, Default)]
struct DiskState {
    files: BTreeMap<u64, Vec<u8>>,
    names: BTreeMap<PathBuf, u64>,
    locks: BTreeSet<PathBuf>,
    changed: BTreeMap<u64, u64>,
    clock: u64,
    operations: usize,
    fault: Option<(usize, Fault)>,
    /// All operations so far, in order.
    history: Vec<DiskOperation>,
}

/// How an operation fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The operation does nothing.
    Error,
    /// A write writes half of its bytes; any other operation does nothing.
    HalfWrite,
    /// The operation succeeds, and still returns an error.
    DoneWithError,
    /// The operation does nothing. If it is a sync, the unsynced writes are lost, and the file reads as before them.
    LostSync,
    /// A write writes half of its bytes. Any other operation, and the next two, do nothing.
    ThreeFailures,
    /// The operation and all later ones do nothing.
    DeadDisk,
}

impl Fault {
    pub const ALL: [Self; 6] =
        [Self::Error, Self::HalfWrite, Self::DoneWithError, Self::LostSync, Self::ThreeFailures, Self::DeadDisk];
}

/// A change of the disk.
#[derive(Clone, Debug)]
enum DiskOperation {
    Name(PathBuf, u64),
    Rename(PathBuf, PathBuf),
    Remove(PathBuf),
    Write(u64, usize, Vec<u8>),
    SetLength(u64, usize),
    Sync(u64),
    SyncFolder(PathBuf),
    /// The writes to a file since its last sync are lost.
    Lose(u64),
}

/// Pseudorandom numbers from a seed.
pub struct SimpleRng(pub u64);

impl SimpleRng {
    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut n = self.0;
        n = (n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        n = (n ^ (n >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((n ^ (n >> 31)) % limit.max(1) as u64).expect("it is below a usize")
    }
}

impl MemoryDisk {
    /// A disk with one file.
    pub fn with(path: &Path, bytes: &[u8]) -> Self {
        let disk = Self::default();
        let mut inside = disk.inside();
        let file = inside.name(path);
        inside.write(file, 0, bytes);
        inside.history.extend([DiskOperation::Sync(file), DiskOperation::SyncFolder(folder(path))]);
        drop(inside);
        disk
    }

    fn inside(&self) -> MutexGuard<'_, DiskState> {
        self.0.lock().expect("nobody panics with it")
    }

    /// The number of operations so far.
    pub fn operations(&self) -> usize {
        self.inside().operations
    }

    /// The number of operations so far that changed or synced something. The power can fail after each.
    pub fn steps(&self) -> usize {
        self.inside().history.len()
    }

    /// Makes the operation with this number, from 0, fail.
    pub fn fail(&self, at: usize, fault: Fault) {
        self.inside().fault = Some((at, fault));
    }

    /// Ends all failures.
    pub fn heal(&self) {
        self.inside().fault = None;
    }

    /// Whether the failing operation has happened.
    pub fn has_failed(&self) -> bool {
        let inside = self.inside();
        inside.fault.is_some_and(|(at, _)| inside.operations > at)
    }

    pub fn bytes(&self, path: &Path) -> Option<Vec<u8>> {
        let inside = self.inside();
        inside.names.get(path).map(|file| inside.files[file].clone())
    }

    pub fn names(&self) -> Vec<String> {
        self.inside().names.keys().map(|path| path.display().to_string()).collect()
    }

    /// The disk after a power cut that follows this many steps.
    pub fn after_power_cut(&self, steps: usize, chance: &mut SimpleRng) -> Self {
        let inside = self.inside();
        let done = &inside.history[..steps];
        let after = Self::default();
        let mut disk = after.inside();
        let mut waiting: BTreeMap<u64, Vec<&DiskOperation>> = BTreeMap::new();
        let mut names: Vec<&DiskOperation> = Vec::new();
        for one in done {
            match one {
                DiskOperation::Name(..) | DiskOperation::Rename(..) | DiskOperation::Remove(..) => names.push(one),
                DiskOperation::Write(file, ..) | DiskOperation::SetLength(file, _) => {
                    waiting.entry(*file).or_default().push(one);
                }
                DiskOperation::Sync(file) => waiting.remove(file).into_iter().flatten().for_each(|one| disk.apply(one)),
                DiskOperation::Lose(file) => drop(waiting.remove(file)),
                DiskOperation::SyncFolder(at) => {
                    let (there, others) = names.into_iter().partition::<Vec<_>, _>(|name| name.is_in_folder(at));
                    there.into_iter().for_each(|name| disk.apply(name));
                    names = others;
                }
            }
        }
        for one in waiting.into_values().flatten() {
            match (chance.below(4), one) {
                (0, _) => {}
                (1, one) => disk.apply(one),
                // Torn: a prefix, or some of the sectors, with or without the new size.
                (2, DiskOperation::Write(file, at, bytes)) => {
                    disk.write(*file, *at, &bytes[..chance.below(bytes.len() + 1)]);
                }
                (_, DiskOperation::Write(file, at, bytes)) => {
                    let end = if chance.below(2) == 0 { 0 } else { at + bytes.len() };
                    let length = disk.files.entry(*file).or_default().len();
                    disk.set_length(*file, length.max(end));
                    let mut from = 0;
                    while from < bytes.len() {
                        let to = ((at + from) / SECTOR_SIZE * SECTOR_SIZE + SECTOR_SIZE - at).min(bytes.len());
                        if chance.below(2) == 0 {
                            disk.write(*file, at + from, &bytes[from..to]);
                        }
                        from = to;
                    }
                }
                (_, one) => disk.apply(one),
            }
        }
        for one in names {
            if chance.below(2) == 0 {
                disk.apply(one);
            }
        }
        // A name can reach the disk before any data of its file.
        let named: Vec<u64> = disk.names.values().copied().collect();
        for file in named {
            disk.files.entry(file).or_default();
        }
        disk.history.clear();
        let all: Vec<DiskOperation> = disk
            .names
            .iter()
            .flat_map(|(path, file)| {
                let bytes = disk.files[file].clone();
                let name = DiskOperation::Name(path.clone(), *file);
                [
                    name,
                    DiskOperation::Write(*file, 0, bytes),
                    DiskOperation::Sync(*file),
                    DiskOperation::SyncFolder(folder(path)),
                ]
            })
            .collect();
        disk.history = all;
        drop(disk);
        after
    }
}

fn folder(path: &Path) -> PathBuf {
    path.parent().unwrap_or(Path::new("")).to_path_buf()
}

impl DiskOperation {
    fn is_in_folder(&self, at: &Path) -> bool {
        match self {
            Self::Name(path, _) | Self::Remove(path) | Self::Rename(_, path) => folder(path) == at,
            _ => false,
        }
    }
}

impl DiskState {
    fn name(&mut self, path: &Path) -> u64 {
        let file = self.files.keys().last().map_or(1, |last| last + 1);
        self.files.insert(file, Vec::new());
        self.names.insert(path.into(), file);
        self.history.push(DiskOperation::Name(path.into(), file));
        file
    }

    fn write(&mut self, file: u64, at: usize, bytes: &[u8]) {
        let there = self.files.entry(file).or_default();
        there.resize(there.len().max(at + bytes.len()), 0);
        there[at..at + bytes.len()].copy_from_slice(bytes);
        self.touched(file);
        self.history.push(DiskOperation::Write(file, at, bytes.to_vec()));
    }

    fn set_length(&mut self, file: u64, length: usize) {
        self.files.entry(file).or_default().resize(length, 0);
        self.touched(file);
        self.history.push(DiskOperation::SetLength(file, length));
    }

    fn touched(&mut self, file: u64) {
        self.clock += 1;
        self.changed.insert(file, self.clock);
    }

    /// Repeats a change of another disk on this one.
    fn apply(&mut self, done: &DiskOperation) {
        match done {
            DiskOperation::Name(path, file) => drop(self.names.insert(path.clone(), *file)),
            DiskOperation::Rename(from, to) => {
                // The disk may have lost the operation that created the old name.
                if let Some(file) = self.names.remove(from) {
                    self.names.insert(to.clone(), file);
                }
            }
            DiskOperation::Remove(path) => drop(self.names.remove(path)),
            DiskOperation::Write(file, at, bytes) => self.write(*file, *at, bytes),
            DiskOperation::SetLength(file, length) => self.set_length(*file, *length),
            DiskOperation::Sync(_) | DiskOperation::SyncFolder(_) | DiskOperation::Lose(_) => {}
        }
    }

    /// Counts an operation. Returns how it fails, or `None` if it succeeds.
    fn next_fault(&mut self) -> Option<Fault> {
        let now = self.operations;
        self.operations += 1;
        let (at, fault) = self.fault?;
        let many = match fault {
            Fault::DeadDisk => usize::MAX,
            Fault::ThreeFailures => 3,
            _ => 1,
        };
        (at..at.saturating_add(many)).contains(&now).then_some(if now > at { Fault::Error } else { fault })
    }

    /// Carries out an operation, or fails.
    fn run_operation<T>(&mut self, act: impl FnOnce(&mut Self) -> io::Result<T>) -> io::Result<T> {
        match self.next_fault() {
            None => act(self),
            Some(Fault::DoneWithError) => act(self).and_then(|_| Err(broken())),
            Some(_) => Err(broken()),
        }
    }

    fn file(&self, path: &Path) -> io::Result<u64> {
        self.names.get(path).copied().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn stamp(&self, file: u64) -> FileStamp {
        let ticks = self.changed.get(&file).copied().unwrap_or_default();
        FileStamp {
            length: self.files[&file].len() as u64,
            changed: Some(SystemTime::UNIX_EPOCH + Duration::from_millis(ticks)),
            identity: (0, file),
        }
    }

    /// The synced bytes of a file.
    fn synced(&self, file: u64) -> Vec<u8> {
        let mut scratch = Self::default();
        let mut waiting: Vec<&DiskOperation> = Vec::new();
        for one in &self.history {
            match one {
                DiskOperation::Write(of, ..) | DiskOperation::SetLength(of, _) if *of == file => waiting.push(one),
                DiskOperation::Sync(of) if *of == file => waiting.drain(..).for_each(|one| scratch.apply(one)),
                DiskOperation::Lose(of) if *of == file => waiting.clear(),
                _ => {}
            }
        }
        scratch.files.remove(&file).unwrap_or_default()
    }
}

fn broken() -> io::Error {
    io::Error::other("the disk failed")
}

#[derive(Debug)]
struct OpenFile {
    disk: MemoryDisk,
    file: u64,
}

#[derive(Debug)]
struct HeldLock {
    disk: MemoryDisk,
    path: PathBuf,
}

impl Drop for HeldLock {
    fn drop(&mut self) {
        self.disk.inside().locks.remove(&self.path);
    }
}

impl Disk for MemoryDisk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.inside().run_operation(|disk| disk.file(path).map(|file| disk.files[&file].clone()))
    }

    fn list(&self, at: &Path) -> io::Result<Vec<PathBuf>> {
        self.inside().run_operation(|disk| Ok(disk.names.keys().filter(|path| folder(path) == at).cloned().collect()))
    }

    fn stamp(&self, path: &Path) -> io::Result<FileStamp> {
        self.inside().run_operation(|disk| disk.file(path).map(|file| disk.stamp(file)))
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn FileHandle>> {
        let file = self.inside().run_operation(|disk| disk.file(path))?;
        Ok(Box::new(OpenFile { disk: self.clone(), file }))
    }

    fn create(&self, path: &Path, _: Access) -> io::Result<Box<dyn FileHandle>> {
        let file = self.inside().run_operation(|disk| {
            if disk.names.contains_key(path) { Err(io::ErrorKind::AlreadyExists.into()) } else { Ok(disk.name(path)) }
        })?;
        Ok(Box::new(OpenFile { disk: self.clone(), file }))
    }

    fn temporary(
        &self,
        beside: &Path,
        _: &[u8],
        _: Option<&std::fs::Metadata>,
    ) -> io::Result<(PathBuf, Box<dyn FileHandle>)> {
        let path = beside.with_file_name(format!(".temporary-{}", self.operations()));
        let file = self.inside().run_operation(|disk| Ok(disk.name(&path)))?;
        Ok((path, Box::new(OpenFile { disk: self.clone(), file })))
    }

    fn rename(&self, from: &Path, to: &Path, taken: IfExists) -> io::Result<()> {
        self.inside().run_operation(|disk| {
            if taken == IfExists::Refuse && disk.names.contains_key(to) {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
            let file = disk.file(from)?;
            disk.names.remove(from);
            disk.names.insert(to.into(), file);
            disk.history.push(DiskOperation::Rename(from.into(), to.into()));
            Ok(())
        })
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.inside().run_operation(|disk| {
            disk.file(path)?;
            disk.names.remove(path);
            disk.history.push(DiskOperation::Remove(path.into()));
            Ok(())
        })
    }

    fn make_folder(&self, _: &Path) -> io::Result<()> {
        self.inside().run_operation(|_| Ok(()))
    }

    fn sync_folder(&self, at: &Path) -> io::Result<()> {
        self.inside().run_operation(|disk| {
            disk.history.push(DiskOperation::SyncFolder(at.into()));
            Ok(())
        })
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        self.inside().run_operation(|disk| disk.file(path).map(|_| path.into()))
    }

    fn lock(&self, path: &Path) -> io::Result<DiskLock> {
        let mut disk = self.inside();
        // A failed attempt takes no lock.
        let free = disk.run_operation(|disk| Ok(!disk.locks.contains(path)))?;
        if !free {
            return Ok(DiskLock::Held(None));
        }
        disk.locks.insert(path.into());
        Ok(DiskLock::Acquired(Box::new(HeldLock { disk: self.clone(), path: path.into() })))
    }
}

impl FileHandle for OpenFile {
    fn stamp(&mut self) -> io::Result<FileStamp> {
        self.disk.inside().run_operation(|disk| Ok(disk.stamp(self.file)))
    }

    fn read_from(&mut self, at: u64) -> io::Result<Vec<u8>> {
        let at = usize::try_from(at).expect("files here are small");
        self.disk.inside().run_operation(|disk| Ok(disk.files[&self.file].get(at..).unwrap_or_default().to_vec()))
    }

    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        let at = usize::try_from(at).expect("files here are small");
        let mut disk = self.disk.inside();
        let fault = disk.next_fault();
        let many = match fault {
            None | Some(Fault::DoneWithError) => bytes.len(),
            Some(Fault::HalfWrite | Fault::ThreeFailures) => bytes.len() / 2,
            Some(Fault::Error | Fault::LostSync | Fault::DeadDisk) => 0,
        };
        if many > 0 || fault.is_none() {
            disk.write(self.file, at, &bytes[..many]);
        }
        fault.map_or(Ok(()), |_| Err(broken()))
    }

    fn set_len(&mut self, length: u64) -> io::Result<()> {
        let length = usize::try_from(length).expect("files here are small");
        self.disk.inside().run_operation(|disk| {
            disk.set_length(self.file, length);
            Ok(())
        })
    }

    fn sync(&mut self) -> io::Result<()> {
        let mut disk = self.disk.inside();
        let fault = disk.next_fault();
        match fault {
            None | Some(Fault::DoneWithError) => disk.history.push(DiskOperation::Sync(self.file)),
            Some(Fault::LostSync) => {
                let synced = disk.synced(self.file);
                disk.files.insert(self.file, synced);
                disk.history.push(DiskOperation::Lose(self.file));
            }
            Some(Fault::Error | Fault::HalfWrite | Fault::ThreeFailures | Fault::DeadDisk) => {}
        }
        fault.map_or(Ok(()), |_| Err(broken()))
    }
}
