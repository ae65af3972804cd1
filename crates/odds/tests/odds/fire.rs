//! Dice tests and volleys: the tables of the sources and of an independent reference, for every result of the dice.

use std::collections::BTreeMap;
use wardiary_base::{
    book::{DiceTest, Passing, Rulebook, RulebookDraft, Target},
    dice::{DiceRoll, Origin},
    document,
};
use wardiary_harness_rules::shipped::{self, Shipped};
use wardiary_harness_rules::table::{Row, faces, rows};
use wardiary_odds::odds::{Case, Effort, Method, Monitor, Question, answer, enumerate::enumerate};
use wardiary_rules::{
    notation::{self, refusal::describe_roll, roll_text},
    rules::{
        Outcome, Roll, Step,
        dice_test::{self, RollOrder, TestRoll},
        resolve_roll,
        volley::hits,
    },
};

/// `13/18` or `1`, as numerator and denominator.
fn fraction(text: &str) -> (u64, u64) {
    let (part, whole) = text.split_once('/').unwrap_or((text, "1"));
    (part.parse().expect("a numerator"), whole.parse().expect("a denominator"))
}

fn is_share(part: u64, all: u64, share: &str) -> bool {
    let (numerator, denominator) = fraction(share);
    u128::from(part) * u128::from(denominator) == u128::from(numerator) * u128::from(all)
}

fn book(patch: &str) -> Rulebook {
    let base = Rulebook::default_rules();
    let draft: RulebookDraft =
        if patch.is_empty() { RulebookDraft::default() } else { document::read(patch).expect(patch) };
    draft.check(&base).expect("a patch makes a book")
}

/// Every result of some D6, independent of their order: one list of faces for each, and its frequency.
fn every_fall(dice: u8) -> Vec<(Vec<u8>, u64)> {
    fn go(face: u8, left: u8, ways: u64, faces: &[u8], all: &mut Vec<(Vec<u8>, u64)>) {
        if face == 6 {
            return all.push(([faces, &vec![6; left.into()]].concat(), ways));
        }
        for many in 0..=left {
            // The number of ways to choose which of the remaining dice show this face.
            let choose = (0..u64::from(many)).fold(1, |ways, k| ways * (u64::from(left) - k) / (k + 1));
            go(face + 1, left - many, ways * choose, &[faces, &vec![face; many.into()]].concat(), all);
        }
    }
    let mut all = Vec::new();
    go(1, dice, 1, &[], &mut all);
    assert_eq!(all.iter().map(|(_, ways)| ways).sum::<u64>(), 6u64.pow(dice.into()));
    all
}

#[test]
fn volleys_by_all_falls_of_the_dice() {
    let book = book("");
    let mut told: BTreeMap<(u8, String, bool), u64> = BTreeMap::new();
    for row in rows(include_str!("../../../../tests/golden/volley.csv")) {
        let at = format!("tests/golden/volley.csv:{}", row.line);
        let dice = u8::try_from(row.number("dice")).expect("a few");
        let (name, cover) = (row.get("target").replace('_', " "), row.get("where") == "cover");
        let class = book.target(&name).unwrap_or_else(|| book.target_of(&name));
        let wanted = row.number("hits");
        let falls = every_fall(dice);
        let found = falls.iter().filter(|(faces, _)| hits(&book.volley, class, cover, faces) == wanted);
        let found: u64 = found.map(|(_, ways)| ways).sum();
        let all = 6u64.pow(dice.into());
        assert!(is_share(found, all, row.get("p")), "{at}: {found}/{all}, not {}", row.get("p"));
        *told.entry((dice, name, cover)).or_default() += found;
    }
    // The table lacks no result, because its frequencies add up to all results.
    for ((dice, name, cover), found) in told {
        assert_eq!(found, 6u64.pow(dice.into()), "{dice} dice at {name}, cover: {cover}");
    }
}

