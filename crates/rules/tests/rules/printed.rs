//! Rolls, and the lists in cells of a roster, are printed so that they read back.

use wardiary_base::{
    book::{NamedTest, Passing, Rulebook, Target},
    text::Text,
};
use wardiary_rules::notation::{
    NamedRules, RulesLibrary, parse_roll, roll_text,
    table_cell::{names_text, parse_names, parse_tests, tests_text},
};

struct NoBooks;

impl RulesLibrary for NoBooks {
    fn find(&self, _: &str) -> Option<NamedRules> {
        None
    }

    fn names(&self) -> Vec<Text> {
        Vec::new()
    }
}

#[test]
fn a_roll_that_is_printed_reads_back() {
    let book = Rulebook::default_rules();
    for text in [
        "2d6",
        "3d10+1",
        "3d4-2",
        "edna 8",
        "3x edna 10 with 2d8",
        "initiative",
        "scrud 4 green v 8 yellow",
        "scrud 4 green bonus 1 v 8 yellow",
        "scrud 4 green v 8 yellow penalty 128 phases 3",
        "scrud 2 green + artillery blue bonus 9 v 1 yellow bonus 127",
    ] {
        let rolled = parse_roll(text, &book, &NoBooks).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(roll_text(&rolled, &book), text);
    }
}

#[test]
fn bonus_dice_that_no_side_can_have_are_refused() {
    let book = Rulebook::default_rules();
    for (text, at, says) in [
        ("scrud bonus 1 v 8 yellow", 6, "expected"),
        ("scrud 4 green bonus v 8 yellow", 20, "expected a number of dice"),
        ("scrud 4 green bonus 128 v 8 yellow", 20, "a number of dice must be 0 to 127, not 128"),
        ("scrud 4 green bonus 1 + 2 red v 8 yellow", 22, "expected `v`"),
        ("scrud 4 green penalty 1 bonus 1 v 8 yellow", 24, "expected `v`"),
        ("scrud 190 green bonus 11 v 8 yellow", 6, "a side rolls up to 200 dice, not 201"),
    ] {
        let error = parse_roll(text, &book, &NoBooks).expect_err(text);
        assert!(error.reason.starts_with(says), "{text}: {}", error.reason);
        assert_eq!(error.at.start, at, "{text}");
    }
}

#[test]
fn a_cell_that_is_written_reads_back() {
    let strange =
        ["rifles", "hand-held weapons", "6\" howitzer", "a, b", " x", "pass-all", "4+ x", "\\", "12 pounder", "2d6"];
    let all: Vec<Text> = strange.map(Text::from).into();
    assert_eq!(parse_names(&names_text(&all)), Ok(all.clone()));
    let test = |name: Text| NamedTest { name, dice: 2, needs: Target::AtMost(4), pass: Passing::All };
    let carried: Vec<NamedTest> = all.into_iter().map(test).collect();
    assert_eq!(parse_tests(&tests_text(&carried)), Ok(carried));
    assert_eq!(parse_names(""), Ok(Vec::new()));
    assert!(parse_names("a, , b").is_err() && parse_names("a,").is_err() && parse_tests("Nerve 4+").is_err());
}
