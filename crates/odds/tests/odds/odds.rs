//! The odds, compared with the golden tables and the numbers of RULES.md.

mod effort;
mod ways;

use std::collections::{BTreeMap, BTreeSet};
use wardiary_base::{
    book::{GradeStep, Ladder, LadderDraft, Rulebook, RulebookDraft, ScrudDraft},
    dice::{Dice, Die},
    sides::{BothSides, CombatSide},
    text::Text,
};
use wardiary_harness_rules::shipped::Shipped;
use wardiary_odds::odds::{
    self, Answer, Case, Distribution, Effort, Monitor, Question, Summary, edna, enumerate, report::to_json,
    statistics::Rank, sum,
};
use wardiary_rules::notation;

const PATIENT: u64 = 1_000_000_000;

fn mouat() -> Rulebook {
    Rulebook::default_rules()
}

fn question(text: &str) -> Question {
    Question::from_roll(notation::parse_roll(text, &mouat(), &Shipped).unwrap_or_else(|e| panic!("{text}: {e}")))
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
        close((&what, case), fast.probability(case), slow.probability(case), 1e-12);
    }
}

/// The lines of a golden table below its comment and its heading, with their line numbers.
fn golden(text: &'static str) -> impl Iterator<Item = (usize, Vec<&'static str>)> {
    (1..).zip(text.lines()).skip(2).map(|(n, line)| (n, line.split(',').collect()))
}

#[test]
fn scrud_odds_are_those_of_the_golden_table() {
    let mut sums: BTreeMap<(&str, &str), f64> = BTreeMap::new();
    for (n, line) in golden(include_str!("../../../../tests/golden/scrud_odds.csv")) {
        let [first, second, d0, d1, p, ..] = line[..] else { panic!("line {n}") };
        let question = question(&format!("scrud {first} v {second}"));
        let defeats = [d0, d1].map(|d| d.parse().expect("a number of defeats"));
        let case = Case::Defeats(BothSides::from(defeats));
        close(("scrud_odds.csv", n), exact(&mouat(), &question).probability(&case), fraction(p), 1e-12);
        *sums.entry((first, second)).or_insert(0.0) += fraction(p);
    }
    assert!(sums.len() >= 6, "the table was read");
}

#[test]
fn scrud_odds_by_enumeration_are_the_golden_fractions() {
    for (n, line) in golden(include_str!("../../../../tests/golden/scrud_odds.csv")) {
        let [first, second, d0, d1, p, ..] = line[..] else { panic!("line {n}") };
        let question = question(&format!("scrud {first} v {second}"));
        let odds::Subject::Roll(roll) = &question.subject else { unreachable!("a roll was asked for") };
        let Ok(ways) = enumerate::enumerate(&mouat(), roll, false, 2000, Monitor::none()) else { continue };
        let case = Case::Defeats([d0, d1].map(|d| d.parse().expect("a number of defeats")).into());
        let (a, b) = p.split_once('/').expect("a fraction");
        let (a, b): (u128, u128) = (a.parse().expect("whole"), b.parse().expect("whole"));
        assert_eq!(ways.cases[&case] * b, ways.total * a, "scrud_odds.csv:{n}");
    }
}

#[test]
fn edna_odds_are_those_of_the_golden_table() {
    for (n, line) in golden(include_str!("../../../../tests/golden/edna.csv")) {
        let [edna, dice, acts, after, p, _] = line[..] else { panic!("line {n}") };
        let cases = exact(&mouat(), &question(&format!("edna {edna} with {dice}")));
        let number =
            |case: &Case| if let Case::Edna { acted, edna } = case { (*acted, *edna) } else { panic!("{case:?}") };
        close(("edna.csv", n, "acts"), cases.chance(|c| number(c).0 == 1), fraction(acts), 1e-12);
        let after: u8 = after.parse().expect("an EDNA");
        close(("edna.csv", n), cases.chance(|c| number(c).1 == after), fraction(p), 1e-12);
    }
}

