//! Checks records before they are written, so that entering a written record cannot fail.

use super::{
    Diary, Entry, EntryNo, FoundCut, Record, RecordError, Remark,
    states::{Folded, KeptStates},
};
use std::sync::OnceLock;
use wardiary_base::dice::DiceRoll;
use wardiary_rules::{notation::refusal::describe_event_error, state::State};

/// A checked record, ready to be entered.
#[derive(Debug)]
pub enum Checked {
    /// The next entry, and the state after it.
    Entry(Box<Entry>, Box<Folded>),
    Head(EntryNo),
    /// A mark where the file was found truncated.
    Cut(FoundCut),
    Remark(Remark),
    /// A digest in a share; it changes nothing.
    Digest,
    /// Records that fit one after the other.
    Batch(Vec<Record>),
}

impl Diary {
    /// Enters a record, read from a file or new.
    ///
    /// # Errors
    /// Why the record does not fit here. Then nothing of a batch is entered.
    pub fn admit(&mut self, record: Record) -> Result<(), RecordError> {
        match record {
            Record::Entry(entry) => self.admit_entry(entry),
            Record::Head(to, _) => self.go_to(to),
            Record::Cut(cut) => {
                self.enter(Checked::Cut(cut));
                Ok(())
            }
            record @ (Record::Batch(_) | Record::Remark(_) | Record::Digest(_)) => {
                let checked = self.check(record)?;
                self.enter(checked);
                Ok(())
            }
        }
    }

    fn admit_entry(&mut self, entry: Entry) -> Result<(), RecordError> {
        let next = self.next_no();
        if entry.no != next {
            return Err(RecordError::Number { found: entry.no, next });
        }
        // A rejected entry on another branch leaves the head in place.
        let here = if entry.follows() == self.head { self.state.take() } else { None };
        let before = here.or_else(|| self.folded_and_kept(entry.follows()));
        let mut state = before.ok_or(RecordError::NoEntry(entry.follows()))?;
        entry.fold(&mut state.state)?;
        self.enter_entry(entry, state);
        Ok(())
    }

    /// Lends the state at the head to a caller that folds an entry into it. The caller returns it through
    /// [`Diary::admit_folded`], or unchanged through [`Diary::give_back`]. Lending avoids a copy, which would cost as
    /// much as many events. Until it is returned, the state is folded again on demand.
    pub(crate) fn lend(&mut self) -> Folded {
        let head = self.state.take().or_else(|| self.folded_and_kept(self.head));
        head.expect("the head is an entry")
    }

    /// Returns an unchanged state that was lent.
    pub fn give_back(&mut self, lent: Folded) {
        self.state = OnceLock::from(lent);
    }

    /// Enters an entry that follows the head, with the lent state into which its events were folded.
    ///
    /// # Errors
    /// The entry's number is not the next one, or it does not follow the head.
    pub(crate) fn admit_folded(&mut self, entry: Entry, lent: Folded) -> Result<(), RecordError> {
        let next = self.next_no();
        if entry.no != next {
            return Err(RecordError::Number { found: entry.no, next });
        }
        if entry.follows() != self.head {
            return Err(RecordError::NoEntry(entry.follows()));
        }
        self.enter_entry(entry, lent);
        Ok(())
    }

    /// Enters an entry whose events are already in the state.
    fn enter_entry(&mut self, entry: Entry, mut state: Folded) {
        if entry.follows() != self.head {
            self.trail.go_to(entry.follows());
            self.head = entry.follows();
        }
        self.next_serial = self.next_serial.max(DiceRoll::serials_end_of(&entry.dice));
        if !self.followed.insert(self.head) {
            self.forks.insert(self.head);
        }
        Self::follow_dice(&mut self.replayed_dice, &entry);
        self.head = entry.no;
        self.trail.append(entry.follows());
        self.kept.after(entry.no, &mut state);
        self.state = OnceLock::from(state);
        self.entries.push(entry);
    }

    /// Checks a record without changing the diary; [`Diary::enter`] then enters it.
    ///
    /// # Errors
    /// Why the record does not fit here.
    pub fn check(&self, record: Record) -> Result<Checked, RecordError> {
        match record {
            Record::Entry(entry) => {
                let next = self.next_no();
                if entry.no != next {
                    return Err(RecordError::Number { found: entry.no, next });
                }
                let before = if entry.follows() == self.head { self.state.get().cloned() } else { None };
                let before = before.or_else(|| self.folded(entry.follows()));
                let mut state = before.ok_or(RecordError::NoEntry(entry.follows()))?;
                entry.fold(&mut state.state)?;
                Ok(Checked::Entry(Box::new(entry), Box::new(state)))
            }
            Record::Cut(cut) => Ok(Checked::Cut(cut)),
            Record::Remark(remark) if Self::takes(&remark.says, remark.on, self.next_no()) => {
                Ok(Checked::Remark(remark))
            }
            Record::Remark(remark) => Err(RecordError::NoEntry(remark.on)),
            Record::Digest(_) if self.share.is_some() => Ok(Checked::Digest),
            Record::Digest(_) => Err(RecordError::NoShare),
            Record::Head(to, _) => self.there(to).map(Checked::Head).map_err(|_| RecordError::NoEntry(to)),
            Record::Batch(records) => {
                Trial::on(self).all(&records)?;
                Ok(Checked::Batch(records))
            }
        }
    }

