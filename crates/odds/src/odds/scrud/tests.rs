//! Compares the fast ways to find losses and unit chances of a phase with enumeration of every possible roll.

use super::{
    SideLosses, chain, dealt, losses,
    pairs::{self, ByPairs},
    thrown::ByThrows,
    unit,
    walked::Walked,
};
use crate::odds::{
    Distribution, Effort, Engagement, Meter, Monitor,
    engagement::RolledPhase,
    simulate::Stream,
    throws::{RankSums, Thrown, Throws},
    units,
};
use std::collections::BTreeMap;
use wardiary_base::{
    book::{
        Carry, Casualty, Eliminates, Extras, Grade, Ladder, LadderDraft, LineUp, Rulebook, RulebookDraft, ScrudDraft,
        Ties,
    },
    sides::BothSides,
};
use wardiary_rules::rules::{
    roll::{Group, Role, ScrudRoll},
    scrud::{Fate, LineDie, Troop},
    support::Duty,
};

/// A rulebook with small dice, so that every possible roll can be enumerated; the two numbers of sides alternate by
/// grade.
fn book_of_small_dice(sides: (u8, u8), bounds: Option<(i8, i8)>, scrud: ScrudDraft) -> Rulebook {
    let mut ladder = Ladder::mouat();
    for (at, step) in ladder.grades.iter_mut().enumerate() {
        step.die = wardiary_base::dice::Die::new(if at % 2 == 0 { sides.0 } else { sides.1 }).expect("a die");
    }
    ladder.bounds = bounds;
    let draft = RulebookDraft { scrud: Some(scrud), ladder: Some(LadderDraft::Own(ladder)), ..Default::default() };
    draft.check(&Rulebook::default_rules()).expect("a sound rulebook")
}

/// Losses of a phase, counted and enumerated.
#[test]
fn losses_fast_and_slow() {
    let mut stream = Stream::new(14, 8);
    for trial in 0..180 {
        let scrud = ScrudDraft {
            extras: Some([Extras::BeatLowest, Extras::Ignored, Extras::OverHalf][trial % 3]),
            ties: Some([Ties::Ignored, Ties::Defender][trial % 2]),
            eliminate_every: Some([Some(3), Some(2), None][trial / 3 % 3]),
            defeat: Some(vec![[Casualty::Demote, Casualty::Eliminate, Casualty::PushBack][trial / 9 % 3]]),
            line_up: Some(if trial % 5 == 0 { LineUp::AsRolled } else { LineUp::Sorted }),
            ..ScrudDraft::default()
        };
        let book = book_of_small_dice((3, 2), Ladder::mouat().bounds, scrud);
        let groups = BothSides::from_fn(|_| groups(&mut stream));
        let BothSides { first, second } = groups.clone();
        let mut engagement = Engagement::of_roll(&book, &ScrudRoll { first, second, phases: 1, book: None });
        engagement.parties.first.carried = u16::try_from(stream.below(3)).expect("few");
        let (slow, all, played) = engagement
            .play(
                &book,
                &Effort::PATIENT,
                Monitor::none(),
                BTreeMap::new,
                |counts: &mut BTreeMap<_, f64>, rolled| {
                    let units = |fates: &Vec<Fate>| fates.iter().filter(|f| f.eliminated.is_some()).count();
                    let support = rolled
                        .prelude
                        .fates
                        .as_ref()
                        .map(|fates| fates.iter().map(|f| (f.down, f.destroyed.is_some())).collect::<Vec<_>>());
                    let units = rolled.phase.fates.as_ref().map(units);
                    *counts.entry((rolled.phase.defeats, units, support)).or_insert(0.0) += 1.0;
                },
                |a, _| a,
            )
            .expect("nobody cancels");
        assert!(!played);
        let meter = Meter::new(Monitor::none(), u64::MAX);
        let fast = losses(&book, &engagement, &meter).expect("it fits").map(|losses| {
            let support = |side: &SideLosses| side.support.iter().map(|s| (s.down, s.destroyed)).collect::<Vec<_>>();
            let units = losses.as_ref().map(|side| usize::from(side.units));
            (losses.as_ref().map(|side| side.defeats), units, losses.as_ref().map(support))
        });
        units_fast_and_slow(&book, &engagement);
        #[allow(clippy::cast_precision_loss, reason = "few ways")]
        let slow = Distribution::collect(slow.into_iter().map(|(case, n)| (case, n / all as f64)));
        for (case, p) in slow.iter().chain(fast.iter()) {
            assert!((fast.p(case) - slow.p(case)).abs() < 1e-12, "{case:?} {p}: {groups:?} {:?}", book.scrud);
        }
    }
}

