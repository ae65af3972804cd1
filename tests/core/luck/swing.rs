//! How a battle went.

use super::sample;
use wardiary::{
    id::{BattleId, SideId},
    odds::Monitor,
    suggest::playtest::Unplayable,
    swing::{FoughtOut, Measure, TurningPoint, WayGone, swing},
};

const FIRST_DAY: BattleId = BattleId(40);

#[test]
fn the_way_of_the_sample() {
    let diary = sample();
    let found = swing(&diary, FIRST_DAY).expect("it is fought");
    assert_eq!((found.measure, &found.sides[..]), (Measure::ExhaustionPoint, &[SideId(1), SideId(2)][..]));
    assert_eq!(found.moments.len(), 12, "the muster, and every entry");
    let changes: Vec<(u32, Vec<WayGone>)> = found.changes().map(|m| (m.no, m.sides.clone())).collect();
    let way = |lost: [u32; 2]| vec![WayGone { lost: lost[0], of: 8 }, WayGone { lost: lost[1], of: 16 }];
    assert_eq!(changes, [(0, way([0, 0])), (4, way([0, 4]))]);
    assert_eq!(found.turning_points(3), [TurningPoint { no: 4, turn: 1, moved: vec![0.25, -0.25] }]);
    assert_eq!(found.moments.iter().filter(|m| m.ends_turn).map(|m| m.no).collect::<Vec<_>>(), [10]);
    assert_eq!(swing(&diary, BattleId(41)), None);
}

#[test]
fn it_is_fought_out_from_the_end_of_a_turn_once() {
    let diary = sample();
    let mut cache = FoughtOut::new(2, 7);
    let played = cache.from(&diary, (10, FIRST_DAY), Monitor::none()).expect("it can be played");
    assert_eq!((played.games, played.sides.len()), (2, 2));
    assert_eq!(cache.from(&diary, (10, FIRST_DAY), Monitor::none()), Ok(played.clone()));
    assert_eq!(FoughtOut::new(2, 7).from(&diary, (10, FIRST_DAY), Monitor::none()), Ok(played));
    assert_eq!(cache.from(&diary, (10, BattleId(41)), Monitor::none()), Err(Unplayable::NoBattle));
}
