//! Records orders, moves and remarks in a save: on the disk first, then in the diary; and writes new seals
//! into a save's text.

use super::{
    Save,
    error::{FileError, SubmitError, WriteError},
    lines::{self, body, read_line},
    read::{LoadError, ReadHeader, load_with_progress, no_diary, read_header, refuse_share, start_and_end},
    seal::{self, Chain},
};
use crate::diary::{
    Entry, EntryNo, Move, NewEntry, Record,
    amend::Rebase,
    merge::Merge,
    watch::{Watch, Work},
};
use jiff::Timestamp;
use std::{borrow::Cow, path::PathBuf};
use wardiary_base::{
    dice::{DiceRoll, source::DiceSource},
    id::SideId,
    remark::{Annotation, Viewer},
    text::Text,
};
use wardiary_rules::{
    order::Order,
    rules::{CarryOutError, OrderRoll},
};

#[derive(Clone, Debug, PartialEq)]
pub struct Submitted {
    pub entry: EntryNo,
    /// The scores of its dice, if it has dice that are shown.
    pub rolled: Option<OrderRoll>,
}

impl Save {
    /// Carries out an order with dice from a source, and records it: on the disk first, then in the diary.
    pub fn submit<S: DiceSource>(
        &mut self,
        order: Order,
        dice: &mut S,
        now: Timestamp,
    ) -> Result<Submitted, SubmitError<S::Error>> {
        self.submit_by(None, order, dice, now)
    }

    /// Like [`Save::submit`], for an order that the player of a side sent.
    pub fn submit_by<S: DiceSource>(
        &mut self,
        by: Option<SideId>,
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
        match self.record(Entry { by, ..entry }) {
            Ok(entry) => Ok(Submitted { entry, rolled }),
            Err(why) => Err(SubmitError::NotRecorded { why, rolls }),
        }
    }

    /// Records that an order was abandoned after these dice were shown.
    pub fn abandon(&mut self, order: Order, rolls: Vec<DiceRoll>, now: Timestamp) -> Result<EntryNo, WriteError> {
        let entry = self.diary.abandoned(order, rolls, now);
        self.record(entry)
    }

    fn record(&mut self, entry: Entry) -> Result<EntryNo, WriteError> {
        let no = entry.no;
        self.write(Record::Entry(entry))?;
        Ok(no)
    }

    /// Moves the head back by `many` entries. Nothing is erased.
    pub fn undo(&mut self, many: u32) -> Result<EntryNo, WriteError> {
        let to = self.diary.undo_target(many).map_err(WriteError::Navigation)?;
        self.write(Record::head(to)).map(|()| to)
    }

    /// Moves the head forward by `many` entries, along the path that was left last.
    pub fn redo(&mut self, many: u32) -> Result<EntryNo, WriteError> {
        let to = self.diary.redo_target(many).map_err(WriteError::Navigation)?;
        self.write(Record::head(to)).map(|()| to)
    }

    /// Moves the head to another entry, or begins a branch. Nothing is erased.
    pub fn move_head(&mut self, way: Move, now: Timestamp) -> Result<EntryNo, WriteError> {
        match way {
            Move::To(to) => self.write(Record::head(to)).map(|()| to),
            Move::Branch(from, order) => {
                let refused = |refusal| WriteError::Refused(Box::new(refusal));
                let entry = self.diary.branching(from, order, now).map_err(refused)?;
                self.record(entry)
            }
        }
    }

    /// Records a reader's remark on an entry of any branch. The head stays in place.
    pub fn remark(&mut self, on: EntryNo, says: Annotation, now: Timestamp) -> Result<(), WriteError> {
        let remark = self.diary.remark(on, says, now).map_err(WriteError::Remark)?;
        self.write(Record::Remark(remark))
    }

    /// Records that the campaign was shared with this viewer up to an entry. Writes nothing if it was already.
    pub fn record_share(&mut self, with: Viewer, on: EntryNo, now: Timestamp) -> Result<(), WriteError> {
        let last = self.diary.shared_with(with).next_back();
        if last.is_some_and(|(last, _)| last == on) { Ok(()) } else { self.remark(on, Annotation::Shared(with), now) }
    }

    /// The files that a remark names and that do not exist. Relative paths start at the save's folder; links are not
    /// checked.
    pub fn missing_files(&self, says: &Annotation) -> Vec<PathBuf> {
        let Annotation::Comment(comment) = says else { return Vec::new() };
        let folder = self.path().parent();
        let path = |file: &Text| folder.map_or_else(|| file.as_path().into(), |folder| folder.join(file.as_path()));
        let files = comment.files.iter().filter(|file| !file.contains("://"));
        files.map(path).filter(|path| !path.exists()).collect()
    }

