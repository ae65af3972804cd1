//! The odds: against the golden tables and the numbers of RULES.md, and every fast way against the slow one.

use proptest::prelude::*;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::atomic::{AtomicBool, AtomicU32, Ordering},
};
use wardiary::{
    assets::Shipped,
    book::{
        AirDefence, Carry, Casualty, Eliminates, Extras, Grade, GradeStep, Ladder, LadderDraft, LineUp, Rulebook,
        RulebookDraft, ScrudDraft, Ties,
    },
    dice::{Dice, Die},
    notation,
    odds::{
        self, Answer, Case, Cost, Distribution, Effort, Method, Monitor, OddsError, Question, Summary, edna, enumerate,
        report::to_json, simulate, sum, units,
    },
    rules::{
        Roll,
        roll::{BlowRoll, Group, Role, ScrudRoll},
        scrud::{LineDie, Party, Troop},
    },
    sides::{BothSides, CombatSide},
};

const PATIENT: u64 = 1_000_000_000;

fn mouat() -> Rulebook {
    Rulebook::default_rules()
}

fn question(text: &str) -> Question {
    Question::of(notation::roll(text, &mouat(), &Shipped).unwrap_or_else(|e| panic!("{text}: {e}")))
}

fn exact(book: &Rulebook, question: &Question) -> Distribution<Case> {
    odds::exact(book, question, PATIENT, Monitor::none()).expect("small enough")
}

/// `a/b` or a whole number.
fn fraction(text: &str) -> f64 {
    let number = |text: &str| text.parse::<f64>().unwrap_or_else(|_| panic!("no number: {text}"));
    text.split_once('/').map_or_else(|| number(text), |(a, b)| number(a) / number(b))
}

fn close(what: impl std::fmt::Debug, found: f64, wanted: f64, by: f64) {
    assert!((found - wanted).abs() <= by, "{what:?}: {found} for {wanted}");
}

fn same(what: impl std::fmt::Debug, fast: &Distribution<Case>, slow: &Distribution<Case>) {
    let all: BTreeSet<&Case> = fast.iter().chain(slow.iter()).map(|(case, _)| case).collect();
    for case in all {
        close((&what, case), fast.p(case), slow.p(case), 1e-12);
    }
}

/// The lines of a golden table below its comment and its heading, with their numbers.
fn golden(text: &'static str) -> impl Iterator<Item = (usize, Vec<&'static str>)> {
    (1..).zip(text.lines()).skip(2).map(|(n, line)| (n, line.split(',').collect()))
}

#[test]
fn scrud_odds_are_those_of_the_golden_table() {
    let mut sums: BTreeMap<(&str, &str), f64> = BTreeMap::new();
    for (n, line) in golden(include_str!("../golden/scrud_odds.csv")) {
        let [first, second, d0, d1, p, ..] = line[..] else { panic!("line {n}") };
        let question = question(&format!("scrud {first} v {second}"));
        let defeats = [d0, d1].map(|d| d.parse().expect("a number of defeats"));
        let case = Case::Defeats(BothSides::from(defeats));
        close(("scrud_odds.csv", n), exact(&mouat(), &question).p(&case), fraction(p), 1e-12);
        *sums.entry((first, second)).or_insert(0.0) += fraction(p);
    }
    assert!(sums.len() >= 6, "the table was read");
}

#[test]
fn scrud_odds_by_enumeration_are_the_golden_fractions() {
    for (n, line) in golden(include_str!("../golden/scrud_odds.csv")) {
        let [first, second, d0, d1, p, ..] = line[..] else { panic!("line {n}") };
        let question = question(&format!("scrud {first} v {second}"));
        let odds::Subject::Roll(roll) = &question.subject else { unreachable!("a roll was asked for") };
        let Ok(ways) = enumerate::enumerate(&mouat(), roll, false, 2000, Monitor::none()) else { continue };
        let case = Case::Defeats([d0, d1].map(|d| d.parse().expect("a number of defeats")).into());
        let (a, b) = p.split_once('/').expect("a fraction");
        let (a, b): (u128, u128) = (a.parse().expect("whole"), b.parse().expect("whole"));
        assert_eq!(ways.cases[&case] * b, ways.all * a, "scrud_odds.csv:{n}");
    }
}

#[test]
fn edna_odds_are_those_of_the_golden_table() {
    for (n, line) in golden(include_str!("../golden/edna.csv")) {
        let [edna, dice, acts, after, p, _] = line[..] else { panic!("line {n}") };
        let cases = exact(&mouat(), &question(&format!("edna {edna} with {dice}")));
        let number =
            |case: &Case| if let Case::Edna { acted, edna } = case { (*acted, *edna) } else { panic!("{case:?}") };
        close(("edna.csv", n, "acts"), cases.chance(|c| number(c).0 == 1), fraction(acts), 1e-12);
        let after: u8 = after.parse().expect("an EDNA");
        close(("edna.csv", n), cases.chance(|c| number(c).1 == after), fraction(p), 1e-12);
    }
}

