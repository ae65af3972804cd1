//! Records that have been found to fit before they are written: what is on the disk can be entered, without fail.

use super::{Diary, Entry, EntryNo, FoundCut, Record, RecordError, STRIDE};
use crate::{dice::DiceRoll, notation::refusal::describe_event_error, state::State};
use std::collections::BTreeMap;

/// What a diary will be with one record more.
#[derive(Debug)]
pub(super) enum Checked {
    /// The next entry, and the state after it.
    Entry(Box<Entry>, Box<State>),
    /// Another head, and the state there.
    Head(EntryNo, Box<State>),
    /// A mark where the file was found cut.
    Cut(FoundCut),
    /// Records that fit one after the other.
    Batch(Vec<Record>),
}

impl Diary {
    /// Enters a record, from a file or new.
    ///
    /// # Errors
    /// Why it can't stand here. Of a batch nothing is entered then.
    pub fn admit(&mut self, record: Record) -> Result<(), RecordError> {
        match record {
            Record::Entry(entry) => self.admit_entry(entry),
            Record::Head(to, _) => self.go_to(to),
            Record::Cut(cut) => {
                self.enter(Checked::Cut(cut));
                Ok(())
            }
            batch @ Record::Batch(_) => {
                let checked = self.check(batch)?;
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
        if entry.follows() != self.head {
            // On another branch: tried first, so that an entry that can't stand there leaves the head where it is.
            let checked = self.check(Record::Entry(entry))?;
            self.enter(checked);
            return Ok(());
        }
        if let Err(unfit) = entry.fold(&mut self.state) {
            // What was applied of this entry is taken back.
            self.state = self.at_path();
            return Err(unfit);
        }
        self.enter_entry(entry);
        Ok(())
    }

    /// Enters an entry at the head, whose events are in the state already.
    fn enter_entry(&mut self, entry: Entry) {
        self.next_serial = self.next_serial.max(DiceRoll::serials_end_of(&entry.dice));
        if !self.followed.insert(self.head) {
            self.forks.insert(self.head);
        }
        Self::follow_dice(&mut self.replayed_dice, &entry);
        self.head = entry.no;
        self.path.push(entry.no);
        if entry.no.is_multiple_of(STRIDE) {
            self.snapshots.insert(entry.no, self.state.clone());
        }
        self.entries.push(entry);
    }

    /// The state that the path leads to, folded anew.
    fn at_path(&mut self) -> State {
        let head = std::mem::replace(&mut self.head, EntryNo::MAX);
        let state = self.at(head).unwrap_or_else(|| self.start.clone());
        self.head = head;
        state
    }

    /// What the diary will be with a record more. It is as it was; [`Diary::enter`] makes it so.
    ///
    /// # Errors
    /// Why the record can't stand here.
    pub(super) fn check(&self, record: Record) -> Result<Checked, RecordError> {
        match record {
            Record::Entry(entry) => {
                let next = self.next_no();
                if entry.no != next {
                    return Err(RecordError::Number { found: entry.no, next });
                }
                let mut state = self.at(entry.follows()).ok_or(RecordError::NoEntry(entry.follows()))?;
                entry.fold(&mut state)?;
                Ok(Checked::Entry(Box::new(entry), Box::new(state)))
            }
            Record::Cut(cut) => Ok(Checked::Cut(cut)),
            Record::Head(to, _) => Ok(Checked::Head(to, Box::new(self.at(to).ok_or(RecordError::NoEntry(to))?))),
            Record::Batch(records) => {
                Trial::on(self).all(&records)?;
                Ok(Checked::Batch(records))
            }
        }
    }

    /// Enters what was checked against this diary.
    pub(super) fn enter(&mut self, checked: Checked) {
        match checked {
            Checked::Entry(entry, state) => {
                if entry.follows() == self.head {
                    self.state = *state;
                } else {
                    self.stand_at(entry.follows(), *state);
                }
                self.enter_entry(*entry);
            }
            Checked::Head(to, state) => self.stand_at(to, *state),
            Checked::Cut(cut) => self.cuts.push((self.next_no() - 1, cut)),
            Checked::Batch(records) => {
                for record in records {
                    match record {
                        Record::Batch(records) => self.enter(Checked::Batch(records)),
                        record => self.admit(record).expect("a batch is tried as a whole before it is entered"),
                    }
                }
            }
        }
    }
}

/// Records tried on a diary that stays as it is: a batch is entered whole or not at all, and a diary is long to copy.
struct Trial<'a> {
    diary: &'a Diary,
    new: Vec<&'a Entry>,
    head: EntryNo,
    state: State,
    /// States along the new entries, as the diary has them along its own.
    snapshots: BTreeMap<EntryNo, State>,
}

impl<'a> Trial<'a> {
    fn on(diary: &'a Diary) -> Self {
        Self { diary, new: Vec::new(), head: diary.head, state: diary.state.clone(), snapshots: BTreeMap::new() }
    }

