//! The actions of units, read entry by entry.

use std::collections::BTreeMap;
use wardiary_diary::diary::file::load;
use wardiary_odds::odds::Monitor;
use wardiary_report::service::{Service, ServiceReader, service};

/// A unit's summed actions, without its numbers before and after.
fn counts(did: &Service) -> [u32; 10] {
    let Service {
        lost,
        combats,
        volleys,
        tests,
        passed,
        inflicted,
        suffered,
        hits,
        objectives_taken: took,
        held_objective: held,
        ..
    } = did;
    let took = u32::try_from(took.len()).expect("a few");
    [
        lost.expect("all is known"),
        *combats,
        *volleys,
        *tests,
        *passed,
        *inflicted,
        *suffered,
        *hits,
        took,
        held.is_some().into(),
    ]
}

#[test]
fn entries_looked_at_alone_come_to_what_the_walk_through_all_of_them_finds() {
    let saves = [
        include_str!("../../../../saves/tannenberg.ron"),
        include_str!("../../../../saves/orla.ron"),
        include_str!("../../../../saves/crossings.ron"),
        include_str!("../../../../saves/ridge.ron"),
        include_str!("../../../../saves/hundred-days.ron"),
    ];
    for save in saves {
        let diary = load(save.as_bytes()).expect("a sound save").diary;
        let mut reader = ServiceReader::default();
        assert!(reader.extend(&diary, diary.path(), usize::MAX - 1));
        let mut sums = BTreeMap::new();
        for (battle, unit, did) in diary.path().iter().flat_map(|no| reader.services(*no)) {
            let sum: &mut [u32; 10] = sums.entry((*unit, *battle)).or_default();
            sum.iter_mut().zip(counts(did)).for_each(|(sum, count)| *sum += count);
        }
        let records = service(&diary, Monitor::none()).expect("nobody breaks it off");
        let all = records.units.iter().flat_map(|record| record.battles.iter().map(|did| (record.unit, did)));
        let all: BTreeMap<_, _> = all.map(|(unit, did)| ((unit, did.battle), counts(did))).collect();
        assert!(!sums.is_empty());
        assert_eq!(sums, all.into_iter().filter(|(_, counts)| *counts != [0; 10]).collect());
    }
}
