//! Lucky and unlucky rolls, as in filters.

use super::{BLUE, EFFORT, RED, diary, give};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, atomic::AtomicBool},
};
use wardiary_base::id::SideId;
use wardiary_diary::diary::{Account, Diary, EntryNo};
use wardiary_odds::odds::Monitor;
use wardiary_report::luck::{self, LuckByEntry, Scope};
use wardiary_rules::notation::{
    Luckiness::{Lucky, Unlucky},
    RollLuck,
};

/// EDNA 3 acts in 3 of 36 throws, EDNA 7 in 21, EDNA 11 in 35.
const UNITS: &str = "(id: 11, name: \"A\", side: 1, edna: 3), (id: 12, name: \"B\", side: 1, edna: 7), \
     (id: 21, name: \"X\", side: 2, edna: 11), (id: 22, name: \"Y\", side: 2, edna: 8)";

fn roll_luck(diary: &Diary) -> LuckByEntry {
    let all: Vec<EntryNo> = diary.entries().iter().map(|entry| entry.no).collect();
    luck::roll_luck(diary, &all, &EFFORT, Monitor::none()).expect("nobody breaks it off")
}

/// The entries that match a filter.
fn meant(diary: &Diary, filter: &str) -> Vec<EntryNo> {
    let mut roll_luck = roll_luck(diary);
    let filter = diary.filter(filter).expect("it can be read");
    let accounts = diary
        .steps(diary.entries().iter().map(|entry| entry.no))
        .map(|step| Account { roll_luck: roll_luck.remove(&step.entry.no).unwrap_or_default(), ..step.account() });
    accounts.filter(|account| account.fits(&filter)).map(|account| account.no).collect()
}

#[test]
fn extreme_rolls_are_lucky_or_unlucky() {
    let mut diary = diary("", UNITS);
    for (order, faces) in [
        ("edna A", &[1, 2][..]),
        ("edna B", &[6, 6]),
        ("edna X", &[6, 6]),
        ("edna Y", &[1, 1]),
        ("note fog", &[]),
        ("scrud B v Y", &[6, 1]),
    ] {
        give(&mut diary, order, faces);
    }
    let set = |all: &[_]| all.iter().copied().collect::<BTreeSet<_>>();
    // White against white: each side defeats the other in five of twelve cases, so a phase of one v one is never an
    // extreme.
    let far = |(no, all): (EntryNo, BTreeSet<RollLuck>)| {
        let far: BTreeSet<(SideId, _)> = all.iter().filter_map(|fortune| Some((fortune.side, fortune.luck?))).collect();
        (!far.is_empty()).then_some((no, far))
    };
    let found: BTreeMap<EntryNo, _> = roll_luck(&diary).into_iter().filter_map(far).collect();
    assert_eq!(found, BTreeMap::from([(1, set(&[(RED, Lucky)])), (3, set(&[(BLUE, Unlucky)]))]));
    for (filter, entries) in [
        ("lucky", &[1][..]),
        ("unlucky", &[3]),
        ("lucky or unlucky", &[1, 3]),
        ("lucky for Blue", &[]),
        ("side Blue unlucky", &[3]),
        ("unit X unlucky", &[3]),
        ("unit Y unlucky", &[]),
        ("kind edna not lucky", &[2, 3, 4]),
        ("unlucky for Red", &[]),
    ] {
        assert_eq!(meant(&diary, filter), entries, "{filter}");
    }
}

/// Luck of one side in a phase is bad luck of the other. A filter with a side asks for that side's luck.
#[test]
fn a_phase_is_lucky_for_one_and_unlucky_for_the_other() {
    let units = (1..=4).flat_map(|at| {
        [1, 2].map(|side| format!("(id: {side}{at}, name: \"{side}{at}\", side: {side}, grade: \"white\")"))
    });
    let mut diary = diary("", &units.collect::<Vec<_>>().join(", "));
    for faces in [[6, 6, 6, 6, 1, 1, 1, 1], [4, 3, 3, 3, 4, 3, 3, 3], [1, 1, 1, 1, 6, 6, 6, 6]] {
        give(&mut diary, "scrud \"11\" + \"12\" + \"13\" + \"14\" v \"21\" + \"22\" + \"23\" + \"24\"", &faces);
        give(&mut diary, "undo", &[]);
    }
    assert_eq!((meant(&diary, "lucky"), meant(&diary, "unlucky")), (vec![1, 3], vec![1, 3]));
    assert_eq!((meant(&diary, "lucky for Red"), meant(&diary, "unlucky for Blue")), (vec![1], vec![1]));
    assert_eq!((meant(&diary, "side Red unlucky"), meant(&diary, "unit \"21\" lucky")), (vec![3], vec![3]));
}

/// Abandoned entries are weighed like all others. A filter says whether it needs any weighing.
#[test]
fn entries_left_behind_are_lucky_too() {
    let mut diary = diary("", UNITS);
    give(&mut diary, "edna A", &[1, 1]);
    give(&mut diary, "undo", &[]);
    give(&mut diary, "edna A", &[6, 6]);
    assert_eq!(meant(&diary, "lucky"), [1]);
    for (filter, asks) in [("lucky", true), ("fog or not unlucky", true), ("text lucky", false), ("", false)] {
        assert_eq!(diary.filter(filter).expect("it can be read").asks_for_luck(), asks, "{filter}");
    }
}

/// The progress of weighing never decreases, although each roll reports its own progress.
#[test]
fn progress_never_goes_back() {
    let mut diary = diary("", UNITS);
    for order in ["scrud A + B v X + Y", "edna A", "scrud A + B v X + Y", "edna B"] {
        give(&mut diary, order, &[]);
    }
    let told = Mutex::new(Vec::new());
    let progress = |share: f64| told.lock().expect("nobody panicked").push(share);
    let never = AtomicBool::new(false);
    let watch = Monitor { cancel: &never, progress: &progress, time_spent: &|| 0.0 };
    let all: Vec<EntryNo> = diary.entries().iter().map(|entry| entry.no).collect();
    let rises = || {
        let told = std::mem::take(&mut *told.lock().expect("nobody panicked"));
        assert!(told.len() >= 3 && told.iter().all(|share| (0.0..=1.0).contains(share)), "{told:?}");
        assert!(told.windows(2).all(|pair| pair[0] < pair[1]), "{told:?}");
    };
    luck::roll_luck(&diary, &all, &EFFORT, watch).expect("nobody breaks it off");
    rises();
    for units in [false, true] {
        luck::luck(&diary, &Scope { unit_losses: units, ..Scope::default() }, &EFFORT, watch)
            .expect("nobody breaks it off");
        rises();
    }
}