    /// Enters what was checked against this diary.
    pub fn enter(&mut self, checked: Checked) {
        match checked {
            Checked::Entry(entry, state) => self.enter_entry(*entry, *state),
            Checked::Head(to) => self.go_to(to).expect("it was found to be there"),
            Checked::Cut(cut) => self.cuts.push((self.next_no() - 1, cut)),
            Checked::Remark(remark) => self.remarks.enter(remark),
            Checked::Digest => {}
            Checked::Batch(records) => {
                let (first, head) = (self.next_no(), self.head);
                self.enter_all(records);
                if self.next_no() > first {
                    self.batches.push((first, self.next_no() - 1, head));
                }
            }
        }
    }

    fn enter_all(&mut self, records: Vec<Record>) {
        for record in records {
            match record {
                Record::Batch(records) => self.enter_all(records),
                record => self.admit(record).expect("a batch is tried as a whole before it is entered"),
            }
        }
    }
}

/// A trial run of records over an unchanged diary: a batch is entered whole or not at all, and copying a diary is slow.
struct Trial<'a> {
    diary: &'a Diary,
    new: Vec<&'a Entry>,
    head: EntryNo,
    /// State at the head; computed on demand.
    state: Option<Folded>,
    /// Snapshots along the new entries.
    kept: KeptStates,
}

impl<'a> Trial<'a> {
    fn on(diary: &'a Diary) -> Self {
        Self { diary, new: Vec::new(), head: diary.head, state: None, kept: KeptStates::default() }
    }

    fn all(&mut self, records: &'a [Record]) -> Result<(), RecordError> {
        records.iter().try_for_each(|record| match record {
            Record::Entry(entry) => self.entry(entry),
            Record::Head(to, _) => self.go_to(*to),
            Record::Cut(_) => Ok(()),
            Record::Remark(remark) if Diary::takes(&remark.says, remark.on, self.next_no()) => Ok(()),
            Record::Remark(remark) => Err(RecordError::NoEntry(remark.on)),
            // A digest stands between records, never in a batch.
            Record::Digest(_) => Err(RecordError::NoShare),
            Record::Batch(records) => self.all(records),
        })
    }

    fn go_to(&mut self, to: EntryNo) -> Result<(), RecordError> {
        if to >= self.next_no() {
            return Err(RecordError::NoEntry(to));
        }
        if to != self.head {
            (self.head, self.state) = (to, None);
        }
        Ok(())
    }

    fn next_no(&self) -> EntryNo {
        self.diary.next_no() + EntryNo::try_from(self.new.len()).unwrap_or(0)
    }

    fn entry(&mut self, entry: &'a Entry) -> Result<(), RecordError> {
        let next = self.next_no();
        if entry.no != next {
            return Err(RecordError::Number { found: entry.no, next });
        }
        self.go_to(entry.follows())?;
        let before = self.state.take().or_else(|| self.folded(entry.follows()));
        let mut state = before.ok_or(RecordError::NoEntry(entry.follows()))?;
        entry.fold(&mut state.state)?;
        self.head = entry.no;
        self.new.push(entry);
        self.kept.after(entry.no, &mut state);
        self.state = Some(state);
        Ok(())
    }

    /// The state after an entry of the diary, or after a new one.
    fn folded(&mut self, no: EntryNo) -> Option<Folded> {
        let (diary, new) = (self.diary, &self.new);
        let own = |no: EntryNo| new.get(no.checked_sub(diary.next_no())? as usize).copied();
        let way = self.kept.way_to(no, own);
        // A path that no snapshot of the trial leads to begins with an entry of the diary.
        let own = self.kept.first(&way, &diary.start).filter(|_| way.from != 0);
        let from = own.or_else(|| diary.folded(way.from).map(|folded| folded.state))?;
        Some(self.kept.follow(way, from))
    }
}

impl Entry {
    /// Folds the entry's events into the state that the entry follows.
    ///
    /// # Errors
    /// The first event that can't have happened; those before it are folded in.
    pub(super) fn fold(&self, state: &mut State) -> Result<(), RecordError> {
        for (at, event) in self.events.iter().enumerate() {
            state.apply(event).map_err(|error| {
                let what = describe_event_error(&error, state).what;
                RecordError::Event { no: self.no, at, error: error.into(), what }
            })?;
        }
        Ok(())
    }
}