/// RULES 1, 2.2 and 4.3: the odds they quote.
#[test]
fn the_numbers_of_the_rules() {
    let cases = exact(&mouat(), &question("edna 8"));
    for (acted, edna, p) in [(1, 8, "13/18"), (0, 7, "1/9"), (0, 6, "1/12"), (0, 5, "1/18"), (0, 4, "1/36")] {
        close(edna, cases.p(&Case::Edna { acted, edna }), fraction(p), 1e-12);
    }
    let cases = exact(&mouat(), &question("scrud 3 green v 5 yellow"));
    let suffers = |side: CombatSide, n: u16| cases.chance(|c| matches!(c, Case::Defeats(d) if d[side] == n));
    for (n, p) in (0..).zip([0.622_317, 0.181_399, 0.117_786, 0.058_226, 0.017_813, 0.002_459]) {
        close(("green", n), suffers(CombatSide::First, n), p, 5e-7);
    }
    for (n, p) in (0..).zip([0.131_628, 0.229_118, 0.273_083, 0.366_171]) {
        close(("yellow", n), suffers(CombatSide::Second, n), p, 5e-7);
    }
    let cases = exact(&mouat(), &question("initiative"));
    close("initiative", cases.p(&Case::Initiative { winner: CombatSide::First }), 0.5, 0.0);
}

#[test]
fn totals_are_counted_exactly() {
    let (ways, all) = sum::ways(Dice(2, Die::D6)).expect("few");
    assert_eq!((ways, all), (vec![1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1], 36));
    assert_eq!(sum::ways(Dice(100, Die::D20)), None, "20 to the 100th does not fit");
    let hundred = sum::total(Dice(100, Die::new(100).expect("a die")), -3);
    close("mean", hundred.mean(|t| f64::from(*t)), 5050.0 - 3.0, 1e-8);
    close("variance", hundred.variance(|t| f64::from(*t)), 100.0 * 9999.0 / 12.0, 1e-6);
    close("all", hundred.chance(|_| true), 1.0, 1e-12);
    assert_eq!(hundred.percentile(0.5), Some(&5047));
    let (less, more) = sum::total(Dice(2, Die::D6), 0).standing(&11);
    close("less than 11", less, 33.0 / 36.0, 1e-12);
    close("more than 11", more, 1.0 / 36.0, 1e-12);
}

#[test]
fn how_long_an_edna_lasts() {
    let rules = mouat().edna;
    // EDNA 1 with 2D6 is spent by the first test, whatever falls: 2 is more than 1, and the least there is.
    close(1, edna::tests_until_spent(&rules, 1), 1.0, 1e-12);
    // EDNA 2 stays on a 2 (1/36), falls to 1 on a 3 (2/36), and is spent otherwise.
    close(2, edna::tests_until_spent(&rules, 2), (1.0 + 2.0 / 36.0) / (35.0 / 36.0), 1e-12);
    assert!(edna::tests_until_spent(&rules, 12).is_infinite(), "12 always acts");
    assert!(edna::tests_until_spent(&rules, 11).is_finite());
    let spent_by = |edna: u8, times: u8| -> Vec<f64> {
        (1..=times).map(|n| edna::in_a_row(&rules, edna, n).chance(|(_, edna)| *edna == 0)).collect()
    };
    let spent = spent_by(8, 40);
    assert!(spent[0] == 0.0 && spent.windows(2).all(|w| w[0] <= w[1]) && spent[39] > 0.9, "{spent:?}");
    // The mean is the sum of the chances not to be spent yet.
    let long = spent_by(6, 100);
    close(6, edna::tests_until_spent(&rules, 6), 1.0 + long.iter().map(|p| 1.0 - p).sum::<f64>(), 1e-3);
    let slow = |text| {
        let question = question(text);
        let odds::Subject::Roll(roll) = question.subject.clone() else { unreachable!("a roll was asked for") };
        let ways = enumerate::enumerate(&mouat(), &roll, false, 50_000, Monitor::none()).expect("few ways");
        same(text, &exact(&mouat(), &question), &ways.distribution());
    };
    ["3x edna 8", "2x edna 2", "3x edna 3 with 1d4", "1x edna 9 with 3d4", "2d6", "3d4 -2"].into_iter().for_each(slow);
}

fn ladder(name: &str) -> Ladder {
    let ladder = |name: &str, neutral: &str, bounds, grades: &[(&str, u8, i8)]| Ladder {
        name: name.into(),
        grades: grades
            .iter()
            .map(|(name, sides, modifier)| GradeStep {
                name: (*name).into(),
                mark: None,
                colour: String::new(),
                die: Die::new(*sides).expect("a die"),
                modifier: *modifier,
            })
            .collect(),
        neutral: neutral.into(),
        bounds,
    };
    match name {
        "mouat" => Ladder::mouat(),
        "classic" => ladder("classic", "white", None, &[("white", 6, 0)]),
        "plus-one" => ladder("plus-one", "regular", None, &[("elite", 6, 1), ("regular", 6, 0), ("militia", 6, -1)]),
        "dice-sizes" => {
            ladder("dice-sizes", "average", None, &[("elite", 10, 0), ("average", 8, 0), ("militia", 6, 0)])
        }
        // Small dice, so that many of them can be tried out.
        "small" => ladder("small", "plain", None, &[("fine", 3, 1), ("plain", 3, 0), ("poor", 2, 0)]),
        other => panic!("no ladder {other}"),
    }
}