/// Chances of each unit, followed one by one and enumerated.
fn units_fast_and_slow(book: &Rulebook, engagement: &Engagement) {
    let (_, slow) = units::of_units(book, engagement, &Effort::PATIENT, Monitor::none()).expect("nobody cancels");
    let meter = Meter::new(Monitor::none(), u64::MAX);
    for (side, slow) in slow.by_side() {
        for (troop, slow) in slow.iter().enumerate() {
            let Ok(fast) = unit::unit(book, engagement, (side, troop), &meter) else {
                assert_eq!(book.scrud.line_up, LineUp::AsRolled);
                continue;
            };
            let pairs =
                [(fast.defeated, slow.defeated), (fast.demoted, slow.demoted), (fast.eliminated, slow.eliminated)];
            assert!(
                pairs.iter().all(|(fast, slow)| (fast - slow).abs() < 1e-12),
                "{side:?} {troop}: {fast:?} for {slow:?}: {engagement:?} {:?}",
                book.scrud
            );
        }
    }
}

/// A phase throw by throw and enumerated, under rules that no other method covers: survivors and the chances of each
/// unit.
#[test]
fn throws_and_every_way() {
    let mut stream = Stream::new(20, 3);
    for trial in 0..150 {
        let defeats = [
            vec![Casualty::Demote],
            vec![Casualty::LoseStrength(1)],
            vec![Casualty::LoseStrength(2), Casualty::Demote],
            vec![Casualty::Eliminate],
        ];
        let scrud = ScrudDraft {
            extras: Some([Extras::BeatLowest, Extras::Ignored, Extras::OverHalf][trial % 3]),
            ties: Some([Ties::Ignored, Ties::Defender][trial % 2]),
            eliminate_every: Some([Some(3), Some(2), None][trial / 3 % 3]),
            eliminates: Some([Eliminates::LowestGrade, Eliminates::LowestBeaten][trial / 2 % 2]),
            defeat: Some(defeats[trial % 4].clone()),
            line_up: Some(if trial % 7 == 0 { LineUp::AsRolled } else { LineUp::Sorted }),
            margins: Some(trial % 5 < 3),
            ..ScrudDraft::default()
        };
        let book = book_of_small_dice((4, 3), Some((1, 3)), scrud);
        // Few grades and strengths, so that many dice are interchangeable and some are not.
        let sides = BothSides::from_fn(|_| {
            let units = (0..=stream.below(4)).map(|_| {
                let grade = u8::try_from(2 + stream.below(2)).expect("few");
                (Grade(grade), [1, 2, 2, 2, 4][stream.below(5)])
            });
            let units: Vec<(Grade, u16)> = units.collect();
            let support = (0..stream.below(2)).map(|_| (Duty::Artillery, Grade(2))).collect();
            (units, support, u16::try_from(stream.below(3)).expect("few"))
        });
        let mut engagement = Engagement::of_sides(sides);
        if trial % 4 == 0 {
            // A unit with two dice, and one with none.
            let party = &mut engagement.parties.first;
            party.dice.insert(1, party.dice[0]);
            party.troops.push(party.troops[0]);
        }
        if trial % 6 == 1 {
            // Two bonus dice; both, one or neither are full dice.
            let party = &mut engagement.parties.second;
            party.full_bonus = trial / 6 % 3;
            let die = LineDie { troop: None, ..party.dice[0] };
            party.dice.extend([die; 2]);
        }
        if engagement.ways(&book).is_none_or(|ways| ways > 20_000) {
            continue;
        }
        throws_are_every_way(&book, &engagement);
    }
}

