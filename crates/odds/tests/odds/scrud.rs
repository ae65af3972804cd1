//! A phase of SCRUD under many settings: the fast methods compared with enumeration of every possible roll.

use std::collections::BTreeMap;
use wardiary_base::{
    book::{
        BonusDice, Casualty, DefeatCarry, EliminationRule, Extras, Grade, Ladder, LadderDraft, LineUp, Rulebook,
        RulebookDraft, ScrudDraft, Ties,
    },
    dice::Die,
    sides::{BothSides, CombatSide},
};
use wardiary_odds::odds::{
    Case, Distribution, Engagement, Meter, Monitor, Question,
    engagement::RolledPhase,
    exact,
    scrud::{self, ExpectedDefeats, PhaseSideLosses, SideExpectation},
    simulate::Stream,
};
use wardiary_rules::rules::{
    Roll,
    roll::{DieRole, GradeGroup, ScrudRoll},
    scrud::{DieOutcome, Fate, LineDie, PhaseSide, Troop},
    support::{SupportDie, SupportTask},
};

/// A rulebook with small dice, so that every possible roll can be enumerated; the two numbers of sides alternate by
/// grade.
fn book_of_small_dice(sides: (u8, u8), bounds: Option<(i8, i8)>, scrud: ScrudDraft) -> Rulebook {
    let mut ladder = Ladder::mouat();
    for (at, step) in ladder.grades.iter_mut().enumerate() {
        step.die = Die::new(if at % 2 == 0 { sides.0 } else { sides.1 }).expect("a die");
    }
    ladder.bounds = bounds;
    let draft = RulebookDraft { scrud: Some(scrud), ladder: Some(LadderDraft::Own(ladder)), ..Default::default() };
    draft.check(&Rulebook::default_rules()).expect("a sound rulebook")
}

fn unlimited() -> Meter<'static> {
    Meter::new(Monitor::none(), u64::MAX)
}

/// Every possible roll of a phase, with its probability.
fn every_roll(book: &Rulebook, engagement: &Engagement, mut each: impl FnMut(&RolledPhase, f64)) {
    let all = engagement.roll_count(book).and_then(|ways| u32::try_from(ways).ok()).expect("few ways");
    let p = 1.0 / f64::from(all);
    engagement.enumerate_rolls(book, Monitor::none(), |rolled| each(rolled, p)).expect("nobody cancels");
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
        let mut engagement = Engagement::from_roll(
            &book,
            &ScrudRoll { first, second, bonus: BothSides::default(), phases: 1, book: None },
        );
        engagement.parties.first.carried = u16::try_from(stream.uniform_below(3)).expect("few");
        let mut slow: Vec<_> = Vec::new();
        every_roll(&book, &engagement, |rolled, p| {
            let units = |fates: &Vec<Fate>| fates.iter().filter(|fate| fate.eliminated.is_some()).count();
            let support = rolled.support_exchange.fates.as_ref();
            let support =
                support.map(|fates| fates.iter().map(|f| (f.down, f.destroyed.is_some())).collect::<Vec<_>>());
            slow.push(((rolled.phase.defeats, rolled.phase.fates.as_ref().map(units), support), p));
        });
        let fast = scrud::losses(&book, &engagement, &unlimited()).expect("it fits").map(|losses| {
            let support =
                |side: &PhaseSideLosses| side.support.iter().map(|s| (s.down, s.destroyed)).collect::<Vec<_>>();
            let units = losses.as_ref().map(|side| usize::from(side.units));
            (losses.as_ref().map(|side| side.defeats), units, losses.as_ref().map(support))
        });
        units_fast_and_slow(&book, &engagement);
        let slow = Distribution::collect(slow);
        for (case, p) in slow.iter().chain(fast.iter()) {
            assert!(
                (fast.probability(case) - slow.probability(case)).abs() < 1e-12,
                "{case:?} {p}: {groups:?} {:?}",
                book.scrud
            );
        }
    }
}

/// Chances of each unit, followed one by one and enumerated.
fn units_fast_and_slow(book: &Rulebook, engagement: &Engagement) {
    let mut slow = engagement.parties.as_ref().map(|party| vec![[0.0; 3]; party.troops.len()]);
    every_roll(book, engagement, |rolled, p| {
        for (sums, fate) in slow.iter_mut().flatten().zip(rolled.phase.fates.iter().flatten()) {
            let gone = fate.eliminated.is_some();
            let happened = [fate.defeats > 0, fate.down > 0 && !gone, gone];
            sums.iter_mut().zip(happened).for_each(|(sum, happened)| *sum += if happened { p } else { 0.0 });
        }
    });
    for (side, slow) in slow.by_side() {
        for (troop, slow) in slow.iter().enumerate() {
            let Ok(fast) = scrud::unit_odds(book, engagement, (side, troop), &unlimited()) else {
                assert_eq!(book.scrud.line_up, LineUp::AsRolled);
                continue;
            };
            let fast = [fast.defeated, fast.demoted, fast.eliminated];
            assert!(
                fast.iter().zip(slow).all(|(fast, slow)| (fast - slow).abs() < 1e-12),
                "{side:?} {troop}: {fast:?} for {slow:?}: {engagement:?} {:?}",
                book.scrud
            );
        }
    }
}