    fn all(&mut self, records: &'a [Record]) -> Result<(), RecordError> {
        records.iter().try_for_each(|record| match record {
            Record::Entry(entry) => self.entry(entry),
            Record::Head(to, _) => self.go_to(*to),
            Record::Cut(_) => Ok(()),
            Record::Batch(records) => self.all(records),
        })
    }

    fn go_to(&mut self, to: EntryNo) -> Result<(), RecordError> {
        if to != self.head {
            self.state = self.at(to).ok_or(RecordError::NoEntry(to))?;
            self.head = to;
        }
        Ok(())
    }

    fn entry(&mut self, entry: &'a Entry) -> Result<(), RecordError> {
        let next = self.diary.next_no() + EntryNo::try_from(self.new.len()).unwrap_or(0);
        if entry.no != next {
            return Err(RecordError::Number { found: entry.no, next });
        }
        self.go_to(entry.follows())?;
        entry.fold(&mut self.state)?;
        self.head = entry.no;
        self.new.push(entry);
        if entry.no.is_multiple_of(STRIDE) {
            self.snapshots.insert(entry.no, self.state.clone());
        }
        Ok(())
    }

    /// The state after an entry of the diary, or after a new one.
    fn at(&self, no: EntryNo) -> Option<State> {
        let (mut at, mut way) = (no, Vec::new());
        let mut state = loop {
            if let Some(snapshot) = self.snapshots.get(&at) {
                break snapshot.clone();
            }
            let Some(place) = at.checked_sub(self.diary.next_no()) else { break self.diary.at(at)? };
            let entry = self.new.get(place as usize)?;
            way.push(*entry);
            at = entry.follows();
        };
        way.into_iter().rev().flat_map(|entry| &entry.events).for_each(|event| state.apply(event));
        Some(state)
    }
}

impl Entry {
    /// Folds the events into the state that the entry follows.
    ///
    /// # Errors
    /// The first that can't have happened; those before it are folded in.
    pub(super) fn fold(&self, state: &mut State) -> Result<(), RecordError> {
        for (at, event) in self.events.iter().enumerate() {
            state.validate(event).map_err(|error| {
                let what = describe_event_error(&error, state).what;
                RecordError::Event { no: self.no, at, error, what }
            })?;
            state.apply(event);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{book::Rulebook, diary::Header, event::Event, order::Order, state::Muster};
    use jiff::Timestamp;
    use std::sync::Arc;

    /// Checked and entered is the same as admitted, whatever it is; and what can't stand changes nothing.
    #[test]
    fn checked_is_admitted() {
        let (seed, book) = ("1914".parse().expect("a seed"), Arc::new(Rulebook::default_rules()));
        let header = Header { title: "Notes".into(), seed, book, muster: Muster::default() };
        let mut admitted = Diary::new(header).expect("nobody is there to be wrong");
        let mut entered = admitted.clone();
        let note = |diary: &Diary, text: &str| {
            let order = Order::Note { text: text.into() };
            let new = diary.carry_out(order, &mut diary.program_dice(&[]), Timestamp::UNIX_EPOCH);
            new.expect("a note is never refused").entry
        };
        let after = |entry: Entry, after: EntryNo| Entry { after: Some(after), ..entry };
        for step in 0..10 {
            let entry = note(&admitted, &format!("step {step}"));
            let record = match step {
                2 | 5 => Record::head(admitted.head() - 1),
                6 => Record::Entry(after(entry, 1)),
                7 => Record::Batch(vec![Record::head(1), Record::Entry(after(entry, 1)), Record::head(2)]),
                // Entries that follow others of the batch, and a batch within.
                8 => {
                    let next = Entry { no: entry.no + 1, ..after(entry.clone(), entry.no) };
                    let third = Entry { no: entry.no + 2, ..after(entry.clone(), entry.no) };
                    let within = Record::Batch(vec![Record::Entry(next), Record::head(1)]);
                    Record::Batch(vec![Record::Entry(entry), within, Record::Entry(third)])
                }
                _ => Record::Entry(entry),
            };
            let checked = entered.check(record.clone()).expect("it fits");
            entered.enter(checked);
            admitted.admit(record).expect("it fits");
            assert_eq!(format!("{entered:?}"), format!("{admitted:?}"), "step {step}");
        }
        let entry = note(&entered, "unfit");
        let nobody = Event::PushedBack { unit: crate::id::UnitId(9_999), by: None };
        let before = format!("{entered:?}");
        for record in [
            Record::head(99),
            Record::Entry(Entry { no: 3, ..entry.clone() }),
            Record::Entry(Entry { events: vec![nobody.clone()], ..entry.clone() }),
            Record::Entry(after(entry.clone(), 99)),
            Record::Batch(vec![Record::Entry(entry), Record::head(99)]),
        ] {
            assert!(entered.check(record.clone()).is_err(), "{record:?}");
            assert_eq!(format!("{entered:?}"), before, "{record:?}");
        }
    }
}
