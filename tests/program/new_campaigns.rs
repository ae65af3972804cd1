//! Starting a campaign without a battle: from a scenario and from a table of units, with the errors of both.

use crate::harness::{call::Home, program::Program};
use serde_json::json;

const TABLE: &str = "side,stack,name,kind,count\nRed,I Corps,Guards,infantry,3\nBlue,II Corps,Line,infantry,2\n";

#[test]
fn a_campaign_begins_without_a_battle() {
    let home = Home::new();
    home.file("army.csv", TABLE);
    // arguments | path | title | units | rules
    let cases: &[(&[&str], &str, &str, usize, &str)] = &[
        (&["new", "--campaign", "tannenberg"], "saves/tannenberg.ron", "Tannenberg, the first day", 12, "campaign"),
        (&["new", "--campaign", "army.csv"], "saves/army.ron", "Army", 5, "campaign"),
        (&["new", "--campaign", "army.csv", "The war"], "saves/the-war.ron", "The war", 5, "campaign"),
        (&["new", "--campaign", "army.csv", "m.ron", "--rules", "mouat"], "m.ron", "Army", 5, "mouat"),
        (&["muster", "army.csv", "--no-battle", "-o", "n.ron", "--title", "N"], "n.ron", "N", 5, "campaign"),
    ];
    for (arguments, path, title, units, rules) in cases {
        let made = home.run(arguments).done();
        let told = made.out.replace(std::path::MAIN_SEPARATOR, "/");
        assert!(told.trim_end().ends_with(path), "{arguments:?}: {told}");
        let state = home.run(&["state", path, "--json"]).done().json();
        assert_eq!(state["title"], *title, "{arguments:?}");
        assert_eq!(state["battles"], json!([]), "{arguments:?}");
        assert_eq!(state["units"].as_array().expect("units").len(), *units, "{arguments:?}");
        assert_eq!(state["rules"], *rules, "{arguments:?}");
    }
    home.run(&["verify", "n.ron"]).done();
}

#[test]
fn faults_of_a_new_campaign_are_reported() {
    let home = Home::new();
    home.file("army.csv", TABLE);
    home.file("bad.csv", "side,stack,name,kind\nRed,I Corps,Guards,dragons\nRed,I Corps,,infantry\n");
    home.run(&["new", "army.csv"]).failed(2, &["army.csv is a table of units, not a scenario", "--campaign"]);
    home.run(&["new", "--campaign", "tannenberg", "--rules", "mouat"]).failed(2, &["a scenario has its own rulebook"]);
    home.run(&["new", "--campaign", "bad.csv"]).failed(1, &["bad.csv: row 2, column D", "bad.csv: row 3, column C"]);
    home.run(&["new", "--campaign", "none.csv"]).failed(3, &["none.csv"]);
    home.run(&["new", "--campaign", "army.csv", "--rules", "mouatt"]).failed(2, &["mouatt", "did you mean “mouat”?"]);
}

/// A campaign without a battle opens on the Campaign screen, which offers the first steps. Esc leads to the table.
#[test]
fn a_new_campaign_opens_on_the_campaign_screen() {
    let mut program = Program::without_battles("tannenberg");
    let screen = program.shows((120, 40));
    assert!(screen.contains("◆ Calendar"), "{screen}");
    let screen = program.keys("<esc>").shows((120, 40));
    assert!(screen.contains("┬ Diary"), "{screen}");
}
