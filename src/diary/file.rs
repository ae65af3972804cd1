//! A diary with its file: one RON document that grows a line at a time.
//!
//! The file is *read* line by line; the closing `])` is a courtesy to people and other readers of RON, found by token,
//! never needed, and put back on opening. An entry is on the disk before anybody sees it. Only a torn last line is ever
//! dropped, and it is kept beside the save.

pub mod disk;
mod entering;
mod follow;
mod head;
mod lines;
mod platform;
mod read;
mod reseal;
mod store;

pub use follow::CatchUp;
pub use read::{LoadError, Loaded, load};
pub use reseal::reseal;
pub use store::Store;

use super::{
    Account, Diary, Entry, EntryNo, Header, Move, NavigationError, NewEntry, Record, RecordError,
    amend::{AmendError, Rebase},
    seal::{self, Seal, Seals},
    steps::DiaryStep,
};
use crate::{
    dice::{DiceRoll, source::DiceSource},
    document::{self, to_line, to_lines},
    error::{UserError, shown},
    notation::refusal::{self, RefusalText},
    order::Order,
    rules::{CarryOutError, Rolled, Unanswered},
    text,
};
use disk::{Disk, Real, folder_of};
use follow::ReadPosition;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::{
    fmt, fs,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The number of the save format that this program writes. When it is raised, and what opens for ever, is written down
/// in `docs/FORMAT.md`: in short, it is raised when a program that knows the old number would read a new save wrongly or
/// not at all, and no save that was ever written may cease to open.
pub const FORMAT: u32 = 1;

/// The document above the entries, as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    wardiary: u32,
    title: String,
    seed: String,
    rules: crate::book::RulebookDraft,
    muster: crate::state::Muster,
    #[serde(default)]
    seal: Seal,
    #[serde(default)]
    diary: Vec<Record>,
}

/// The text of a save without entries.
#[must_use]
pub fn blank(header: &Header) -> String {
    let above = format!(
        "(wardiary: {FORMAT}, title: {}, seed: {},\nrules: {},\nmuster: {},\nseal: \"\",\ndiary: [",
        to_line(&header.title),
        to_line(&header.seed),
        to_lines(&header.book.to_draft(), 2),
        to_lines(&header.muster, 2),
    );
    let sealed = seal::with_seal(&above, seal::header_seal(&above)).unwrap_or(above);
    format!("{sealed}\n])\n")
}

/// Whether a save is opened to be written on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// To be written on, by this process alone.
    Write,
    /// To be read; nothing is written, not even what was torn.
    Read,
}

/// A diary with its file.
#[derive(Debug)]
pub struct Save {
    diary: Diary,
    disk: Arc<dyn Disk>,
    path: PathBuf,
    store: Option<Store>,
    /// The seals so far: the next line's goes on from them.
    seals: Seals,
    notices: Vec<String>,
    /// How far it has been read, where somebody else may go on writing it.
    reached: Option<ReadPosition>,
}

/// Why something was not recorded.
#[derive(Debug)]
pub enum WriteError {
    /// The rules refuse it.
    Refused(RefusalText),
    /// There is nothing to go back or forward to.
    Navigation(NavigationError),
    /// It can't stand in the diary.
    Record(RecordError),
    /// It can't be written.
    Failed(UserError),
}

impl From<WriteError> for UserError {
    fn from(not: WriteError) -> Self {
        match not {
            WriteError::Refused(refusal) => refusal.into(),
            WriteError::Navigation(error) => Self::refused(error.to_string()),
            WriteError::Record(error) => Self::refused(error.to_string()),
            WriteError::Failed(failure) => failure,
        }
    }
}

impl From<AmendError> for UserError {
    fn from(not: AmendError) -> Self {
        let hint = not.hint();
        let failure = Self::refused(not.to_string());
        hint.map_or(failure.clone(), |hint| failure.hint(hint))
    }
}

impl Save {
    /// Makes a new save and opens it. No file is ever overwritten.
    ///
    /// # Errors
    /// A faulty muster, a file that is there already, a folder that can't be written.
    pub fn create(path: &Path, header: Header) -> Result<Self, UserError> {
        Self::create_on(Arc::new(Real), path, header)
    }

    /// Makes a new save on a disk, and opens it. No file is ever overwritten.
    ///
    /// # Errors
    /// A faulty muster, a file that is there already, a folder that can't be written.
    pub fn create_on(disk: Arc<dyn Disk>, path: &Path, header: Header) -> Result<Self, UserError> {
        let text = blank(&header);
        Diary::new(header).map_err(|faults| {
            let problems: Vec<_> =
                faults.into_iter().map(|f| document::Problem::of_fault(&text, &f.under("muster"))).collect();
            UserError::problems(path, &problems)
        })?;
        new_file(disk.as_ref(), path, &text)?;
        Self::open_on(disk, path, Mode::Write)
    }