    /// Records a rebase on a branch of its own.
    pub fn rebase(&mut self, rebase: Rebase) -> Result<EntryNo, WriteError> {
        self.write(rebase.record).map(|()| self.diary.head)
    }

    /// Merges another copy of the save. Keeps a copy of the old file beside it, as `NAME.before-merge-1` or with the
    /// next free number, and returns the copy's path.
    pub fn merge(&mut self, merge: Merge) -> Result<PathBuf, WriteError> {
        let Some(store) = &self.store else {
            return Err(WriteError::Failed(FileError::ReadOnly { path: self.path.clone() }));
        };
        let kept =
            store.write_copy_beside("before-merge", &store.text(), store.metadata()).map_err(WriteError::Failed)?;
        merge.records.into_iter().try_for_each(|record| self.write(record))?;
        Ok(kept)
    }

    /// Replaces the text of the whole save. Keeps a copy of the old file beside it, as `NAME.before-WHAT-1` or with the
    /// next free number, and returns the copy's path.
    pub fn rewrite(&mut self, text: &str, what: &str) -> Result<PathBuf, FileError> {
        self.rewrite_from(None, text, what, Watch::none())
    }

    /// Like `rewrite`; the copy is of these bytes, if opening the save has already changed them.
    pub fn rewrite_from(
        &mut self,
        before: Option<&[u8]>,
        text: &str,
        what: &str,
        watch: Watch,
    ) -> Result<PathBuf, FileError> {
        let loaded = load_with_progress(text.as_bytes(), watch).map_err(FileError::faulty(&self.path))?;
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
        // Check before writing: a record that does not fit would make the file unreadable.
        let checked = self.diary.check(record).map_err(|error| WriteError::Record(error.into()))?;
        store.append(&line, chain.closers()).map_err(WriteError::Failed)?;
        self.seals.advance_to(chain);
        self.diary.append_checked(checked);
        Ok(())
    }
}

const LINES_PER_REPORT: usize = 1024;

/// Returns the text of a save with correct seals. Every other character stays, except in records without a field for a
/// seal, which are written again.
pub fn reseal(text: &str) -> Result<String, LoadError> {
    reseal_with_progress(text, Watch::none())
}

/// Like `reseal`, and reports progress.
pub fn reseal_with_progress(text: &str, watch: Watch) -> Result<String, LoadError> {
    let (start, from) = start_and_end(text).ok_or_else(|| no_diary(text))?;
    let head = &text[start..from];
    let ReadHeader { scheme, share, .. } = read_header(head)?;
    refuse_share(share, "changes in it can't be accepted")?;
    let head = with_seal_field(head);
    let seal = seal::header_seal(&head);
    let head = seal::with_seal(&head, seal).unwrap_or_else(|| head.to_string());
    let (mut chain, _) = Chain::from_header(&head, seal, scheme);
    let mut sealed = format!("{}{head}", &text[..start]);
    let mut copied = from;
    let body = body(text, from)?;
    let all = body.records;
    for (done, line) in body.lines().enumerate() {
        if done % LINES_PER_REPORT == 0 {
            watch.report(Work::Sealing, done, all).map_err(|_| LoadError::cancelled(Work::Sealing))?;
        }
        let (mut record, value, hash) = read_line(&line).map_err(LoadError::of)?;
        let start = line.start + (value.as_ptr().addr() - line.text.as_ptr().addr());
        sealed.push_str(&text[copied..start]);
        copied = start + value.len();
        if let Record::Cut(cut) = &mut record
            && !cut.accepted
        {
            cut.accepted = true;
            sealed.push_str(&chain.write(&mut record));
            continue;
        }
        sealed.push_str(&match chain.seal_again(&hash, &record, value) {
            Some(line) => line,
            None => chain.write(&mut record),
        });
    }
    let at = body.closing_line.unwrap_or(copied);
    let Ok(found) = lines::parse_closers(&text[at..]) else {
        sealed.push_str(&text[copied..]);
        return Ok(sealed);
    };
    // Comments stay before the closing line, which is replaced.
    sealed.push_str(&text[copied..at]);
    if at == copied {
        sealed.push_str(if chain.lines() > 0 { ",\n" } else { "\n" });
    }
    let comments = found.comments.trim();
    if !comments.is_empty() {
        sealed.extend([comments, "\n"]);
    }
    sealed.push_str(&chain.closers());
    Ok(sealed)
}

fn with_seal_field(head: &str) -> Cow<'_, str> {
    if seal::has_seal_field(head) {
        return head.into();
    }
    let field = head.rfind("diary").unwrap_or(head.len());
    format!("{}seal: \"\",\n{}", &head[..field], &head[field..]).into()
}
