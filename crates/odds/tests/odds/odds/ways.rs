//! Every fast method compared with the slow one, which tries each result of the dice, and with simulation.

use super::{PATIENT, book, close, exact, mouat, question, same, summary};
use proptest::prelude::*;
use std::collections::BTreeMap;
use wardiary_base::{
    book::{
        AirDefence, BonusDice, Casualty, DefeatCarry, EffectsByMargin, EliminationRule, Extras, Grade, Ladder, LineUp,
        Rulebook, ScrudDraft, Ties,
    },
    sides::BothSides,
};
use wardiary_harness_rules::shipped::Shipped;
use wardiary_odds::odds::{
    self, Case, Distribution, Effort, Method, Monitor, Question, Summary, enumerate, simulate, units,
};
use wardiary_rules::{
    notation,
    rules::{
        Roll,
        roll::{BlowRoll, DieRole, GradeGroup, ScrudRoll},
        scrud::{LineDie, PhaseSide, Troop},
    },
};

fn settings() -> impl Strategy<Value = ScrudDraft> {
    let extras = prop_oneof![Just(Extras::BeatLowest), Just(Extras::Ignored), Just(Extras::OverHalf)];
    let ties = prop_oneof![Just(Ties::Ignored), Just(Ties::Defender)];
    let line_up = prop_oneof![3 => Just(LineUp::Sorted), 1 => Just(LineUp::AsRolled)];
    let every = prop_oneof![Just(None), Just(Some(2)), Just(Some(3))];
    let defeat = prop_oneof![
        3 => Just(vec![Casualty::Demote]),
        1 => Just(vec![Casualty::PushBack]),
        1 => Just(vec![Casualty::Eliminate]),
        1 => Just(vec![Casualty::LoseStrength(1)]),
        1 => Just(vec![Casualty::LoseStrength(3), Casualty::Demote]),
        1 => Just(vec![Casualty::Retire]),
        1 => Just(vec![Casualty::Rout]),
    ];
    let by_margin = prop_oneof![
        4 => Just(Vec::new()),
        1 => Just(vec![(1, vec![Casualty::PushBack]), (2, vec![Casualty::Demote])]),
        1 => Just(vec![(2, vec![Casualty::Retire]), (3, vec![Casualty::Demote, Casualty::Retire]), (4, vec![Casualty::Rout])]),
        1 => Just(vec![(1, Vec::new()), (2, vec![Casualty::LoseStrength(2)]), (5, vec![Casualty::Eliminate])]),
    ];
    let carry = prop_oneof![Just(DefeatCarry::PerPhase), Just(DefeatCarry::PerCombat)];
    let eliminates = prop_oneof![3 => Just(EliminationRule::LowestGrade), 1 => Just(EliminationRule::LowestBeaten)];
    let air_defence = prop_oneof![Just(AirDefence::Best), Just(AirDefence::OneEach)];
    (extras, ties, line_up, every, defeat, carry, any::<bool>(), (eliminates, air_defence, by_margin)).prop_map(
        |(extras, ties, line_up, every, defeat, carry, margins, (eliminates, air_defence, by_margin))| ScrudDraft {
            by_margin: Some(EffectsByMargin(by_margin)),
            extras: Some(extras),
            ties: Some(ties),
            line_up: Some(line_up),
            eliminate_every: Some(every),
            defeat: Some(defeat),
            carry: Some(carry),
            margins: Some(margins),
            eliminates: Some(eliminates),
            air_defence: Some(air_defence),
            ..ScrudDraft::default()
        },
    )
}

