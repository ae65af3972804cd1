//! The course of a battle.

use super::{diary, give, sample};
use wardiary_base::id::{BattleId, SideId};
use wardiary_odds::{odds::Monitor, suggest::playtest::Unplayable};
use wardiary_report::battle_timeline::{
    LossShare, Measure, PlayoutCache, TimelineReader, TurningPoint, battle_timeline,
};

const FIRST_DAY: BattleId = BattleId(40);

#[test]
fn the_timeline_of_the_sample() {
    let diary = sample();
    let found = battle_timeline(&diary, FIRST_DAY).expect("it is fought");
    assert_eq!((found.measure, &found.sides[..]), (Measure::ExhaustionPoint, &[SideId(1), SideId(2)][..]));
    assert_eq!(found.moments.len(), 12, "the muster, and every entry");
    let changes: Vec<(u32, Vec<LossShare>)> = found.changes().map(|m| (m.no, m.sides.clone())).collect();
    let way = |lost: [u32; 2]| vec![LossShare { lost: lost[0], of: 8 }, LossShare { lost: lost[1], of: 16 }];
    assert_eq!(changes, [(0, way([0, 0])), (4, way([0, 4]))]);
    let way = |lost: u32, of: u32| LossShare { lost, of };
    let ways = vec![(way(0, 8), way(0, 8)), (way(0, 16), way(4, 16))];
    let point = TurningPoint { no: 4, turn: 1, lead_changes: vec![0.25, -0.25], notable: Vec::new(), losses: ways };
    assert_eq!(
        point.cost(&["A".into(), "B".into()], Measure::ExhaustionPoint),
        "B lost 4 Strength Points, 25% of the Exhaustion Point"
    );
    assert_eq!(found.turning_points(3), [point]);
    assert_eq!(found.moments.iter().filter(|m| m.ends_turn).map(|m| m.no).collect::<Vec<_>>(), [10]);
    assert_eq!(battle_timeline(&diary, BattleId(41)), None);
}

#[test]
fn the_swing_plays_out_each_turn_end_once() {
    let diary = sample();
    let mut cache = PlayoutCache::new(2, 7);
    let played = cache.results(&diary, (10, FIRST_DAY), Monitor::none()).expect("it can be played");
    assert_eq!((played.games, played.sides.len()), (2, 2));
    assert_eq!(cache.results(&diary, (10, FIRST_DAY), Monitor::none()), Ok(played.clone()));
    assert_eq!(PlayoutCache::new(2, 7).results(&diary, (10, FIRST_DAY), Monitor::none()), Ok(played));
    assert_eq!(cache.results(&diary, (10, BattleId(41)), Monitor::none()), Err(Unplayable::NoBattle));
}

/// Reading a few entries at a time gives the same as reading all at once, including the losses on every branch.
#[test]
fn the_swing_is_read_in_slices() {
    let sample = sample();
    let mut reader = TimelineReader::default();
    for many in 1..=6 {
        assert!(!reader.is_complete(&sample), "{many}");
        assert_eq!(reader.moment_at(11, FIRST_DAY, Measure::ExhaustionPoint), None, "it was not looked up");
        assert_eq!(reader.read(&sample, 0..sample.next_no(), 2), many == 6);
    }
    assert!(reader.is_complete(&sample));
    assert_eq!(reader.swing_along(&sample, sample.path(), FIRST_DAY), battle_timeline(&sample, FIRST_DAY));
    assert_eq!(reader.swing_along(&sample, sample.path(), BattleId(41)), None);

    let units = "(id: 11, name: \"A\", side: 1), (id: 12, name: \"B\", side: 1), (id: 21, name: \"X\", side: 2)";
    let mut diary = diary("", units);
    give(&mut diary, "lose A 3", &[]);
    give(&mut diary, "end battle", &[]);
    give(&mut diary, "note \"it was over\"", &[]);
    give(&mut diary, "what if \"otherwise\" from 1", &[]);
    give(&mut diary, "lose X 2", &[]);
    let mut reader = TimelineReader::default();
    assert!(reader.read(&diary, 0..diary.next_no(), usize::MAX));
    let lost = |no| {
        let moment = reader.moment_at(no, FIRST_DAY, Measure::AllStrength)?;
        Some(moment.sides.iter().map(|way| way.lost).collect::<Vec<_>>())
    };
    assert_eq!([0, 1, 2].map(lost), [Some(vec![0, 0]), Some(vec![3, 0]), Some(vec![3, 0])]);
    assert_eq!(lost(3), None, "it was over by then");
    assert_eq!(lost(diary.head()), Some(vec![3, 2]));
    assert_eq!(reader.swing_along(&diary, diary.path(), FIRST_DAY), battle_timeline(&diary, FIRST_DAY));
}