/// RULES 1, 2.2 and 4.3: the quoted odds.
#[test]
fn the_numbers_of_the_rules() {
    let cases = exact(&mouat(), &question("edna 8"));
    for (acted, edna, p) in [(1, 8, "13/18"), (0, 7, "1/9"), (0, 6, "1/12"), (0, 5, "1/18"), (0, 4, "1/36")] {
        close(edna, cases.probability(&Case::Edna { acted, edna }), fraction(p), 1e-12);
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
    close("initiative", cases.probability(&Case::Initiative { winner: CombatSide::First }), 0.5, 0.0);
}

#[test]
fn totals_are_counted_exactly() {
    let two = sum::total(Dice(2, Die::D6), 0);
    for (total, ways) in (2..).zip([1u8, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]) {
        close(("2d6", total), two.probability(&total), f64::from(ways) / 36.0, 1e-12);
    }
    let hundred = sum::total(Dice(100, Die::new(100).expect("a die")), -3);
    close("mean", hundred.mean(|t| f64::from(*t)), 5050.0 - 3.0, 1e-8);
    close("variance", hundred.variance(|t| f64::from(*t)), 100.0 * 9999.0 / 12.0, 1e-6);
    close("all", hundred.chance(|_| true), 1.0, 1e-12);
    assert_eq!(hundred.percentile(0.5), Some(&5047));
    let (less, more) = sum::total(Dice(2, Die::D6), 0).below_and_above(&11);
    close("less than 11", less, 33.0 / 36.0, 1e-12);
    close("more than 11", more, 1.0 / 36.0, 1e-12);
}

#[test]
fn how_long_an_edna_lasts() {
    let rules = mouat().edna;
    // EDNA 1 with 2D6 is spent by the first test, whatever its result: the lowest total, 2, is more than 1.
    close(1, edna::tests_until_spent(&rules, 1), 1.0, 1e-12);
    // EDNA 2 stays on a 2 (1/36), falls to 1 on a 3 (2/36), and is spent otherwise.
    close(2, edna::tests_until_spent(&rules, 2), (1.0 + 2.0 / 36.0) / (35.0 / 36.0), 1e-12);
    assert!(edna::tests_until_spent(&rules, 12).is_infinite(), "12 always acts");
    assert!(edna::tests_until_spent(&rules, 11).is_finite());
    let spent_by = |edna: u8, times: u8| -> Vec<f64> {
        (1..=times).map(|n| edna::consecutive_tests(&rules, edna, n).chance(|(_, edna)| *edna == 0)).collect()
    };
    let spent = spent_by(8, 40);
    assert!(spent[0] == 0.0 && spent.windows(2).all(|w| w[0] <= w[1]) && spent[39] > 0.9, "{spent:?}");
    // The mean is the sum of the probabilities that the unit is not spent yet.
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
                colour: Text::default(),
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
        // Small dice, so that the test can try many of them.
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

fn summary(text: &str) -> Summary {
    answer(text, &Effort::BATCH).summary
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
    let question = question("scrud red v red").asking_survivors();
    let left = odds::answer(&mouat(), &question, &Effort::BATCH, Monitor::none()).expect("nobody cancels").summary;
    // Red shows 1 1 1 2 3 4: equal with probability (9 + 1 + 1 + 1) / 36. A beaten die of the lowest grade is
    // eliminated.
    let Summary::Survivors { dice, unhurt, mean_survivors: mean_left, wiped_out } = left else { panic!() };
    assert_eq!(dice, BothSides::new(1, 1));
    close("wiped out", wiped_out.first, 12.0 / 36.0, 1e-12);
    close("unhurt", unhurt.first, 24.0 / 36.0, 1e-12);
    close("left", mean_left.second, 24.0 / 36.0, 1e-12);
}

/// DESIGN.md, “Roll notation”: the keys of `odds --json`.
#[test]
fn json_has_the_keys_of_the_design() {
    let json = |question: &Question, effort: &Effort| {
        let answer = odds::answer(&mouat(), question, effort, Monitor::none()).expect("nobody cancels");
        to_json(&mouat(), question, &answer)
    };
    let keys = |text: &str, left: bool| {
        let json = json(&Question { asks_survivors: left, ..question(text) }, &Effort::BATCH);
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
    let never = json(&question("edna 12"), &Effort::BATCH);
    assert!(never["summary"]["tests_until_spent"].is_null());
}

/// An invalid roll is reported in a sentence, with its place in the text and, if a similar word exists, the intended
/// word.
#[test]
fn reports_senseless_questions_with_their_position() {
    let table: &[(&str, &str, &str, &str)] = &[
        ("0d6", "0d6", "a roll takes 1 to 100 dice", ""),
        ("1000d6", "1000d6", "a roll takes 1 to 100 dice", ""),
        ("2d1", "2d1", "a die has 2 to 100 sides, not 1", ""),
        ("scrud 0 green v 3", "0", "a number of dice must be 1 to 200, not 0", ""),
        ("scrud 1000 green v 3", "1000", "a number of dice must be 1 to 200, not 1000", ""),
        ("scrud 3 gren v 4", "gren", "has no grade “gren”", "did you mean `green`?"),
        ("scrud 150 green + 150 red v 4", "150 green + 150 red", "a side rolls up to 200 dice, not 300", ""),
        ("scrud artillery blue v 4", "artillery blue", "at least one unit die", ""),
        ("scrud 3 green v 4 phases 0", "0", "a number of phases must be 1 to 99, not 0", ""),
        ("scrud 3 v 4 phases 2 phases 3", "phases", "the number of phases is given twice", "name it once"),
        ("scrud 3 v 4 classic mouat", "mouat", "the rulebook is given twice", "name it once"),
        ("edna 0", "0", "an EDNA must be 1 to 200, not 0", ""),
        ("0x edna 8", "0x", "a roll can be repeated 1 to 100 times", ""),
        ("test 7+", "7+", "it can't be tested for 7+", "of 1 to 6"),
        ("pass-one 0d 4+", "0d", "a test takes 1 to 20 dice, not 0", ""),
        ("volley 0 at infantry", "0", "a number of dice must be 1 to 60, not 0", ""),
        ("volley 6 at cavalri", "cavalri", "there is no target “cavalri”", "did you mean cavalry?"),
        ("volley 6 at infantry in cover in cover", "in", "unexpected", ""),
    ];
    for (text, at, says, hint) in table {
        let error = notation::parse_roll(text, &mouat(), &Shipped).expect_err(text);
        assert!(error.reason.contains(says), "{text}: {}", error.reason);
        assert!(
            text[error.at.start..].starts_with(at) || text[..error.at.start].ends_with(at),
            "{text}: {:?}",
            error.at
        );
        assert!(error.hint.clone().unwrap_or_default().contains(hint), "{text}: {:?}", error.hint);
    }
}

/// Wilson's score interval, with values of his formula worked by hand to four decimal places.
#[test]
fn few_trials_have_wide_bounds() {
    let rows = [
        (0, 0, (0.0, 1.0)),
        (0, 3, (0.0, 0.5615)),
        (3, 3, (0.4385, 1.0)),
        (0, 10, (0.0, 0.2775)),
        (5, 10, (0.2366, 0.7634)),
        (1, 100, (0.0018, 0.0545)),
    ];
    for (came_up, trials, (low, high)) in rows {
        let bounds = wardiary_odds::odds::simulate::wilson(came_up, trials);
        assert!((bounds.0 - low).abs() < 5e-5 && (bounds.1 - high).abs() < 5e-5, "{came_up} of {trials}: {bounds:?}");
    }
}

/// A roll is called good if it is better than most. The arguments are percentages.
#[test]
fn a_roll_is_called_good_where_it_is_better_than_most() {
    let said = |worse: u32, same: u32, better: u32| {
        let [worse, same, better] = [worse, same, better].map(|share| f64::from(share) / 100.0);
        Rank { worse, equal: same, better }.describe_for_players()
    };
    assert_eq!(said(90, 3, 7), "a lucky roll: only 10 of 100 are as good or better");
    assert_eq!(said(70, 10, 20), "a good roll: 20 of 100 are better");
    assert_eq!(said(20, 10, 70), "a poor roll: 20 of 100 are worse");
    assert_eq!(said(40, 20, 40), "an ordinary roll: 40 of 100 are better, 40 of 100 worse");
    assert_eq!(said(0, 60, 40), "worst possible result: 60 of 100 are as bad");
    // Nearly all results are equal: a few better ones don't make the roll good, and a few worse ones don't make it
    // poor.
    assert_eq!(said(8, 85, 7), "an ordinary roll: 7 of 100 are better, 8 of 100 worse");
    assert_eq!(said(36, 58, 6), "an ordinary roll: 6 of 100 are better, 36 of 100 worse");
    assert_eq!(said(6, 58, 36), "an ordinary roll: 36 of 100 are better, 6 of 100 worse");
}