    /// Opens a save.
    ///
    /// # Errors
    /// What is wrong with it, with its place; or that somebody else has it open.
    pub fn open(path: &Path, mode: Mode) -> Result<Self, UserError> {
        Self::open_on(Arc::new(Real), path, mode)
    }

    /// Opens a save that lies on a disk.
    ///
    /// # Errors
    /// What is wrong with it, with its place; or that somebody else has it open.
    pub fn open_on(disk: Arc<dyn Disk>, path: &Path, mode: Mode) -> Result<Self, UserError> {
        // Locked before it is read, so that what is read is what will be written after.
        let lock = match mode {
            Mode::Write => Some(store::lock(disk.as_ref(), path)?),
            Mode::Read => None,
        };
        Self::open_locked(disk, path, lock)
    }

    /// Opens a save to be written on; or, where that can't be, because somebody else has it open or its folder can't be
    /// written, to be read as the other writes it. The first notice says so then.
    ///
    /// # Errors
    /// What is wrong with it, with its place.
    pub fn open_or_watch(path: &Path) -> Result<Self, UserError> {
        Self::open(path, Mode::Write).or_else(|failure| {
            let mut save = Self::open(path, Mode::Read).map_err(|_| failure.clone())?;
            save.notices.insert(0, format!("{}: you watch it, and can't write", failure.what));
            Ok(save)
        })
    }

    /// Reads the save again, with what others have written, and goes on writing; if it was open to be read, it is tried
    /// to be written on from now on.
    ///
    /// # Errors
    /// What is wrong with it, or that somebody else has it open. Then all is as it was.
    pub fn read_again(&mut self) -> Result<(), UserError> {
        let lock = match &self.store {
            Some(store) => store.lock(),
            None => store::lock(self.disk.as_ref(), &self.path)?,
        };
        *self = Self::open_locked(Arc::clone(&self.disk), &self.path, Some(lock))?;
        Ok(())
    }

    fn open_locked(disk: Arc<dyn Disk>, path: &Path, lock: Option<store::Locked>) -> Result<Self, UserError> {
        let seen = disk.seen(path).ok();
        let bytes = disk.read(path).map_err(|e| UserError::io(path, "read", &e))?;
        let loaded = load(&bytes).map_err(|stop| stop.into_user_error(path))?;
        let mut notices = loaded.notices.clone();
        let store = match lock {
            None => None,
            Some(lock) => {
                let mut store = Store::open(Arc::clone(&disk), path, lock, loaded.end)?;
                if let Some(torn) = &loaded.torn {
                    let beside = store.keep_beside("torn", torn)?;
                    notices.push(format!(
                        "the last line, of {} bytes, was torn and has been left out; it is kept in {}",
                        torn.len(),
                        shown(&beside)
                    ));
                }
                let torn = loaded.torn.as_ref().map_or(0, Vec::len);
                store.close_document(&bytes[..bytes.len() - torn], loaded.lacks_comma)?;
                Some(store)
            }
        };
        if loaded.torn.is_some() && store.is_none() {
            notices.push("the last line is torn and is left out here".into());
        }
        let reached = seen.filter(|_| store.is_none()).map(|seen| ReadPosition::of(seen, &bytes, &loaded));
        Ok(Self { diary: loaded.diary, disk, path: path.to_path_buf(), store, seals: loaded.seals, notices, reached })
    }

    /// Opens a save as it was at an entry, to be read: what comes after it in the file need not make sense.
    ///
    /// # Errors
    /// What is wrong with it up to there.
    pub fn open_at(path: &Path, no: EntryNo) -> Result<Self, UserError> {
        let bytes = fs::read(path).map_err(|e| UserError::io(path, "read", &e))?;
        let (mut diary, seals) = match load(&bytes) {
            Ok(loaded) => (loaded.diary, loaded.seals),
            Err(LoadError { before: Some(before), .. }) if before.0.next_no() > no => *before,
            Err(stop) => return Err(stop.into_user_error(path)),
        };
        diary.admit(Record::Head(no)).map_err(|unfit| {
            let last = diary.next_no() - 1;
            UserError::refused(unfit.to_string()).hint(format!("the save's entries are 1 to {last}; 0 is the muster"))
        })?;
        let disk = Arc::new(Real);
        Ok(Self { diary, disk, path: path.to_path_buf(), store: None, seals, notices: Vec::new(), reached: None })
    }

    /// The diary.
    #[must_use]
    pub fn diary(&self) -> &Diary {
        &self.diary
    }

    /// Its seals, as they were when it was read.
    #[must_use]
    pub fn seals(&self) -> &Seals {
        &self.seals
    }