/// One to four dice, the first of which is a unit die.
fn groups(stream: &mut Stream) -> Vec<GradeGroup> {
    let roles = [
        DieRole::Unit,
        DieRole::Unit,
        DieRole::Artillery,
        DieRole::CounterBattery,
        DieRole::Aircraft,
        DieRole::AirDefence,
    ];
    let many = 1 + stream.uniform_below(4);
    let group = |at: usize| {
        let role = if at == 0 { DieRole::Unit } else { roles[stream.uniform_below(6)] };
        GradeGroup { count: 1, role, grade: Grade(u8::try_from(stream.uniform_below(6)).expect("few")) }
    };
    (0..many).map(group).collect()
}

/// The survivors of a phase under rules that need single throws, with interchangeable and distinct dice, and units with
/// two dice or none.
#[test]
fn distinct_throws_are_every_roll() {
    let mut stream = Stream::new(20, 3);
    let mut seen = 0;
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
            eliminates: Some([EliminationRule::LowestGrade, EliminationRule::LowestBeaten][trial / 2 % 2]),
            defeat: Some(defeats[trial % 4].clone()),
            line_up: Some(if trial % 7 == 0 { LineUp::AsRolled } else { LineUp::Sorted }),
            margins: Some(trial % 5 < 3),
            ..ScrudDraft::default()
        };
        let book = book_of_small_dice((4, 3), Some((1, 3)), scrud);
        let mut engagement = Engagement {
            retired: BothSides::default(),
            parties: BothSides::from_fn(|_| few_grades(&mut stream)),
            support: BothSides::from_fn(|_| {
                (0..stream.uniform_below(2)).map(|_| support(SupportTask::Artillery, 2, None)).collect()
            }),
        };
        if trial % 4 == 0 {
            // A unit with two dice, and one with none.
            let party = &mut engagement.parties.first;
            party.dice.insert(1, party.dice[0]);
            party.troops.push(party.troops[0]);
        }
        if trial % 6 == 1 {
            // Two bonus dice; both, one or neither are full dice.
            let party = &mut engagement.parties.second;
            party.full_bonus_dice = trial / 6 % 3;
            let die = LineDie { troop: None, ..party.dice[0] };
            party.dice.extend([die; 2]);
        }
        if engagement.roll_count(&book).is_none_or(|ways| ways > 6_000) {
            continue;
        }
        for left in [false, true] {
            let question = Question { asks_survivors: left, ..Question::from_engagement(engagement.clone()) };
            let fast = exact(&book, &question, u64::MAX, Monitor::none()).expect("it fits");
            let mut slow = Vec::new();
            every_roll(&book, &engagement, |rolled, p| {
                let parties = engagement.parties.as_ref();
                let survivors = |side: CombatSide| left_of(&book, parties[side], &rolled.phase.fates[side]);
                let defeats = Case::Defeats(rolled.phase.defeats);
                slow.push((if left { Case::Survivors(BothSides::from_fn(survivors)) } else { defeats }, p));
            });
            let slow = Distribution::collect(slow);
            for (case, p) in slow.iter().chain(fast.iter()) {
                let near = (fast.probability(case) - slow.probability(case)).abs() < 1e-12;
                assert!(near, "{case:?} {p}: {engagement:?} {:?}", book.scrud);
            }
            seen += slow.len();
        }
    }
    assert!(seen > 500, "{seen}");
}

/// Few grades and strengths, so that many dice are interchangeable and some are not.
fn few_grades(stream: &mut Stream) -> PhaseSide {
    let mut party = PhaseSide::default();
    for troop in 0..=stream.uniform_below(4) {
        let grade = u8::try_from(2 + stream.uniform_below(2)).expect("few");
        party.troops.push(Troop { grade: Grade(grade), strength: [1, 2, 2, 2, 4][stream.uniform_below(5)] });
        party.dice.push(die(Some(troop), grade));
    }
    party.carried = u16::try_from(stream.uniform_below(3)).expect("few");
    party
}

fn left_of(book: &Rulebook, party: &PhaseSide, fates: &[Fate]) -> Vec<(Grade, u16)> {
    let mut grades: BTreeMap<Grade, u16> = BTreeMap::new();
    for (troop, fate) in party.troops.iter().zip(fates).filter(|(_, fate)| fate.eliminated.is_none()) {
        let grade = book.ladder.shifted(troop.grade, -i16::try_from(fate.down).expect("few grades"));
        *grades.entry(grade).or_default() += 1;
    }
    grades.into_iter().collect()
}

