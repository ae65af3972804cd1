//! The index of the entries that name an id.

use proptest::prelude::*;
use std::{collections::BTreeSet, ops::Range};
use wardiary_base::id::Id;
use wardiary_diary::diary::{Diary, EntryNo, Mentions, Record, concern, file::load};

const PLAYED: &str = include_str!("../../../../saves/tannenberg.ron");

/// The same result by a linear scan, newest first.
fn gone_through(diary: &Diary, ids: &BTreeSet<Id>, places: Range<usize>, many: usize) -> Vec<EntryNo> {
    let numbers = diary.path()[places].iter().rev().copied();
    let names = |no: &EntryNo| diary.entry(*no).is_some_and(|entry| !concern::named_ids(entry).is_disjoint(ids));
    numbers.filter(names).take(many).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    /// The index finds what a linear scan finds, whatever was asked before and on any path.
    #[test]
    fn cached_mentions_equal_those_of_the_diary(asked in prop::collection::vec((0u32..400, 0usize..400, 0usize..400, 0usize..400, 1usize..14), 1..12)) {
        let mut diary = load(PLAYED.as_bytes()).expect("it ships").diary;
        let mut mentions = Mentions::with_chunk_size(3);
        for (head, who, from, to, many) in asked {
            diary.append(Record::head(head % diary.next_no())).expect("an entry, or the muster");
            let units = diary.state().units();
            let (unit, side) = (units[who % units.len()].id, units[who % units.len()].side);
            let ids = BTreeSet::from([Id::from(unit), Id::from(side)]);
            let ids = if who % 2 == 0 { ids } else { BTreeSet::from([Id::from(unit)]) };
            let (a, b) = (from % (diary.path().len() + 1), to % (diary.path().len() + 1));
            let places = a.min(b)..a.max(b);
            let found = mentions.last(&diary, &ids, places.clone(), many);
            prop_assert_eq!(found, gone_through(&diary, &ids, places, many));
        }
    }
}