/// Several phases in which strength is lost, dealt and throw by throw: units of several grades and strengths, which a
/// roll can't express.
#[test]
fn dealt_and_thrown() {
    let mut stream = Stream::new(31, 2);
    let mut seen = 0;
    for trial in 0..90 {
        let defeats = [
            vec![Casualty::LoseStrength(1)],
            vec![Casualty::LoseStrength(2)],
            vec![Casualty::LoseStrength(1), Casualty::Demote],
        ];
        let scrud = ScrudDraft {
            extras: Some([Extras::BeatLowest, Extras::BeatLowest, Extras::Ignored, Extras::OverHalf][trial % 4]),
            ties: Some([Ties::Ignored, Ties::Defender][trial % 2]),
            eliminate_every: Some([Some(3), Some(2), None][trial / 3 % 3]),
            eliminates: Some([Eliminates::LowestGrade, Eliminates::LowestBeaten][trial / 2 % 2]),
            defeat: Some(defeats[trial % 3].clone()),
            carry: Some([Carry::PerPhase, Carry::PerCombat][trial / 5 % 2]),
            margins: Some(trial % 7 == 0),
            ..ScrudDraft::default()
        };
        let book = book_of_small_dice((4, 3), Some((1, 3)), scrud);
        let sides = BothSides::from_fn(|_| {
            let units = (0..=stream.below(3)).map(|_| {
                let grade = u8::try_from(2 + stream.below(5) / 4).expect("few");
                (Grade(grade), [1, 2, 2, 3, 5, 9][stream.below(6)])
            });
            (units.collect(), Vec::new(), u16::try_from(stream.below(3)).expect("few"))
        });
        let start = Engagement::of_sides(sides);
        let dice: usize = start.parties.iter().map(|party| party.dice.len()).sum();
        assert!(dealt::covers(&book, &start));
        let phases = if dice <= 4 { 3 } else { 2 };
        let meter = Meter::new(Monitor::none(), u64::MAX);
        let dealing = dealt::Dealt::new(&book, &start, &meter).expect("there is room");
        let fast = chain::survivors(&dealing, phases, &meter).expect("it fits");
        let by_throws = ByThrows { book: &book, start: start.clone() };
        let slow = chain::survivors(&by_throws, phases, &meter).expect("it fits");
        for (case, p) in slow.iter().chain(fast.iter()) {
            let (fast, slow) = (fast.p(case), slow.p(case));
            assert!((fast - slow).abs() < 1e-12, "{case:?} {p}: {fast} for {slow}: {start:?} {:?}", book.scrud);
        }
        seen += slow.len();
    }
    assert!(seen > 500, "{seen}");
}

/// Several phases in which a defeat by exactly 1 is only a push-back, walked and throw by throw.
#[test]
fn margins_walked_and_thrown() {
    let mut stream = Stream::new(47, 5);
    let mut seen = 0;
    for trial in 0..160 {
        let defeats = [Casualty::Demote, Casualty::Demote, Casualty::Eliminate, Casualty::PushBack];
        let scrud = ScrudDraft {
            extras: Some([Extras::BeatLowest, Extras::BeatLowest, Extras::Ignored, Extras::OverHalf][trial % 4]),
            ties: Some([Ties::Ignored, Ties::Defender][trial / 4 % 2]),
            eliminate_every: Some([Some(3), Some(2), None][trial / 3 % 3]),
            defeat: Some(vec![defeats[trial / 5 % 4]]),
            carry: Some([Carry::PerPhase, Carry::PerCombat][trial / 7 % 2]),
            margins: Some(true),
            ..ScrudDraft::default()
        };
        // Without bounds, and with two-sided dice among four-sided ones, some scores are not adjacent.
        let bounds = [Some((1, 3)), None][trial / 2 % 2];
        let book = book_of_small_dice([(4, 3), (4, 2)][trial / 6 % 2], bounds, scrud);
        let sides = BothSides::from_fn(|_| {
            let grade = |stream: &mut Stream| Grade([0, 2, 2, 2, 3, 3, 5][stream.below(7)]);
            let units = (0..=stream.below(4)).map(|_| (grade(&mut stream), 1)).collect();
            let support = (0..stream.below(5) / 3).map(|_| (Duty::Artillery, grade(&mut stream))).collect();
            (units, support, 0)
        });
        let start = Engagement::of_sides(sides);
        if start.ways(&book).is_none_or(|ways| ways > 5_000) {
            continue;
        }
        let phases = [1, 2, 3][trial % 3];
        let meter = Meter::new(Monitor::none(), u64::MAX);
        let walked = Walked::supported(&book, start.clone());
        let fast = chain::survivors(&walked, phases, &meter).expect("it fits");
        let slow = chain::survivors(&ByThrows { book: &book, start: start.clone() }, phases, &meter).expect("it fits");
        for (case, p) in slow.iter().chain(fast.iter()) {
            let (fast, slow) = (fast.p(case), slow.p(case));
            assert!((fast - slow).abs() < 1e-12, "{case:?} {p}: {fast} for {slow}: {start:?} {:?}", book.scrud);
        }
        seen += slow.len();
    }
    assert!(seen > 1000, "{seen}");
}

