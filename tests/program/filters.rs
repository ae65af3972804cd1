//! Filters of `log` and of reports, and the messages when nothing matches.

use crate::harness::call::Home;
use std::{collections::BTreeSet, fs};

fn sample(home: &Home, name: &str) {
    let path = format!("{}/saves/{name}.ron", env!("CARGO_MANIFEST_DIR"));
    fs::copy(path, home.path(&format!("{name}.ron"))).expect("the folder can be written");
}

fn entries(home: &Home, save: &str, filter: &str) -> BTreeSet<u64> {
    let found = home.run(&["log", save, filter, "--all", "--json"]).done().json();
    found.as_array().expect("a list").iter().filter_map(|entry| entry["entry"].as_u64()).collect()
}

#[test]
fn a_stack_is_found_by_what_its_units_did() {
    let home = Home::new();
    ["tannenberg", "orla"].into_iter().for_each(|name| sample(&home, name));
    let corps = entries(&home, "tannenberg.ron", "stack \"XX Corps\"");
    assert!(corps.is_superset(&BTreeSet::from([4, 6, 8])), "{corps:?}");
    let column = entries(&home, "orla.ron", "stack \"Column Verany\"");
    let named = entries(&home, "orla.ron", "text \"Column Verany\" not kind note");
    assert!(named.len() > 8, "{named:?}");
    assert_eq!(named.difference(&column).collect::<Vec<_>>(), Vec::<&u64>::new(), "what names it");
    assert!(column.len() < entries(&home, "orla.ron", "").len() / 2, "and not what concerns others: {column:?}");
}

/// A side's orders are those that only it may give, and those that it wrote, with the referee's answer.
#[test]
fn the_orders_of_a_side_are_found() {
    let home = Home::new();
    home.tannenberg("t");
    let orders = [
        "initiative",
        "first Germans",
        "edna \"73rd Brigade\" for \"hold\"",
        "orders Russians \"edna \\\"1st Rifle Brigade\\\"\"",
        "grant 1",
        "promote \"73rd Brigade\" 1 because \"rested\"",
        "note fog",
    ];
    home.run(&[&["do", "t.ron", "--dice", "5,3,3,4,3,4"], &orders[..]].concat()).done();
    assert_eq!(entries(&home, "t.ron", "by Germans"), BTreeSet::from([2, 3]));
    assert_eq!(entries(&home, "t.ron", "by Russians"), BTreeSet::from([4, 5]));
    assert_eq!(entries(&home, "t.ron", "by Russians not kind grant"), BTreeSet::from([4]));
    let said = home.run(&["log", "t.ron", "by Germans kind note"]).done().err;
    assert!(said.contains("`by Germans` would show 2 entries"), "{said}");
}

/// A fork is an entry with several continuations, as on the Review screen.
#[test]
fn forks_are_where_several_ways_go_on() {
    let home = Home::new();
    home.tannenberg("t");
    home.run(&["do", "t.ron", "note a", "note b", "undo", "note c", "note d", "undo 2", "note e"]).done();
    assert_eq!(entries(&home, "t.ron", "fork"), BTreeSet::from([1]));
}

#[test]
fn filter_suggestions_drop_conditions() {
    let home = Home::new();
    sample(&home, "tannenberg");
    for (filter, near) in [
        ("dice program", "`dice` would show 4 entries"),
        ("dice program kind scrud", "`dice kind scrud` would show 3 entries"),
        ("turn 9", "`turn 2` would show"),
        ("text Samsonof", "`text \"samsonov\"` would show 1 entry"),
        ("text \"rifel brigade\" kind scrud", "`text \"rifle brigade\" kind scrud` would show 2 entries"),
    ] {
        let said = home.run(&["log", "tannenberg.ron", filter]).done().err;
        assert!(said.contains(near), "{filter}: {said}");
    }
}

/// When no roll is lucky enough, the message names the luckiest and its odds.
#[test]
fn the_luckiest_roll_is_named_if_none_is_lucky() {
    let home = Home::new();
    sample(&home, "wadi");
    for (filter, said) in [
        ("lucky", "the luckiest roll is in entry "),
        ("unlucky for Column", "the unluckiest roll is in entry "),
        ("lucky for Emirate", " of 100 rolls are at least as good: `entry "),
        ("text zzyzx", "there are no entries with “zzyzx” or a similar word among them"),
        ("turn 2 text zzyzx", "`turn 2` would show "),
    ] {
        let told = home.run(&["log", "wadi.ron", filter]).done().err;
        assert!(told.contains(said) && !told.contains("nothing comes near"), "{filter}: {told}");
    }
}

/// A report without content says why, in the page itself.
#[test]
fn a_report_that_tells_nothing_says_why() {
    let home = Home::new();
    sample(&home, "tannenberg");
    for format in ["md", "txt", "html"] {
        home.run(&["report", "tannenberg.ron", "turn 9", "--format", format])
            .failed(1, &[" matches the filter; ", "turn 2"]);
    }
    home.run(&["new", "tannenberg", "empty.ron", "--no-open"]).done();
    assert!(home.run(&["report", "empty.ron"]).done().out.contains("The diary is still empty."));
}

#[test]
fn a_battle_that_is_not_there_is_wrong_usage_and_those_that_are_are_named() {
    let home = Home::new();
    sample(&home, "tannenberg");
    for command in ["luck", "report"] {
        home.run(&[command, "tannenberg.ron", "--battle", "Nix"]).failed(2, &["Nix", "“First day”"]);
    }
}

/// A part of a name finds everything with that part. If the diary has nothing of a kind at all, the message says so.
#[test]
fn names_are_found_by_a_word_and_what_is_not_there_is_said() {
    let home = Home::new();
    ["tannenberg", "orla", "ridge"].into_iter().for_each(|name| sample(&home, name));
    let battle = home.run(&["log", "orla.ron", "battle Brod"]).done().out;
    assert_eq!(battle, home.run(&["log", "orla.ron", "battle \"Battle of Brod\""]).done().out);
    assert!(home.run(&["log", "orla.ron", "unit Jager"]).done().out.contains("2nd Jägers"));
    home.run(&["log", "orla.ron", "battle Brot"]).failed(2, &["no battle called “Brot”"]);
    for (filter, none) in [
        ("fork", "there are no forks among them"),
        ("marked !!", "there are no remarks with the mark !! among them"),
        ("fork marked", "there are no forks and no remarks among them"),
    ] {
        let said = home.run(&["log", "ridge.ron", filter]).done().err;
        assert!(said.contains(none) && !said.contains("comes near"), "{filter}: {said}");
    }
}

/// An entry edited by hand, whose dice do not produce its events, gets no odds.
#[test]
fn entries_changed_by_hand_have_no_odds() {
    let home = Home::new();
    sample(&home, "tannenberg");
    let log = |save: &str| home.run(&["log", save, "entry 8"]).done().out;
    assert!(log("tannenberg.ron").contains("of 100 are"), "{}", log("tannenberg.ron"));
    let whole = home.read("tannenberg.ron");
    let at = whole.rfind("defeats: (").or_else(|| whole.rfind("defeats:")).expect("a phase");
    let digit = at + whole[at..].find(|c: char| c.is_ascii_digit()).expect("a number");
    let mut changed = whole.clone();
    changed.replace_range(digit..=digit, if &whole[digit..=digit] == "3" { "4" } else { "3" });
    home.file("hand.ron", changed);
    let told = log("hand.ron");
    assert!(!told.contains("of 100 are"), "{told}");
}