/// From one to `most` dice, some of them support, at least one not.
fn party(most: usize) -> impl Strategy<Value = Vec<GradeGroup>> {
    let group = |role| (1u8..=2, role, 0u8..6).prop_map(|(count, role, grade)| (count, role, grade));
    let unit = group(Just(DieRole::Unit).boxed());
    let either = group(
        prop_oneof![
            8 => Just(DieRole::Unit),
            3 => Just(DieRole::Artillery),
            1 => Just(DieRole::CounterBattery),
            1 => Just(DieRole::Aircraft),
            1 => Just(DieRole::AirDefence),
        ]
        .boxed(),
    );
    (unit, prop::collection::vec(either, 0..=2), any::<prop::sample::Index>()).prop_map(move |(unit, more, at)| {
        let mut groups = more;
        let at = at.index(groups.len() + 1);
        groups.insert(at, unit);
        let mut dice = 0;
        groups
            .into_iter()
            .filter_map(|(count, role, grade)| {
                let count = usize::from(count)
                    .min(if role == DieRole::Unit { most.max(dice + 1) } else { most }.saturating_sub(dice));
                dice += count;
                let count = u8::try_from(count).expect("few");
                (count > 0).then_some(GradeGroup { count, role, grade: Grade(grade) })
            })
            .collect()
    })
}

fn held(groups: Vec<GradeGroup>, ladder: &Ladder) -> Vec<GradeGroup> {
    let most = u8::try_from(ladder.grades.len()).expect("few grades");
    groups.into_iter().map(|g| GradeGroup { grade: Grade(g.grade.0 % most), ..g }).collect()
}

fn combat(book: &Rulebook, first: Vec<GradeGroup>, second: Vec<GradeGroup>, phases: u8) -> Roll {
    let [first, second] = [first, second].map(|groups| held(groups, &book.ladder));
    Roll::Scrud(ScrudRoll { first, second, bonus: BothSides::default(), phases, book: None })
}