#[test]
fn the_exact_odds_of_the_rules() {
    // RULES 4.5: six dice against infantry, to six decimal places; eight kill a General in the open with probability
    // 75497/559872.
    let book = book("");
    let infantry = book.target("infantry").expect("a class");
    let chance = |cover: bool, wanted: u16| {
        let falls = every_fall(6);
        let found = falls.iter().filter(|(f, _)| hits(&book.volley, infantry, cover, f) == wanted);
        found.map(|(_, ways)| u32::try_from(*ways).expect("a few")).sum::<u32>()
    };
    for (cover, hits, wanted) in [
        (false, 0, 0.335_069),
        (false, 1, 0.517_940),
        (false, 2, 0.143_068),
        (false, 3, 0.003_922),
        (true, 0, 0.527_971),
        (true, 1, 0.472_029),
    ] {
        let found = f64::from(chance(cover, hits)) / f64::from(6u32.pow(6));
        assert!((found - wanted).abs() < 5e-7, "{hits} hits, cover {cover}: {found}");
    }
    let general = book.target("general").expect("a class");
    let killed = every_fall(8).iter().filter(|(f, _)| hits(&book.volley, general, false, f) == 1).map(|(_, w)| w).sum();
    assert!(is_share(killed, 6u64.pow(8), "75497/559872"));
}

/// Answers requests from a list of faces; `None` if there are too few or too many.
fn rolled(book: &Rulebook, text: &str, faces: &[u8]) -> Result<Outcome, String> {
    let roll = notation::parse_roll(text, book, &Shipped).map_err(|e| format!("{text}: {e}"))?;
    let mut faces = faces.iter().copied();
    let mut falls = Vec::new();
    loop {
        match resolve_roll(book, &roll, &falls).map_err(|e| describe_roll(&e, book).reason)? {
            Step::Done(_) if faces.len() > 0 => return Err(format!("{} dice too many", faces.len())),
            Step::Done(outcome) => return Ok(outcome),
            Step::NeedDice(request) => {
                let fallen: Vec<u8> = faces.by_ref().take(request.dice.len()).collect();
                if fallen.len() < request.dice.len() {
                    return Err(format!("{} dice too few", request.dice.len() - fallen.len()));
                }
                falls.push(fall(&request, fallen));
            }
        }
    }
}

fn fall(request: &wardiary_base::dice::Request, faces: Vec<u8>) -> DiceRoll {
    DiceRoll { who: request.dice.iter().map(|d| d.owner).collect(), from: Origin::Table, faces }
}

/// An outcome in the words of `fire.csv`.
fn told(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Volley { at, fired } => {
            let hits = at.iter().zip(&fired.hits).map(|(class, n)| format!("{class} {n}"));
            hits.collect::<Vec<_>>().join(", ")
        }
        Outcome::Tests(thrown) => {
            let results = thrown.results.iter().map(|r| {
                let word = if r.passed { "pass" } else { "fail" };
                r.dice.map_or_else(|| word.to_string(), |dice| format!("{word} {dice}"))
            });
            results.collect::<Vec<_>>().join(", ")
        }
        other => format!("{other:?}"),
    }
}

fn check(row: &Row, found: &str) {
    assert_eq!(found, row.get("result"), "tests/golden/fire.csv:{}: {}", row.line, row.get("comment"));
}

#[test]
fn examples_of_the_source_rules_hold() {
    for row in rows(include_str!("../../../../tests/golden/fire.csv")) {
        let book = book(row.get("settings"));
        let found = rolled(&book, row.get("roll"), &faces(row.get("faces")));
        check(&row, &found.map_or_else(|e| e, |outcome| told(&outcome)));
    }
}

fn test_of(row: &Row) -> DiceTest {
    let (digits, plus) = row.get("target").split_at(1);
    let face = digits.parse().expect("a face");
    let needs = if plus == "+" { Target::AtLeast(face) } else { Target::AtMost(face) };
    let pass = if row.get("kind") == "pass-one" { Passing::One } else { Passing::All };
    DiceTest { dice: u8::try_from(row.number("dice")).expect("a few"), needs, pass }
}

#[test]
fn tests_by_all_falls_of_the_dice() {
    let table = rows(include_str!("../../../../tests/golden/tests.csv"));
    assert_eq!(table.len(), 96, "the table is whole");
    for row in table {
        let test = test_of(&row);
        let falls = every_fall(test.dice);
        let all = 6u64.pow(test.dice.into());
        // The remainder of a parallel throw does not depend on the order of its dice.
        let series =
            falls.iter().filter(|(f, _)| dice_test::evaluate_series(&test, f).passed).map(|(_, ways)| ways).sum();
        let parallel = falls
            .iter()
            .filter(|(f, _)| dice_test::evaluate_parallel(&test, f) == Some(true))
            .map(|(_, ways)| ways)
            .sum();
        for (way, found) in [("series", series), ("parallel", parallel)] {
            let at = format!("tests/golden/tests.csv:{}: in {way}", row.line);
            assert!(is_share(found, all, row.get("p_pass")), "{at}: {found}/{all}");
        }
    }
}