/// Several phases are repeated single phases, under rules in which a phase leaves only the survivors' grades. A defeat
/// by exactly 1 may be only a push-back.
#[test]
fn phases_follow_each_other() {
    let mut stream = Stream::new(47, 5);
    let mut seen = 0;
    for trial in 0..120 {
        let defeats = [Casualty::Demote, Casualty::Demote, Casualty::Eliminate, Casualty::PushBack];
        let scrud = ScrudDraft {
            extras: Some([Extras::BeatLowest, Extras::BeatLowest, Extras::Ignored, Extras::OverHalf][trial % 4]),
            ties: Some([Ties::Ignored, Ties::Defender][trial / 4 % 2]),
            eliminate_every: Some([Some(3), Some(2), None][trial / 3 % 3]),
            eliminates: Some(if trial % 9 == 0 { EliminationRule::LowestBeaten } else { EliminationRule::LowestGrade }),
            defeat: Some(vec![defeats[trial / 5 % 4]]),
            carry: Some(DefeatCarry::PerPhase),
            margins: Some(trial % 7 > 1),
            ..ScrudDraft::default()
        };
        // Without bounds, and with two-sided dice among four-sided ones, some scores are not adjacent.
        let bounds = [Some((1, 3)), None][trial / 2 % 2];
        let book = book_of_small_dice([(4, 3), (4, 2)][trial / 6 % 2], bounds, scrud);
        let mut grade = || Grade([0, 2, 2, 2, 3, 3, 5][stream.uniform_below(7)]);
        let group = |role, grade| GradeGroup { count: 1, role, grade };
        let units = [1 + trial % 3, 1 + trial / 2 % 3].map(|n| (0..n).map(|_| group(DieRole::Unit, grade())).collect());
        // Artillery fires in each phase, and loses nothing.
        let guns = [trial % 3 / 2, trial % 5 / 4].map(|n| vec![group(DieRole::Artillery, Grade(2)); n]);
        let phases = if trial % 13 < 4 { 3 } else { 2 };
        let (fast, slow) = (survivors(&book, &units, &guns, phases), one_by_one(&book, &units, &guns, phases));
        for (case, p) in slow.iter().chain(fast.iter()) {
            let (fast, slow) = (fast.probability(case), slow.probability(case));
            assert!(
                (fast - slow).abs() < 1e-12,
                "{case:?} {p}: {fast} for {slow}: {units:?} {guns:?} {:?}",
                book.scrud
            );
        }
        seen += slow.len();
    }
    assert!(seen > 500, "{seen}");
}

type Groups = [Vec<GradeGroup>; 2];

fn survivors(book: &Rulebook, units: &Groups, guns: &Groups, phases: u8) -> Distribution<Case> {
    let [first, second] = [0, 1].map(|side| [units[side].clone(), guns[side].clone()].concat());
    let roll = Roll::Scrud(ScrudRoll { first, second, bonus: BothSides::default(), phases, book: None });
    exact(book, &Question::from_roll(roll).asking_survivors(), u64::MAX, Monitor::none()).expect("it fits")
}

fn one_by_one(book: &Rulebook, units: &Groups, guns: &Groups, phases: u8) -> Distribution<Case> {
    let after = survivors(book, units, guns, 1);
    let mut cases = Vec::new();
    for (case, p) in after.iter() {
        let Case::Survivors(left) = case else { panic!("survivors were asked for") };
        if phases == 1 || left.iter().any(Vec::is_empty) {
            cases.push((case.clone(), p));
            continue;
        }
        let group = |(grade, n): &(Grade, u16)| GradeGroup {
            count: u8::try_from(*n).expect("few"),
            role: DieRole::Unit,
            grade: *grade,
        };
        let units = [&left.first, &left.second].map(|left| left.iter().map(group).collect());
        let then = one_by_one(book, &units, guns, phases - 1);
        cases.extend(then.iter().map(|(case, q)| (case.clone(), p * q)));
    }
    Distribution::collect(cases)
}

fn die(troop: Option<usize>, grade: u8) -> LineDie {
    LineDie { troop, assumed_grade: Grade(grade), is_grade_known: true, face: None, score: 0 }
}

/// A party of troops with dice of these grades, the second of which has two dice, and full bonus dice.
fn party(grades: &[u8], full_bonus: usize) -> PhaseSide {
    let troops = grades.iter().map(|grade| Troop { grade: Grade(*grade), strength: 4 }).collect();
    let dice = grades.iter().enumerate().map(|(at, grade)| die(Some(at.min(1)), *grade));
    let dice = dice.chain(std::iter::repeat_n(die(None, 3), full_bonus)).collect();
    PhaseSide { troops, dice, full_bonus_dice: full_bonus, carried: 0 }
}

