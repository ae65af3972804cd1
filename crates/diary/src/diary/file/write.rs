//! Everything that is recorded in a save: on the disk first, then in the diary.

use super::{
    Save,
    error::{FileError, SubmitError, WriteError},
    read::load_watched,
};
use crate::diary::{Entry, EntryNo, Move, NewEntry, Record, amend::Rebase, merge::Merge, watch::Watch};
use jiff::Timestamp;
use std::path::PathBuf;
use wardiary_base::{
    dice::{DiceRoll, source::DiceSource},
    remark::Annotation,
};
use wardiary_rules::{
    order::Order,
    rules::{CarryOutError, Rolled},
};

/// An order that was carried out and recorded.
#[derive(Clone, Debug, PartialEq)]
pub struct Submitted {
    /// Its entry.
    pub entry: EntryNo,
    /// What its dice came to, where it has any that are shown.
    pub rolled: Option<Rolled>,
}

impl Save {
    /// Carries an order out with dice from a source, and records it: on the disk first, then in the diary.
    ///
    /// # Errors
    /// Why it is refused, which dice it needs, or why it could not be written; the diary is as it was.
    pub fn submit<S: DiceSource>(
        &mut self,
        order: Order,
        dice: &mut S,
        now: Timestamp,
    ) -> Result<Submitted, SubmitError<S::Error>> {
        let NewEntry { entry, rolled } = self.diary.carry_out(order, dice, now).map_err(|error| match error {
            CarryOutError::Refused(refusal) => {
                SubmitError::NotRecorded { why: WriteError::Refused(Box::new(refusal)), rolls: Vec::new() }
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
    pub fn abandon(&mut self, order: Order, rolls: Vec<DiceRoll>, now: Timestamp) -> Result<EntryNo, WriteError> {
        let entry = self.diary.abandoned(order, rolls, now);
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
        self.write(Record::head(to)).map(|()| to)
    }

    /// Goes so many entries forward again, to what was left last.
    ///
    /// # Errors
    /// If there are not so many, or it could not be written.
    pub fn redo(&mut self, many: u32) -> Result<EntryNo, WriteError> {
        let to = self.diary.forward(many).map_err(WriteError::Navigation)?;
        self.write(Record::head(to)).map(|()| to)
    }

    /// Moves to another entry, or begins a branch. Nothing is erased.
    ///
    /// # Errors
    /// If the move is refused, or could not be written; the diary is as it was.
    pub fn go(&mut self, way: Move, now: Timestamp) -> Result<EntryNo, WriteError> {
        match way {
            Move::To(to) => self.write(Record::head(to)).map(|()| to),
            Move::Branch(from, order) => {
                let refused = |refusal| WriteError::Refused(Box::new(refusal));
                let entry = self.diary.branching(from, order, now).map_err(refused)?;
                self.record(entry)
            }
        }
    }

    /// Records what a reader says of an entry, of whatever branch. The diary stands where it stood.
    ///
    /// # Errors
    /// That there is no such entry, that there is nothing to withdraw, or why it could not be written.
    pub fn remark(&mut self, on: EntryNo, says: Annotation, now: Timestamp) -> Result<(), WriteError> {
        let remark = self.diary.remark(on, says, now).map_err(WriteError::Remark)?;
        self.write(Record::Remark(remark))
    }

    /// The files that a remark names and that are not there now. Their paths go from the save's folder on; links are not
    /// looked at.
    #[must_use]
    pub fn files_not_there(&self, says: &Annotation) -> Vec<PathBuf> {
        let Annotation::Comment(comment) = says else { return Vec::new() };
        let folder = self.path().parent();
        let path = |file: &String| folder.map_or_else(|| PathBuf::from(file), |folder| folder.join(file));
        let files = comment.files.iter().filter(|file| !file.contains("://"));
        files.map(path).filter(|path| !path.exists()).collect()
    }

    /// Records a rebase, on a branch of its own.
    ///
    /// # Errors
    /// If it could not be written; the diary is as it was.
    pub fn rebase(&mut self, rebase: Rebase) -> Result<EntryNo, WriteError> {
        self.write(rebase.record).map(|()| self.diary.head)
    }

    /// Joins what another copy of the save has. A copy of the file as it was is kept beside it, as `NAME.before-merge-1` or with
    /// the next free number; its path is returned.
    ///
    /// # Errors
    /// If the copy can't be made, or something could not be written: what was written before that stays.
    pub fn merge(&mut self, merge: Merge) -> Result<PathBuf, WriteError> {
        let Some(store) = &self.store else {
            return Err(WriteError::Failed(FileError::ReadOnly { path: self.path.clone() }));
        };
        let kept = store.keep_beside("before-merge", &store.text(), store.like()).map_err(WriteError::Failed)?;
        merge.records.into_iter().try_for_each(|record| self.write(record))?;
        Ok(kept)
    }

    /// Replaces the text of the whole save. A copy of the old file is kept beside it, as `NAME.before-WHAT-1` or with the
    /// next free number; its path is returned.
    ///
    /// # Errors
    /// If the text is no save, or can't be written; the save is unchanged then.
    pub fn rewrite(&mut self, text: &str, what: &str) -> Result<PathBuf, FileError> {
        self.rewrite_from(None, text, what, Watch::nobody())
    }

    /// The same; the copy is of these bytes, where opening the save has changed them already.
    ///
    /// # Errors
    /// If the text is no save, or can't be written, or reading it was broken off; the save is unchanged then.
    pub fn rewrite_from(
        &mut self,
        before: Option<&[u8]>,
        text: &str,
        what: &str,
        watch: Watch,
    ) -> Result<PathBuf, FileError> {
        let loaded = load_watched(text.as_bytes(), watch).map_err(FileError::faulty(&self.path))?;
        let Some(store) = &mut self.store else { return Err(FileError::ReadOnly { path: self.path.clone() }) };
        let beside = store.rewrite(before, (text, loaded.end), loaded.seals.chain().closers(), what)?;
        (self.diary, self.seals) = (loaded.diary, loaded.seals);
        Ok(beside)
    }

    fn write(&mut self, record: Record) -> Result<(), WriteError> {
        let Some(store) = &mut self.store else {
            return Err(WriteError::Failed(FileError::ReadOnly { path: self.path.clone() }));
        };
        let mut record = record;
        let mut chain = self.seals.chain();
        let line = chain.write(&mut record);
        // Checked before it is written: a record that does not fit would make the file unreadable.
        let checked = self.diary.check(record).map_err(|error| WriteError::Record(error.into()))?;
        store.append(&line, chain.closers()).map_err(WriteError::Failed)?;
        self.seals.advance_to(chain);
        self.diary.enter(checked);
        Ok(())
    }
}