/// Phases with lines as rolled, pair by pair and throw by throw: units of several grades and strengths, leftover
/// defeats and support.
#[test]
fn pairs_and_throws() {
    let mut stream = Stream::new(53, 6);
    let mut seen = 0;
    for trial in 0..320 {
        let defeats = [
            vec![Casualty::Demote],
            vec![Casualty::Demote],
            vec![Casualty::LoseStrength(2)],
            vec![Casualty::LoseStrength(1), Casualty::Demote],
            vec![Casualty::Eliminate],
        ];
        let scrud = ScrudDraft {
            extras: Some([Extras::BeatLowest, Extras::BeatLowest, Extras::Ignored, Extras::OverHalf][trial % 4]),
            ties: Some([Ties::Ignored, Ties::Defender][trial / 4 % 2]),
            eliminate_every: Some([Some(3), Some(2), None, Some(2)][trial / 3 % 4]),
            eliminates: Some([Eliminates::LowestGrade, Eliminates::LowestBeaten][trial / 2 % 2]),
            defeat: Some(defeats[trial % 5].clone()),
            carry: Some([Carry::PerPhase, Carry::PerCombat][trial / 7 % 2]),
            line_up: Some(LineUp::AsRolled),
            margins: Some(trial % 3 == 0),
            ..ScrudDraft::default()
        };
        let book = book_of_small_dice([(4, 3), (3, 2)][trial / 6 % 2], [Some((1, 3)), None][trial / 5 % 2], scrud);
        let sides = BothSides::from_fn(|_| {
            let grade = |stream: &mut Stream| Grade([0, 2, 2, 2, 3, 3, 5][stream.below(7)]);
            let unit = |stream: &mut Stream| (grade(stream), [1, 2, 2, 3, 5, 9][stream.below(6)]);
            let units = (0..=stream.below(5)).map(|_| unit(&mut stream)).collect();
            let duties = [Duty::Artillery, Duty::Artillery, Duty::CounterBattery];
            let support = (0..stream.below(6) / 4).map(|_| (duties[stream.below(3)], grade(&mut stream))).collect();
            (units, support, u16::try_from(stream.below(3)).expect("few"))
        });
        let start = Engagement::of_sides(sides);
        let phases = [1, 2, 3, 2][trial / 4 % 4];
        if start.ways(&book).is_none_or(|ways| ways > [20_000, 4_000, 700][usize::from(phases) - 1]) {
            continue;
        }
        assert!(pairs::covers(&book, &start));
        let meter = Meter::new(Monitor::none(), u64::MAX);
        let by_throws = || ByThrows { book: &book, start: start.clone() };
        let fast = chain::survivors(&ByPairs(by_throws()), phases, &meter).expect("it fits");
        let slow = chain::survivors(&by_throws(), phases, &meter).expect("it fits");
        for (case, p) in slow.iter().chain(fast.iter()) {
            let (fast, slow) = (fast.p(case), slow.p(case));
            assert!((fast - slow).abs() < 1e-12, "{case:?} {p}: {fast} for {slow}: {start:?} {:?}", book.scrud);
        }
        seen += slow.len();
    }
    assert!(seen > 1000, "{seen}");
}

/// The result of a throw: the fate of each unit, sorted if units are indistinguishable.
type Fates = BothSides<Vec<(u16, u16, u16, bool)>>;