/// The frequency of each number of passed tests among 6 to the power of `depth` results, through every request of the
/// rules.
fn passed_of(book: &Rulebook, roll: &Roll, falls: &mut Vec<DiceRoll>, depth: u32, count: &mut BTreeMap<usize, u64>) {
    match resolve_roll(book, roll, falls).expect("the dice fit") {
        Step::Done(Outcome::Tests(thrown)) => *count.entry(thrown.passed()).or_default() += 6u64.pow(depth),
        Step::Done(other) => panic!("{other:?}"),
        Step::NeedDice(request) => {
            let dice = u32::try_from(request.dice.len()).expect("a few");
            for number in 0..6u32.pow(dice) {
                let faces = (0..dice).map(|i| u8::try_from(number / 6u32.pow(i) % 6).expect("below 6") + 1).collect();
                falls.push(fall(&request, faces));
                passed_of(book, roll, falls, depth - dice, count);
                falls.pop();
            }
        }
    }
}

#[test]
fn series_and_parallel_have_the_same_distribution() {
    have_the_same_distribution(&[(1, 1, 4), (1, 3, 2), (2, 2, 4), (2, 2, 1), (3, 1, 5), (4, 1, 3)]);
}

#[test]
#[ignore = "long: `cargo test --release -- --ignored`"]
fn series_and_parallel_of_six_dice_have_the_same_distribution() {
    have_the_same_distribution(&[(3, 2, 4)]);
}

fn have_the_same_distribution(tests: &[(u8, u8, u8)]) {
    // RULES 3: “Both give the same chances (test this as a property)”, by every result of every requested die.
    let book = book("");
    for (times, dice, face) in tests.iter().copied() {
        for pass in [Passing::One, Passing::All] {
            let test = DiceTest { dice, needs: Target::AtMost(face), pass };
            let [series, parallel] = [RollOrder::Series, RollOrder::Parallel].map(|way| {
                let mut count = BTreeMap::new();
                let roll = Roll::Test(TestRoll { times, test, roll_order: way });
                let all = u32::from(times) * u32::from(dice);
                passed_of(&book, &roll, &mut Vec::new(), all, &mut count);
                assert_eq!(count.values().sum::<u64>(), 6u64.pow(all), "{}", roll_text(&roll, &book));
                count
            });
            assert_eq!(series, parallel, "{times}x {test}");
        }
    }
}

#[test]
fn three_leadership_tests() {
    // RULES 3, worked: 3 tests, Pass-One, 2 dice, 4-: each passes 8/9 of the time; 3 dice, and at most two rounds.
    let book = book("");
    let test = DiceTest { dice: 2, needs: Target::AtMost(4), pass: Passing::One };
    let roll = Roll::Test(TestRoll { times: 3, test, roll_order: RollOrder::Parallel });
    let mut count = BTreeMap::new();
    passed_of(&book, &roll, &mut Vec::new(), 6, &mut count);
    for (passed, share) in [(0, "1/729"), (1, "24/729"), (2, "192/729"), (3, "512/729")] {
        assert!(is_share(count[&passed], 6u64.pow(6), share), "{passed} pass");
    }
}

#[test]
fn rolls_read_back() {
    let book = book("");
    for (text, canonical) in [
        ("test 4+", "test 4+"),
        ("TEST 4 +", "test 4+"),
        ("3x test 4-", "3x test 4-"),
        ("3x test 4− in parallel", "3x test 4- in parallel"),
        ("pass-one 2d 4-", "pass-one 2d 4-"),
        ("pass-one 1d 6+", "test 6+"),
        ("pass-all 1d6 6+ in series", "pass-all 1d 6+"),
        ("3x pass-all 2d 4- in parallel", "3x pass-all 2d 4- in parallel"),
        ("volley 6 at infantry", "volley 6 at infantry"),
        ("volley rifles range 2 at artillery in cover", "volley rifles range 2 at artillery in cover"),
        ("volley 8 at infantry + general", "volley 8 at infantry + general"),
        ("volley musk at machine gun", "volley muskets range 1 at artillery"),
        ("volley rifled heavy artillery range 9 at transport", "volley \"rifled heavy artillery\" range 9 at cavalry"),
    ] {
        let roll = notation::parse_roll(text, &book, &Shipped).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(roll_text(&roll, &book), canonical);
        assert_eq!(notation::parse_roll(canonical, &book, &Shipped), Ok(roll), "{canonical}");
    }
}

