//! Records are checked before they are entered.

use jiff::Timestamp;
use std::sync::Arc;
use wardiary_base::{book::Rulebook, remark::Annotation};
use wardiary_diary::diary::{Diary, Entry, EntryNo, Header, Record, Remark, seal::Seal};
use wardiary_rules::{event::Event, order::Order, state::Muster};

/// Dumps a diary, including what it computes on demand.
fn all_of(diary: &Diary) -> String {
    format!("{:?} {diary:?}", (diary.state(), diary.path()))
}

/// `check` and `enter` equal `append` for any record, and a rejected record changes nothing.
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
    let remark = |on| {
        let says = Annotation::Bookmark("the bridge".into());
        Record::Remark(Remark { on, at: Timestamp::UNIX_EPOCH, says, seal: Seal::default() })
    };
    for step in 0..10 {
        let entry = note(&admitted, &format!("step {step}"));
        let record = match step {
            2 | 5 => Record::head(admitted.head() - 1),
            6 => Record::Entry(after(entry, 1)),
            9 => remark(1),
            7 => Record::Batch(vec![Record::head(1), Record::Entry(after(entry, 1)), Record::head(2)]),
            // Entries that follow others of the batch, and a nested batch.
            8 => {
                let next = Entry { no: entry.no + 1, ..after(entry.clone(), entry.no) };
                let third = Entry { no: entry.no + 2, ..after(entry.clone(), entry.no) };
                let within = Record::Batch(vec![Record::Entry(next), Record::head(1)]);
                Record::Batch(vec![Record::Entry(entry), within, Record::Entry(third)])
            }
            _ => Record::Entry(entry),
        };
        let checked = entered.check(record.clone()).expect("it fits");
        entered.append_checked(checked);
        admitted.append(record).expect("it fits");
        assert_eq!(all_of(&entered), all_of(&admitted), "step {step}");
    }
    let entry = note(&entered, "unfit");
    let nobody = Event::PushedBack { unit: wardiary_base::id::UnitId(9_999), by: None, leaves: None };
    let before = all_of(&entered);
    for record in [
        Record::head(99),
        remark(0),
        remark(99),
        Record::Batch(vec![remark(99)]),
        Record::Entry(Entry { no: 3, ..entry.clone() }),
        Record::Entry(Entry { events: vec![nobody.clone()], ..entry.clone() }),
        Record::Entry(after(entry.clone(), 99)),
        Record::Batch(vec![Record::Entry(entry), Record::head(99)]),
    ] {
        assert!(entered.check(record.clone()).is_err(), "{record:?}");
        assert_eq!(all_of(&entered), before, "{record:?}");
    }
}