/// Probability of each result, and sums for each unit.
type FateSums = (BTreeMap<Fates, f64>, BothSides<Vec<[f64; 4]>>);

fn throws_are_every_way(book: &Rulebook, engagement: &Engagement) {
    let numbers = |fate: &Fate| {
        let gone = fate.eliminated.is_some();
        let flag = |flag: bool| f64::from(u8::from(flag));
        [flag(fate.defeats > 0), flag(fate.down > 0 && !gone), flag(gone), f64::from(fate.lost)]
    };
    let left = |rolled: &RolledPhase| -> Fates {
        BothSides::from_fn(|side| {
            let fates = engagement.parties[side].troops.iter().zip(&rolled.phase.fates[side]);
            let one = |(troop, fate): (&Troop, &Fate)| {
                (u16::from(troop.grade.0) + fate.down, troop.strength, fate.lost, fate.eliminated.is_some())
            };
            let mut fates: Vec<_> = fates.map(one).collect();
            fates.sort_unstable();
            fates
        })
    };
    let zero = || -> FateSums {
        (BTreeMap::new(), engagement.parties.as_ref().map(|party| vec![[0.0; 4]; party.troops.len()]))
    };
    let count = |sums: &mut FateSums, rolled: &RolledPhase| {
        *sums.0.entry(left(rolled)).or_insert(0.0) += 1.0;
        for (sums, fate) in sums.1.iter_mut().flatten().zip(rolled.phase.fates.iter().flatten()) {
            sums.iter_mut().zip(numbers(fate)).for_each(|(sum, number)| *sum += number);
        }
    };
    let (slow, all, played) =
        engagement.play(book, &Effort::PATIENT, Monitor::none(), zero, count, |a, _| a).expect("nobody cancels");
    assert!(!played);
    let all = f64::from(u32::try_from(all).expect("few ways"));
    let throws = Throws::new(book, engagement, |_, _, _| true);
    let count = |sums: &mut (BTreeMap<Fates, f64>, RankSums<4>), thrown: &Thrown| {
        *sums.0.entry(left(&thrown.rolled)).or_insert(0.0) += thrown.p;
        sums.1.add(thrown, |side, troop| numbers(&thrown.rolled.phase.fates[side][troop]));
    };
    let add = |(mut cases, sums): (BTreeMap<Fates, f64>, RankSums<4>), (more, others): (BTreeMap<Fates, f64>, _)| {
        more.into_iter().for_each(|(case, p)| *cases.entry(case).or_insert(0.0) += p);
        (cases, sums.plus(&others))
    };
    let zero = || (BTreeMap::new(), RankSums::new(&throws));
    let meter = Meter::new(Monitor::none(), u64::MAX);
    let (fast, units) = throws.play(&meter, zero, count, add).expect("there is no limit");
    assert!(fast.keys().eq(slow.0.keys()), "{engagement:?} {:?}", book.scrud);
    for (case, n) in &slow.0 {
        assert!((fast[case] - n / all).abs() < 1e-12, "{case:?}: {engagement:?} {:?}", book.scrud);
    }
    for (side, slow) in slow.1.by_side() {
        for (troop, slow) in slow.iter().enumerate() {
            let fast = units.of(side, troop);
            let near = fast.iter().zip(slow).all(|(fast, slow)| (fast - slow / all).abs() < 1e-12);
            assert!(near, "{side:?} {troop}: {fast:?} for {slow:?}: {engagement:?} {:?}", book.scrud);
        }
    }
    assert!(Throws::estimate(book, engagement) >= throws.count(), "{engagement:?}");
}

/// One to four dice, the first of which is a unit die.
fn groups(stream: &mut Stream) -> Vec<Group> {
    let roles = [Role::Unit, Role::Unit, Role::Artillery, Role::CounterBattery, Role::Aircraft, Role::AirDefence];
    let many = 1 + stream.below(4);
    let group = |at: usize| {
        let role = if at == 0 { Role::Unit } else { roles[stream.below(6)] };
        Group { count: 1, role, grade: Grade(u8::try_from(stream.below(6)).expect("few")) }
    };
    (0..many).map(group).collect()
}