#[test]
fn a_bare_roll_of_tests_follows_its_rulebook_with_nobody_objecting() {
    // RULES 3: rules with bonuses for passed dice require series. If a side may object, nobody does.
    let text = "3x pass-one 2d 4- in parallel";
    let objected = book("(tests: (parallel: Objected))");
    let roll = notation::parse_roll(text, &objected, &Shipped).expect("nobody objects");
    assert!(matches!(resolve_roll(&objected, &roll, &[]), Ok(Step::NeedDice(_))));
    let bonuses = book("(tests: (bonuses: true))");
    let error = notation::parse_roll(text, &bonuses, &Shipped).expect_err("bonuses are counted");
    assert!(error.reason.contains("earn bonuses"), "{error}");
    assert!(resolve_roll(&bonuses, &roll, &[]).is_err(), "nor do the rules carry it out");
    assert!(notation::parse_roll("3x pass-one 2d 4-", &bonuses, &Shipped).is_ok(), "in series they are");
}

#[test]
fn refuses_senseless_input_with_its_position() {
    let book = book("");
    for (text, at, says, hint) in [
        ("test 7+", "7+", "a D6 shows 1 to 6", "4+"),
        ("test 0-", "0-", "a D6 shows 1 to 6", "4-"),
        ("test 4", "4", "4+ or 4-", "4+"),
        ("3x test 300-", "300-", "300-", "4-"),
        ("pass-one 0d 4-", "0d", "1 to 20 dice, not 0", "2d"),
        ("pass-all 21d 4-", "21d", "1 to 20 dice, not 21", "2d"),
        ("pass-all 2d 7+", "7+", "it can't be tested for 7+", "4+"),
        ("3x test 4+ in paralel", "paralel", "parallel", "parallel"),
        ("0x test 4+", "0x", "1 to 100", ""),
        ("volley 0 at infantry", "0", "1 to 60", ""),
        ("volley 61 at infantry", "61", "1 to 60", ""),
        ("volley rifles range 4 at infantry", "rifles", "range 4", "the maximum range is 3"),
        ("volley riffles at infantry", "riffles", "no weapon", "rifles"),
        ("volley rifled at infantry", "rifled", "matches 3 names", "rifled heavy artillery"),
        ("volley 6 at infntry", "infntry", "no target", "infantry"),
        ("volley 6 at infantry + infantry", "infantry", "twice", "once"),
        ("volley 6", "", "`at`", ""),
    ] {
        let error = notation::parse_roll(text, &book, &Shipped).expect_err(text);
        assert_eq!(&text[error.at.clone()], at, "{text}: {error}");
        assert!(error.reason.contains(says), "{text}: {error}");
        assert!(error.hint.as_deref().unwrap_or_default().contains(hint), "{text}: {:?}", error.hint);
    }
}

#[test]
fn a_wrong_rulebook_is_refused_at_its_place() {
    for (text, line, column, says) in [
        (
            "(name: \"x\", title: \"x\", troops: [(name: \"a\", strength: 1, tests: [(name: \"L\", needs: AtMost(7))])])",
            1,
            79,
            "7- is not a valid test",
        ),
        (
            "(name: \"x\", title: \"x\", troops: [(name: \"a\", strength: 1, tests: [(name: \"L\", dice: 0, needs: AtMost(4))])])",
            1,
            78,
            "not 0",
        ),
        ("(name: \"x\", title: \"x\",\n weapons: [(name: \"w\", dice: [])])", 2, 0, "must reach 1 to 100 areas, not 0"),
        (
            "(name: \"x\", title: \"x\",\n weapons: [(name: \"w\", dice: [4, 0])])",
            2,
            0,
            "must roll 1 to 60 dice, not 0",
        ),
        ("(name: \"x\", title: \"x\",\n targets: [(name: \"t\", faces: [])])", 2, 0, "no roll ever hits this class"),
        ("(name: \"x\", title: \"x\",\n targets: [(name: \"t\", faces: [7])])", 2, 0, "no face 7"),
        (
            "(name: \"x\", title: \"x\",\n troops: [(name: \"a\", strength: 1, weapons: [\"riffles\"])])",
            2,
            0,
            "no weapon “riffles”",
        ),
        (
            "(name: \"x\", title: \"x\",\n troops: [(name: \"a\", strength: 1, target: \"cavalri\")])",
            2,
            0,
            "no target class",
        ),
        ("(name: \"x\", title: \"x\",\n volley: (general_dice: 21))", 2, 0, "0 to 20"),
        ("(name: \"x\", title: \"x\",\n volley: (genral_dice: 2))", 2, 0, "genral_dice"),
    ] {
        let problems = shipped::read_rulebook(text).expect_err(text);
        let found = problems.iter().find(|p| p.reason.contains(says)).unwrap_or_else(|| panic!("{text}: {problems:?}"));
        let place = found.position.unwrap_or_else(|| panic!("{text}: no place"));
        assert_eq!(place.line, line, "{text}: {found}");
        assert!(column == 0 || place.column.abs_diff(column) <= 8, "{text}: {place}");
    }
}