fn support(task: SupportTask, grade: u8, target: Option<usize>) -> SupportDie {
    SupportDie { task, die: die(None, grade), target }
}

/// The mean defeats that each unit inflicts and suffers, by enumeration.
fn enumerated_defeats(book: &Rulebook, engagement: &Engagement) -> BothSides<SideExpectation> {
    let mut sums = BothSides::from_fn(|side| SideExpectation {
        troops: vec![ExpectedDefeats::default(); engagement.parties[side].troops.len()],
        support: vec![0.0; engagement.support[side].len()],
    });
    every_roll(book, engagement, |rolled, p| {
        for side in CombatSide::BOTH {
            let (lines, party) = (&rolled.phase.lines, &engagement.parties[side]);
            let firing: Vec<usize> = (0..engagement.support[side].len())
                .filter(|at| rolled.support_exchange.joins_line(side, *at))
                .collect();
            for (place, placed) in lines[side].iter().enumerate() {
                let opposite = lines[side.opponent()].get(place);
                let wins = placed.outcome == DieOutcome::ExtraWins
                    || placed.outcome == DieOutcome::Wins && opposite.is_some_and(|o| o.outcome == DieOutcome::Loses);
                match (wins, party.dice.get(placed.die).and_then(|die| die.troop)) {
                    (true, Some(troop)) => sums[side].troops[troop].inflicted += p,
                    (true, None) if placed.die >= party.dice.len() => {
                        sums[side].support[firing[placed.die - party.dice.len()]] += p;
                    }
                    _ => {}
                }
            }
            for (sum, fate) in sums[side].troops.iter_mut().zip(&rolled.phase.fates[side]) {
                sum.suffered += p * f64::from(fate.defeats);
            }
        }
    });
    sums
}

#[test]
fn expected_defeats_are_the_mean_of_every_roll() {
    let sides = |first: &[u8], second: &[u8], bonus: [usize; 2]| {
        Engagement::from([party(first, bonus[0]), party(second, bonus[1])])
    };
    let supported = Engagement {
        support: BothSides::new(
            vec![support(SupportTask::Artillery, 2, None), support(SupportTask::CounterBattery, 1, Some(0))],
            vec![support(SupportTask::Artillery, 4, None)],
        ),
        ..sides(&[2], &[4, 4], [0, 0])
    };
    let plain = ScrudDraft::default;
    let defender = || ScrudDraft { extras: Some(Extras::OverHalf), ties: Some(Ties::Defender), ..plain() };
    let margins = ScrudDraft { extras: Some(Extras::Ignored), margins: Some(true), ..plain() };
    let as_rolled = ScrudDraft { line_up: Some(LineUp::AsRolled), ..plain() };
    let full = || ScrudDraft { bonus_dice: Some(BonusDice::Full), ..plain() };
    let cases = [
        (plain(), sides(&[2, 3], &[4, 4, 5], [0, 0])),
        (plain(), sides(&[2], &[4, 3, 4, 5], [0, 0])),
        (defender(), sides(&[2, 3, 2, 3], &[3], [0, 0])),
        (defender(), sides(&[3], &[2, 3, 2, 3], [0, 0])),
        (margins, sides(&[2, 2, 4], &[3, 4], [0, 0])),
        (as_rolled, sides(&[2, 3], &[4, 3, 5], [0, 0])),
        (plain(), sides(&[2, 3], &[4, 4], [1, 0])),
        (full(), sides(&[2, 3], &[4, 4], [1, 0])),
        (ScrudDraft { ties: Some(Ties::Defender), ..full() }, sides(&[2, 5], &[4], [2, 1])),
        (plain(), supported),
    ];
    for (settings, mut engagement) in cases {
        let draft = RulebookDraft { scrud: Some(settings.clone()), ..RulebookDraft::default() };
        let book = draft.check(&Rulebook::default_rules()).expect("a sound rulebook");
        if book.scrud.bonus_dice != BonusDice::Full {
            engagement.parties.iter_mut().for_each(|party| party.full_bonus_dice = 0);
        }
        let found = scrud::expected_defeats(&book, &engagement, &unlimited()).expect("it fits");
        let wanted = enumerated_defeats(&book, &engagement);
        for side in CombatSide::BOTH {
            let flat = |shares: &SideExpectation| -> Vec<f64> {
                let troops = shares.troops.iter().flat_map(|unit| [unit.inflicted, unit.suffered]);
                troops.chain(shares.support.iter().copied()).collect()
            };
            let (found, wanted) = (flat(&found[side]), flat(&wanted[side]));
            let near = found.iter().zip(&wanted).all(|(one, other)| (one - other).abs() < 1e-12);
            assert!(near && found.iter().any(|share| *share > 0.0), "{settings:?}, {side:?}: {found:?} {wanted:?}");
        }
    }
}