fn book(ladder_name: &str, scrud: ScrudDraft) -> Rulebook {
    let draft = RulebookDraft {
        ladder: Some(LadderDraft::Own(ladder(ladder_name))),
        scrud: Some(scrud),
        ..RulebookDraft::default()
    };
    draft.check(&mouat()).expect("a sound rulebook")
}

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
    ];
    let carry = prop_oneof![Just(Carry::PerPhase), Just(Carry::PerCombat)];
    let eliminates = prop_oneof![3 => Just(Eliminates::LowestGrade), 1 => Just(Eliminates::LowestBeaten)];
    let air_defence = prop_oneof![Just(AirDefence::Best), Just(AirDefence::OneEach)];
    (extras, ties, line_up, every, defeat, carry, any::<bool>(), (eliminates, air_defence)).prop_map(
        |(extras, ties, line_up, every, defeat, carry, margins, (eliminates, air_defence))| ScrudDraft {
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

/// One to `most` dice, some of them support, at least one not.
fn party(most: usize) -> impl Strategy<Value = Vec<Group>> {
    let group = |role| (1u8..=2, role, 0u8..6).prop_map(|(count, role, grade)| (count, role, grade));
    let unit = group(Just(Role::Unit).boxed());
    let either = group(
        prop_oneof![
            8 => Just(Role::Unit),
            3 => Just(Role::Artillery),
            1 => Just(Role::CounterBattery),
            1 => Just(Role::Aircraft),
            1 => Just(Role::AirDefence),
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
                    .min(if role == Role::Unit { most.max(dice + 1) } else { most }.saturating_sub(dice));
                dice += count;
                let count = u8::try_from(count).expect("few");
                (count > 0).then_some(Group { count, role, grade: Grade(grade) })
            })
            .collect()
    })
}

fn held(groups: Vec<Group>, ladder: &Ladder) -> Vec<Group> {
    let most = u8::try_from(ladder.grades.len()).expect("few grades");
    groups.into_iter().map(|g| Group { grade: Grade(g.grade.0 % most), ..g }).collect()
}

fn combat(book: &Rulebook, first: Vec<Group>, second: Vec<Group>, phases: u8) -> Roll {
    let [first, second] = [first, second].map(|groups| held(groups, &book.ladder));
    Roll::Scrud(ScrudRoll { first, second, phases, book: None })
}

