//! The sample's report under docs/, which README shows: it is what the command makes that README gives.

use crate::harness::call::Home;
use std::fs;

#[test]
fn the_report_under_docs_is_what_its_command_makes() {
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).expect("the README");
    let command = "wardiary report saves/tannenberg.ron -o docs/tannenberg.";
    let home = Home::new();
    for ending in ["html", "md"] {
        assert!(readme.contains(&format!("{command}{ending} --force")), "README gives the command for .{ending}");
        assert!(readme.contains(&format!("docs/tannenberg.{ending})")), "README links the .{ending}");
        let save = concat!(env!("CARGO_MANIFEST_DIR"), "/saves/tannenberg.ron");
        home.run(&["report", save, "-o", &format!("tannenberg.{ending}")]).done();
        let there = fs::read_to_string(format!("{}/docs/tannenberg.{ending}", env!("CARGO_MANIFEST_DIR")));
        let there = there.expect("the file under docs/");
        assert!(
            there == home.read(&format!("tannenberg.{ending}")),
            "docs/tannenberg.{ending} is out of date: {command}{ending} --force"
        );
    }
}
