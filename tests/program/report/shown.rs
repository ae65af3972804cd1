//! The samples' reports under docs/, which README shows, match the output of README's commands.

use crate::harness::call::Home;
use std::fs;

#[test]
fn the_reports_under_docs_are_what_their_commands_make() {
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).expect("the README");
    let home = Home::new();
    for (name, ending) in
        [("tannenberg", "html"), ("tannenberg", "md"), ("hundred-days", "html"), ("hundred-days", "md")]
    {
        let file = format!("{name}.{ending}");
        let command = format!("wardiary report saves/{name}.ron -o docs/{file} --force");
        assert!(readme.contains(&command), "README gives the command for {file}");
        assert!(readme.contains(&format!("docs/{file})")), "README links {file}");
        let save = format!("{}/saves/{name}.ron", env!("CARGO_MANIFEST_DIR"));
        home.run(&["report", &save, "-o", &file]).done();
        let there = fs::read_to_string(format!("{}/docs/{file}", env!("CARGO_MANIFEST_DIR")));
        assert!(there.expect("the file under docs/") == home.read(&file), "docs/{file} is out of date: {command}");
        assert!(home.read(&file).len() < 600_000, "{file} is larger than 600 KB");
    }
}
