//! Records that have been found to fit before they are written: what is on the disk can be entered, without fail.

use super::{Diary, Entry, EntryNo, Record, Unfit};
use crate::state::State;

/// What a diary will be with one record more.
#[derive(Debug)]
pub(super) enum Checked {
    /// The next entry, and the state after it.
    Entry(Box<Entry>, Box<State>),
    /// Another head, and the state there.
    Head(EntryNo, Box<State>),
    /// For whatever else there is, the whole of it.
    Diary(Box<Diary>),
}

impl Diary {
    /// What the diary will be with a record more. It is as it was; [`Diary::enter`] makes it so.
    ///
    /// # Errors
    /// Why the record can't stand here.
    pub(super) fn check(&self, record: Record) -> Result<Checked, Unfit> {
        match record {
            Record::Entry(entry) if entry.no == self.next_no() => {
                let mut state = self.at(entry.follows()).ok_or(Unfit::NoEntry(entry.follows()))?;
                entry.fold(&mut state)?;
                Ok(Checked::Entry(Box::new(entry), Box::new(state)))
            }
            Record::Head(to) => Ok(Checked::Head(to, Box::new(self.at(to).ok_or(Unfit::NoEntry(to))?))),
            record => {
                let mut diary = self.clone();
                diary.admit(record)?;
                Ok(Checked::Diary(Box::new(diary)))
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
            Checked::Diary(diary) => *self = *diary,
        }
    }
}

impl Entry {
    /// Folds the events into the state that the entry follows.
    ///
    /// # Errors
    /// The first that can't have happened; those before it are folded in.
    pub(super) fn fold(&self, state: &mut State) -> Result<(), Unfit> {
        for (at, event) in self.events.iter().enumerate() {
            state.fits(event).map_err(|misfit| Unfit::Event { no: self.no, at, misfit })?;
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
            let entry = diary.entry_for(order, Vec::new(), Timestamp::UNIX_EPOCH);
            entry.expect("a note is never refused").expect("and needs no dice")
        };
        let after = |entry: Entry, after: EntryNo| Entry { after: Some(after), ..entry };
        for step in 0..9 {
            let entry = note(&admitted, &format!("step {step}"));
            let record = match step {
                2 | 5 => Record::Head(admitted.head() - 1),
                6 => Record::Entry(after(entry, 1)),
                7 => Record::Batch(vec![Record::Head(1), Record::Entry(after(entry, 1)), Record::Head(2)]),
                _ => Record::Entry(entry),
            };
            let checked = entered.check(record.clone()).expect("it fits");
            entered.enter(checked);
            admitted.admit(record).expect("it fits");
            assert_eq!(format!("{entered:?}"), format!("{admitted:?}"), "step {step}");
        }
        let entry = note(&entered, "unfit");
        let nobody = Event::PushedBack { unit: crate::id::UnitId(9_999) };
        let before = format!("{entered:?}");
        for record in [
            Record::Head(99),
            Record::Entry(Entry { no: 3, ..entry.clone() }),
            Record::Entry(Entry { events: vec![nobody.clone()], ..entry.clone() }),
            Record::Entry(after(entry.clone(), 99)),
            Record::Batch(vec![Record::Entry(entry), Record::Head(99)]),
        ] {
            assert!(entered.check(record.clone()).is_err(), "{record:?}");
            assert_eq!(format!("{entered:?}"), before, "{record:?}");
        }
    }
}