/// The fast way, the slow way and a simulation of one combat, where each of them reaches.
fn hold_together(book: &Rulebook, roll: &Roll, left: bool, most: u64) {
    let question = Question { subject: odds::Subject::Roll(roll.clone()), left };
    let Ok(ways) = enumerate::enumerate(book, roll, question.tells_left(), most, Monitor::none()) else { return };
    let slow = ways.distribution();
    let fast = exact(book, &question);
    same((roll, &book.scrud), &fast, &slow);
    close("all", fast.chance(|_| true), 1.0, 1e-12);
    let trials = 500;
    let played = simulate::simulate(book, &question, trials, 7, Monitor::none()).expect("nobody cancels").cases;
    for (case, p) in slow.iter() {
        // Of thousands of numbers some stray further than four standard errors; none as far as six.
        close((roll, case, "played"), played.p(case), p, 6.0 * simulate::standard_error(p, trials) + 1e-2);
    }
    for (case, _) in played.iter() {
        assert!(slow.p(case) > 0.0, "{case:?} can't happen, and was played: {roll:?} {:?}", book.scrud);
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
    fn what_is_left_fast_and_slow(scrud in settings(), first in party(4), second in party(4), which in 0usize..5) {
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
        let read = notation::roll(&text, &book, &Shipped);
        prop_assert_eq!(read.as_ref(), Ok(&roll));
        hold_together(&book, &roll, false, 8000);
    }
}

/// Settings that only meet in one place, each by hand: the side that defends and is longer; support that is the lowest.
#[test]
fn corners_fast_and_slow() {
    let unit = |count, grade| Group { count, role: Role::Unit, grade: Grade(grade) };
    let gun = |count, grade| Group { count, role: Role::Artillery, grade: Grade(grade) };
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

/// Guns against guns, aircraft against air defence, several of each, and support that meets nobody beside them.
#[test]
fn support_against_support_fast_and_slow() {
    let book_of = |air_defence| book("small", ScrudDraft { air_defence: Some(air_defence), ..ScrudDraft::default() });
    let books = [AirDefence::Best, AirDefence::OneEach].map(book_of);
    let group = |count, role, grade| Group { count, role, grade: Grade(grade) };
    let unit = |count, grade| group(count, Role::Unit, grade);
    let parties = [
        (vec![unit(2, 1), group(1, Role::CounterBattery, 0)], vec![unit(2, 1), group(1, Role::Artillery, 2)]),
        (
            vec![unit(1, 0), group(2, Role::AirDefence, 1)],
            vec![unit(2, 2), group(1, Role::Aircraft, 2), group(1, Role::Aircraft, 0)],
        ),
        (
            vec![unit(1, 1), group(1, Role::CounterBattery, 1), group(1, Role::Artillery, 0)],
            vec![unit(1, 1), group(1, Role::CounterBattery, 2)],
        ),
        (vec![unit(2, 1), group(1, Role::AirDefence, 1)], vec![unit(1, 1), group(1, Role::Artillery, 1)]),
    ];
    for (book, (first, second)) in books.iter().flat_map(|book| parties.iter().map(move |pair| (book, pair))) {
        for left in [false, true] {
            let roll = combat(book, first.clone(), second.clone(), 1);
            let question = Question { subject: odds::Subject::Roll(roll.clone()), left };
            let ways = enumerate::enumerate(book, &roll, left, 20_000, Monitor::none()).expect("few ways");
            let fast = odds::exact(book, &question, PATIENT, Monitor::none()).expect("small enough");
            same((&roll, left), &fast, &ways.distribution());
        }
    }
}

/// Against enumeration a step at a time: three phases are two, and one more from each state there is.
#[test]
fn three_phases_by_enumeration() {
    let carry = |carry| ScrudDraft { carry: Some(carry), eliminate_every: Some(Some(2)), ..ScrudDraft::default() };
    for scrud in [carry(Carry::PerPhase), carry(Carry::PerCombat)] {
        let book = book("small", scrud);
        let unit = |count, grade| Group { count, role: Role::Unit, grade: Grade(grade) };
        hold_together(&book, &combat(&book, vec![unit(1, 0)], vec![unit(2, 2)], 3), true, 40_000);
    }
}

/// A unit that is demoted beside another, of more strength, stands before or behind it as on the roster.
#[test]
fn demoted_units_keep_their_place_on_the_roster() {
    let scrud = ScrudDraft {
        defeat: Some(vec![Casualty::LoseStrength(3), Casualty::Demote]),
        eliminate_every: Some(None),
        ..ScrudDraft::default()
    };
    let book = book("small", scrud);
    let unit = |grade| Group { count: 1, role: Role::Unit, grade: Grade(grade) };
    for first in [vec![unit(1), unit(0)], vec![unit(0), unit(1)]] {
        hold_together(&book, &combat(&book, first, vec![unit(1)], 3), true, 40_000);
    }
}

fn of_party(groups: &[(u16, u8)], support: &[u8], strength: u16) -> Party {
    let mut party = Party::default();
    let die = |troop, grade| LineDie { troop, grade: Grade(grade), face: None, score: 0 };
    for (units, grade) in groups {
        for _ in 0..*units {
            party.dice.push(die(Some(party.troops.len()), *grade));
            party.troops.push(Troop { grade: Grade(*grade), strength });
        }
    }
    party.dice.extend(support.iter().map(|grade| die(None, *grade)));
    party
}

/// A combat in a campaign is the same combat in the notation, where it can be written there.
#[test]
fn parties_are_as_rolls() {
    let parties = [of_party(&[(2, 2), (1, 3)], &[1], 4), of_party(&[(3, 4)], &[], 4)];
    let roll = question("scrud 2 green + white + artillery blue v 3 yellow");
    for left in [false, true] {
        let ask = |question: &Question| exact(&mouat(), &Question { left, ..question.clone() });
        same(left, &ask(&Question::of_engagement(parties.clone())), &ask(&roll));
    }
}

/// Defeats left over, units that roll several dice or none, and units of several strengths, by every way there is.
#[test]
fn parties_that_no_roll_can_be() {
    let mut first = of_party(&[(2, 1), (1, 2)], &[], 2);
    first.dice.push(first.dice[0]);
    first.dice.swap(1, 3);
    first.troops[2].strength = 1;
    first.troops.push(Troop { grade: Grade(2), strength: 9 });
    first.carried = 2;
    let second = of_party(&[(1, 0), (1, 2)], &[1], 3);
    for defeat in [vec![Casualty::Demote], vec![Casualty::LoseStrength(1)]] {
        let book = book("small", ScrudDraft { defeat: Some(defeat), ..ScrudDraft::default() });
        for parties in [[first.clone(), second.clone()], [second.clone(), first.clone()]] {
            for left in [false, true] {
                let question = Question { left, ..Question::of_engagement(parties.clone()) };
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
                    close(case, played.p(case), p, 5.0 * simulate::standard_error(p, trials));
                }
            }
        }
    }
}

/// Bonus dice that are full dice: by the rules themselves, throw by throw, one way after another, or as often as it takes.
#[test]
fn full_bonus_dice_are_told_by_the_rules() {
    let book = book("small", ScrudDraft { eliminate_every: Some(Some(2)), ..ScrudDraft::default() });
    let mut first = of_party(&[(1, 0), (1, 1)], &[1], 4);
    first.full_bonus = 1;
    let parties = [first, of_party(&[(2, 1), (1, 2)], &[], 4)];
    for left in [false, true] {
        let question = Question { left, ..Question::of_engagement(parties.clone()) };
        let mut slow: BTreeMap<Case, u32> = BTreeMap::new();
        let all = every_way(&book, &parties, |case| *slow.entry(case).or_insert(0) += 1, left);
        let slow = Distribution::collect(slow.into_iter().map(|(case, n)| (case, f64::from(n) / f64::from(all))));
        same(&question, &exact(&book, &question), &slow);
        let played = simulate::simulate(&book, &question, 20_000, 3, Monitor::none()).expect("nobody cancels").cases;
        for (case, p) in slow.iter() {
            close(case, played.p(case), p, 5.0 * simulate::standard_error(p, 20_000));
        }
    }
    let (method, odds) =
        units::of_units(&book, &parties.clone().into(), &Effort::PATIENT, Monitor::none()).expect("nobody cancels");
    assert_eq!(method, Method::Exact, "every way is tried");
    let mut defeated = 0;
    let all = every_way(&book, &parties, |case| defeated += defeats_of(&case).first, false);
    assert!(odds.first.iter().map(|o| o.defeated).sum::<f64>() <= f64::from(defeated) / f64::from(all));
}

fn defeats_of(case: &Case) -> BothSides<u32> {
    let Case::Defeats(defeats) = case else { panic!("defeats were asked for") };
    defeats.map(u32::from)
}

fn every_way(book: &Rulebook, parties: &[Party; 2], mut count: impl FnMut(Case), left: bool) -> u32 {
    let mut parties = parties.clone();
    let sides: Vec<u8> = parties.iter().flat_map(|p| &p.dice).map(|d| book.ladder.step(d.grade).die.sides()).collect();
    let all: u32 = sides.iter().map(|s| u32::from(*s)).product();
    for way in 0..all {
        let mut rest = way;
        let mut sides = sides.iter();
        for party in &mut parties {
            for die in &mut party.dice {
                let sides = u32::from(*sides.next().expect("one for each die"));
                let face = u8::try_from(rest % sides).expect("a face") + 1;
                rest /= sides;
                die.score = book.ladder.score(die.grade, face);
            }
        }
        let phase = wardiary::rules::scrud::fight(&book.scrud, &book.ladder, BothSides::new(&parties[0], &parties[1]));
        if !left {
            count(Case::Defeats(phase.defeats));
            continue;
        }
        let (parties, fates) = (BothSides::from(parties.each_ref()), &phase.fates);
        count(Case::Left(BothSides::from_fn(|side| {
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
        units::of_units(&mouat(), &parties.clone().into(), &Effort::PATIENT, Monitor::none()).expect("nobody cancels");
    assert_eq!(method, Method::Exact);
    // With as many dice on both sides each unit suffers one defeat at the most, so its chances add up to the side's mean.
    let Summary::Defeats { mean_defeats, .. } = summary("scrud 2 green v 2 yellow") else {
        panic!("defeats were asked for")
    };
    for (side, odds) in odds.by_side() {
        close(side, odds.iter().map(|o| o.defeated).sum(), mean_defeats[side], 1e-12);
        assert!(odds.iter().all(|o| o.eliminated <= 0.0 && (o.demoted - o.defeated).abs() < 1e-12), "{odds:?}");
    }
    let (_, BothSides { first, .. }) =
        units::of_units(&mouat(), &parties.clone().into(), &Effort::simulated(100_000, 1), Monitor::none())
            .expect("so");
    let (_, BothSides { first: sure, .. }) =
        units::of_units(&mouat(), &parties.clone().into(), &Effort::PATIENT, Monitor::none()).expect("so");
    close("played", first[0].defeated, sure[0].defeated, 4.0 * simulate::standard_error(sure[0].defeated, 100_000));
}

fn summary(text: &str) -> Summary {
    answer(text, &Effort::PATIENT).summary
}

fn answer(text: &str, effort: &Effort) -> Answer {
    odds::answer(&mouat(), &question(text), effort, Monitor::none()).expect("nobody cancels")
}

#[test]
fn summaries_say_what_a_player_asks() {
    let Summary::Defeats { wins, unhurt, mean_defeats } = summary("scrud green v green") else { panic!() };
    close("1 green v 1 green", wins.first, 7.0 / 18.0, 1e-12);
    close("unhurt", unhurt.second, 11.0 / 18.0, 1e-12);
    close("defeats", mean_defeats.first, 7.0 / 18.0, 1e-12);
    let question = question("scrud red v red").left();
    let left = odds::answer(&mouat(), &question, &Effort::PATIENT, Monitor::none()).expect("nobody cancels").summary;
    // Red shows 1 1 1 2 3 4: equal with chance (9 + 1 + 1 + 1) / 36, and the lowest grade is eliminated when beaten.
    let Summary::Left { dice, unhurt, mean_left, wiped_out } = left else { panic!() };
    assert_eq!(dice, BothSides::new(1, 1));
    close("wiped out", wiped_out.first, 12.0 / 36.0, 1e-12);
    close("unhurt", unhurt.first, 24.0 / 36.0, 1e-12);
    close("left", mean_left.second, 24.0 / 36.0, 1e-12);
}

#[test]
fn a_simulation_depends_on_its_seed_alone() {
    depends_on_its_seed_alone(simulate::CHUNK + 1000);
}

#[test]
#[ignore = "long: `cargo test --release -- --ignored`"]
fn a_long_simulation_depends_on_its_seed_alone() {
    depends_on_its_seed_alone(30_000);
}

fn depends_on_its_seed_alone(trials: u64) {
    for text in
        ["scrud 4 green v 8 yellow", "scrud 4 green v 6 yellow phases 3", "edna 8", "scrud 3 v 2 + artillery blue"]
    {
        let question = question(text);
        let played = |seed, threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| simulate::simulate(&mouat(), &question, trials, seed, Monitor::none()).expect("so"))
        };
        assert_eq!(played(1, 1), played(1, 4), "{text}");
        assert_ne!(played(1, 2), played(2, 2), "{text}");
    }
}

#[test]
fn a_simulation_comes_near_the_truth() {
    comes_near_the_truth(10_000);
}

#[test]
#[ignore = "long: `cargo test --release -- --ignored`"]
fn a_long_simulation_comes_near_the_truth() {
    comes_near_the_truth(50_000);
}

fn comes_near_the_truth(trials: u32) {
    for text in
        ["scrud 4 green v 8 yellow", "scrud 2 blue + 3 white v 6 yellow + 2 red", "3x edna 8", "3d10+1", "initiative"]
    {
        let sure = answer(text, &Effort::PATIENT);
        let played = answer(text, &Effort::simulated(trials.into(), 42));
        assert_eq!(sure.method, Method::Exact);
        let Method::Simulated { trials: made, error } = played.method else { panic!("{text}: {:?}", played.method) };
        assert!(made == u64::from(trials) && error <= 0.5 / f64::from(trials).sqrt() + 1e-9, "{error}");
        for (case, p) in sure.cases.iter() {
            close((text, case), played.cases.p(case), p, 4.0 * simulate::standard_error(p, trials.into()));
        }
    }
}

#[test]
fn work_can_be_cancelled() {
    let cancel = AtomicBool::new(true);
    let watch = Monitor { cancel: &cancel, progress: &|_| (), spent: &|| 0.0 };
    for text in ["scrud 4 green v 8 yellow", "scrud 4 green v 8 yellow phases 2"] {
        for effort in [Effort::PATIENT, Effort::simulated(1_000_000, 1)] {
            let answer = odds::answer(&mouat(), &question(text), &effort, watch);
            assert_eq!(answer, Err(OddsError::Cancelled), "{text}");
        }
    }
    // In the midst of it, by the first sign of progress.
    let cancel = AtomicBool::new(false);
    let stop = |_| cancel.store(true, Ordering::Relaxed);
    let watch = Monitor { cancel: &cancel, progress: &stop, spent: &|| 0.0 };
    let answer = odds::answer(&mouat(), &question("scrud 8 v 8"), &Effort::PATIENT, watch);
    assert_eq!(answer, Err(OddsError::Cancelled));
}

#[test]
fn what_is_too_large_is_simulated() {
    is_simulated(200);
}

#[test]
#[ignore = "long: `cargo test --release -- --ignored`"]
fn what_is_too_large_is_simulated_often() {
    is_simulated(1000);
}

fn is_simulated(trials: u64) {
    let text = "scrud 30 black + 30 blue + 30 green + 30 white v 30 blue + 30 green + 30 yellow + 30 red";
    let roll = question(text).left();
    assert!(odds::estimate(&mouat(), &roll).steps > 60_000 * Cost::STEPS_A_MILLISECOND);
    let effort = Effort { trials, ..Effort::PATIENT };
    let answer = odds::answer(&mouat(), &roll, &effort, Monitor::none()).expect("nobody cancels");
    assert!(matches!(answer.method, Method::Simulated { trials: made, .. } if made == trials), "{:?}", answer.method);
    close("all", answer.cases.chance(|_| true), 1.0, 1e-9);
    assert!(odds::estimate(&mouat(), &question("scrud 4 green v 8 yellow")).steps <= 10 * Cost::STEPS_A_MILLISECOND);
}

/// DESIGN.md, “Roll notation”: the keys of `odds --json`.
#[test]
fn json_has_the_keys_of_the_design() {
    let json = |question: &Question, effort: &Effort| {
        let answer = odds::answer(&mouat(), question, effort, Monitor::none()).expect("nobody cancels");
        to_json(&mouat(), question, &answer)
    };
    let keys = |text: &str, left: bool| {
        let json = json(&Question { left, ..question(text) }, &Effort::PATIENT);
        let results = json["results"].as_array().expect("a list");
        let sum: f64 = results.iter().map(|r| r["p"].as_f64().expect("a number")).sum();
        close((text, "results"), sum, 1.0, 1e-12);
        assert_eq!((json["roll"].as_str(), json["method"].as_str()), (Some(text), Some("exact")));
        results[0].to_string()
    };
    assert_eq!(keys("2d6", false), r#"{"total":2,"p":0.027777777777777776}"#);
    assert_eq!(keys("initiative", false), r#"{"winner":"first","p":0.5}"#);
    assert!(keys("edna 8", false).starts_with(r#"{"acts":false,"edna":4,"p":0.02777"#));
    assert!(keys("3x edna 8", false).starts_with(r#"{"acted":0,"edna":"#));
    let text = "scrud 1 green v 1 yellow";
    assert!(keys(text, false).starts_with(r#"{"first":{"defeats":0},"second":{"defeats":0},"p":"#));
    assert!(keys(text, true).starts_with(r#"{"first":{"left":{"green":1}},"second":{"left":{"yellow":1}},"p":"#));
    assert!(keys("scrud 1 green v 1 yellow phases 2", false).starts_with(r#"{"first":{"left":{"green":1}},"#));
    let played = json(&question("2d6"), &Effort::simulated(10, 1));
    assert_eq!((played["method"].as_str(), played["trials"].as_u64()), (Some("simulated"), Some(10)));
    let never = json(&question("edna 12"), &Effort::PATIENT);
    assert!(never["summary"]["tests_until_spent"].is_null());
}

/// What makes no sense is told in a sentence, with its place in the text and, where one is near, the word that was meant.
#[test]
fn what_makes_no_sense_is_told_with_its_place() {
    let table: &[(&str, &str, &str, &str)] = &[
        ("0d6", "0d6", "a roll takes 1 to 100 dice", ""),
        ("1000d6", "1000d6", "a roll takes 1 to 100 dice", ""),
        ("2d1", "2d1", "a die has 2 to 100 sides, not 1", ""),
        ("scrud 0 green v 3", "0", "a number of dice is 1 to 200, not 0", ""),
        ("scrud 1000 green v 3", "1000", "a number of dice is 1 to 200, not 1000", ""),
        ("scrud 3 gren v 4", "gren", "has no grade “gren”", "perhaps `green`"),
        ("scrud 150 green + 150 red v 4", "150 green + 150 red", "a side rolls up to 200 dice, not 300", ""),
        ("scrud artillery blue v 4", "artillery blue", "at least one unit die", ""),
        ("scrud 3 green v 4 phases 0", "0", "a number of phases is 1 to 99, not 0", ""),
        ("scrud 3 v 4 phases 2 phases 3", "phases", "the number of phases is said twice", "say it once"),
        ("scrud 3 v 4 classic mouat", "mouat", "the rulebook is said twice", "say it once"),
        ("edna 0", "0", "an EDNA is 1 to 200, not 0", ""),
        ("0x edna 8", "0x", "a roll is made 1 to 100 times", ""),
        ("test 7+", "7+", "no test is 7+", "of 1 to 6"),
        ("pass-one 0d 4+", "0d", "a test takes 1 to 20 dice, not 0", ""),
        ("volley 0 at infantry", "0", "a number of dice is 1 to 60, not 0", ""),
        ("volley 6 at cavalri", "cavalri", "there is no target “cavalri”", "perhaps"),
        ("volley 6 at infantry in cover in cover", "in", "one thing too many", ""),
    ];
    for (text, at, says, hint) in table {
        let error = notation::roll(text, &mouat(), &Shipped).expect_err(text);
        assert!(error.what.contains(says), "{text}: {}", error.what);
        assert!(
            text[error.at.start..].starts_with(at) || text[..error.at.start].ends_with(at),
            "{text}: {:?}",
            error.at
        );
        assert!(error.hint.clone().unwrap_or_default().contains(hint), "{text}: {:?}", error.hint);
    }
}

/// Small combats are exact whatever the rules: at once, and within a minute.
#[test]
fn what_is_small_is_exact_under_all_rules() {
    let margins = ScrudDraft { margins: Some(true), ..ScrudDraft::default() };
    let beaten = ScrudDraft { eliminates: Some(Eliminates::LowestBeaten), ..ScrudDraft::default() };
    let wears = ScrudDraft { defeat: Some(vec![Casualty::LoseStrength(1)]), ..ScrudDraft::default() };
    let as_rolled = ScrudDraft { line_up: Some(LineUp::AsRolled), ..ScrudDraft::default() };
    let aircraft = "scrud 2 green + 2 aircraft blue v 2 yellow + air-defence white phases 2";
    let table: &[(&ScrudDraft, &str)] = &[
        (&margins, "scrud 3 green v 4 yellow"),
        (&margins, "scrud 2 green v 2 yellow phases 2"),
        (&beaten, "scrud 2 green v 2 yellow phases 3"),
        (&wears, "scrud 2 green v 2 yellow phases 2"),
        (&as_rolled, "scrud green v 2 yellow phases 2"),
        (&as_rolled, "scrud 2 green v 2 yellow phases 3"),
        (&ScrudDraft::default(), aircraft),
    ];
    for (scrud, text) in table {
        let book = book("mouat", (*scrud).clone());
        let question = question(text).left();
        let estimate = odds::estimate(&book, &question);
        assert!(!estimate.is_hopeless(&Effort::AT_ONCE), "{text}: {estimate:?}");
        let answer = odds::answer(&book, &question, &Effort { trials: 10, ..Effort::AT_ONCE }, Monitor::none());
        let answer = answer.expect("nobody cancels");
        assert_eq!(answer.method, Method::Exact, "{text} {scrud:?}: {estimate:?}");
        close(text, answer.cases.chance(|_| true), 1.0, 1e-12);
    }
}

/// Several phases in which strength is lost or dice stand as rolled, of the sizes that a table has.
#[test]
fn several_phases_are_exact_where_units_of_a_grade_differ() {
    let wears = |points| ScrudDraft { defeat: Some(vec![Casualty::LoseStrength(points)]), ..ScrudDraft::default() };
    is_exact_in_time(&wears(1), "scrud 3 green v 4 yellow phases 3");
    is_exact_in_time(&wears(2), "scrud 2 green v 3 yellow phases 3");
    let as_rolled = ScrudDraft { line_up: Some(LineUp::AsRolled), ..ScrudDraft::default() };
    is_exact_in_time(&as_rolled, "scrud 2 green v 3 yellow phases 2");
}

/// The same of 4 v 8.
#[test]
#[ignore = "long: `cargo test --release -- --ignored`"]
fn four_against_eight_over_three_phases_is_exact() {
    let wears = ScrudDraft { defeat: Some(vec![Casualty::LoseStrength(1)]), ..ScrudDraft::default() };
    is_exact_in_time(&wears, "scrud 4 green v 8 yellow phases 3");
    let as_rolled = ScrudDraft { line_up: Some(LineUp::AsRolled), ..ScrudDraft::default() };
    is_exact_in_time(&as_rolled, "scrud 4 green v 4 yellow phases 2");
}

fn is_exact_in_time(scrud: &ScrudDraft, text: &str) {
    let book = book("mouat", scrud.clone());
    let question = question(text).left();
    let estimate = odds::estimate(&book, &question);
    assert!(!estimate.is_hopeless(&Effort::PATIENT), "{text}: {estimate:?}");
    let answer = odds::answer(&book, &question, &Effort { trials: 10, ..Effort::PATIENT }, Monitor::none());
    let answer = answer.expect("nobody cancels");
    assert_eq!(answer.method, Method::Exact, "{text} {scrud:?}: {estimate:?}");
    close(text, answer.cases.chance(|_| true), 1.0, 1e-12);
}

/// What takes longer than it may is given up, and what is known by then is said.
#[test]
fn time_is_kept() {
    let looks = AtomicU32::new(0);
    // Each look at the clock finds a twentieth of the time gone.
    let spent = || f64::from(looks.fetch_add(1, Ordering::Relaxed)) / 20.0;
    let cancel = AtomicBool::new(false);
    let watch = Monitor { cancel: &cancel, progress: &|_| (), spent: &spent };
    let effort = Effort { trials: 3_000_000, ..Effort::PATIENT };
    let answer = odds::answer(&mouat(), &question("scrud 9 green v 9 yellow phases 3"), &effort, watch);
    let answer = answer.expect("nobody cancels");
    let Method::Simulated { trials, .. } = answer.method else { panic!("{:?}", answer.method) };
    assert!(trials < 500_000 && trials % simulate::CHUNK == 0, "{trials}");
    let again =
        simulate::simulate(&mouat(), &question("scrud 9 green v 9 yellow phases 3"), trials, 0, Monitor::none());
    assert_eq!(again.expect("nobody cancels").cases, answer.cases, "as if no more had been asked for");
}

/// What is far too large is played out at once, instead of being tried for a minute.
#[test]
fn what_is_hopeless_is_not_tried() {
    let text = "scrud 50 black + 50 blue + 50 green + 50 white v 50 blue + 50 green + 50 yellow + 50 red";
    for left in [false, true] {
        let question = Question { left, ..question(text) };
        let effort = Effort { trials: 100, ..Effort::PATIENT };
        // How long that is, benches measure: here it counts that exact work is not begun.
        assert!(odds::estimate(&mouat(), &question).is_hopeless(&effort));
        let answer = odds::answer(&mouat(), &question, &effort, Monitor::none()).expect("nobody cancels");
        assert!(matches!(answer.method, Method::Simulated { trials: 100, .. }));
    }
}
