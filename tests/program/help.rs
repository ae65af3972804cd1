//! `wardiary help` explains commands and orders; `wardiary rules` prints ladders.

use crate::harness::{
    call::{Home, as_str},
    session::Session,
};
use std::collections::BTreeSet;
#[cfg(unix)]
use std::fs;
use wardiary_rules::order::ORDER_FORMS;

#[test]
fn every_order_is_explained() {
    let home = Home::new();
    let all = home.run(&["help", "orders"]).done().out;
    let words: BTreeSet<&str> = ORDER_FORMS.iter().filter_map(|form| form.text.split([' ', ',']).next()).collect();
    for word in words {
        let told = home.run(&["help", word]).done().out;
        for form in ORDER_FORMS.iter().filter(|form| form.text.split([' ', ',']).next() == Some(word)) {
            assert!(all.contains(form.text) && all.contains(form.about), "{}", form.text);
            assert!(told.contains(form.text) && told.contains(form.about), "{word}: {told}");
        }
    }
}

#[test]
fn commands_and_ladders_are_explained() {
    let home = Home::new();
    for (arguments, says) in [
        (&["help"][..], &["Usage: wardiary", "Exit codes"][..]),
        (&["help", "report"], &["Usage: wardiary report"]),
        (&["help", "orders", "import"], &["Usage: wardiary orders import"]),
        (&["help", "extras"], &["scrud.extras", "`OverHalf`, each", "default: BeatLowest"]),
        (&["help", "end", "turn"], &["end turn [in BATTLE]"]),
        (
            &["help", "fog"],
            &["rulebook: Fog of war: sighting in the theatre", "referee: The rulebook: a clock and fog"],
        ),
        (&["help", "rulebook:", "Fog", "of", "war:", "sighting", "in", "the", "theatre"], &["| `memory` |"]),
        (&["help", "sight"], &["`sight: (…)`", "`wardiary help rulebook` prints the whole page"]),
        (&["help", "dice-sizes"], &["| elite | d10 | +0 |"]),
        (&["help", "percentile"], &["## Luck"]),
        (&["help", "json"], &["## JSON"]),
        (&["help", "musters"], &["# Scenarios and musters"]),
        (&["help", "merging"], &["default: Free; without a base Move"]),
        (&["rules", "dice-sizes"], &["elite    d10  +0", "militia  d6   +0"]),
        (&["do", "none.ron", "help", "scrud"], &["scrud FORCE v FORCE"]),
        (&["do", "none.ron", "help"], &["march FORCE to PLACE"]),
    ] {
        let told = home.run(arguments).done().out;
        says.iter().for_each(|says| assert!(told.contains(says), "{arguments:?}: {told}"));
    }
    home.run(&["help", "marhc"])
        .failed(2, &["there is no help on “marhc”", "did you mean `march`?", "pages: commands"]);
}

/// A key writes a report beside the save, by the function of `wardiary report`, and overwrites nothing.
#[test]
#[cfg(unix)]
fn a_key_writes_a_report() {
    let home = Home::new();
    let save = home.tannenberg("first");
    let page = home.path("first.html");
    let mut program = Session::start(&home.path(""), &["open", as_str(&save)], (120, 40));
    program.sees("? help");
    for said in ["the report is in", "exists: choose another name"] {
        program.keys("\u{1b}[17~");
        program.sees("Report as");
        program.sees("first.html");
        program.keys("\r");
        program.sees(said);
        assert!(fs::read_to_string(&page).expect("the page").starts_with("<!DOCTYPE html>"));
    }
    program.keys("q");
    assert_eq!(program.ends(), 0);
}

/// `?` in the program finds the commands of the shell, nested ones too.
#[test]
#[cfg_attr(windows, ignore = "needs a pseudo-terminal")]
fn the_help_in_the_program_has_the_commands_of_the_shell() {
    let home = Home::new();
    let save = home.tannenberg("first");
    let mut program = Session::start(&home.path(""), &["open", as_str(&save)], (120, 40));
    program.sees("? help");
    program.keys("?import");
    program.sees("wardiary orders import");
    // Above it is the key that imports orders on the Campaign screen.
    program.keys("\u{1b}[B");
    program.sees("▌ wardiary orders import");
    program.keys("\r");
    program.sees("that is typed in the shell");
    // Words of the pages too, and Enter shows the section.
    program.keys(&"\u{7f}".repeat("import".len()));
    program.keys("dice-sizes");
    program.sees("Pages that mention it");
    program.keys("\r");
    program.sees("without a grade of its own a unit is average");
    program.keys(&"\u{7f}".repeat("dice-sizes".len()));
    program.keys("plughxyzzy");
    program.sees("Try one word");
    program.keys("\u{3}");
    program.until("the help closed", |program| !program.text().contains("plughxyzzy"));
    program.keys("q");
    assert_eq!(program.ends(), 0);
}