    /// The account of an entry, marked where it was changed by hand and where the diary forks.
    #[must_use]
    pub fn account(&self, step: &DiaryStep) -> Account {
        Account {
            changed_by_hand: self.seals.changed_by_hand().contains(&step.entry.no),
            fork: self.diary.is_fork(step.entry.follows()),
            ..step.account()
        }
    }

    /// Its file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads what somebody else has written since it was read, where it is open to be watched: the new lines alone, if
    /// nothing but those has changed.
    ///
    /// # Errors
    /// Why it can't be read as it stands now; it is not tried again before it changes. The diary is as it was, or has all
    /// that stands before the line that is wrong.
    pub fn catch_up(&mut self) -> Result<CatchUp, UserError> {
        let Some(reached) = &mut self.reached else { return Ok(CatchUp::Nothing) };
        // That there is no file just now is no news: an editor may be about to put another in its place.
        let Some(now) = self.disk.seen(&self.path).ok().filter(|now| *now != reached.seen) else {
            return Ok(CatchUp::Nothing);
        };
        if reached.read_on(self.disk.as_ref(), &self.path, &now, (&mut self.diary, &mut self.seals)) {
            return Ok(CatchUp::NewLines);
        }
        match Self::open_locked(Arc::clone(&self.disk), &self.path, None) {
            Ok(save) => {
                *self = save;
                Ok(CatchUp::Reread)
            }
            Err(failure) => {
                reached.stuck(now);
                Err(failure)
            }
        }
    }

    /// Whether it can be written on.
    #[must_use]
    pub fn is_writable(&self) -> bool {
        self.store.is_some()
    }

    /// Whether it is open to be read, as others go on writing it.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        self.reached.is_some()
    }

    /// Whether something was not written because another program had changed the file: it is to be read again.
    #[must_use]
    pub fn is_overtaken(&self) -> bool {
        self.store.as_ref().is_some_and(Store::is_overtaken)
    }

    /// What was found and mended on opening, each in a sentence.
    #[must_use]
    pub fn notices(&self) -> &[String] {
        &self.notices
    }

    /// Carries an order out with dice from a source, and records it: on the disk first, then in the diary.
    ///
    /// # Errors
    /// Why it is refused, what dice it waits for, or why it could not be written; the diary is as it was.
    pub fn submit<S: DiceSource>(
        &mut self,
        order: Order,
        dice: &mut S,
        now: Timestamp,
    ) -> Result<Submitted, SubmitError<S::Error>> {
        let NewEntry { entry, rolled } = self.diary.carry_out(order, dice, now).map_err(|error| match error {
            CarryOutError::Refused(refusal) => {
                let why = WriteError::Refused(refusal::describe(&refusal, self.diary.state()));
                SubmitError::NotRecorded { why, rolls: Vec::new() }
            }
            CarryOutError::Unanswered(unanswered) => SubmitError::Unanswered(unanswered),
        })?;
        let rolls = entry.dice.clone();
        match self.record(entry) {
            Ok(entry) => Ok(Submitted { entry, rolled }),
            Err(why) => Err(SubmitError::NotRecorded { why, rolls }),
        }
    }

    /// Records that an order was broken off after these dice had been shown.
    ///
    /// # Errors
    /// Why it could not be written; the diary is as it was.
    pub fn abandon(&mut self, order: Order, falls: Vec<DiceRoll>, now: Timestamp) -> Result<EntryNo, WriteError> {
        let entry = self.diary.abandoned(order, falls, now);
        self.record(entry)
    }

    fn record(&mut self, entry: Entry) -> Result<EntryNo, WriteError> {
        let no = entry.no;
        self.write(Record::Entry(entry))?;
        Ok(no)
    }

    /// Goes so many entries back. Nothing is erased.
    ///
    /// # Errors
    /// If there are not so many, or it could not be written.
    pub fn undo(&mut self, many: u32) -> Result<EntryNo, WriteError> {
        let to = self.diary.back(many).map_err(WriteError::Navigation)?;
        self.write(Record::Head(to)).map(|()| to)
    }

    /// Goes so many entries forward again, to what was left last.
    ///
    /// # Errors
    /// If there are not so many, or it could not be written.
    pub fn redo(&mut self, many: u32) -> Result<EntryNo, WriteError> {
        let to = self.diary.forward(many).map_err(WriteError::Navigation)?;
        self.write(Record::Head(to)).map(|()| to)
    }

    /// Goes about in the diary. Nothing is erased.
    ///
    /// # Errors
    /// If what is written there is refused, or could not be written; the diary is as it was.
    pub fn go(&mut self, way: Move, now: Timestamp) -> Result<EntryNo, WriteError> {
        match way {
            Move::To(to) => self.write(Record::Head(to)).map(|()| to),
            Move::Branch(from, order) => {
                let refused = |refusal| WriteError::Refused(refusal::describe(&refusal, self.diary.state()));
                let entry = self.diary.branching(from, order, now).map_err(refused)?;
                self.record(entry)
            }
        }
    }

    /// Tells the diary anew, on a branch of its own.
    ///
    /// # Errors
    /// If it could not be written; the diary is as it was.
    pub fn rebase(&mut self, retelling: Rebase) -> Result<EntryNo, WriteError> {
        self.write(retelling.record).map(|()| self.diary.head)
    }

    /// Gives the whole save another text. The file as it was is kept beside it, as `NAME.before-WHAT-1` or the next
    /// number that is free; where that is comes back.
    ///
    /// # Errors
    /// If the text is no save, or can't be written; the save is then as it was.
    pub fn rewrite(&mut self, text: &str, what: &str) -> Result<PathBuf, UserError> {
        let loaded = load(text.as_bytes()).map_err(|stop| stop.into_user_error(&self.path))?;
        let Some(store) = &mut self.store else { return Err(read_only(&self.path)) };
        let beside = store.rewrite(text, what)?;
        (self.diary, self.seals) = (loaded.diary, loaded.seals);
        Ok(beside)
    }

    fn write(&mut self, record: Record) -> Result<(), WriteError> {
        let Some(store) = &mut self.store else { return Err(WriteError::Failed(read_only(&self.path))) };
        let mut record = record;
        let mut chain = self.seals.chain();
        let line = chain.write(&self.diary.header.seed, &mut record);
        // It must fit before it is written: a line that can't stand would spoil the file.
        let checked = self.diary.check(record).map_err(WriteError::Record)?;
        store.append(&line).map_err(WriteError::Failed)?;
        self.seals.advance_to(chain);
        self.diary.enter(checked);
        Ok(())
    }
}

