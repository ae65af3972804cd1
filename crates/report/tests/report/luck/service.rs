//! Service records.

use super::{UNITS, diary, give, sample};
use wardiary_base::id::UnitId;
use wardiary_diary::diary::Diary;
use wardiary_odds::odds::Monitor;
use wardiary_report::service::{Condition, Service, ServiceRecord, ServiceRecords, service};
use wardiary_rules::{
    event::Reading,
    notation::{FORCES_OR_FORMATIONS, resolve_name},
};

fn records(diary: &Diary) -> Vec<ServiceRecord> {
    all_records(diary).units
}

fn all_records(diary: &Diary) -> ServiceRecords {
    service(diary, Monitor::none()).expect("nobody breaks it off")
}

fn of(diary: &Diary, unit: u32) -> ServiceRecord {
    records(diary).into_iter().find(|record| record.unit == UnitId(unit)).expect("the unit has a record")
}

fn condition(strength: u16, edna: u8, grade: &str) -> Condition {
    Condition {
        strength: Reading::Exact(strength),
        edna: Reading::Exact(edna),
        grade: Reading::Exact(grade.into()),
        uses_edna: true,
        uses_grade: true,
    }
}

/// The line-ups of the sample by hand. Entry 4: 6 6 6 5 v 4 3 3 2: every German beats an opponent. Entry 6: 6 3 3 2 v 4
/// 3 3 2: the 73rd beats the 5th Rifles. Entry 8: 5 5 4 2 v 5 5 4 3: the 4th Rifles beat the 41st.
#[test]
fn the_sample_is_told_by_its_line_ups() {
    let diary = sample();
    let all = records(&diary);
    assert_eq!(all.len(), 12);
    let told = |unit: u32| {
        let record = of(&diary, unit);
        assert_eq!(Some(&record), all.iter().find(|other| other.unit == UnitId(unit)));
        let [service] = &record.battles[..] else { panic!("{record:?}") };
        let Service { from, to, lost, combats, inflicted, suffered, .. } = service.clone();
        ((from, to), (lost.expect("all is known"), combats, inflicted, suffered))
    };
    let (green, yellow, red) = (condition(4, 8, "green"), condition(4, 8, "yellow"), condition(4, 8, "red"));
    assert_eq!(told(11), ((green.clone(), green.clone()), (0, 1, 1, 0)));
    assert_eq!(told(12), ((green.clone(), green.clone()), (0, 1, 2, 0)));
    assert_eq!(told(13), ((green, condition(4, 8, "white")), (0, 1, 1, 1)));
    assert_eq!(told(31), ((yellow.clone(), condition(0, 8, "red")), (4, 1, 0, 1)));
    assert_eq!(told(34), ((yellow.clone(), red), (0, 1, 1, 1)));
    assert_eq!(told(37), ((yellow.clone(), yellow), (0, 1, 0, 0)));
    let first = of(&diary, 31);
    assert_eq!(first.history.iter().map(|(no, _)| *no).collect::<Vec<_>>(), [0, 4]);
    let about = all_records(&diary);
    assert_eq!(about.entries_about(UnitId(31).into()), [4], "who is gone is in no later entry");
    // A side suffers what the other inflicts.
    let sum = |side: u32, of: fn(&Service) -> u32| {
        let own = all.iter().filter(|record| record.side.0 == side).flat_map(|record| &record.battles);
        own.map(of).sum::<u32>()
    };
    assert_eq!((sum(1, |s| s.inflicted), sum(2, |s| s.suffered)), (5, 5));
    assert_eq!((sum(2, |s| s.inflicted), sum(1, |s| s.suffered)), (1, 1));
}