/// The exact odds of a roll, faster than by enumeration.
fn odds_of(book: &Rulebook, text: &str) -> wardiary_odds::odds::Distribution<Case> {
    let question = Question::from_roll(notation::parse_roll(text, book, &Shipped).expect(text));
    let answer = answer(book, &question, &Effort::BATCH, Monitor::none()).expect("nobody breaks it off");
    assert_eq!(answer.method, Method::Exact, "{text}");
    answer.cases
}

#[test]
fn odds_are_those_of_the_tables() {
    let book = book("");
    let near = |found: f64, share: &str, at: &str| {
        let (part, whole) = fraction(share);
        #[allow(clippy::cast_precision_loss, reason = "below 2^53")]
        let wanted = part as f64 / whole as f64;
        assert!((found - wanted).abs() < 1e-12, "{at}: {found}, not {share}");
    };
    for row in rows(include_str!("../../../../tests/golden/volley.csv")) {
        let cover = if row.get("where") == "cover" { " in cover" } else { "" };
        let text = format!("volley {} at {}{cover}", row.get("dice"), row.get("target").replace('_', " "));
        let found = odds_of(&book, &text).probability(&Case::Volley { hits: vec![row.number("hits")] });
        near(found, row.get("p"), &format!("tests/golden/volley.csv:{}", row.line));
    }
    for row in rows(include_str!("../../../../tests/golden/tests.csv")) {
        let test = format!("{} {}d {}", row.get("kind"), row.get("dice"), row.get("target"));
        for text in [test.clone(), format!("{test} in parallel")] {
            let found = odds_of(&book, &text).probability(&Case::Tests { passed: 1 });
            near(found, row.get("p_pass"), &format!("tests/golden/tests.csv:{}", row.line));
        }
    }
}

#[test]
fn odds_are_what_enumeration_finds() {
    are_what_enumeration_finds(&[
        ("", "2x pass-one 2d 4- in parallel"),
        ("", "2x pass-all 2d 5+"),
        ("", "volley 4 at infantry + general in cover"),
        ("(volley: (general_hit: D6))", "volley 4 at infantry + general"),
        ("(volley: (other_double: OtherFace, hits: AtMostOne))", "volley rifles at cavalry + artillery in cover"),
    ]);
}

#[test]
#[ignore = "long: `cargo test --release -- --ignored`"]
fn odds_of_six_dice_are_what_enumeration_finds() {
    are_what_enumeration_finds(&[
        ("", "3x pass-one 2d 4- in parallel"),
        ("", "volley 6 at infantry + general in cover"),
        ("(volley: (general_hit: D6))", "volley 5 at infantry + general"),
    ]);
}

fn are_what_enumeration_finds(rolls: &[(&str, &str)]) {
    for (patch, text) in rolls.iter().copied() {
        let book = book(patch);
        let roll = notation::parse_roll(text, &book, &Shipped).expect(text);
        let ways = enumerate(&book, &roll, false, 2_000_000, Monitor::none()).expect("it is small");
        let (slow, fast) = (ways.distribution(), odds_of(&book, text));
        assert_eq!(slow.len(), fast.len(), "{text}");
        for (case, p) in slow.iter() {
            assert!((p - fast.probability(case)).abs() < 1e-12, "{text}: {case:?}");
        }
    }
}