fn read_only(path: &Path) -> UserError {
    UserError::file(path, "it is open to be read only").hint("open it without `--at` where nobody else has it open")
}

/// Makes a new save of a text that is one already. No file is ever overwritten.
///
/// # Errors
/// A file that is there already, a folder that can't be written.
pub fn create_from_text(path: &Path, text: &str) -> Result<(), UserError> {
    new_file(&Real, path, text)
}

/// Writes a file that is no save, all of it or nothing. No file is ever overwritten.
///
/// # Errors
/// A file that is there already, a folder that can't be written.
pub fn export(path: &Path, text: &str) -> Result<(), UserError> {
    store::write_new(&Real, path, text, "choose another name; nothing is overwritten")
}

fn new_file(disk: &dyn Disk, path: &Path, text: &str) -> Result<(), UserError> {
    let folder = folder_of(path);
    disk.make_folder(folder).map_err(|e| UserError::io(folder, "made", &e))?;
    let taken = format!("choose another name, or go on with it: wardiary open {}", shown(path));
    store::write_new(disk, path, text, &taken)
}

/// A save's title and a few words about it, from its first and its last lines alone.
#[must_use]
pub fn glance(path: &Path) -> (String, String) {
    use std::io::{BufRead, BufReader};
    let name = path.file_stem().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    let lines = fs::File::open(path).map(|file| BufReader::new(file).lines()).into_iter().flatten();
    let mut title = text::display_name(&name);
    for line in lines.map_while(Result::ok).take(3) {
        let Some((_, rest)) = line.split_once("title:") else { continue };
        let rest = rest.trim();
        let end = document::value_end(rest).unwrap_or(rest.len());
        if let Ok(found) = document::read::<String>(&rest[..end]) {
            title = text::display_name(&found);
        }
        break;
    }
    let written = fs::metadata(path).and_then(|d| d.modified()).ok().and_then(|t| Timestamp::try_from(t).ok());
    let written = written.map_or(String::new(), |t| format!(", last written {}", t.strftime("%Y-%m-%d %H:%M UTC")));
    (title, format!("{}{written}", shown(path)))
}

/// An order that was carried out and recorded.
#[derive(Clone, Debug, PartialEq)]
pub struct Submitted {
    /// Its entry.
    pub entry: EntryNo,
    /// What its dice came to, where it has any that are shown.
    pub rolled: Option<Rolled>,
}

/// Why an order was not recorded.
#[derive(Debug)]
pub enum SubmitError<E> {
    /// It waits for dice that its source did not roll.
    Unanswered(Unanswered<E>),
    /// It is refused or can't be written.
    NotRecorded {
        /// Why.
        why: WriteError,
        /// The rolls that were made for it.
        rolls: Vec<DiceRoll>,
    },
}

impl<E: fmt::Display> From<SubmitError<E>> for UserError {
    fn from(error: SubmitError<E>) -> Self {
        match error {
            SubmitError::Unanswered(unanswered) => Self::refused(unanswered.error.to_string()),
            SubmitError::NotRecorded { why, .. } => why.into(),
        }
    }
}
