//! The samples' reports under docs/, which README and the reader's guide link, match the output of CONTRIBUTING's commands.

use crate::harness::call::Home;
use std::fs;

#[test]
fn the_reports_under_docs_are_what_their_commands_make() {
    let text = |name: &str| fs::read_to_string(format!("{}/{name}", env!("CARGO_MANIFEST_DIR"))).expect("the page");
    let (contributing, guide) = (text("CONTRIBUTING.md"), text("docs/guide/reader.md"));
    let home = Home::new();
    for (name, ending) in [("crossings", "html"), ("crossings", "md"), ("hundred-days", "html"), ("hundred-days", "md")]
    {
        let file = format!("{name}.{ending}");
        let command = format!("wardiary report saves/{name}.ron -o docs/{file} --force");
        assert!(contributing.contains(&command), "CONTRIBUTING gives the command for {file}");
        assert!(guide.contains(&format!("(../{file})")), "the guide links {file}");
        let save = format!("{}/saves/{name}.ron", env!("CARGO_MANIFEST_DIR"));
        home.run(&["report", &save, "-o", &file]).done();
        let there = fs::read_to_string(format!("{}/docs/{file}", env!("CARGO_MANIFEST_DIR")));
        assert!(there.expect("the file under docs/") == home.read(&file), "docs/{file} is out of date: {command}");
        assert!(home.read(&file).len() < 600_000, "{file} is larger than 600 KB");
    }
}
