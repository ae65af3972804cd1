//! Dice as players write them: what is read, what it comes to, and its exact odds beside every possible roll.

use proptest::prelude::*;
use wardiary_base::{
    book::Rulebook,
    dice::{Dice, DiceFormula, DiceTerm, Die, TermCount},
};
use wardiary_harness_rules::shipped::Shipped;
use wardiary_odds::odds::{Case, Monitor, Question, enumerate::enumerate, exact};
use wardiary_rules::{
    notation::{parse_roll, roll_text},
    rules::Roll,
};

fn read(text: &str) -> Result<Roll, String> {
    let error = |error: wardiary_rules::notation::NotationError| {
        format!("{error}; {}", error.hint.as_deref().unwrap_or_default())
    };
    parse_roll(text, &Rulebook::default_rules(), &Shipped).map_err(error)
}

/// A notation, how it is printed, and the number of rolls of each total.
type Row = (&'static str, &'static str, &'static [(i32, u128)]);

#[test]
fn each_notation_comes_to_what_its_dice_say() {
    let table: &[Row] = &[
        ("2d4", "2d4", &[(2, 1), (3, 2), (4, 3), (5, 4), (6, 3), (7, 2), (8, 1)]),
        ("d4+d2-1", "1d4+1d2-1", &[(1, 1), (2, 2), (3, 2), (4, 2), (5, 1)]),
        ("9+d2", "1d2+9", &[(10, 1), (11, 1)]),
        ("d2+1+1", "1d2+2", &[(3, 1), (4, 1)]),
        ("2W2", "2d2", &[(2, 1), (3, 2), (4, 1)]),
        ("w2-1", "1d2-1", &[(0, 1), (1, 1)]),
        ("3d2kh1", "3d2kh1", &[(1, 1), (2, 7)]),
        ("3d2k1", "3d2kh1", &[(1, 1), (2, 7)]),
        ("3d2kl2", "3d2kl2", &[(2, 4), (3, 3), (4, 1)]),
        ("3d2d1", "3d2kh2", &[(2, 1), (3, 3), (4, 4)]),
        ("3d2-L", "3d2kh2", &[(2, 1), (3, 3), (4, 4)]),
        ("3d2dh1", "3d2kl2", &[(2, 4), (3, 3), (4, 1)]),
        ("d2 advantage", "2d2kh1", &[(1, 1), (2, 3)]),
        ("d2 disadvantage", "2d2kl1", &[(1, 3), (2, 1)]),
        ("3d3>=2", "3d3>=2", &[(0, 1), (1, 6), (2, 12), (3, 8)]),
        ("3d3>1", "3d3>=2", &[(0, 1), (1, 6), (2, 12), (3, 8)]),
        ("2d3<=1", "2d3<=1", &[(0, 4), (1, 4), (2, 1)]),
        ("2d3kh1-1", "2d3kh1-1", &[(0, 1), (1, 3), (2, 5)]),
    ];
    let book = Rulebook::default_rules();
    for (text, printed, ways) in table {
        let roll = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(roll_text(&roll, &book), *printed, "{text}");
        assert_eq!(read(printed).as_ref(), Ok(&roll), "{text}");
        let counts = enumerate(&book, &roll, false, 1 << 20, Monitor::none()).expect("a few rolls");
        let found: Vec<(i32, u128)> = counts.cases.iter().map(|(case, n)| (total(case), *n)).collect();
        assert_eq!(found, *ways, "{text}");
        assert_exact(&roll);
    }
}

#[test]
fn d66_and_percent_are_the_dice_that_players_mean() {
    let all: Vec<i32> = totals(&read("d66").expect("d66")).into_iter().map(|(total, _)| total).collect();
    let wanted: Vec<i32> = (1..=6).flat_map(|tens| (1..=6).map(move |ones| 10 * tens + ones)).collect();
    assert_eq!(all, wanted);
    assert_exact(&read("d66+1").expect("d66"));
    assert_eq!(read("d%"), read("d100"));
    assert_eq!(roll_text(&read("D66").expect("d66"), &Rulebook::default_rules()), "d66");
}

#[test]
fn exploding_dice_are_followed_to_a_tail_that_does_not_count() {
    let roll = read("2d6!").expect("dice");
    let chances = totals(&roll);
    let mean: f64 = chances.iter().map(|(total, chance)| f64::from(*total) * chance).sum();
    assert!((mean - 2.0 * 3.5 * 6.0 / 5.0).abs() < 1e-9, "{mean}");
    let all: f64 = chances.iter().map(|(_, chance)| chance).sum();
    assert!((all - 1.0).abs() < 1e-12, "{all}");
    let one = totals(&read("d6!").expect("a die"));
    let of = |wanted: i32| one.iter().find(|(total, _)| *total == wanted).map_or(0.0, |(_, chance)| *chance);
    for (total, chance) in [(5, 1.0 / 6.0), (6, 0.0), (7, 1.0 / 36.0), (12, 0.0), (13, 1.0 / 216.0)] {
        assert!((of(total) - chance).abs() < 1e-15, "{total}: {}", of(total));
    }
}

#[test]
fn dice_that_can_not_be_rolled_say_what_to_write_instead() {
    for (text, says) in [
        ("2d66", "d66 is two dice, read as tens and ones; write `2x d66`"),
        (
            "4d6kh5",
            "at least 1 die and at most 4 can be kept; `4d6kh3` keeps the three highest, `4d6d1` drops the lowest",
        ),
        ("4d6d4", "at least 1 die and at most 3 can be dropped; `4d6d1` drops the lowest"),
        ("d6-L", "a single die can't be dropped; `2d6d1` drops the lowest"),
        ("8d6 >= 5", "unexpected `>=`; write `8d6>=5`; `+` can follow here"),
        ("2 d 6", "no die is rolled; write `2d6`"),
        (
            "2d6 advantage",
            "only a single die has advantage or disadvantage; write `d20 advantage+5`, or `2d6kh1` to keep the higher of two dice",
        ),
        (
            "d20+5 disadvantage",
            "only a single die has advantage or disadvantage; write `d20 advantage+5`, or `2d6kh1` to keep the higher of two dice",
        ),
        ("1d66", "d66 is two dice, read as tens and ones; write `d66`"),
        (
            "d66!",
            "d66 is two dice, read as tens and ones: it can't be kept, counted or exploded; write `d66`, or `2d6kh1` to keep the higher of two dice",
        ),
        (
            "2d6-1d4",
            "`-1d4` has no meaning after 2d6; numbers can be added or subtracted, as in `2d6-1`; dice can be added, as in `2d6+1d4`",
        ),
        ("8d6=6", "`=6` has no meaning after 8d6; write `8d6>=2` or `8d6<=2` to count dice"),
        ("3d6>=7", "a d6 has faces from 1 to 6; "),
        ("101d6", "a roll takes 1 to 100 dice; "),
        ("60d6+60d6", "a roll takes 1 to 100 dice, not 120; "),
        ("d101", "a die has 2 to 100 sides, not 101; "),
        (
            "3x4d6",
            "expected a number of times such as 3x, `edna`, `test`, `pass-one`, `pass-all`, `blow`, `consult`, `volley`, `scrud`, `initiative` or dice such as 2d6, found `3x4d6`; write `3x 4d6`",
        ),
        ("12+3", "no die is rolled; "),
        ("d6+2000", "the number added must be -1000 to 1000; "),
    ] {
        assert_eq!(read(text), Err(says.into()), "{text}");
    }
    let unknown = read("4d6r1").expect_err("no such dice");
    assert!(unknown.starts_with("`r1` has no meaning after 4d6; write `4d6kh1`"), "{unknown}");
}

proptest! {
    #[test]
    fn the_odds_of_any_formula_are_those_of_all_its_rolls(
        terms in prop::collection::vec((1u8..4, 2u8..5, 0u8..6, 1u8..4), 1..3),
        plus in -3i16..4,
    ) {
        let term = |(count, sides, kind, n): (u8, u8, u8, u8)| {
            let count_of = match kind {
                0 => TermCount::Sum,
                1 => TermCount::Highest(n.min(count)),
                2 => TermCount::Lowest(n.min(count)),
                3 => TermCount::AtLeast(n.min(sides)),
                _ => TermCount::AtMost(n.min(sides)),
            };
            match kind {
                5 => DiceTerm { dice: Dice(2, Die::D6), count: TermCount::TensAndOnes },
                _ => DiceTerm { dice: Dice(count, Die::new(sides).expect("a die")), count: count_of },
            }
        };
        let roll = Roll::Sum { times: 1, formula: DiceFormula { terms: terms.into_iter().map(term).collect(), plus } };
        assert_exact(&roll);
        prop_assert_eq!(read(&roll_text(&roll, &Rulebook::default_rules())), Ok(roll.clone()));
        let Roll::Sum { formula, .. } = roll else { unreachable!() };
        prop_assert_eq!(formula.to_string().parse(), Ok(formula.clone()));
        let repeated = Roll::Sum { times: 3, formula };
        prop_assert_eq!(read(&roll_text(&repeated, &Rulebook::default_rules())), Ok(repeated));
    }
}

fn total(case: &Case) -> i32 {
    let Case::Sum { total } = case else { panic!("no total: {case:?}") };
    *total
}

fn totals(roll: &Roll) -> Vec<(i32, f64)> {
    let odds = exact(&Rulebook::default_rules(), &Question::from_roll(roll.clone()), u64::MAX, Monitor::none());
    odds.expect("it is small").iter().map(|(case, chance)| (total(case), chance)).collect()
}

/// Asserts that the exact odds are those of every possible roll.
fn assert_exact(roll: &Roll) {
    let counts = enumerate(&Rulebook::default_rules(), roll, false, 1 << 20, Monitor::none()).expect("a few rolls");
    let slow: Vec<(i32, f64)> = counts.distribution().iter().map(|(case, chance)| (total(case), chance)).collect();
    let fast = totals(roll);
    assert_eq!(fast.len(), slow.len(), "{roll:?}: {fast:?} {slow:?}");
    for ((total, chance), (wanted, exactly)) in fast.into_iter().zip(slow) {
        assert!(total == wanted && (chance - exactly).abs() < 1e-12, "{roll:?}: {total} {chance}, {wanted} {exactly}");
    }
}
