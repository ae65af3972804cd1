//! Aliases: a player's own names for orders, on the order line and with `wardiary do`.

use crate::harness::{call::Home, picture::text, program::Program};
use std::fs;
use wardiary_app::Start;
use wardiary_diary::{
    assets::{self, Folders},
    diary::file::Save,
};

const ALIASES: &str = "(aliases: {\n    \"charge\": \"scrud {1} v {2}\",\n    \"rain\": \"note \\\"rain {1}\\\"\",\n    \"back\": \"undo\",\n})";

fn with_aliases(content: &str) -> Home {
    let home = Home::new();
    fs::create_dir_all(home.path("config")).expect("the folder can be made");
    home.file("config/settings.ron", content);
    home.tannenberg("t");
    home
}

#[test]
fn the_diary_keeps_the_order_that_an_alias_stands_for() {
    let home = with_aliases(ALIASES);
    let line = "Charge \"XX Corps\" \"1st Rifle Brigade\"";
    let done = home.run(&["do", "t.ron", "initiative", "first Germans", line, "rain \"all day\"", "--json"]);
    let done = done.done().json();
    assert_eq!(done[2]["order"], "scrud \"XX Corps\" v \"1st Rifle Brigade\"");
    assert_eq!(done[3]["order"], "note \"rain all day\"");
    let file = home.read("t.ron");
    assert!(!file.to_lowercase().contains("charge") && !file.contains("aliases"), "{file}");
    let back = home.run(&["do", "t.ron", "back"]).done().out;
    assert!(back.contains("4 → 3  back: at entry 3"), "{back}");
    // The save holds the order itself, so it does not depend on the aliases at the time of reading.
    home.file("config/settings.ron", "()");
    let log = home.run(&["log", "t.ron"]).done().out;
    assert!(log.contains("scrud \"XX Corps\" v \"1st Rifle Brigade\""), "{log}");
}

#[test]
fn faulty_alias_lines_are_explained() {
    let home = with_aliases(ALIASES);
    // line | messages
    let cases: &[(&str, &[&str])] = &[
        ("chrge A B", &["order 1: “chrge” is neither an order nor one of your aliases", "did you mean `charge`?"]),
        ("zzz", &["order 1: “zzz” is neither an order nor one of your aliases"]),
        ("charge \"XX Corps\"", &["“charge” needs 2 names after it, not 1: scrud {1} v {2}"]),
        (
            "charge XX Corps Russians",
            &["“charge” needs 2 names after it, not 3: scrud {1} v {2}", "put a name of several words in quotes"],
        ),
        ("back 3", &["“back” needs nothing after it, not 1: undo"]),
        ("charge Foo Russians", &["order 1, `charge Foo Russians`: ", "called “Foo”", "scrud Foo v Russians"]),
        ("charge Russians Russians", &["order 1, `charge Russians Russians`: "]),
    ];
    for (line, says) in cases {
        home.run(&["do", "t.ron", line]).harmless().failed(1, says);
    }
    assert_eq!(home.run(&["state", "t.ron", "--json"]).done().json()["entry"], 0, "nothing was done");
}

#[test]
fn faulty_aliases_are_told_at_the_start_and_the_others_hold() {
    let home = with_aliases(
        "(aliases: {\n \"charge\": \"scrud {1} v {2}\",\n \"Charge\": \"pass\",\n \"undo\": \"pass\",\n \"x\": \"scrud {2}\",\n})",
    );
    let (_, checked) = home.checked("s.ron", &home.read("config/settings.ron"));
    let listed = home.run(&["list"]).done().err;
    for said in [&checked, &listed] {
        for place in [
            ":3:2: aliases.1: “Charge” is already an alias for `scrud {1} v {2}` (rename one of the two)",
            ":4:2: aliases.2: “undo” would hide the order of that name (give the alias another name)",
            ":5:2: aliases.3: “x” has a placeholder {2} but no {1} (number the placeholders from {1} on)",
        ] {
            assert!(said.contains(place), "{place}:\n{said}");
        }
    }
    home.run(&["do", "t.ron", "initiative", "first Germans", "charge \"XX Corps\" Russians"]).done();
    let held = home.run(&["settings", "--json"]).done().json();
    assert_eq!(held["aliases"]["value"], serde_json::json!({ "charge": "scrud {1} v {2}" }));
    assert_eq!(held["aliases"]["from"], "file");
}

/// The program with aliases, at the table of Tannenberg.
fn table() -> Program {
    let home = tempfile::tempdir().expect("a folder");
    let folders = Folders { saves: home.path().join("saves"), config: home.path().join("config") };
    fs::create_dir_all(&folders.config).expect("the folder can be made");
    fs::write(folders.config.join("settings.ron"), ALIASES).expect("it can be written");
    let header = assets::scenario("tannenberg", None, "1".parse().expect("a seed")).expect("it ships");
    let save = Save::create(&folders.saves.join("battle.ron"), header).expect("a save");
    let mut model = wardiary_app::start(Start::Save(Box::new(save)), folders);
    model.settings.flourish = false;
    let mut program = Program::begun(model, home);
    program.keys(":initiative<enter>:first Germans<enter>");
    program
}

#[test]
fn the_order_line_knows_aliases() {
    let mut program = table();
    // text typed | what the order line offers or reports
    for (typed, says) in [
        ("cha", &["charge", "scrud {1} v {2}"][..]),
        ("charge ", &["\"XX Corps\"", "Germans"]),
        ("charge \"XX Corps\" ", &["Russians", "\"1st Rifle Brigade\""]),
        ("charge \"XX Corps\" Russ", &["Russians"]),
        ("charge \"XX Corps\" Russians", &["scrud \"XX Corps\" v Russians — Enter: "]),
        ("charge \"XX Corps\" Russians more", &["“charge” needs 2 names after it, not 3"]),
        ("charge Foo Russians", &["charge stands for scrud Foo v Russians: ", "called “Foo”"]),
        ("chrage Foo Russians", &["“chrage” is neither an order nor one of your aliases", "did you mean `charge`?"]),
        ("rain ", &["the text for place 1"]),
    ] {
        program.keys(":").paste(typed);
        let screen = program.shows((120, 40));
        for says in says {
            assert!(screen.contains(says), "{typed}: {says}\n{screen}");
        }
        program.keys("<esc>");
    }
}

/// Tab alone completes an alias and its arguments. Enter gives the order, and the diary records it.
#[test]
fn tab_fills_the_places_of_an_alias() {
    let mut program = table();
    program.keys(":cha<tab><tab><tab>");
    let screen = text(&program.draw((120, 40)));
    assert!(screen.contains("Enter: "), "{screen}");
    program.keys("<enter>");
    let diary = program.save().diary();
    let order = diary.step(diary.head()).expect("an entry").account().order;
    assert!(diary.head() == 3 && order.starts_with("scrud "), "{order}");
}