/// The fast method, the slow method and a simulation of one combat, as far as each can compute it.
fn hold_together(book: &Rulebook, roll: &Roll, left: bool, most: u64) {
    let question = Question { subject: odds::Subject::Roll(roll.clone()), asks_survivors: left };
    let Ok(ways) = enumerate::enumerate(book, roll, question.gives_survivors(), most, Monitor::none()) else { return };
    let slow = ways.distribution();
    let fast = exact(book, &question);
    same((roll, &book.scrud), &fast, &slow);
    close("all", fast.chance(|_| true), 1.0, 1e-12);
    let trials = 500;
    let played = simulate::simulate(book, &question, trials, 7, Monitor::none()).expect("nobody cancels").cases;
    for (case, p) in slow.iter() {
        // Of thousands of numbers some differ by more than four standard errors, but none by six.
        close((roll, case, "played"), played.probability(case), p, 6.0 * simulate::standard_error(p, trials) + 1e-2);
    }
    for (case, _) in played.iter() {
        assert!(slow.probability(case) > 0.0, "{case:?} can't happen, and was played: {roll:?} {:?}", book.scrud);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn defeats_fast_and_slow(scrud in settings(), first in party(3), second in party(4), which in 0usize..5) {
        let book = book(["mouat", "classic", "plus-one", "dice-sizes", "small"][which], scrud);
        hold_together(&book, &combat(&book, first, second, 1), false, 4000);
    }

    #[test]
    fn survivors_fast_and_slow(scrud in settings(), first in party(4), second in party(4), which in 0usize..5) {
        let book = book(["mouat", "classic", "plus-one", "dice-sizes", "small"][which], scrud);
        hold_together(&book, &combat(&book, first, second, 1), true, 4000);
    }

    #[test]
    fn more_dice_of_fewer_sides(scrud in settings(), first in party(5), second in party(5), left: bool) {
        let book = book("small", scrud);
        hold_together(&book, &combat(&book, first, second, 1), left, 4000);
    }

    #[test]
    fn several_phases_fast_and_slow(scrud in settings(), first in party(2), second in party(2)) {
        let book = book("small", scrud);
        hold_together(&book, &combat(&book, first, second, 2), true, 6000);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn blows_fast_and_slow(
        times in 1u8..=3, ap in 0u16..40, dp in 0u16..40, dmg in 0u16..9, dr in 0u16..9, hit in 0u8..30, least in 0u8..4,
    ) {
        let mut book = mouat();
        book.stacks.hit = hit;
        book.stacks.least_damage = least;
        let roll = Roll::Blow(BlowRoll { times, ap, dp, dmg, dr });
        let text = notation::roll_text(&roll, &book);
        let read = notation::parse_roll(&text, &book, &Shipped);
        prop_assert_eq!(read.as_ref(), Ok(&roll));
        hold_together(&book, &roll, false, 8000);
    }
}

/// Settings that interact in only one place, each by hand: the defending side is also longer; support has the lowest
/// die.
#[test]
fn corners_fast_and_slow() {
    let unit = |count, grade| GradeGroup { count, role: DieRole::Unit, grade: Grade(grade) };
    let gun = |count, grade| GradeGroup { count, role: DieRole::Artillery, grade: Grade(grade) };
    for extras in [Extras::BeatLowest, Extras::OverHalf, Extras::Ignored] {
        for ties in [Ties::Ignored, Ties::Defender] {
            for line_up in [LineUp::Sorted, LineUp::AsRolled] {
                let scrud = ScrudDraft {
                    extras: Some(extras),
                    ties: Some(ties),
                    line_up: Some(line_up),
                    ..ScrudDraft::default()
                };
                let book = book("small", scrud);
                let parties = [
                    (vec![unit(2, 1)], vec![unit(2, 0), unit(2, 2)]),
                    (vec![unit(2, 0), unit(2, 2)], vec![unit(2, 1)]),
                    (vec![unit(1, 1), gun(1, 2)], vec![unit(3, 1), gun(1, 0)]),
                    (vec![unit(3, 1), gun(1, 0)], vec![gun(1, 2), unit(1, 1)]),
                    (vec![unit(2, 1), gun(1, 1)], vec![unit(2, 1), gun(1, 1)]),
                ];
                for (first, second) in parties {
                    for left in [false, true] {
                        hold_together(&book, &combat(&book, first.clone(), second.clone(), 1), left, 4000);
                    }
                }
            }
        }
    }
}

/// Bonus dice as support and as full dice, and penalties: of the rules' own rolls, in one phase and in two.
#[test]
fn dice_bonuses_fast_and_slow() {
    let unit = |count, grade| GradeGroup { count, role: DieRole::Unit, grade: Grade(grade) };
    let gun = |grade| GradeGroup { count: 1, role: DieRole::Artillery, grade: Grade(grade) };
    for bonus_dice in [BonusDice::Support, BonusDice::Full] {
        for line_up in [LineUp::Sorted, LineUp::AsRolled] {
            let scrud = ScrudDraft { bonus_dice: Some(bonus_dice), line_up: Some(line_up), ..ScrudDraft::default() };
            let book = book("small", scrud);
            for (first, second, bonus, phases) in [
                (vec![unit(2, 0)], vec![unit(2, 1)], (1, 0), 1),
                (vec![unit(1, 1)], vec![unit(2, 0), unit(1, 2)], (2, -1), 1),
                (vec![unit(1, 2), unit(1, 0)], vec![unit(2, 1)], (-1, 0), 1),
                (vec![unit(1, 0)], vec![unit(2, 1)], (-3, 1), 1),
                (vec![gun(2), unit(1, 0), gun(0)], vec![unit(2, 1)], (1, 0), 1),
                (vec![unit(1, 0)], vec![unit(1, 1)], (1, 0), 2),
                (vec![unit(2, 0)], vec![unit(1, 1)], (-1, 0), 2),
            ] {
                let Roll::Scrud(roll) = combat(&book, first, second, phases) else { panic!("a combat") };
                let roll = Roll::Scrud(ScrudRoll { bonus: bonus.into(), ..roll });
                for left in [false, true] {
                    hold_together(&book, &roll, left, 20_000);
                }
            }
        }
    }
}

/// Guns against guns, aircraft against air defence, several of each, and support without an opponent.
#[test]
fn support_against_support_fast_and_slow() {
    let book_of = |air_defence| book("small", ScrudDraft { air_defence: Some(air_defence), ..ScrudDraft::default() });
    let books = [AirDefence::Best, AirDefence::OneEach].map(book_of);
    let group = |count, role, grade| GradeGroup { count, role, grade: Grade(grade) };
    let unit = |count, grade| group(count, DieRole::Unit, grade);
    let parties = [
        (vec![unit(2, 1), group(1, DieRole::CounterBattery, 0)], vec![unit(2, 1), group(1, DieRole::Artillery, 2)]),
        (
            vec![unit(1, 0), group(2, DieRole::AirDefence, 1)],
            vec![unit(2, 2), group(1, DieRole::Aircraft, 2), group(1, DieRole::Aircraft, 0)],
        ),
        (
            vec![unit(1, 1), group(1, DieRole::CounterBattery, 1), group(1, DieRole::Artillery, 0)],
            vec![unit(1, 1), group(1, DieRole::CounterBattery, 2)],
        ),
        (vec![unit(2, 1), group(1, DieRole::AirDefence, 1)], vec![unit(1, 1), group(1, DieRole::Artillery, 1)]),
    ];
    for (book, (first, second)) in books.iter().flat_map(|book| parties.iter().map(move |pair| (book, pair))) {
        for left in [false, true] {
            let roll = combat(book, first.clone(), second.clone(), 1);
            let question = Question { subject: odds::Subject::Roll(roll.clone()), asks_survivors: left };
            let ways = enumerate::enumerate(book, &roll, left, 20_000, Monitor::none()).expect("few ways");
            let fast = odds::exact(book, &question, PATIENT, Monitor::none()).expect("small enough");
            same((&roll, left), &fast, &ways.distribution());
        }
    }
}

/// Compared with enumeration one step at a time: three phases are two phases, and then one more from each state.
#[test]
fn three_phases_by_enumeration() {
    let carry = |carry| ScrudDraft { carry: Some(carry), eliminate_every: Some(Some(2)), ..ScrudDraft::default() };
    for scrud in [carry(DefeatCarry::PerPhase), carry(DefeatCarry::PerCombat)] {
        let book = book("small", scrud);
        let unit = |count, grade| GradeGroup { count, role: DieRole::Unit, grade: Grade(grade) };
        hold_together(&book, &combat(&book, vec![unit(1, 0)], vec![unit(2, 2)], 3), true, 40_000);
    }
}

/// Two phases under settings with separate methods.
#[test]
fn two_phases_by_enumeration() {
    let unit = |count, grade| GradeGroup { count, role: DieRole::Unit, grade: Grade(grade) };
    let parties = [
        (vec![unit(1, 1)], vec![unit(1, 0), unit(1, 2)]),
        (vec![unit(1, 2), unit(1, 0)], vec![unit(1, 1)]),
        (vec![unit(2, 2)], vec![unit(1, 2)]),
    ];
    for margins in [false, true] {
        for line_up in [LineUp::Sorted, LineUp::AsRolled] {
            for (trial, (first, second)) in parties.iter().enumerate() {
                let scrud = ScrudDraft {
                    margins: Some(margins),
                    line_up: Some(line_up),
                    eliminate_every: Some([Some(2), None, Some(3)][trial]),
                    extras: Some([Extras::BeatLowest, Extras::OverHalf, Extras::Ignored][trial]),
                    carry: Some(DefeatCarry::PerCombat),
                    ..ScrudDraft::default()
                };
                let book = book("small", scrud);
                hold_together(&book, &combat(&book, first.clone(), second.clone(), 2), true, 1_000);
            }
        }
    }
}

/// A demoted unit comes before or after a stronger one, as on the roster.
#[test]
fn demoted_units_keep_their_place_on_the_roster() {
    let scrud = ScrudDraft {
        defeat: Some(vec![Casualty::LoseStrength(3), Casualty::Demote]),
        eliminate_every: Some(None),
        ..ScrudDraft::default()
    };
    let book = book("small", scrud);
    let unit = |grade| GradeGroup { count: 1, role: DieRole::Unit, grade: Grade(grade) };
    for first in [vec![unit(1), unit(0)], vec![unit(0), unit(1)]] {
        hold_together(&book, &combat(&book, first, vec![unit(1)], 3), true, 40_000);
    }
}

fn of_party(groups: &[(u16, u8)], support: &[u8], strength: u16) -> PhaseSide {
    let mut party = PhaseSide::default();
    let die = |troop, grade| LineDie { troop, assumed_grade: Grade(grade), is_grade_known: true, face: None, score: 0 };
    for (units, grade) in groups {
        for _ in 0..*units {
            party.dice.push(die(Some(party.troops.len()), *grade));
            party.troops.push(Troop { grade: Grade(*grade), strength });
        }
    }
    party.dice.extend(support.iter().map(|grade| die(None, *grade)));
    party
}

/// A combat in a campaign equals the same combat in the notation, if the notation can express it.
#[test]
fn parties_are_as_rolls() {
    let parties = [of_party(&[(2, 2), (1, 3)], &[1], 4), of_party(&[(3, 4)], &[], 4)];
    let roll = question("scrud 2 green + white + artillery blue v 3 yellow");
    for left in [false, true] {
        let ask = |question: &Question| exact(&mouat(), &Question { asks_survivors: left, ..question.clone() });
        same(left, &ask(&Question::from_engagement(parties.clone())), &ask(&roll));
    }
}

/// Left-over defeats, units with several dice or none, and units of several strengths, by every method.
#[test]
fn parties_that_no_roll_can_be() {
    let mut first = of_party(&[(2, 1), (1, 2)], &[], 2);
    first.dice.push(first.dice[0]);
    first.dice.swap(1, 3);
    first.troops[2].strength = 1;
    first.troops.push(Troop { grade: Grade(2), strength: 9 });
    first.carried = 2;
    let second = of_party(&[(1, 0), (1, 2)], &[1], 3);
    let drafts = [
        ScrudDraft { defeat: Some(vec![Casualty::Demote]), ..ScrudDraft::default() },
        ScrudDraft { defeat: Some(vec![Casualty::LoseStrength(1)]), ..ScrudDraft::default() },
        ScrudDraft { margins: Some(true), ..ScrudDraft::default() },
        ScrudDraft { margins: Some(true), line_up: Some(LineUp::AsRolled), ..ScrudDraft::default() },
    ];
    for scrud in drafts {
        let book = book("small", scrud);
        for parties in [[first.clone(), second.clone()], [second.clone(), first.clone()]] {
            for left in [false, true] {
                let question = Question { asks_survivors: left, ..Question::from_engagement(parties.clone()) };
                let trials = 20_000;
                let fast = exact(&book, &question);
                let mut slow: BTreeMap<Case, u32> = BTreeMap::new();
                let all = every_way(&book, &parties, |case| *slow.entry(case).or_insert(0) += 1, left);
                let slow =
                    Distribution::collect(slow.into_iter().map(|(case, n)| (case, f64::from(n) / f64::from(all))));
                same(&question, &fast, &slow);
                let played =
                    simulate::simulate(&book, &question, trials, 3, Monitor::none()).expect("nobody cancels").cases;
                for (case, p) in slow.iter() {
                    close(case, played.probability(case), p, 5.0 * simulate::standard_error(p, trials));
                }
            }
        }
    }
}

/// Bonus dice that are full dice: by the rules themselves, throw by throw, by enumeration or by many samples.
#[test]
fn full_bonus_dice_are_told_by_the_rules() {
    let book = book("small", ScrudDraft { eliminate_every: Some(Some(2)), ..ScrudDraft::default() });
    let mut first = of_party(&[(1, 0), (1, 1)], &[1], 4);
    first.full_bonus_dice = 1;
    let parties = [first, of_party(&[(2, 1), (1, 2)], &[], 4)];
    for left in [false, true] {
        let question = Question { asks_survivors: left, ..Question::from_engagement(parties.clone()) };
        let mut slow: BTreeMap<Case, u32> = BTreeMap::new();
        let all = every_way(&book, &parties, |case| *slow.entry(case).or_insert(0) += 1, left);
        let slow = Distribution::collect(slow.into_iter().map(|(case, n)| (case, f64::from(n) / f64::from(all))));
        same(&question, &exact(&book, &question), &slow);
        let played = simulate::simulate(&book, &question, 20_000, 3, Monitor::none()).expect("nobody cancels").cases;
        for (case, p) in slow.iter() {
            close(case, played.probability(case), p, 5.0 * simulate::standard_error(p, 20_000));
        }
    }
    let (method, odds) =
        units::unit_odds(&book, &parties.clone().into(), &Effort::BATCH, Monitor::none()).expect("nobody cancels");
    assert_eq!(method, Method::Exact, "every way is tried");
    let mut defeated = 0;
    let all = every_way(&book, &parties, |case| defeated += defeats_of(&case).first, false);
    assert!(odds.first.iter().map(|o| o.defeated).sum::<f64>() <= f64::from(defeated) / f64::from(all));
}

fn defeats_of(case: &Case) -> BothSides<u32> {
    let Case::Defeats(defeats) = case else { panic!("defeats were asked for") };
    defeats.map(u32::from)
}

fn every_way(book: &Rulebook, parties: &[PhaseSide; 2], mut count: impl FnMut(Case), left: bool) -> u32 {
    let mut parties = parties.clone();
    let sides: Vec<u8> =
        parties.iter().flat_map(|p| &p.dice).map(|d| book.ladder.step(d.assumed_grade).die.sides()).collect();
    let all: u32 = sides.iter().map(|s| u32::from(*s)).product();
    for way in 0..all {
        let mut rest = way;
        let mut sides = sides.iter();
        for party in &mut parties {
            for die in &mut party.dice {
                let sides = u32::from(*sides.next().expect("one for each die"));
                let face = u8::try_from(rest % sides).expect("a face") + 1;
                rest /= sides;
                die.score = book.ladder.score(die.assumed_grade, face);
            }
        }
        let phase =
            wardiary_rules::rules::scrud::fight(&book.scrud, &book.ladder, BothSides::new(&parties[0], &parties[1]));
        if !left {
            count(Case::Defeats(phase.defeats));
            continue;
        }
        let (parties, fates) = (BothSides::from(parties.each_ref()), &phase.fates);
        count(Case::Survivors(BothSides::from_fn(|side| {
            let mut grades: BTreeMap<Grade, u16> = BTreeMap::new();
            for (troop, fate) in parties[side].troops.iter().zip(&fates[side]) {
                if fate.eliminated.is_none() {
                    *grades.entry(Grade(troop.grade.0 + u8::try_from(fate.down).expect("few"))).or_insert(0) += 1;
                }
            }
            grades.into_iter().collect()
        })));
    }
    all
}

#[test]
fn units_by_name() {
    let parties = [of_party(&[(2, 2)], &[], 4), of_party(&[(2, 4)], &[], 4)];
    let (method, odds) =
        units::unit_odds(&mouat(), &parties.clone().into(), &Effort::BATCH, Monitor::none()).expect("nobody cancels");
    assert_eq!(method, Method::Exact);
    // With equal numbers of dice each unit suffers at most one defeat, so the probabilities add up to the side's mean.
    let Summary::Defeats { mean_defeats, .. } = summary("scrud 2 green v 2 yellow") else {
        panic!("defeats were asked for")
    };
    for (side, odds) in odds.by_side() {
        close(side, odds.iter().map(|o| o.defeated).sum(), mean_defeats[side], 1e-12);
        assert!(odds.iter().all(|o| o.eliminated <= 0.0 && (o.demoted - o.defeated).abs() < 1e-12), "{odds:?}");
    }
    let (_, BothSides { first, .. }) =
        units::unit_odds(&mouat(), &parties.clone().into(), &Effort::simulated(100_000, 1), Monitor::none())
            .expect("so");
    let (_, BothSides { first: sure, .. }) =
        units::unit_odds(&mouat(), &parties.clone().into(), &Effort::BATCH, Monitor::none()).expect("so");
    close("played", first[0].defeated, sure[0].defeated, 4.0 * simulate::standard_error(sure[0].defeated, 100_000));
}