#[test]
fn a_unit_goes_from_battle_to_battle() {
    let mut diary = diary("", UNITS);
    give(&mut diary, "edna A", &[6, 5]);
    give(&mut diary, "volley A at X range 2", &[4, 4]);
    give(&mut diary, "end battle", &[]);
    give(&mut diary, "lose X 1", &[]);
    give(&mut diary, "battle Ford with A v X", &[]);
    give(&mut diary, "edna A", &[1, 1]);
    give(&mut diary, "edna X", &[6, 6]);
    let (a, x, b) = (of(&diary, 11), of(&diary, 21), of(&diary, 12));
    assert_eq!(a.battles.len(), 2);
    let first = &a.battles[0];
    assert_eq!((first.tests, first.passed, first.volleys, first.hits, first.lost), (1, 0, 1, 1, Some(0)));
    assert_eq!([&first.from, &first.to, &a.battles[1].from].map(|at| at.edna), [7, 3, 3].map(Reading::Exact));
    assert_eq!((a.battles[1].tests, a.battles[1].passed, a.battles[1].volleys), (1, 1, 0));
    // Losses between the battles belong to neither battle.
    let strength = |at: usize| {
        let Service { from, to, lost, .. } = &x.battles[at];
        (from.strength.exact(), to.strength.exact(), *lost)
    };
    assert_eq!((strength(0), strength(1)), ((Some(4), Some(3), Some(1)), (Some(2), Some(2), Some(0))));
    let history = x.history.iter().map(|(no, c)| (*no, c.strength.exact()));
    assert_eq!(history.collect::<Vec<_>>(), [(0, 4), (2, 3), (4, 2), (7, 2)].map(|(no, sp)| (no, Some(sp))));
    assert_eq!(b.battles.len(), 1);
    // Undone losses are in no record.
    give(&mut diary, "undo 2", &[]);
    assert_eq!(of(&diary, 11).battles[1].tests, 0);
}

/// Everything in a unit's record comes from one of the unit's entries.
#[test]
fn taken_objectives_are_among_the_entries() {
    let mut taken = 0;
    for name in ["orla", "hundred-days", "wadi"] {
        let path = format!("{}/../../saves/{name}.ron", env!("CARGO_MANIFEST_DIR"));
        let save = wardiary_diary::diary::file::Save::open(path.as_ref(), wardiary_diary::diary::file::Mode::Read)
            .expect("it opens");
        let records = all_records(save.diary());
        for record in &records.units {
            for took in record
                .objectives_taken
                .iter()
                .chain(record.battles.iter().flat_map(|service| &service.objectives_taken))
            {
                taken += 1;
                let entries = records.entries_about(record.unit.into());
                assert!(entries.contains(&took.no), "{name}: {took:?} of {:?}", record.unit);
            }
        }
    }
    assert!(taken > 3, "{taken}");
}

/// A corps has the service of its units, each objective once, and a row for each day.
#[test]
fn a_corps_has_a_life() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../saves/hundred-days.ron");
    let save = wardiary_diary::diary::file::Save::open(path.as_ref(), wardiary_diary::diary::file::Mode::Read);
    let save = save.expect("it opens");
    let (diary, records) = (save.diary(), all_records(save.diary()));
    let state = diary.state();
    let named = |name: &str| resolve_name(name, state, FORCES_OR_FORMATIONS).expect("there is one");
    let corps = records.of_force(state, named("II Corps (Reille)"));
    assert_eq!(corps.units.len(), 4);
    assert_eq!(corps.battles.iter().map(|sum| (sum.units, sum.lost)).collect::<Vec<_>>(), [(4, Some(0)), (4, Some(2))]);
    assert_eq!(
        corps.objectives_taken.iter().map(|taken| (taken.no, &*taken.place)).collect::<Vec<_>>(),
        [(68, "Quatre Bras")]
    );
    let days = corps.days.iter().map(|day| (&*day.time, &*day.place, day.strength));
    assert_eq!(
        days.take(2).collect::<Vec<_>>(),
        [("day 1, night", "Frasnes", Some(15)), ("day 2, night", "Quatre Bras", Some(15))]
    );
    // Every entry about a corps is one about its army, and about its side.
    let about = |id| records.entries_about(id).to_vec();
    for (part, whole) in [("II Corps (Reille)", "Army of the North"), ("Army of the North", "French")] {
        let whole = about(named(whole));
        assert!(about(named(part)).iter().all(|no| whole.contains(no)), "{part}");
    }
}
